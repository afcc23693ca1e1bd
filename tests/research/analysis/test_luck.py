"""The shares of luck: planted shares are found again, and coin tosses show none."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from filon.core.game import found, load
from filon.research.analysis.luck import parts_of_luck, same_again
from filon.research.analysis.played import Played

SEAT, SKILL, DEAL = 0.06, 0.1, 0.2  # what is planted, in shares of the victory
EVEN = 0.25  # the variance of a coin


def simulated(deals: int, seat: float, skill: float, deal: float, seed: int = 1, lot: float = 0) -> Played:
    """Two seats, a weak and a strong robot in all seatings; a deal favours the first seat, or the second, with either robot on it.

    Games with the same number share the luck of their robots as often as `lot` says.
    """
    luck = np.random.default_rng(seed)
    favours, shared = np.where(luck.random(deals) < 0.5, deal, -deal), luck.random((2, deals))
    robots, numbers, won = [], [], []
    for one, other in product(("weak", "strong"), repeat=2):
        first = 0.5 + seat + skill * ((one == "strong") - (other == "strong")) + favours
        for turn in (0, 1) if one == other else (int(one == "strong"),):
            draws = np.where(luck.random(deals) < lot, shared[turn], luck.random(deals))
            robots += [(one, other)] * deals
            numbers.append(2 * np.arange(deals) + turn)
            won.append(draws < first)
    shares = np.stack([np.concatenate(won), ~np.concatenate(won)], axis=1).astype(float)
    every = np.concatenate(numbers)
    return Played(load(min(found())), every, robots, every // 2, shares, shares, [""] * len(every), [])


def test_planted_parts_are_found_again() -> None:
    parts = parts_of_luck(simulated(3000, SEAT, SKILL, DEAL), rounds=100)
    planted = {"seat": SEAT**2 / EVEN, "robots": SKILL**2 / 2 / EVEN, "deal": DEAL**2 / EVEN}
    for name, part in planted.items():
        found = getattr(parts, name)
        assert found.value == pytest.approx(part, abs=0.02), name
        assert found.excludes(0)
    assert parts.rest.value == pytest.approx(1 - sum(planted.values()), abs=0.03)


def test_intervals_hold_the_planted_deal_as_often_as_they_promise() -> None:
    found = [parts_of_luck(simulated(120, SEAT, SKILL, DEAL, seed), rounds=60).deal for seed in range(40)]
    assert np.mean([not one.excludes(DEAL**2 / EVEN) for one in found]) > 0.8


def test_coin_tosses_are_all_rest() -> None:
    parts = parts_of_luck(simulated(3000, 0, 0, 0), rounds=100)
    assert parts.rest.value == pytest.approx(1, abs=0.02)
    assert not parts.deal.excludes(0)


def test_luck_that_robots_share_by_number_is_not_taken_for_the_deal() -> None:
    assert not parts_of_luck(simulated(3000, 0, 0, 0, lot=1), rounds=100).deal.excludes(0)
    assert parts_of_luck(simulated(3000, 0, 0, DEAL, lot=0.5), rounds=100).deal.value == pytest.approx(DEAL**2 / EVEN, abs=0.02)


def test_the_same_winner_again() -> None:
    played = simulated(4000, 0, 0, DEAL)
    assert same_again(played).value == pytest.approx(0.5 + 2 * DEAL**2, abs=0.02)
    assert same_again(simulated(4000, 0, 0, 0)).value == pytest.approx(0.5, abs=0.02)
