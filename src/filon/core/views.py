"""Views by allow-list: everything starts UNKNOWN, and only what is declared open is copied."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from filon.core.compiled.record import Field, Record, copied, filled, maker
from filon.core.seats import UNKNOWN

Declared = tuple[tuple[type[Record], str], ...]


def open_view(table: Any, declared: dict[type[Record], str], printed: str = "") -> Any:
    """A blank table with copies of all open fields; printed fields never change and are shared with the table."""
    return opener(type(table), declared, printed)(table)


def opener(kind: type[Record], declared: dict[type[Record], str], printed: str = "", shown: str = "") -> Callable[[Any], Any]:
    """open_view() as a function of one kind of record; it leaves out the fields in `shown`, which the caller sets."""
    return _opener(kind, tuple(declared.items()), printed, tuple(shown.split()))


@cache
def _opener(kind: type[Record], declared: Declared, printed: str = "", shown: tuple[str, ...] = ()) -> Callable[[Any], Any]:
    """Generated once for each declaration: open fields are copied, all others are blank."""
    fields, names = kind.fields, [name for name in dict(declared)[kind].split() if name not in shown]
    sources = {name: _blank(name, field) for name, field in fields.items() if name not in shown}
    sources |= {name: copied(fields[name], f"held.{name}", f"open_{name}({{}})") for name in names}
    sources |= {name: f"held.{name}" for name in names if name in printed.split()}
    return maker(kind, sources, {f"open_{name}": _opener(fields[name].record, declared) for name in names if fields[name].record})


def _blank(name: str, field: Field) -> str:
    return copied(field, f"held.{name}", "{}.blank()") if field.record else repr(filled(field, field.shape, UNKNOWN))


def private(table: type[Record], secret: dict[type[Record], str]) -> list[str]:
    """The fields of a table in which two views may differ: secret ones, and those that hold secret ones."""
    inside = {name: list(field.record.records()) if field.record else [] for name, field in table.fields.items()}
    return [name for name in table.fields if name in secret.get(table, "").split() or any(one in secret for one in inside[name])]


def overrides_of(view: Callable[[Any, int], Any], names: list[str]) -> Callable[..., dict[str, Any]]:
    """A default for overrides(): every field that may differ, from the seat's whole view."""

    def overrides(table: Any, seat: int, seen: Any, before: object = None) -> dict[str, Any]:
        whole = view(table, seat)
        return {name: getattr(whole, name) for name in names}

    return overrides


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
    return any(_is_learned(getattr(before, name), getattr(after, name)) for name in before.fields)


def _is_learned(old: Any, new: Any) -> bool:
    if isinstance(old, Record):
        return has_learned(old, new)
    if not isinstance(old, list):
        return bool(old == UNKNOWN != new)
    if old and isinstance(old[0], int) and old == new:  # most rows are: one comparison instead of one for each number
        return False
    return any(_is_learned(this, that) for this, that in zip(old, new, strict=True))
