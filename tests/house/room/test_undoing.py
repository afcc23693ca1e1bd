"""A move is taken back without playing the whole game again, and the table is what it was."""

import dataclasses
from random import Random
from typing import Any

import pytest

from filon.core.game import Game
from filon.core.seats import NOBODY
from filon.core.stream import Noted, seeded
from filon.house.room.live import Played
from filon.house.room.setup import set_up
from filon.house.room.undoing import EVERY, MovesNotUndone

STEPS = 400


class Tried:
    """Moves that were not undone of a game of its own, with every table so far; `applied` counts the moves that are played again."""

    def __init__(self, game: Game, rng: Random) -> None:
        self.game, self.rng, self.applied = game, rng, 0
        setup, source = set_up(game, ["Ada", "Bo"], {}, seed=1), Noted(seeded(1))
        self.tables = [setup.deal(source)]  # after each number of moves
        self.not_undone = MovesNotUndone(dataclasses.replace(game, apply=self._apply), setup, source.draws)

    def _apply(self, table: Any, move: Any) -> None:
        self.applied += 1
        self.game.apply(table, move)

    def move(self) -> None:
        table = self.tables[-1].copy()
        if (actor := self.game.actor(table)) != NOBODY:
            ids = self.game.legal(table, actor)
            move = self.game.MOVES[self.rng.choice(ids[:-1] or ids)]
            self.game.stamp(table, 0)
            self.game.apply(table, move)
            self.tables.append(table)
            self.not_undone.add(Played(len(self.tables), 0, actor, move), table)

    def take_back(self) -> None:
        """Twice asked, for a refused undo changes nothing."""
        if self.not_undone.moves:
            before = {self.not_undone.before_last().bytes() for _ in range(2)}
            assert before == {self.tables[-2].bytes()}
            self.not_undone.take_back()
            self.tables.pop()


@pytest.mark.parametrize("seed", range(3))
def test_the_table_before_the_last_move_is_what_it_was(game: Game, seed: int) -> None:
    if game.timed:
        return  # nothing is taken back
    tried = Tried(game, Random(seed))
    for _ in range(STEPS):
        steps = [tried.move] * tried.rng.randrange(3 * EVERY) + [tried.take_back] * tried.rng.randrange(3 * EVERY)
        for step in steps[: STEPS // 4]:
            step()
        if len(tried.tables) > 200:
            return


def test_taking_a_move_back_plays_few_moves_again_however_long_the_game_is(game: Game) -> None:
    if game.timed:
        return  # nothing is taken back
    tried = Tried(game, Random(2))
    for _ in range(STEPS):
        tried.move()
    before = tried.applied
    for _ in range(20):  # in a row, as often as a player may
        tried.take_back()
    assert tried.applied - before <= 40 * EVERY + len(tried.tables) + 20
