"""The greedy robot looks one move ahead on a few imagined tables and plays the move with the highest `worth`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from filon.bots.robot import Heard, Robot, RobotRefused
from filon.core.seats import CHANCE, HAND, TIME
from filon.core.stream import weighed

TRIED = 48  # moves of one kind that are tried, at most; the others are skipped evenly


class Greedy(Robot):
    def choose(self, heard: Sequence[Heard], view: Any, legal: list[int], at: int) -> int:
        if len(legal) == 1:
            return legal[0]
        recalled = self.recalled(heard, view, at)
        tables = [self._imagined(recalled) for _ in range(self.level.thinking)]
        return max(self._thinned(legal), key=lambda move: sum(self._worth(table, move) for table in tables))

    def _imagined(self, recalled: Any) -> Any:
        table = recalled.copy()
        self.game.imagine(table, self.seat, self.dice)
        return table

    def _worth(self, table: Any, move: int) -> int:
        after = table.copy()
        self.game.apply(after, self.game.MOVES[move])
        self._settle(after)
        worth = self.level.worth or self.game.bot.worth
        if worth is None:
            raise RobotRefused(f"{self.game.name}: expected bot.py to define worth for a greedy player")
        return int(worth(after, self.seat))

    def _settle(self, table: Any) -> None:
        """Play the moves of Chance and Hand by their odds, and those of Time when they are due, until a player must move."""
        while (actor := self.game.actor(table)) in (CHANCE, HAND):
            at = min(self.game.ready(table), self.game.due(table))
            mover = TIME if at == self.game.due(table) else actor
            self.game.stamp(table, at)
            ids = self.game.legal(table, mover)
            weights = [1 if mover == TIME else self.game.odds(table, self.game.MOVES[i]) for i in ids]
            self.game.apply(table, self.game.MOVES[ids[weighed(weights, self.luck)]])

    def _thinned(self, legal: list[int]) -> list[int]:
        """All moves; of a kind with more than TRIED, every n-th."""
        kinds: dict[int, list[int]] = {}
        for move in legal:
            kinds.setdefault(self.game.MOVES[move].kind, []).append(move)
        return [move for held in kinds.values() for move in held[:: -(-len(held) // TRIED)]]
