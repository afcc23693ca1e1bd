"""A seat at a table of a server for a language model, by the Model Context Protocol (decision 64)."""
