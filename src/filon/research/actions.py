"""Moves as the seat that plays counts: the same action means the same thing for every seat, and has features."""

from __future__ import annotations

from typing import Any

import numpy as np

from filon.core.compiled.view import written
from filon.core.game import Game
from filon.core.seats import NONE
from filon.research.codes import Column
from filon.research.layout import Layout


class Actions:
    """The moves of players among the seats that are taken; `ids[seat][action]` is a move, `of_id[seat][id]` an action, or NONE."""

    ids: Any
    of_id: Any
    features: Any  # a row for each action
    columns: list[Column]  # of the features

    def __init__(self, game: Game, seats: int) -> None:
        named = [name for name, field in game.Move.fields.items() if field.is_seat]
        kept = [i for i, move in enumerate(game.MOVES) if move.kind not in game.OWNERS and _seated(move, named, seats)]
        place = {move.packed(): i for i, move in enumerate(game.MOVES)}
        self.ids = np.array([[place[_turned(game.MOVES[i], named, seat, seats)] for i in kept] for seat in range(seats)], np.int16)
        self.of_id = np.full((seats, len(game.MOVES)), NONE, np.int16)
        for seat in range(seats):
            self.of_id[seat, self.ids[seat]] = np.arange(len(kept))
        self._describe(game, seats, [game.MOVES[i] for i in kept])

    def _describe(self, game: Game, seats: int, moves: list[Any]) -> None:
        """Fields that are filled in only when a move is told say nothing about an action."""
        same = [name for name in game.Move.fields if len({getattr(move, name) for move in moves}) == 1]
        layout = Layout(game.Move, seats, {}, same)
        encode, self.columns, blank = written(layout.source()), layout.columns(), layout.shown().blank()
        self.features = np.repeat(layout.blank_row()[None], len(moves), axis=0)
        for row, move in zip(self.features, moves, strict=True):
            encode(move, 0, blank.copy(), row)

    def __len__(self) -> int:
        return int(self.ids.shape[1])


def _seated(move: Any, named: list[str], seats: int) -> bool:
    return all(getattr(move, name) < seats for name in named)


def _turned(move: Any, named: list[str], seat: int, seats: int) -> Any:
    """The move that means to `seat` what this one means to seat 0."""
    there = {name: (getattr(move, name) + seat) % seats for name in named if getattr(move, name) != NONE}
    return move.replace(**there).packed()
