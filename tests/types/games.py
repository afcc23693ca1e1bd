"""A game's tables, moves and enums as TypeScript, for the boards in the browser."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from filon.core.compiled.record import Field, Record, spoken
from filon.core.game import Game
from filon.core.seats import NONE
from tests.types.source import HEAD, constants, doc, interface, literal, numbers, remark, remarks, row_of, union

ALIASES = "export type Unknown = typeof UNKNOWN;\nexport type None = typeof NONE;\nexport type Seat = number; // from 0\n"
UNTOLD = literal("?")


def typescript(game: Game) -> str:
    records = sorted(set(game.Table.records()), key=lambda record: record.__name__)
    parts = [HEAD.format("this game's parts.py and secrets.py"), constants(), ALIASES, _printed(game), *map(_enum, enums(game))]
    return "\n".join([*parts, *(_record(game, record) for record in records), _move(game), _fields(game)])


def _printed(game: Game) -> str:
    """The numbers that a clause gives, so that no board has them from elsewhere."""
    return "".join(f"export const {name} = {number}; // {clause}\n" for name, number, clause in numbers(game.Table.__module__))


def enums(game: Game) -> list[type[IntEnum]]:
    """Those behind fields, and the names of refusals and endings."""
    fields = [field for record in (*game.Table.records(), game.Move) for field in record.fields.values()]
    found = {field.names for field in fields if field.names} | {game.Kind, game.Refusal, game.Ending}
    return sorted(found, key=lambda names: names.__name__)


def _enum(names: type[IntEnum]) -> str:
    """Its numbers as a view holds them, and its names as lines and refusals say them."""
    said, name = remarks(names), names.__name__
    rows = "".join(f"  {member.name}: {member.value},{remark(said.get(member.name, ''))}\n" for member in names)
    numbers = f"{_doc(names)}export const {name} = {{\n{rows}}} as const;\nexport type {name} = (typeof {name})[keyof typeof {name}];\n"
    return numbers + union(f"{name}Name", [literal(spoken(member)) for member in names])


def _doc(names: type[IntEnum]) -> str:
    """Python itself writes a docstring for an enum that has none."""
    return "" if names.__doc__ == IntEnum.__doc__ or names.__doc__ == "An enumeration." else doc(names)


# A table as a seat sees it


def _record(game: Game, record: type[Record]) -> str:
    said, is_open = remarks(record), game.OPEN.get(record, "").split()
    rows = [f"{name}: {_held(field, name in is_open)};{remark(_size(field), said.get(name, ''))}" for name, field in record.fields.items()]
    return interface(record.__name__, rows, doc(record))


def _held(field: Field, is_open: bool) -> str:
    """The TypeScript type of a field. A field that is not open may be UNKNOWN; a record's fields decide for themselves."""
    if field.record:
        return field.record.__name__ + "[]" * len(field.shape)
    kinds = [_kind(field)] + [_also(field.also)] * (field.also is not None) + ["Unknown"] * (not is_open)
    return row_of(" | ".join(kinds), len(field.shape))


def _kind(field: Field) -> str:
    if field.names:
        return field.names.__name__
    return "Seat" if field.is_seat else "number"


def _also(also: int | None) -> str:
    return "None" if also == NONE else str(also)


def _size(field: Field) -> str:
    return " x ".join(map(str, field.shape))


# A move as it is told


def _move(game: Game) -> str:
    """By name, without what says nothing; "?" is not for this seat to know."""
    said = remarks(game.Move)
    rows = [_told(name, field, said.get(name, "")) for name, field in game.Move.fields.items()]
    return interface("Move", rows, doc(game.Move))


def _told(name: str, field: Any, said: str) -> str:
    kind = f"{field.names.__name__}Name" if field.names else _kind(field)
    kinds = [kind] if name == "kind" else [kind, UNTOLD]  # a move that is told at all is told with its kind
    return f"{name}{'?' * (field.also == NONE)}: {' | '.join(kinds)};{remark(said)}"


def _fields(game: Game) -> str:
    """The names a move's sentence is given values for."""
    fields = {name: field for name, field in game.Move.fields.items() if name != "kind"}
    seats = [name for name, field in fields.items() if field.is_seat]
    return f"export const MOVE = {{ fields: {literal(list(fields))}, seats: {literal(seats)} }} as const;\n"
