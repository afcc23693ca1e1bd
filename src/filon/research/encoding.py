"""A view as one row of numbers with named columns, made for every game from its fields and from what it declares SECRET.

The seat that sees comes first, the others follow in their order: one network can play every seat. The encoder is source written from the
fields: it runs plain on a view, and compiled inside `filon.research.batch`. docs/research.md says what each kind of field becomes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from filon.core.compiled.record import Record
from filon.core.compiled.rule import batch as packed
from filon.core.compiled.rule import fetch, loop, repeated
from filon.core.compiled.view import make_see, written
from filon.core.game import load, nothing_to_recall
from filon.core.stream import seeded
from filon.house.room.setup import Setup, set_up
from filon.research.actions import Actions
from filon.research.codes import Column, Reader
from filon.research.deals import ready
from filon.research.layout import Encode, Layout
from filon.research.stepping import AHEAD


def encoding(game: str, seats: int = 2, options: Mapping[str, Any] | None = None, content: dict[str, Any] | None = None) -> Encoding:
    """The encoding of a game for a number of seats; options and content give decode() what is the same at all tables."""
    names = [f"Seat {seat}" for seat in range(seats)]
    return Encoding(set_up(ready(game), names, dict(options or {}), content))


class Encoding:
    def __init__(self, setup: Setup) -> None:
        self.game, self.seats = load(setup.game), len(setup.names)
        self.layout = layout_of(self.game.name, self.seats)
        self.columns, self.width = self.layout.columns(), self.layout.width
        self.actions = actions_of(self.game.name, self.seats)
        self.source = self.layout.source()
        self._write, self._shown = encoder_of(self.game.name, self.seats), shown_of(self.game.name, self.seats)
        self._blank = self.layout.blank_row()
        self._like = setup.deal(seeded(0))  # its constant fields are those of all tables
        self._view = packed([self._like])

    def describe(self) -> list[Column]:
        """Name, kind, range and scale of each column, in their order."""
        return list(self.columns)

    def encode(self, view: Any, seat: int) -> Any:
        """The row of a seat's own view; a robot at a live table sees the same row as a network in training."""
        row = self._blank.copy()
        self._write(view, seat, self._shown.blank(), row)
        return row

    def rows(self, tables: Any, seats: Any) -> Any:
        """New rows of packed tables, each as its seat sees it: compiled, and the same as encode() of the views."""
        shown, rows = self.blank_rows(len(tables))
        nothing = np.zeros((len(tables), 0), np.int16), np.zeros(len(tables), np.int64)
        observer_of(self.game.name, self.seats)(tables, np.asarray(seats, np.int64), *nothing, self._view, shown, rows)
        return rows

    def blank_rows(self, count: int) -> tuple[Any, Any]:
        """Rows of which nothing is known, for an observer to write, and before them what they show."""
        return repeated(self._shown.blank(), count), np.repeat(self._blank[None], count, axis=0)

    def decode(self, row: Sequence[float], seat: int, clock: int = 0) -> Any:
        """The view that gives this row. Rows of content that look alike are told as the first of them; records that are not in play,
        and seats that nobody has, are blank."""
        view = self.game.Table.blank()
        for name in self.game.CONSTANT.split():
            setattr(view, name, getattr(self._like, name))
        if self.layout.clock:
            setattr(view, self.layout.clock, clock)
        self.layout.fill(view, [float(cell) for cell in row], Reader(seat, clock, view))
        return view

    def parts(self, rows: Any) -> dict[str, Any]:
        """Rows [n, columns] without copying: `table` [n, columns of its own], and for each kind of record [n, how many, columns of one]."""
        held = {item.name: item for item in self.layout.items if not item.code}
        own = min((item.at for item in held.values()), default=self.width)
        cut = {name: rows[:, item.at : item.at + item.width].reshape(len(rows), -1, item.each) for name, item in held.items()}
        return {"table": rows[:, :own], **cut}


@cache
def layout_of(name: str, seats: int) -> Layout:
    game = load(name)
    return Layout(game.Table, seats, game.SECRET, game.CONSTANT.split())


@cache
def actions_of(name: str, seats: int) -> Actions:
    return Actions(load(name), seats)


@cache
def shown_of(name: str, seats: int) -> type[Record]:
    """What a row shows: the same kind of record for all batches, so that their loops are compiled once."""
    return layout_of(name, seats).shown()


@cache
def encoder_of(name: str, seats: int) -> Encode:
    return written(layout_of(name, seats).source())


@cache
def observer_of(name: str, seats: int, with_recall: bool = False) -> Callable[..., None]:
    """A loop: (tables, who sees each, their logs, how long each is, one view to write in, what each row shows, rows)."""
    see, encode = make_see(load(name), in_play=True), encoder_of(name, seats)
    recall = load(name).recall if with_recall else nothing_to_recall

    @loop
    def observe(tables: Any, movers: Any, log: Any, logged: Any, views: Any, shown: Any, rows: Any) -> None:
        for i in range(len(tables)):
            fetch(tables, i + AHEAD)
            fetch(shown, i + AHEAD)
            see(views, 0, tables[i], movers[i])
            recall(views[0], tables[i], movers[i], log[i], logged[i])
            encode(views[0], movers[i], shown[i], rows[i])

    return observe


@cache
def viewer_of(name: str, with_recall: bool = False) -> Callable[..., None]:
    """A loop: (tables, who sees each, their logs, how long each is, views)."""
    see, recall = make_see(load(name)), load(name).recall if with_recall else nothing_to_recall

    @loop
    def view(tables: Any, movers: Any, log: Any, logged: Any, views: Any) -> None:
        for i in range(len(tables)):
            see(views, i, tables[i], movers[i])
            recall(views[i], tables[i], movers[i], log[i], logged[i])

    return view
