"""Ratings from games of any number of seats: a robot rated r wins in proportion to 10 ** (r / 400) (Bradley and Terry, 1952)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from filon.research.match_result import Z

ELO = 400 / log(10)  # points for a factor of e in strength
DRAWN = 0.5  # games that all robots are taken to have shared: without them a robot that never lost has no finite rating
ROUNDS = 1000  # of the fit, at most


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
    effective: float | None = None  # independent games that vary as these do (`Wins.effective`); None: all of them


def ratings(outcomes: Iterable[Outcome], names: Sequence[str], anchor: float = 1000.0) -> dict[str, Rating]:
    """Maximum-likelihood ratings; the first name is the anchor."""
    from choix import ilsr_pairwise_dense

    prior = Outcome(names, [DRAWN / len(names)] * len(names), DRAWN)
    played = [*outcomes, prior]
    strength = ilsr_pairwise_dense(_beaten(played, names), max_iter=ROUNDS)
    errors = _errors(played, names, np.exp(strength))
    return {name: Rating(anchor + ELO * float(strength[i] - strength[0]), errors[i]) for i, name in enumerate(names)}


def _beaten(outcomes: Iterable[Outcome], names: Sequence[str]) -> NDArray[np.float64]:
    """Victories of each robot where the other sat: of two at a table, the winner is one of them in proportion to their strengths."""
    wins = np.zeros((len(names), len(names)))
    for one in outcomes:
        seated = [names.index(name) for name in one.robots]
        for winner, share in zip(seated, one.shares, strict=True):
            for other in seated:
                wins[winner, other] += share if other != winner else 0
    return wins


def _errors(outcomes: Iterable[Outcome], names: Sequence[str], strength: NDArray[np.float64]) -> list[float]:
    """Errors from the curvature of the likelihood. Shared victories vary less than others, so that an error is never too small."""
    count = len(names)
    curvature = np.zeros((count, count))
    for one in outcomes:
        chance = np.zeros(count)
        for name in one.robots:
            chance[names.index(name)] += strength[names.index(name)]
        chance /= chance.sum()
        curvature += (one.games if one.effective is None else one.effective) * (np.diag(chance) - np.outer(chance, chance))
    spread = np.linalg.inv(curvature[1:, 1:])
    return [0.0, *(Z * ELO * sqrt(float(spread[i, i])) for i in range(count - 1))]
