"""Ratings from games of any number of seats: whoever is rated r wins in proportion to 10 to the r / 400 (Bradley and Terry, 1952)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

import numpy as np

from filon.research.tally import Z

ROUNDS = 2000
ELO = 400 / log(10)
DRAWN = 0.5  # a game that everybody is thought to have shared once: without it, who never lost would have no rating


@dataclass(frozen=True)
class Rating:
    elo: float
    error: float  # half of the 95 % interval, beside the anchor's rating


@dataclass(frozen=True)
class Outcome:
    """The robots at one table, by seat, and their shares of the victory; or of so many victories together."""

    robots: Sequence[str]
    shares: Sequence[float]
    games: float = 1


Sums = list[tuple[list[int], list[float], float]]  # outcomes, with robots by number


def ratings(outcomes: Iterable[Outcome], names: Sequence[str], anchor: float = 1000.0) -> dict[str, Rating]:
    """Most likely ones; the first name's rating is the anchor."""
    thought = Outcome(names, [DRAWN / len(names)] * len(names), DRAWN)
    games = _summed([*outcomes, thought], names)
    worth = np.array(_fitted(games, len(names)))
    errors = _errors(games, worth)
    return {name: Rating(anchor + ELO * float(np.log(worth[i] / worth[0])), errors[i]) for i, name in enumerate(names)}


def _summed(outcomes: Iterable[Outcome], names: Sequence[str]) -> Sums:
    """All games of the same robots together, wherever they sat: the model knows no seats."""
    tables: dict[tuple[int, ...], tuple[list[float], float]] = {}
    for one in outcomes:
        seated = sorted((names.index(name), share) for name, share in zip(one.robots, one.shares, strict=True))
        robots = tuple(robot for robot, _ in seated)
        shares, games = tables.get(robots, ([0.0] * len(robots), 0.0))
        tables[robots] = [old + new for old, (_, new) in zip(shares, seated, strict=True)], games + one.games
    return [(list(robots), shares, games) for robots, (shares, games) in tables.items()]


def _fitted(games: Sums, count: int) -> list[float]:
    """Hunter 2004: each round raises the likelihood."""
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
    """From the curvature of the likelihood, beside the first. Shared victories vary less than others: it is never too small."""
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
