"""Random games, plain or compiled: for laws, benchmarks and simulation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from filon.core.compiled.dice import Dice, below
from filon.core.compiled.rule import loop, rule
from filon.core.game import Game
from filon.core.seats import NOBODY, TIME

PAUSE = 60  # hundredths of a second: the longest a random player thinks


@dataclass(frozen=True)
class Play:
    step: Callable[[Any, Any, Dice], int]  # one random move; its id
    playout: Callable[[Any, Any, Dice, int], int]  # at random to the end; how many moves
    playouts: Callable[[Any, Any, Any, int], int]  # a batch of tables, compiled, with room_for_ids()


def make_by_odds(game: Game) -> Callable[[Any, Any, int, Dice], int]:
    MOVES, odds = game.MOVES, game.odds

    @rule
    def by_odds(table: Any, ids: Any, count: int, dice: Dice) -> int:
        """A move of Chance or Hand, as likely as its weight."""
        total = 0
        for i in range(count):
            total += odds(table, MOVES[ids[i]])
        left = below(dice, total)
        for i in range(count):
            left -= odds(table, MOVES[ids[i]])
            if left < 0:
                return int(ids[i])
        return int(ids[count - 1])

    return by_odds


def make_play(game: Game) -> Play:
    MOVES, by_odds = game.MOVES, make_by_odds(game)
    actor, due, ready, stamp = game.actor, game.due, game.ready, game.stamp
    apply, legal = game.apply, game.law.legal

    @rule
    def step(table: Any, ids: Any, dice: Dice) -> int:
        mover = actor(table)
        at = ready(table)
        if mover >= 0:
            at += below(dice, PAUSE)
        if due(table) <= at:
            mover = TIME
            at = due(table)
        stamp(table, at)
        count = legal(table, mover, ids)
        chosen = by_odds(table, ids, count, dice) if mover < 0 and mover != TIME else int(ids[below(dice, count)])
        apply(table, MOVES[chosen])
        return chosen

    @rule
    def playout(table: Any, ids: Any, dice: Dice, limit: int) -> int:
        for played in range(limit):
            if actor(table) == NOBODY:
                return played
            step(table, ids, dice)
        return limit

    @loop
    def playouts(tables: Any, room: Any, dice: Any, limit: int) -> int:
        played = 0
        for i in range(len(tables)):
            played += playout(tables[i], room[0].ids, dice[i], limit)
        return played

    return Play(step, playout, playouts)
