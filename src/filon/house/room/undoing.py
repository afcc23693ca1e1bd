"""The moves of a live table that no undo has taken back, with copies of the table between them: undo plays few moves again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from filon.core.game import Game
from filon.core.stream import Script
from filon.house.room.setup import Setup

if TYPE_CHECKING:
    from filon.house.room.live import Played

EVERY = 16  # moves between two copies of the table
COPIES = 2  # the latest; what was before them is made from the deal on


class MovesNotUndone:
    """The deal follows from the set-up and the numbers that were drawn for it."""

    def __init__(self, game: Game, setup: Setup, draws: list[int]) -> None:
        self._game, self._setup, self._draws = game, setup, draws
        self.moves: list[Played] = []
        self._copies: dict[int, Any] = {}  # by number of moves before

    def add(self, move: Played, table: Any) -> None:
        """The table stands so after the move."""
        self.moves.append(move)
        self._keep(len(self.moves), table)

    def take_back(self) -> Played:
        """The last move counts no longer."""
        self._copies.pop(len(self.moves), None)
        return self.moves.pop()

    def before_last(self) -> Any:
        """A table as it stood before the last move."""
        count = len(self.moves) - 1
        start = max((number for number in self._copies if number <= count), default=0)
        table = self._copies[start].copy() if start else self._setup.deal(Script(self._draws))
        for number, played in enumerate(self.moves[start:count], start + 1):
            self._game.stamp(table, played.at)
            self._game.apply(table, played.move)
            self._keep(number, table)
        return table

    def _keep(self, count: int, table: Any) -> None:
        if not self._game.timed and count % EVERY == 0:
            self._copies[count] = table.copy()
            if len(self._copies) > COPIES:
                del self._copies[min(self._copies)]
