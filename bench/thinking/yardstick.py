"""The most that a digger of a given speed can hope for in the first turn of a game of Digger: a yardstick for the expert's turns.

It assumes: a fresh table of the box, so nobody has anything to steal and no pool runs out; a sand of 28.00 to 32.00 seconds, every length
equally likely and unknown; a clock that is never wrong; takes, stows and looks at the dice exactly as long as the level's `pause` takes on
average, and the least times of `[pace]` besides; water left alone, as it scores nothing (DG-31). Whatever is stowed before the sand is out
counts (DG-A7), so the dearest is stowed first. Under these it is the optimum: by dynamic programming over the time that has passed and the
loot by value, over all throws, over every subset of what a throw offers, and over stowing at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import sqrt
from statistics import mean, stdev
from typing import Any

import numpy as np
from numpy.typing import NDArray

from filon.bots import level_of
from filon.core.game import load
from filon.games.digger.parts import DICE, GEMS, Colour, Phase, Table
from filon.games.digger.robots.plan import LOOK, LOOK_EACH, MOVE
from filon.house.robots.in_memory import Robots
from filon.house.room.live import LiveTable
from filon.house.room.setup import set_up
from filon.research.match_result import Z

GAME = "digger"
STEP = 10  # hundredths of a second: how finely time is looked at
SEED_STRIDE = 5000  # between the seeds of these turns and those of matches

Loots = NDArray[np.float64]  # points still to come, for each loot: one axis for each value that gems have, the dearest first
Offer = tuple[tuple[int, ...], int]  # how many gems of each value show once, and how many colours do in all


@dataclass(frozen=True)
class Speed:
    """Of a level, in hundredths of a second."""

    air: int
    take: int
    stow: int
    slow: int

    def look(self, showing: int) -> int:
        return (LOOK + LOOK_EACH * showing) * self.slow // 100


class Yardstick:
    """One level at the box's fresh table."""

    def __init__(self, level: str) -> None:
        table = fresh_table(level, seed=0).table
        slow = level_of(load(GAME), level).slow
        move = MOVE * slow // 100
        self.speed = Speed(table.air, table.take + move, table.stow + move, slow)
        self.shortest, self.longest = table.shortest, table.longest
        worth = [table.player[0].value[gem] for gem in GEMS]
        self.values = sorted(set(worth), reverse=True)
        self.shape = tuple(1 + sum(table.pool[gem] for gem, one in zip(GEMS, worth, strict=True) if one == value) for value in self.values)
        self.offers = self._offers(table)

    def _offers(self, table: Table) -> dict[Offer, float]:
        """The offers of a throw, with their chances (DG-01, DG-14)."""
        found: Counter[Offer] = Counter()
        for dice in product(range(len(table.faces)), repeat=DICE):
            once = [colour for colour in Colour if dice.count(colour) == 1]
            gems = Counter(table.player[0].value[colour] for colour in once if colour in GEMS)
            ways = int(np.prod([table.faces[colour] for colour in dice]))
            found[tuple(gems[value] for value in self.values), len(once)] += ways
        return {offer: ways / 6**DICE for offer, ways in found.items()}

    def points(self) -> float:
        """Expected at the first throw, with nothing in the loot."""
        steps = self.longest // STEP + 1
        best: list[Loots] = [np.zeros(self.shape)] * (steps + 1)
        for time in range(steps, -1, -1):
            best[time] = np.maximum(self._stowed(time * STEP), self._thrown(time * STEP, best))
        return float(best[0].flat[0])

    def _stowed(self, passed: int) -> Loots:
        """Beginning to stow now, the dearest first."""
        stowed, before = np.zeros(self.shape), np.zeros(self.shape, dtype=int)
        for axis, value in enumerate(self.values):
            counts = np.indices(self.shape)[axis]
            for nth in range(self.shape[axis] - 1):
                stowed += np.where(counts > nth, value * self._runs(passed + (before + nth) * self.speed.stow), 0.0)
            before = before + counts
        return stowed

    def _runs(self, passed: Any) -> Any:
        """The chance that the sand still runs then."""
        return np.clip((self.longest - passed) / (self.longest - self.shortest), 0.0, 1.0)

    def _thrown(self, passed: int, best: Sequence[Loots]) -> Loots:
        return sum(
            (share * self._taken(passed, offer, best) for offer, share in self.offers.items()),
            start=np.zeros(self.shape),
        )

    def _taken(self, passed: int, offer: Offer, best: Sequence[Loots]) -> Loots:
        """The best subset of what a throw offers."""
        gems, showing = offer
        most = np.zeros(self.shape)
        for taken in product(*(range(count + 1) for count in gems)):
            after = passed + self.speed.air + self.speed.look(showing) + sum(taken) * self.speed.take
            if after < self.longest:
                most = np.maximum(most, _with(best[round(after / STEP)], taken))
        return most


def _with(points: Loots, taken: tuple[int, ...]) -> Loots:
    """Each loot's points once it has grown by so much; a loot that cannot be had is worth nothing."""
    grown = np.zeros_like(points)
    grown[tuple(slice(None, size - more) for size, more in zip(points.shape, taken, strict=True))] = points[
        tuple(slice(more, None) for more in taken)
    ]
    return grown


# Turns that were played


def fresh_table(level: str, seed: int) -> LiveTable:
    setup = set_up(load(GAME), ["a", "b", "c"], {"first": 1}, robots=[level] * 3, seed=SEED_STRIDE + seed)
    return LiveTable(setup, setup.chance())


def first_turns(level: str, turns: int) -> Iterator[int]:
    """The points of a level's first turn in so many games."""
    for seed in range(turns):
        live = fresh_table(level, seed)
        robots = Robots(live, seed, seconds=None)
        while live.table.digger == 0 and live.table.phase != Phase.OVER:
            if live.moment() <= robots.due():
                live.tick(live.moment())
            else:
                robots.act(robots.due())
        yield live.game.scores(live.table)[0]


def average(points: Sequence[int]) -> tuple[float, float]:
    """The mean, and half of its 95 % interval."""
    return mean(points), Z * stdev(points) / sqrt(len(points))
