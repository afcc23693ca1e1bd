"""Cache of everything that follows from a live table for its viewers: views, legal moves, and views as JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple, Protocol

import msgspec

from filon.core.compiled.record import Record
from filon.core.game import Game, load
from filon.core.seats import SPECTATOR
from filon.core.views import private
from filon.house.room.events import ENCODER

COMMON = ""  # no field has this name


class Layout(NamedTuple):
    """How the views of one game are put together as JSON: first what all views have in common, then each private field."""

    printed: list[str]  # fields that never change
    common: Callable[[Any], msgspec.Struct]  # a view without its private and its printed fields
    private: list[tuple[str, bytes]]  # fields in which two views may differ, and their names as JSON


@cache
def layout_of(game: str) -> Layout:
    box = load(game)
    printed, apart = box.PRINTED.split(), private(box.Table, box.SECRET)
    return Layout(printed, _common(box, {*printed, *apart}), [(field, b',"%s":' % field.encode()) for field in apart])


def _common(box: Game, but: set[str]) -> Callable[[Any], msgspec.Struct]:
    names = [name for name in box.Table.fields if name not in but]
    kind, taken = msgspec.defstruct("Common", names), attrgetter(*names)
    return lambda view: kind(*taken(view))


class HasMove(Protocol):
    @property
    def move(self) -> Any: ...


class ViewCache:
    """Cache of one live table. No code changes a view, so views share equal parts with each other and with earlier views.

    "saves" is in thousands of instructions a move, of 309 with three subscribers (decision 79).
    """

    def __init__(self, game: Game, table: Any, played: Sequence[HasMove]) -> None:
        """The live table's own table and moves. Not the live table: two objects that hold each other are freed late or never."""
        self._game, self._played, self._layout = game, played, layout_of(game.name)
        self.put(table)

    def put(self, table: Any) -> None:
        """Another table stands here."""
        self._table = table
        self.clear()

    def invalidate(self) -> None:
        """The table has changed by a move."""
        self.views: dict[int, Any] = {}  # by seat; saves 97
        self.legal: dict[int, list[int]] = {}  # by seat; saves 92
        self.line: tuple[int, Any] = 0, None  # number of a line that all are told alike, and its public form; saves 38
        self.head: tuple[Any, bytes] = None, b""  # what some subscribers have heard, and the part of News that they share; saves 20
        self._pieces: dict[int, list[bytes]] = {}  # by viewpoint: a view as JSON; saves 33 where three spectators look on
        self._open: dict[str, bytes] = {}  # a spectator's view as JSON: the common part, and each private field; saves 45

    def clear(self) -> None:
        """Nobody asks for a while: forget also what the next views would be derived from."""
        self.invalidate()
        self._before: tuple[Any, int] = None, 0  # the spectator's latest view, and after how many moves; saves 369
        self._own_before: dict[int, tuple[Any, dict[str, Any]]] = {}  # by seat: that view then, and the seat's own fields; saves 60
        self._rows: dict[tuple[int, str], tuple[Any, bytes]] = {}  # by viewpoint and field: a row of records, and its JSON; saves 38

    # Views

    def view(self, seat: int) -> Any:
        view = self.views.get(seat)
        if view is None:
            view = self.views[seat] = self._seen() if seat == SPECTATOR else self._seat_view(seat)
        return view

    def _seen(self) -> Any:
        """A spectator's view, derived from the one before where the game says how."""
        if self._game.seen_by_all is None:
            return self._game.view(self._table, SPECTATOR)
        before, after = self._before
        since = [one.move for one in self._played[after:]]
        seen = self._game.seen_by_all(self._table, before, since)
        self._before = seen, after + len(since)
        return seen

    def _seat_view(self, seat: int) -> Any:
        seen = self.view(SPECTATOR)
        return seen.replace(**self._own(seat, seen))

    def _own(self, seat: int, seen: Any) -> dict[str, Any]:
        """The fields in which a seat's view differs from a spectator's."""
        if seat == SPECTATOR:
            return {}
        before = self._own_before.get(seat)
        if before is None or before[0] is not seen:
            before = self._own_before[seat] = seen, self._game.overrides(self._table, seat, seen, before)
        return before[1]

    # As JSON

    def printed(self) -> dict[str, Any]:
        """The fields that never change, which a client is sent once."""
        seen = self.view(SPECTATOR)
        return {name: getattr(seen, name) for name in self._layout.printed}

    def encoded(self, viewpoint: int) -> list[bytes]:
        """A view without its printed fields, in pieces of JSON."""
        pieces = self._pieces.get(viewpoint)
        if pieces is None:
            pieces = self._pieces[viewpoint] = self._encode(viewpoint)
        return pieces

    def _encode(self, viewpoint: int) -> list[bytes]:
        seen = self.view(SPECTATOR)
        own, everybody = self._own(viewpoint, seen), self._open or self._encode_open(seen)
        pieces = [everybody[COMMON]]
        for field, name in self._layout.private:
            pieces += name, self._row(viewpoint, field, own[field]) if field in own else everybody[field]
        pieces.append(b"}")
        return pieces

    def _encode_open(self, seen: Any) -> dict[str, bytes]:
        self._open = {field: self._row(SPECTATOR, field, getattr(seen, field)) for field, _ in self._layout.private}
        self._open[COMMON] = ENCODER.encode(self._layout.common(seen))[:-1]
        return self._open

    def _row(self, viewpoint: int, field: str, value: Any) -> bytes:
        held = self._rows.get((viewpoint, field))
        if held is not None and held[0] is value:
            return held[1]
        written = ENCODER.encode(value)
        if isinstance(value, list) and isinstance(value[0], Record):
            self._rows[viewpoint, field] = value, written
        return written
