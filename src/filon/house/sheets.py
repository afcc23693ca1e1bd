"""A table's views as they are written for all who look at it: only what may differ from eyes to eyes is written for each of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec

from filon.core.compiled.record import Record
from filon.core.game import Game, load
from filon.core.seats import SPECTATOR
from filon.core.views import private
from filon.house.lines import ENCODER

COMMON = ""  # no field has this name


class Pen(NamedTuple):
    """How the views of one game are written."""

    printed: list[str]  # fields that never change
    common: Callable[[Any], msgspec.Struct]  # what is left of a view without what is private or printed
    private: list[tuple[str, bytes]]  # fields in which two views may differ, and how they are introduced


@cache
def pen_of(game: str) -> Pen:
    box = load(game)
    printed, apart = box.PRINTED.split(), private(box.Table, box.SECRET)
    return Pen(printed, _taken(box, {*printed, *apart}), [(field, b',"%s":' % field.encode()) for field in apart])


def _taken(box: Game, but: set[str]) -> Callable[[Any], msgspec.Struct]:
    names = [name for name in box.Table.fields if name not in but]
    kind, taken = msgspec.defstruct("Common", names), attrgetter(*names)
    return lambda view: kind(*taken(view))


class Sheets:
    """Of one table, in pieces. Views are never changed by anybody, so what is the same object in two of them is written the same."""

    __slots__ = ("_pen", "_printed", "_rows", "_seen", "written")

    def __init__(self, game: str) -> None:
        self._pen = pen_of(game)
        self._printed = b""
        self._seen: dict[str, bytes] = {}  # what everybody sees: what is common to all views, and each field that may differ
        self.written: dict[int, list[bytes]] = {}  # by whose eyes, as long as the table stands
        self._rows: dict[tuple[int, str], tuple[Any, bytes]] = {}  # by viewer and field: records in a row as they were written last

    def forget(self) -> None:
        """The table has changed."""
        self._seen = {}
        self.written.clear()

    def rest(self) -> None:
        """Nobody asks any more, for a while."""
        self.forget()
        self._rows.clear()

    def write(self, sight: int, own: dict[str, Any], seen: Any) -> list[bytes]:
        """What everybody sees, and what these eyes see of their own instead."""
        everybody = self._seen or self._written(seen)
        pieces = self.written[sight] = [everybody[COMMON]]
        for field, name in self._pen.private:
            pieces += name, self._row(sight, field, own[field]) if field in own else everybody[field]
        pieces.append(b"}")
        return pieces

    def _written(self, seen: Any) -> dict[str, bytes]:
        if not self._printed:
            held = ENCODER.encode({name: getattr(seen, name) for name in self._pen.printed})[:-1]
            self._printed = held + b"," if self._pen.printed else held
        self._seen = {field: self._row(SPECTATOR, field, getattr(seen, field)) for field, _ in self._pen.private}
        self._seen[COMMON] = self._printed + ENCODER.encode(self._pen.common(seen))[1:-1]
        return self._seen

    def _row(self, sight: int, field: str, value: Any) -> bytes:
        held = self._rows.get((sight, field))
        if held is not None and held[0] is value:
            return held[1]
        if not isinstance(value, list) or not isinstance(value[0], Record):
            return ENCODER.encode(value)
        written = b"[%b]" % b",".join([record._json or json_of(record) for record in value])
        self._rows[sight, field] = value, written
        return written


def json_of(record: Record) -> bytes:
    """Written once, and remembered: nobody changes what is part of a view."""
    record._json = ENCODER.encode(record)
    return record._json
