"""Plain JSON as the game's own records: code for records, such as robots, works in a client too."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

from filon.core.compiled.record import Field, Record, spoken
from filon.core.seats import NONE, UNKNOWN
from filon.house import protocol
from filon.house.room.live import Played

R = TypeVar("R", bound=Record)
HIDDEN = "?"  # in a move: hidden from this seat


class RecordRefused(ValueError):
    """Data that is no such record; perhaps the server has another version of the rules."""


def record_of(kind: type[R], data: Mapping[str, Any]) -> R:
    """A view, or any part of one."""
    if not isinstance(data, Mapping) or set(data) != set(kind.fields):
        raise RecordRefused(f"expected {kind.__name__} with {', '.join(kind.fields)}; found {data!r:.200}")
    return kind(*(_value(f"{kind.__name__}.{name}", field, field.shape, data[name]) for name, field in kind.fields.items()))


def _value(path: str, field: Field, shape: tuple[int, ...], value: Any) -> Any:
    if shape:
        if not isinstance(value, list) or len(value) != shape[0]:
            raise RecordRefused(f"{path}: expected {shape[0]} in a row; found {value!r:.200}")
        return [_value(path, field, shape[1:], one) for one in value]
    if field.record:
        return record_of(field.record, value)
    if type(value) is not int or not (field.holds(value) or value == UNKNOWN):
        raise RecordRefused(f"{path}: expected {field.least} to {field.most}; found {value!r:.200}")
    return value


def move_of(kind: type[R], told: Mapping[str, Any]) -> R | None:
    """A move as this seat was told it; None if it was told nothing."""
    if not told:
        return None
    if set(told) - set(kind.fields):
        raise RecordRefused(f"expected a move with some of {', '.join(kind.fields)}; found {dict(told)!r:.200}")
    return kind(*(_move_value(name, field, told.get(name)) for name, field in kind.fields.items()))


def played_of(kind: type[R], line: protocol.MovedLine | protocol.TookBackLine) -> Played:
    """A line about the game as robots and logs read it."""
    if isinstance(line, protocol.TookBackLine):
        return Played(line.seq, line.at, line.seat, back_to=line.back_to)
    return Played(line.seq, line.at, line.seat, move_of(kind, line.move))


def _move_value(name: str, field: Field, value: Any) -> int:
    if value is None:
        return NONE
    if value == HIDDEN:
        return UNKNOWN
    meant = _members(field).get(value) if field.names else value
    if type(meant) is not int:
        expected = f"one of {', '.join(_members(field))}" if field.names else "a whole number"
        raise RecordRefused(f"{name}: expected {expected}; found {value!r:.200}")
    return meant


@cache
def _members(field: Field) -> dict[str, int]:
    return {spoken(member): int(member) for member in field.names or ()}
