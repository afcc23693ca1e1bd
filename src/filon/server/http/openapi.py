"""OpenAPI 3.1, made from the declared endpoints and the types of the protocol."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from filon import __version__
from filon.house import protocol
from filon.server.access.auth import COOKIE
from filon.server.http.endpoints import Endpoint
from filon.server.http.problems import DEFAULT_STATUS, STATUS, detail_of

PARAMETERS = {"table": protocol.TableId, "game": protocol.Key, "seat": protocol.Seat}
SECURITY: dict[str, list[dict[str, list[str]]]] = {
    "required": [{"token": []}, {"cookie": []}],
    "optional": [{}, {"token": []}, {"cookie": []}],
    "": [],
}
SCHEMES = {
    "token": {"type": "http", "scheme": "bearer", "description": "a device's secret, from POST /api/device without an Origin"},
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": f"the same, kept by a browser; over https it is called __Host-{COOKIE}; for a change an Origin must come with it",
    },
}


def document(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    types = list({repr(one): one for endpoint in endpoints for one in (endpoint.body, endpoint.answer) if one is not None}.values())
    made, components = msgspec.json.schema_components([*types, protocol.Problem], ref_template="#/components/schemas/{name}")
    schemas = dict(zip(map(repr, [*types, protocol.Problem]), made, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Filon",
            "version": __version__,
            "description": "Play itself goes over the WebSocket /ws.",
        },
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": SCHEMES},
    }


def _operation(endpoint: Endpoint, schemas: dict[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = {"operationId": endpoint.name, "summary": endpoint.summary}
    told |= {"parameters": _parameters(endpoint), "responses": _responses(endpoint, schemas)}
    if endpoint.body is not None:
        told["requestBody"] = {"required": True, "content": _json(schemas[repr(endpoint.body)])}
    return {**told, "security": SECURITY[endpoint.device]}


def _parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    named = [
        {"name": name, "in": "path", "required": True, "schema": msgspec.json.schema(PARAMETERS[name])}
        for name in re.findall(r"\{(\w+)\}", endpoint.path)
    ]
    return named + [
        {"name": name, "in": "query", "description": says, "schema": msgspec.json.schema(PARAMETERS.get(name, str))}
        for name, says in endpoint.query.items()
    ]


def _responses(endpoint: Endpoint, schemas: dict[str, Any]) -> dict[str, Any]:
    content = {} if endpoint.answer is None else {"content": _json(schemas[repr(endpoint.answer)])}
    told = {str(endpoint.status): {"description": endpoint.summary, **content}}
    told |= {str(status): {"description": says} for status, says in endpoint.other_statuses.items()}
    reasons: dict[int, list[str]] = {}
    for reason in endpoint.refusals:
        reasons.setdefault(STATUS.get(reason, DEFAULT_STATUS), []).append(f"{reason}: {detail_of(reason)}")
    for status, says in sorted(reasons.items()):
        told[str(status)] = {"description": "; ".join(says), "content": _json(schemas[repr(protocol.Problem)])}
    return told


def _json(schema: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
