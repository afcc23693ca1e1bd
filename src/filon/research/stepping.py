"""One step of many tables inside compiled code: a player's move, the house's moves after it, and a new deal where a game ended."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from filon.core.compiled.dice import below
from filon.core.compiled.play import make_by_odds
from filon.core.compiled.rule import fetch, loop, put, rule
from filon.core.game import Game, load
from filon.core.seats import NOBODY, TIME
from filon.research.deals import make_deal

AHEAD = 2  # tables: a later one is fetched from memory while one is stepped
NEW, HOLD = -1, -2  # in place of an action: deal a new table; play nothing


@cache
def stepper_of(name: str) -> Callable[..., int]:
    """The loop that plays `chosen` at each table; it returns how many moves the longest game has had."""
    game = load(name)
    MOVES, apply, legal = game.MOVES, game.apply, game.law.legal
    by_odds, deal, tick, pay = make_by_odds(game), make_deal(game), make_tick(game), make_pay(game)

    @loop
    def step(
        tables: Any, pool: Any, first: int, pause: int, chosen: Any, ids_of: Any, action_of: Any, dice: Any, room: Any, log: Any,
        seat: Any, count: Any, legal_actions: Any, mask: Any, won: Any, over: Any, final: Any, logged: Any, last_log: Any, last_logged: Any,
    ) -> int:  # fmt: skip
        longest, ids = 0, room[0].ids
        for i in range(len(tables)):
            fetch(tables, i + AHEAD)
            if over[i]:
                over[i] = False
                for s in range(len(won[i])):
                    won[i, s] = 0
            if chosen[i] == HOLD:
                continue
            for j in range(count[i]):
                mask[i, legal_actions[i, j]] = 0
            move = NEW if chosen[i] == NEW else ids_of[seat[i], chosen[i]]
            while True:
                if move == NEW:
                    deal(tables, i, pool, first, dice[i])
                    logged[i] = 0
                else:
                    apply(tables[i], MOVES[move])
                    log[i, logged[i]] = move
                    logged[i] += 1
                mover = tick(tables[i], pause)
                if mover == NOBODY:
                    over[i] = True
                    pay(tables[i], won[i])
                    put(final, i, tables[i])
                    for j in range(logged[i]):
                        last_log[i, j] = log[i, j]
                    last_logged[i] = logged[i]
                    move = NEW
                else:
                    found = legal(tables[i], mover, ids)
                    if mover >= 0:
                        break
                    move = ids[0] if mover == TIME else by_odds(tables[i], ids, found, dice[i])
            seat[i] = mover
            count[i] = found
            longest = max(longest, logged[i])
            for j in range(found):
                action = action_of[mover, ids[j]]
                legal_actions[i, j] = action
                mask[i, action] = 1
        return longest

    return step


def make_tick(game: Game) -> Callable[[Any, int], int]:
    actor, due, ready, stamp = game.actor, game.due, game.ready, game.stamp

    @rule
    def tick(table: Any, pause: int) -> int:
        """Who moves next, and when: a player after a pause, the house at once, Time when it is due."""
        mover = actor(table)
        if mover == NOBODY:
            return NOBODY
        at = ready(table)
        if mover >= 0:
            at += pause
        if due(table) <= at:
            mover = TIME
            at = due(table)
        stamp(table, at)
        return mover

    return tick


def make_pay(game: Game) -> Callable[[Any, Any], None]:
    ahead: Any = game.ahead

    @rule
    def pay(table: Any, won: Any) -> None:
        """Each seat's share of the victory."""
        best, sharing = 0, 1
        for seat in range(1, table.seats):
            lead = ahead(table, seat, best)
            if lead > 0:
                best = seat
                sharing = 1
            elif lead == 0:
                sharing += 1
        for seat in range(table.seats):
            won[seat] = 1 / sharing if ahead(table, seat, best) == 0 else 0

    return pay


@loop
def first_refused(chosen: Any, mask: Any, where: Any) -> int:
    """The first of the tables meant whose action is not legal; -1 if all are."""
    for i in range(len(chosen)):
        if not where[i]:
            continue
        if chosen[i] < 0 or chosen[i] >= mask.shape[1]:
            return i
        if mask[i, chosen[i]] == 0:
            return i
    return -1


@loop
def any_legal(dice: Any, count: Any, legal: Any, where: Any, chosen: Any) -> None:
    for i in range(len(count)):
        if where[i]:
            chosen[i] = legal[i, below(dice[i], count[i])]
