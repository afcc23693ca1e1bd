"""Figures with 95 % intervals by deal: games on one deal go together, deals do not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from filon.research.match_result import Wins, Z


@dataclass(frozen=True)
class Estimate:
    value: float
    low: float
    high: float
    deals: int

    def excludes(self, value: float) -> bool:
        return not self.low <= value <= self.high


def share_by_deal(hits: Any, deals: Any) -> Estimate:
    """A share of games; `hits` from 0 to 1. The interval of the arena: Wilson's for the effective number of games."""
    wins = Wins()
    for deal, hit in zip(np.asarray(deals).tolist(), np.asarray(hits, float).tolist(), strict=True):
        wins.add(deal, hit)
    return Estimate(wins.share or 0.0, *wins.interval, len(wins.games))


def mean_by_deal(values: Any, deals: Any, z: float = Z) -> Estimate:
    """A mean over games, such as a length, or a difference between two games on one deal."""
    return ratio_by_deal(values, np.ones(len(values)), deals, z)


def ratio_by_deal(over: Any, under: Any, deals: Any, z: float = Z) -> Estimate:
    """A sum over games divided by another, such as points for each throw; linearised, clustered by deal."""
    _, place = np.unique(np.asarray(deals), return_inverse=True)
    above, below = (np.bincount(place, np.asarray(values, float)) for values in (over, under))
    count, value = len(above), float(above.sum() / below.sum())
    if count < 2:
        return Estimate(value, -np.inf, np.inf, count)
    off = above - value * below
    half = few(z, count - 1) * float(np.sqrt((off @ off) * count / (count - 1))) / float(below.sum())
    return Estimate(value, value - half, value + half, count)


def few(z: float, free: int) -> float:
    """Student's quantile for a normal one, to the second order: few deals know their own variance badly."""
    return z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)


def strict(comparisons: int) -> float:
    """The quantile for intervals of which all together miss in 5 % of reports (Bonferroni)."""
    return NormalDist().inv_cdf(1 - 0.025 / max(1, comparisons))


def bootstrap(count: int, figure: Callable[[Any], Any], rounds: int = 1000, seed: int = 0) -> tuple[Any, Any]:
    """The 95 % interval of one or several figures, made from how often each of `count` deals is drawn."""
    luck = np.random.default_rng(seed)
    drawn = [figure(luck.multinomial(count, np.full(count, 1 / count))) for _ in range(rounds)]
    low, high = np.quantile(drawn, (0.025, 0.975), axis=0)
    return low, high
