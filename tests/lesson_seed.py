"""Find the secret of a lesson whose chance comes out as wanted: `python -m tests.lesson_seed GAME THROW THROW …`

Every secret is tried in turn, beginning with 0. The lesson of the game folder is played with it: the learner makes the moves that
the steps ask for, the robot those of its script. A throw is the name of a move of Chance, such as "die gold"; "?" accepts any.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

from filon.core.game import Game, GameRefused, load
from filon.core.lesson import Lesson, is_like, lesson_of
from filon.core.seats import CHANCE, HAND
from filon.core.texts.notation import move_ids, named
from filon.house.room.events import LESSON
from filon.house.room.fairness import Fairness, Throws
from filon.house.room.live import LiveTable
from filon.house.room.setup import set_up

ANY = "?"
TRIES = 1_000_000
SHOWN = 1000  # secrets between two signs of progress
LEARNER = 0


class SeedRefused(ValueError):
    """A game without such throws, or a list of throws that no secret gives."""


def secret_of(number: int) -> str:
    return f"{number:064x}"


def table_of(game: Game, lesson: Lesson, secret: str) -> LiveTable:
    """The lesson's table as the house deals it."""
    fairness = Fairness(secret, LESSON, {}, [])
    live = LiveTable(set_up(game, ["Learner", lesson.robot], lesson.options), fairness.deal(), settled=False)
    live.source = Throws.of(fairness, live)
    live.tick(0)
    return live


def throws(game: Game, lesson: Lesson, secret: str) -> Iterator[str]:
    """The throws of Chance for as long as the lesson prescribes moves."""
    live, seen = table_of(game, lesson, secret), 0
    asked, script = iter([step for step in lesson.steps if step.do]), iter(lesson.script)
    until: dict[str, Any] = {}
    while True:
        yield from (named(line.move) for line in live.played[seen:] if line.seat == CHANCE)
        seen = len(live.played)
        if live.is_over:
            return
        at = max(live.at, game.ready(live.table))
        live.tick(at)
        legal = game.legal(live.stamped(at), live.actor)
        if live.actor == LEARNER:
            step = next(asked, None)
            like, until = (step.do, step.until) if step else ({}, {})
            moves = [move for move in legal if step and is_like(game.MOVES[move], like)]
        elif live.actor == HAND:
            moves = [move for move in legal if is_like(game.MOVES[move], until)]
        else:
            moves = [move for move in legal if move == move_ids(game.MOVES).get(next(script, ""))]
        if not moves:
            return
        live.play(live.actor, moves[0], at)


def fits(game: Game, lesson: Lesson, secret: str, wanted: list[str]) -> bool:
    found = list(islice(_matching(throws(game, lesson, secret), wanted), len(wanted)))
    return len(found) == len(wanted)


def _matching(thrown: Iterator[str], wanted: list[str]) -> Iterator[str]:
    """The throws up to the first that is another than wanted."""
    for name, expected in zip(thrown, wanted, strict=False):
        if expected not in (ANY, name):
            return
        yield name


def check(game: Game, wanted: list[str]) -> None:
    known = [named(move) for move in game.MOVES if game.OWNERS.get(game.Kind(move.kind)) == CHANCE]
    if not known:
        raise SeedRefused(f"{game.name}: expected a game in which Chance throws; found one in which it only deals")
    for name in wanted:
        if name != ANY and name not in known:
            raise SeedRefused(f"{game.name}: expected throws such as {', '.join(known[:6])}, or {ANY}; found {name!r}")


def search(game: Game, wanted: list[str], tries: int = TRIES) -> str:
    """The first secret that fits."""
    check(game, wanted)
    lesson = lesson_of(game)
    for number in range(tries):
        if number % SHOWN == 0:
            print(f"\r{game.name}: {number} secrets tried", end="", file=sys.stderr, flush=True)
        if fits(game, lesson, secret_of(number), wanted):
            print(file=sys.stderr)
            return secret_of(number)
    print(file=sys.stderr)
    raise SeedRefused(f"{game.name}: none of {tries} secrets gives {', '.join(wanted)} in the moves of its lesson")


def main(arguments: list[str] | None = None) -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.lesson_seed", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    asked.add_argument("game", metavar="GAME", help="the name of a game with a lesson.json")
    asked.add_argument("throws", metavar="THROW", nargs="+", help='a move of Chance by its name, such as "die gold", or "?"')
    asked.add_argument("--tries", type=int, default=TRIES, metavar="N", help="secrets to try (default: %(default)s)")
    given = asked.parse_args(arguments)
    try:
        print(f'"secret": "{search(load(given.game), given.throws, given.tries)}"')
    except (SeedRefused, GameRefused) as error:
        print(f"lesson_seed: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
