"""Intervals by deal hold what they promise, also where games of a deal go together and deals are few; a planted effect is found."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from filon.research.analysis.estimates import Estimate, bootstrap, mean_by_deal, ratio_by_deal, share_by_deal, strict

STUDIES, GAMES = 400, 4  # simulated studies; games on a deal
PLANTED = 0.6


def played(luck: np.random.Generator, deals: int, share: float = PLANTED) -> tuple[Any, Any]:
    """Victories; on half of the deals all games end alike."""
    alike = luck.random((deals, 1)) < 0.5
    draws = np.where(alike, luck.random((deals, 1)), luck.random((deals, GAMES)))
    return (draws < share).astype(float).reshape(-1), np.repeat(np.arange(deals), GAMES)


def covered(estimates: list[Estimate]) -> float:
    return float(np.mean([not one.excludes(PLANTED) for one in estimates]))


@pytest.mark.parametrize("deals", [40, 100])
def test_nineteen_of_twenty_intervals_hold_the_truth(deals: int) -> None:
    luck = np.random.default_rng(1)
    studies = [played(luck, deals) for _ in range(STUDIES)]
    assert covered([mean_by_deal(*study) for study in studies]) == pytest.approx(0.95, abs=0.03)
    assert covered([ratio_by_deal(won, np.ones(len(won)), of) for won, of in studies]) == pytest.approx(0.95, abs=0.03)
    assert covered([share_by_deal(*study) for study in studies]) > 0.92


def test_games_taken_as_independent_would_miss_it_too_often() -> None:
    luck = np.random.default_rng(2)
    studies = [played(luck, 100) for _ in range(STUDIES)]
    assert covered([mean_by_deal(won, range(len(won))) for won, _ in studies]) < 0.88


def test_a_planted_advantage_is_found_and_none_where_none_is() -> None:
    luck = np.random.default_rng(3)
    assert all(mean_by_deal(*played(luck, 2000)).excludes(0.5) for _ in range(20))
    fair = [mean_by_deal(*played(luck, 300, 0.5)) for _ in range(STUDIES)]
    assert np.mean([one.excludes(0.5) for one in fair]) == pytest.approx(0.05, abs=0.03)


def test_strict_intervals_together_find_nothing_where_nothing_is() -> None:
    luck = np.random.default_rng(4)
    reports = [[mean_by_deal(*played(luck, 100, 0.5), strict(10)) for _ in range(10)] for _ in range(60)]
    assert np.mean([any(one.excludes(0.5) for one in report) for report in reports]) < 0.15


def test_a_ratio_weighs_deals_by_what_they_hold() -> None:
    one = ratio_by_deal([1, 2, 9], [1, 1, 2], [0, 0, 1])
    assert one.value == 3
    assert one.low < 3 < one.high
    assert ratio_by_deal([1, 2], [1, 1], [5, 5]).high == np.inf  # from one deal nothing is known


def test_the_bootstrap_draws_deals_and_repeats_itself() -> None:
    values = np.random.default_rng(5).normal(7, 2, 400)
    low, high = bootstrap(400, lambda often: values @ often / often.sum())
    assert (high - low) / 2 == pytest.approx(1.96 * 2 / 20, rel=0.15)
    assert (low, high) == bootstrap(400, lambda often: values @ often / often.sum())
