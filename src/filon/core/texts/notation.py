"""Moves by name: how they are written in logs and files, typed by people and sent on the wire."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from filon.core.compiled.record import Record
from filon.core.seats import NONE

REMEMBERED = 65_536  # moves in the cache


def named(move: Record) -> str:
    """'steal gold 2': the kind, then every field that says something, in the order of the record."""
    return _named(type(move), move.packed())


def facts(move: Record) -> dict[str, Any]:
    """{'kind': 'steal', 'colour': 'gold', 'victim': 2}: the same by key. The dict is cached: do not change it."""
    return _facts(type(move), move.packed())


@lru_cache(REMEMBERED)
def _named(kind: type[Record], values: tuple[int, ...]) -> str:
    return " ".join(kind.fields[key].name_of(value) for key, value in _said(kind, values))


@lru_cache(REMEMBERED)
def _facts(kind: type[Record], values: tuple[int, ...]) -> dict[str, Any]:
    return {key: _fact(kind.fields[key], value) for key, value in _said(kind, values)}


def _said(kind: type[Record], values: tuple[int, ...]) -> list[tuple[str, int]]:
    return [(key, value) for key, value in zip(kind.fields, values, strict=True) if value != NONE]


def _fact(field: Any, value: int) -> Any:
    return field.name_of(value) if field.names or not field.holds(value) else value


def move_ids(moves: list[Any]) -> dict[str, int]:
    """The id behind each name; no two moves share one."""
    ids = {named(move): i for i, move in enumerate(moves)}
    if len(ids) != len(moves):
        raise ValueError("two moves share a name")
    return ids
