"""Moves by name: how they are written in logs and files, typed by people and sent on the wire."""

from __future__ import annotations

from typing import Any

from filon.core.record import Record
from filon.core.seats import NONE


def named(move: Record) -> str:
    """'steal gold 2': the kind, then every field that says something, in the order of the record."""
    return " ".join(move.fields[key].name_of(value) for key, value in _said(move))


def facts(move: Record) -> dict[str, Any]:
    """{'kind': 'steal', 'colour': 'gold', 'victim': 2}: the same by key."""
    return {key: _fact(move.fields[key], value) for key, value in _said(move)}


def _said(move: Record) -> list[tuple[str, int]]:
    held = [(key, getattr(move, key)) for key in move.fields]
    return [(key, value) for key, value in held if value != NONE]


def _fact(field: Any, value: int) -> Any:
    return field.name_of(value) if field.names or not field.holds(value) else value


def move_ids(moves: list[Any]) -> dict[str, int]:
    """The id behind each name; no two moves share one."""
    ids = {named(move): i for i, move in enumerate(moves)}
    if len(ids) != len(moves):
        raise ValueError("two moves share a name")
    return ids
