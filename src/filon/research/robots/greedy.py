"""The greedy robot inside compiled code: the moves of bots/greedy.py for the same dice, at many tables at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from filon.bots import RobotRefused, level_of
from filon.bots.greedy import TRIED
from filon.core.compiled.dice import Dice, below
from filon.core.compiled.play import make_by_odds
from filon.core.compiled.rule import loop, put, rule
from filon.core.compiled.view import make_see
from filon.core.game import Game, load
from filon.core.level import Level, Worth
from filon.core.seats import CHANCE, HAND, TIME
from filon.research.deals import ResearchRefused

RECALLED, TRIAL, IMAGINED = 0, 1, 2  # places in the working memory: what is known, the table on which a move is tried, those imagined


def greedy_level(game: Game, robot: str) -> Level:
    """The level of a robot that looks one move ahead; ResearchRefused for any other."""
    try:
        level = level_of(game, robot)
    except RobotRefused as error:
        raise ResearchRefused(str(error)) from None
    if robot != "greedy" and (robot not in game.bot.LEVELS or level.player != "greedy"):
        able = ", ".join(["random", "greedy", *(name for name, one in game.bot.LEVELS.items() if one.player == "greedy")])
        raise ResearchRefused(f"{robot} does not play inside a batch of {game.name}: expected one of {able}, or a policy of yours")
    if level.worth is None and game.bot.worth is None:
        raise ResearchRefused(f"{game.name}: expected bot.py to define worth for a greedy player")
    return level


@cache
def chooser_of(name: str, worth: Worth | None) -> Callable[..., None]:
    """The loop that writes a greedy action for each table where it is asked for; `worth` None: the game's own."""
    game = load(name)
    MOVES, see, recall, imagine = game.MOVES, make_see(game), game.recall, game.imagine
    outcome = make_outcome(game, worth or game.bot.worth)

    @loop
    def choose(
        tables: Any, seat: Any, count: Any, legal: Any, where: Any, ids_of: Any, log: Any, logged: Any, dice: Any,
        thinking: int, memory: bool, held: Any, room: Any, chosen: Any,
    ) -> None:  # fmt: skip
        for i in range(len(tables)):
            if not where[i]:
                continue
            chosen[i] = legal[i, 0]
            me = seat[i]
            if count[i] > 1:
                see(held, RECALLED, tables[i], me)
                if memory:
                    recall(held[RECALLED], tables[i], me, log[i], logged[i])
                for n in range(thinking):
                    put(held, IMAGINED + n, held[RECALLED])
                    imagine(held[IMAGINED + n], me, dice[i])
                first, best = 0, 0
                while first < count[i]:
                    kind, after = MOVES[ids_of[me, legal[i, first]]].kind, first + 1
                    while after < count[i] and MOVES[ids_of[me, legal[i, after]]].kind == kind:
                        after += 1
                    for k in range(first, after, (after - first + TRIED - 1) // TRIED):
                        total = 0
                        for n in range(thinking):
                            put(held, TRIAL, held[IMAGINED + n])
                            total += outcome(held[TRIAL], me, ids_of[me, legal[i, k]], room[0].ids, dice[i])
                        if k == 0 or total > best:
                            best = total
                            chosen[i] = legal[i, k]
                    first = after

    return choose


def make_outcome(game: Game, worth: Any) -> Callable[[Any, int, int, Any, Dice], int]:
    MOVES, by_odds = game.MOVES, make_by_odds(game)
    actor, due, ready, stamp, apply, by_law = game.actor, game.due, game.ready, game.stamp, game.apply, game.law.by_law

    @rule
    def outcome(table: Any, seat: int, move: int, ids: Any, dice: Dice) -> int:
        """The worth of a move, after those of Chance, Hand and Time that follow it."""
        while True:
            apply(table, MOVES[move])
            mover = actor(table)
            if mover != CHANCE and mover != HAND:
                return int(worth(table, seat))
            at = ready(table)
            if due(table) <= at:
                at = due(table)
                mover = TIME
            stamp(table, at)
            found = by_law(table, mover, ids)
            move = ids[below(dice, found)] if mover == TIME else by_odds(table, ids, found, dice)

    return outcome
