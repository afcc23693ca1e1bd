"""The loose diamonds that a level of Diadingo finds, beside perfect memory of what was played. `make bench-robots` uses it."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from math import sqrt

from filon.bots import LEVELS
from filon.core.game import load
from filon.games.diadingo.bot import failures
from filon.games.diadingo.parts import LOOSE, PLACES, Outcome, Phase
from filon.house.robots.in_memory import Robots
from filon.house.room.live import LiveTable
from filon.house.room.setup import set_up
from filon.research.match_result import Z

GAME = "diadingo"


@dataclass
class Found:
    tries: int = 0
    loose: int = 0
    known: int = 0  # tries of a diamond that was tried before, and stayed
    expected: float = 0.0  # loose ones, if every try had gone to one not tried before: all of those are alike
    spread: float = 0.0

    @property
    def share(self) -> float:
        return self.loose / self.expected

    @property
    def error(self) -> float:
        """Half of the 95 % interval: whether one of several that look alike is loose is chance."""
        return Z * sqrt(self.spread) / self.expected


def found_by(level: str, games: int, seats: int = 2) -> Found:
    """In so many games among themselves, from every seat."""
    found = Found()
    for seed in range(games):
        setup = set_up(load(GAME), [f"Seat {seat}" for seat in range(seats)], robots=[level] * seats, seed=seed)
        live = LiveTable(setup, setup.chance())
        robots = Robots(live, seed, seconds=None)
        while not live.is_over:
            if live.table.phase == Phase.TRYING:
                _try(live, robots, found)
            else:
                robots.act(robots.due())
    return found


def _try(live: LiveTable, robots: Robots, found: Found) -> None:
    """One try, and what perfect memory makes of it beforehand: the tray's secret is looked at by nobody."""
    table, seat = live.table, live.game.actor(live.table)
    heard = [(one.seat, one.move) for one in live.told(seat)]
    failed = {place for _, place, _ in failures(live.view(seat), heard)}
    chance = (LOOSE - table.lifted) / (PLACES - table.lifted - len(failed))
    robots.act(robots.due())
    move = live.told(seat)[-1].move
    found.tries += 1
    found.loose += move.outcome == Outcome.LOOSE
    found.known += move.place in failed
    found.expected, found.spread = found.expected + chance, found.spread + chance * (1 - chance)


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m bench.thinking.memory", description=__doc__)
    made.add_argument("level", choices=LEVELS)
    made.add_argument("--games", type=int, default=20, metavar="N", help="default: %(default)s")
    return made


if __name__ == "__main__":
    given = parser().parse_args()
    measured = found_by(given.level, given.games)
    print(f"{given.level}: {measured.share:.2f} +- {measured.error:.2f} of what perfect memory finds, in {measured.tries} tries")
