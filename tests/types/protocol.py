"""The wire types as JSON Schema and as TypeScript."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec
from msgspec import NODEFAULT, inspect

from filon.house import protocol
from tests.types.source import HEAD, constants, doc, interface, literal, remark, remarks, row_of, union

UNIONS = {"AnyCommand": protocol.AnyCommand, "FromClient": protocol.FromClient, "Line": protocol.Line, "ToClient": protocol.ToClient}
DIALECT = "https://json-schema.org/draft/2020-12/schema"
PLAIN: dict[Any, str] = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}


def structs() -> list[Any]:
    """Everything that crosses the wire, by name; what only others are made from does not."""
    found = [held for held in vars(protocol).values() if isinstance(held, type) and issubclass(held, msgspec.Struct)]
    bases = {base for held in found for base in held.__bases__}
    return sorted((held for held in found if held not in bases), key=lambda held: held.__name__)


# JSON Schema


def schema() -> str:
    _, parts = msgspec.json.schema_components(structs(), ref_template="#/$defs/{name}")
    unions = {name: {"title": name, "anyOf": [{"$ref": f"#/$defs/{one}"} for one in _names(held)]} for name, held in UNIONS.items()}
    whole = {
        "$schema": DIALECT,
        "title": f"Filon protocol {protocol.PROTOCOL}",
        "description": "FromClient and ToClient are what a WebSocket carries; docs/protocol.md tells how they follow each other.",
        "anyOf": [{"$ref": "#/$defs/FromClient"}, {"$ref": "#/$defs/ToClient"}],
        "$defs": dict(sorted({**parts, **unions}.items())),
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _names(held: Any) -> list[str]:
    return sorted(one.__name__ for one in get_args(held))


# TypeScript


def typescript() -> str:
    message = f"export const MESSAGE = {protocol.MESSAGE}; // bytes, the most a client may send at once\n"
    numbers = f"export const PROTOCOL = {protocol.PROTOCOL};\n{message}"
    parts = [HEAD.format("src/filon/house/protocol/"), numbers, constants(), *map(_struct, structs())]
    return "\n".join([*parts, *(union(name, _names(held)) for name, held in UNIONS.items())])


def _struct(cls: Any) -> str:
    config, said = cls.__struct_config__, remarks(cls)
    tag = [f"{config.tag_field}: {literal(config.tag)};"] if config.tag_field else []
    rows = [_row(config, field, said.get(field.name, "")) for field in msgspec.structs.fields(cls)]
    return interface(cls.__name__, tag + rows, doc(cls))


def _row(config: Any, field: Any, said: str) -> str:
    """A field in TypeScript. A client may leave out fields with a default; the server leaves them out if the type omits defaults."""
    is_read, held = config.forbid_unknown_fields, typed(inspect.type_info(field.type))
    if field.required or not (is_read or config.omit_defaults):
        return f"{field.encode_name}: {held};{remark(said)}"
    default = _default(field)
    exact = held if is_read or default is not None else held.removesuffix(" | null")  # never written
    left_out = "" if default is None else f"{literal(default)} where left out"
    return f"{field.encode_name}?: {exact};{remark(said, left_out)}"


def _default(field: Any) -> Any:
    return field.default if field.default is not NODEFAULT else field.default_factory()


def typed(held: Any) -> str:
    """A type as TypeScript writes it; the ranges stand in the schema."""
    match held:
        case inspect.StructType():
            return str(held.cls.__name__)
        case inspect.ListType():
            return row_of(typed(held.item_type), 1)
        case inspect.TupleType():
            return f"[{', '.join(map(typed, held.item_types))}]"
        case inspect.DictType():
            return f"Record<{typed(held.key_type)}, {typed(held.value_type)}>"
        case inspect.UnionType():
            members = sorted(map(typed, held.types), key=lambda one: (one == "null", one))
            return next((name for name, union in UNIONS.items() if _names(union) == members), " | ".join(members))
        case inspect.LiteralType():
            return " | ".join(map(literal, held.values))
        case _:
            return PLAIN[type(held)]
