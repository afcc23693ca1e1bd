"""Ratings from games of any number of seats: a robot rated r wins in proportion to 10 ** (r / 400) (Bradley and Terry, 1952)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

import numpy as np

from filon.research.match_result import Z

ROUNDS = 2000  # of the fit
ELO = 400 / log(10)  # points for a factor of e in strength
DRAWN = 0.5  # games that all robots are taken to have shared: without them a robot that never lost has no finite rating


@dataclass(frozen=True)
class Rating:
    elo: float
    error: float  # half of the 95 % interval of the difference to the anchor


@dataclass(frozen=True)
class Outcome:
    """Robots at one table, by seat, with their shares of the victory; or the sum of `games` such games."""

    robots: Sequence[str]
    shares: Sequence[float]
    games: float = 1


Sums = list[tuple[list[int], list[float], float]]  # outcomes, with robots by number


def ratings(outcomes: Iterable[Outcome], names: Sequence[str], anchor: float = 1000.0) -> dict[str, Rating]:
    """Maximum-likelihood ratings; the first name is the anchor."""
    prior = Outcome(names, [DRAWN / len(names)] * len(names), DRAWN)
    games = _summed([*outcomes, prior], names)
    worth = np.array(_fitted(games, len(names)))
    errors = _errors(games, worth)
    return {name: Rating(anchor + ELO * float(np.log(worth[i] / worth[0])), errors[i]) for i, name in enumerate(names)}


def _summed(outcomes: Iterable[Outcome], names: Sequence[str]) -> Sums:
    """Add up games of the same robots, whatever their seats: the model has none."""
    tables: dict[tuple[int, ...], tuple[list[float], float]] = {}
    for one in outcomes:
        seated = sorted((names.index(name), share) for name, share in zip(one.robots, one.shares, strict=True))
        robots = tuple(robot for robot, _ in seated)
        shares, games = tables.get(robots, ([0.0] * len(robots), 0.0))
        tables[robots] = [old + new for old, (_, new) in zip(shares, seated, strict=True)], games + one.games
    return [(list(robots), shares, games) for robots, (shares, games) in tables.items()]


def _fitted(games: Sums, count: int) -> list[float]:
    """The minorization-maximization fit of Hunter 2004: each round raises the likelihood."""
    worth, won = [1.0] * count, [0.0] * count
    for robots, shares, _ in games:
        for robot, share in zip(robots, shares, strict=True):
            won[robot] += share
    for _ in range(ROUNDS):
        met = [0.0] * count
        for robots, _, played in games:
            each = played / sum(worth[robot] for robot in robots)
            for robot in robots:
                met[robot] += each
        worth = [won[i] / met[i] for i in range(count)]
        middle = exp(sum(map(log, worth)) / count)
        worth = [one / middle for one in worth]
    return worth


def _errors(games: Sums, worth: np.ndarray[tuple[int], np.dtype[np.float64]]) -> list[float]:
    """Errors from the curvature of the likelihood. Shared victories vary less than others, so that an error is never too small."""
    count = len(worth)
    curvature = np.zeros((count, count))
    for robots, _, played in games:
        chance = np.zeros(count)
        for robot in robots:
            chance[robot] += worth[robot]
        chance /= chance.sum()
        curvature += played * (np.diag(chance) - np.outer(chance, chance))
    spread = np.linalg.inv(curvature[1:, 1:])
    return [0.0, *(Z * ELO * sqrt(float(spread[i, i])) for i in range(count - 1))]
