"""Batched tables play, bit for bit, the games that a live table plays from the same draws."""

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from filon.bots import Greedy
from filon.bots.robot import Luck
from filon.core.compiled.dice import Dice, below, dice_of
from filon.core.compiled.play import make_by_odds
from filon.core.compiled.rule import unbatch
from filon.core.game import Game
from filon.core.seats import CHANCE, HAND, NOBODY
from filon.core.stream import seeded
from filon.house.room.live import LiveTable, not_undone
from filon.house.room.setup import Setup
from filon.research.batched import SEED_STRIDE, Batch
from filon.research.deals import first_of, make_deal
from tests.laws.asked import EXAMPLES, SOAK, setups

TABLES = 2
STEPS = 2000 if SOAK else 200
GREEDY_STEPS = 400 if SOAK else 40


class Drawn:
    """A live table's Chance that draws from the dice of a batch."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def below(self, limit: int) -> int:
        return below(self.dice, limit)


class Beside:
    """One table of a batch, played at a live table."""

    def __init__(self, game: Game, setup: Setup, tables: Batch, dice: Dice) -> None:
        self.game, self.setup, self.pause, self.dice = game, setup, tables.pause, dice
        self.pool, self.deal, self.by_odds = unbatch(game.Table, tables.pool), make_deal(game), make_by_odds(game)
        self.begin()

    def begin(self) -> None:
        held: list[Any] = [None]
        self.deal(held, 0, self.pool, first_of(self.setup), self.dice)
        self.live = LiveTable(self.setup, seeded(0), settled=False)
        self.live.source = Drawn(self.dice)
        self.live.put(held[0])
        self.at = self.settled()

    def settled(self) -> int:
        """Let the house move; when the next player decides."""
        game, live = self.game, self.live
        while live.actor != NOBODY:
            at = game.ready(live.table) + (self.pause if live.actor >= 0 else 0)
            if game.due(live.table) <= at or live.actor == CHANCE:
                live.tick(min(at, game.due(live.table)))
            elif live.actor == HAND:
                ids = game.legal(live.stamped(at), HAND)
                live.play(HAND, self.by_odds(live.stamped(at), ids, len(ids), self.dice), at)
            else:
                return at
        return live.at

    def check(self, tables: Batch, i: int) -> None:
        table = self.live.stamped(self.at)
        assert self.game.Table.unpacked(tables.tables[i]) == table
        assert tables.seat[i] == self.live.actor
        legal = tables.actions.of_id[self.live.actor, self.game.legal(table, self.live.actor)]
        assert list(tables.legal[i, : tables.count[i]]) == list(legal)
        assert list(np.flatnonzero(tables.mask[i])) == sorted(legal)

    def play(self, tables: Batch, i: int, seat: int, action: int) -> None:
        """The same action, after the batch has played it."""
        self.live.play(seat, int(tables.actions.ids[seat, action]), self.at)
        self.at = self.settled()
        assert tables.over[i] == self.live.is_over
        winners = self.game.winners(self.live.table) if self.live.is_over else []
        assert list(tables.won[i]) == [np.float32(1 / len(winners)) if s in winners else 0 for s in range(tables.seats)]
        if self.live.is_over:
            assert self.game.Table.unpacked(tables.final[i]) == self.live.table
            self.begin()


def test_a_batch_plays_the_games_of_a_live_table(game: Game) -> None:
    @settings(max_examples=EXAMPLES // 4)
    @given(setups(game), st.integers(0, 2**20), st.integers(0, 200))
    def law(setup: Setup, seed: int, pause: int) -> None:
        tables = Batch(setup, TABLES, seed, "nothing", pause)
        beside = [Beside(game, setup, tables, dice_of(seed * SEED_STRIDE + i)) for i in range(TABLES)]
        for _ in range(STEPS):
            for i, one in enumerate(beside):
                one.check(tables, i)
            seats, actions = tables.seat.copy(), tables.sample().copy()
            tables.step(actions)
            for i, one in enumerate(beside):
                one.play(tables, i, int(seats[i]), int(actions[i]))

    law()


def test_greedy_in_a_batch_recalls_and_plays_as_the_robot_at_a_live_table(game: Game) -> None:
    @settings(max_examples=EXAMPLES // 4)
    @given(setups(game), st.integers(0, 2**20), st.integers(0, 200))
    def law(setup: Setup, seed: int, pause: int) -> None:
        tables = Batch(setup, TABLES, seed, "view", pause, recall=True)
        beside = [Beside(game, setup, tables, dice_of(seed * SEED_STRIDE + i)) for i in range(TABLES)]
        for step in range(GREEDY_STEPS):
            expected = [chosen_beside(one, tables, i) for i, one in enumerate(beside)]
            seats, actions = tables.seat.copy(), tables.by("greedy").copy()
            assert list(tables.actions.ids[seats, actions]) == expected
            actions = tables.sample().copy() if step % 3 == 0 else actions
            tables.step(actions)
            for i, one in enumerate(beside):
                one.play(tables, i, int(seats[i]), int(actions[i]))

    law()


def chosen_beside(one: Beside, tables: Batch, i: int) -> int:
    """The choice of the plain robot at the live table with the batch's dice; it recalls the same."""
    seat = one.live.actor
    robot = Greedy(one.game, seat, 0)
    robot.dice = Dice.unpacked(tables._luck[i])
    robot.luck = Luck(robot.dice)
    heard, view = not_undone(one.live.told(seat)), one.live.view(seat)
    assert one.game.Table.unpacked(tables.views[i]) == robot.recalled(heard, view, one.at)
    return robot.choose(heard, view, list(one.live.legal(seat)), one.at)
