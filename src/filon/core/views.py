"""Views by allow-list: everything starts UNKNOWN, and only what is declared open is copied."""

from __future__ import annotations

from typing import Any

from filon.core.record import Record, spots
from filon.core.seats import UNKNOWN


def open_view(table: Any, declared: dict[type[Record], str]) -> Any:
    """A blank table into which everything open to everybody has been copied."""
    seen = type(table).blank()
    _open(table, seen, declared)
    return seen


def _open(held: Record, seen: Record, declared: dict[type[Record], str]) -> None:
    for name in declared[type(held)].split():
        value = getattr(held, name)
        if held.fields[name].record:
            _open_each(value, getattr(seen, name), declared)
        else:
            setattr(seen, name, _copied(value))


def _open_each(held: Any, seen: Any, declared: dict[type[Record], str]) -> None:
    if isinstance(held, list):
        for one, other in zip(held, seen, strict=True):
            _open_each(one, other, declared)
    else:
        _open(held, seen, declared)


def _copied(value: Any) -> Any:
    return [_copied(v) for v in value] if isinstance(value, list) else value


def undeclared(table: type[Record], declared: dict[type[Record], str], secret: dict[type[Record], str]) -> list[str]:
    """Fields that are declared neither open nor secret, or both, or that do not exist."""
    wrong = []
    for record in table.records():
        told = declared.get(record, "").split() + secret.get(record, "").split()
        odd = set(told) ^ set(record.fields) | {name for name in told if told.count(name) > 1}
        wrong += [f"{record.__name__}.{name}" for name in sorted(odd)]
    return wrong


def has_learned(before: Record, after: Record) -> bool:
    """Whether anything unknown in one view is known in a later one."""
    pairs = zip(spots(before), spots(after), strict=True)
    return any(old == UNKNOWN != new for (_, _, old), (_, _, new) in pairs)
