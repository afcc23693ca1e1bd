"""Splits the variance of a victory: by seat, by who plays, by the deal, and the rest.

Several robots play the same deals in every seating. What all seatings of a deal have in common is the deal's; what a seating keeps over
all deals is the robots'; what every game has in common is the seat's. The deal's part comes from products of two games of one deal that
differ in seating and in the robots' own luck, which follows from the number of a game: so it contains no noise of a single game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from filon.research.analysis.estimates import Estimate, bootstrap, mean_by_deal
from filon.research.analysis.played import Played

PARTS = ("seat", "robots", "deal", "rest")


@dataclass(frozen=True)
class Luck:
    """Parts of the variance of a seat's share of the victory; they add up to 1."""

    seat: Estimate  # who begins
    robots: Estimate  # who sits where
    deal: Estimate  # the deal, with its dice
    rest: Estimate  # everything else: what no seating of a deal has in common with another


def parts_of_luck(played: Played, rounds: int = 500) -> Luck:
    """From games of the same robots in every seating, on the same deals, with the same numbers in all matches."""
    games = by_seating(played)
    deals = games.shape[1]
    values = np.array(_parts(games, np.ones(deals)))
    low, high = bootstrap(deals, lambda weights: _parts(games, weights), rounds)
    return Luck(*(Estimate(float(value), float(least), float(most), deals) for value, least, most in zip(values, low, high, strict=True)))


def by_seating(played: Played) -> Any:
    """[seating, deal, turn, seat]: shares of the victory; NaN where a seating was not played at that turn of the robots."""
    seatings = {robots: place for place, robots in enumerate(dict.fromkeys(played.robots))}
    games = np.full((len(seatings), int(played.deals.max()) + 1, played.seats, played.seats), np.nan)
    games[[seatings[robots] for robots in played.robots], played.deals, played.numbers % played.seats] = played.shares
    return games[:, ~np.isnan(games[..., 0]).all(axis=2).any(axis=0)]


def _parts(games: Any, weights: Any) -> list[float]:
    """Weights say how often each deal counts."""
    seats, count = games.shape[3], weights.sum()
    means = np.nanmean(games, axis=2)  # [seating, deal, seat]
    by_robots = np.einsum("ldp,d->lp", means, weights) / count
    by_seat = by_robots.mean(axis=0)
    noise = np.einsum("ldp,d->lp", (means - by_robots[:, None]) ** 2, weights) / count**2  # of by_robots
    total = float((np.nanmean((games - 1 / seats) ** 2, axis=(0, 2, 3)) @ weights) / count)
    deal = _shared(games - by_robots[:, None, None], weights) / seats
    seat = float(((by_seat - 1 / seats) ** 2).mean()) - deal / count
    robots = float(((by_robots - by_seat) ** 2).mean() - noise.mean())
    return [seat / total, robots / total, deal / total, 1 - (seat + robots + deal) / total]


def _shared(off: Any, weights: Any) -> float:
    """The mean product of two games of one deal in different seatings and at different turns."""
    products = _pairs(np.nan_to_num(off)).sum(axis=1)
    pairs = _pairs((~np.isnan(off)).astype(float))[:, 0]
    return float(products @ weights) / float(pairs @ weights)


def _pairs(cells: Any) -> Any:
    """[deal, seat]: the sum of products of two cells that share neither seating nor turn."""
    every, by_seating, by_turn = cells.sum(axis=(0, 2)), cells.sum(axis=2), cells.sum(axis=0)
    return every**2 - (by_seating**2).sum(axis=0) - (by_turn**2).sum(axis=1) + (cells**2).sum(axis=(0, 2))


def same_again(played: Played) -> Estimate:
    """The share of pairs of games of one deal and seating that have the same winner; shared victories count in part."""
    agreed = _agreements(played)
    deals = [deal for deal, values in agreed.items() for _ in values]
    return mean_by_deal([value for values in agreed.values() for value in values], deals)


def _agreements(played: Played) -> dict[int, list[float]]:
    first: dict[tuple[int, tuple[str, ...]], Any] = {}
    agreed: dict[int, list[float]] = {}
    for robots, deal, shares in zip(played.robots, played.deals.tolist(), played.shares, strict=True):
        before = first.setdefault((deal, robots), shares)
        if before is not shares:
            agreed.setdefault(deal, []).append(float(before @ shares))
    return agreed
