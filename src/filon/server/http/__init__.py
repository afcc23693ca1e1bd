"""HTTP: endpoints, pages, errors, the OpenAPI document."""
