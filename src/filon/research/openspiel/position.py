"""One moment of a game and those before it: what OpenSpiel's states hold. A position never changes, so that copies share it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from hashlib import blake2b
from typing import Any

import numpy as np

from filon.core.compiled.rule import loop
from filon.core.game import load
from filon.core.seats import NOBODY, NONE, TIME
from filon.house.room.setup import Setup
from filon.research.encoding import Encoding, viewer_of
from filon.research.stepping import make_tick


@cache
def advancer_of(name: str) -> Callable[..., int]:
    """A loop: (one table, a move or NONE, pause, ids, weights, count): play it and let the clock run; who moves next, and what they may."""
    game = load(name)
    MOVES, apply, legal, odds, tick = game.MOVES, game.apply, game.law.legal, game.odds, make_tick(game)

    @loop
    def advance(tables: Any, move: int, pause: int, ids: Any, weights: Any, count: Any) -> int:
        if move != NONE:
            apply(tables[0], MOVES[move])
        mover = tick(tables[0], pause)
        count[0] = 0
        if mover != NOBODY:
            count[0] = legal(tables[0], mover, ids)
            for i in range(count[0]):
                weights[i] = odds(tables[0], MOVES[ids[i]]) if mover < 0 and mover != TIME else 1
        return mover

    return advance


@cache
def imaginer_of(name: str) -> Callable[[Any, int, Any], None]:
    """A loop: (one view, whose, dice): fill it with one whole table that fits it."""
    imagine = load(name).imagine

    @loop
    def fill(views: Any, seat: int, dice: Any) -> None:
        imagine(views[0], seat, dice[0])

    return fill


class Play:
    """How one game is played: its rules, its encoding, and rows that are written again by each call."""

    def __init__(self, setup: Setup, pause: int) -> None:
        self.setup, self.pause, self.encoding = setup, pause, Encoding(setup)
        self.game, self.seats, self.actions = self.encoding.game, self.encoding.seats, self.encoding.actions
        self._ids, self._weights = np.zeros(len(self.game.MOVES), np.int64), np.zeros(len(self.game.MOVES), np.int64)
        self._count = np.zeros(1, np.int64)
        self.no_log = np.zeros((1, 0), np.int16), np.zeros(1, np.int64)  # views hold what is seen; what was told is in heard()

    def begun(self, tables: Any) -> Position:
        return self._after(tables, None, NONE)

    def _after(self, tables: Any, before: Position | None, move: int) -> Position:
        """Time moves by itself; each of its moves is a position of its own."""
        mover = advancer_of(self.game.name)(tables, move, self.pause, self._ids, self._weights, self._count)
        count = int(self._count[0])
        found = Position(self, before, move, tables, mover, self._ids[:count].tolist(), self._weights[:count].tolist())
        return found.after(found.legal[0]) if mover == TIME else found

    def after(self, position: Position, move: int) -> Position:
        return self._after(position.tables.copy(), position, move)

    def __deepcopy__(self, memo: object) -> Play:
        return self

    def __reduce__(self) -> tuple[type[Play], tuple[Setup, int]]:
        """OpenSpiel pickles games; what was written and compiled is made again."""
        return Play, (self.setup, self.pause)


class Position:
    def __init__(
        self, play: Play, before: Position | None, move: int, tables: Any, mover: int, legal: list[int], weights: list[int]
    ) -> None:
        self.play, self.before, self.move, self.tables = play, before, move, tables
        self.mover, self.legal, self.weights = mover, legal, weights  # who moves, and the ids of what may come
        self._heard: dict[int, bytes] = {}

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """The first position and the moves since then: a long game nests too deep for pickle."""
        moves: list[int] = []
        first = self
        while first.before is not None:
            moves += [first.move] if first.before.mover != TIME else []
            first = first.before
        return _followed, ((first.play, None, NONE, first.tables, first.mover, first.legal, first.weights), first._heard, moves[::-1])

    def after(self, move: int) -> Position:
        return self.play.after(self, move)

    @cached_property
    def table(self) -> Any:
        return self.play.game.Table.unpacked(self.tables[0])

    def view(self, seat: int) -> Any:
        """The view of the seat, packed, in an array of one."""
        seen = self.tables.copy()
        viewer_of(self.play.game.name)(self.tables, np.array([seat]), *self.play.no_log, seen)
        return seen

    def row(self, seat: int) -> Any:
        return self.play.encoding.rows(self.tables, [seat])[0]

    def seen(self, seat: int) -> str:
        """The same for equal views."""
        return blake2b(self.view(seat).tobytes(), digest_size=16).hexdigest()

    def heard(self, seat: int) -> bytes:
        """The same for all that a seat was told and saw until now. A move of the house carries secrets in its id: only told() counts."""
        late: list[Position] = []
        here: Position | None = self
        while here is not None and seat not in here._heard:
            late.append(here)
            here = here.before
        for position in reversed(late):
            position._heard[seat] = position._digest(seat)
        return self._heard[seat]

    def _digest(self, seat: int) -> bytes:
        before = b""
        if self.before is not None:
            game = self.play.game
            told = game.told(self.before.table, seat, game.MOVES[self.move])
            before = self.before._heard[seat] + repr((self.before.mover, *told.packed())).encode()
        return blake2b(before + self.view(seat).tobytes(), digest_size=16).digest()

    def imagined(self, seat: int, dice: Any) -> Position:
        """Another whole table that fits what the seat sees; what it heard stays as it was."""
        tables = self.view(seat)
        imaginer_of(self.play.game.name)(tables, seat, dice)
        found = Position(self.play, None, NONE, tables, self.mover, self.legal, self.weights)
        found._heard[seat] = self.heard(seat)
        return found

    def shares(self) -> list[float]:
        """Of the victory, by seat; all alike as long as the game goes on."""
        if self.mover != NOBODY:
            return [1 / self.play.seats] * self.play.seats
        winners = self.play.game.winners(self.table)
        return [(seat in winners) / len(winners) for seat in range(self.play.seats)]


def _followed(first: tuple[Any, ...], heard: dict[int, bytes], moves: list[int]) -> Position:
    found = Position(*first)
    found._heard.update(heard)
    for move in moves:
        found = found.after(move)
    return found
