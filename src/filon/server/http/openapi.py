"""OpenAPI 3.1, made from the declared ways and the types of the wire."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from filon import __version__
from filon.house import protocol
from filon.server.access.auth import NAME
from filon.server.http.endpoints import Way
from filon.server.http.problems import STATUS, UNDERSTOOD, detail_of

PARAMETERS = {"table": protocol.TableId, "game": protocol.Key, "seat": protocol.Seat}
SECURITY: dict[str, list[dict[str, list[str]]]] = {
    "needed": [{"token": []}, {"cookie": []}],
    "asked": [{}, {"token": []}, {"cookie": []}],
    "": [],
}
SCHEMES = {
    "token": {"type": "http", "scheme": "bearer", "description": "a device's secret, from POST /api/device without an Origin"},
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": NAME,
        "description": f"the same, kept by a browser; over https it is called __Host-{NAME}; for a change an Origin must come with it",
    },
}


def document(ways: Sequence[Way]) -> dict[str, Any]:
    types = list({repr(one): one for way in ways for one in (way.body, way.answer) if one is not None}.values())
    made, components = msgspec.json.schema_components([*types, protocol.Problem], ref_template="#/components/schemas/{name}")
    schemas = dict(zip(map(repr, [*types, protocol.Problem]), made, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for way in ways:
        paths.setdefault(way.path, {})[way.method.lower()] = _operation(way, schemas)
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


def _operation(way: Way, schemas: dict[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = {"operationId": way.name, "summary": way.says}
    told |= {"parameters": _parameters(way), "responses": _responses(way, schemas)}
    if way.body is not None:
        told["requestBody"] = {"required": True, "content": _json(schemas[repr(way.body)])}
    return {**told, "security": SECURITY[way.device]}


def _parameters(way: Way) -> list[dict[str, Any]]:
    named = [
        {"name": name, "in": "path", "required": True, "schema": msgspec.json.schema(PARAMETERS[name])}
        for name in re.findall(r"\{(\w+)\}", way.path)
    ]
    return named + [
        {"name": name, "in": "query", "description": says, "schema": msgspec.json.schema(PARAMETERS.get(name, str))}
        for name, says in way.query.items()
    ]


def _responses(way: Way, schemas: dict[str, Any]) -> dict[str, Any]:
    content = {} if way.answer is None else {"content": _json(schemas[repr(way.answer)])}
    told = {str(way.status): {"description": way.says, **content}}
    told |= {str(status): {"description": says} for status, says in way.also.items()}
    reasons: dict[int, list[str]] = {}
    for reason in way.reasons:
        reasons.setdefault(STATUS.get(reason, UNDERSTOOD), []).append(f"{reason}: {detail_of(reason)}")
    for status, says in sorted(reasons.items()):
        told[str(status)] = {"description": "; ".join(says), "content": _json(schemas[repr(protocol.Problem)])}
    return told


def _json(schema: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
