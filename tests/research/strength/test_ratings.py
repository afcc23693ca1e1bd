"""Ratings: what is known of them beforehand must come out."""

import random
from itertools import pairwise
from statistics import mean, stdev
from xml.etree import ElementTree

import pytest

from filon.research.charts.ladder import ladder_svg
from filon.research.match_result import Z
from filon.research.strength.ratings import Outcome, Rating, ratings

LADDER = {"a": 1000.0, "b": 1100.0, "c": 1250.0}


def test_three_wins_in_four_are_191_points() -> None:
    games = [Outcome(["a", "b"], [1, 0])] * 300 + [Outcome(["b", "a"], [0, 1])] * 0 + [Outcome(["a", "b"], [0, 1])] * 100
    rated = ratings(games, ["b", "a"])
    assert rated["b"].elo == 1000
    assert rated["a"].elo == pytest.approx(1000 + 190.8, abs=2)
    assert rated["a"].error == pytest.approx(1.96 * 173.7 / (400 * 0.75 * 0.25) ** 0.5, abs=1)


def test_a_table_of_four_where_one_wins_half() -> None:
    """One against three equals: half of the games are three times an equal's share."""
    games = [Outcome(["a", "b", "b", "b"], [1, 0, 0, 0])] * 500 + [Outcome(["b", "a", "b", "b"], [1, 0, 0, 0])] * 500
    assert ratings(games, ["b", "a"])["a"].elo == pytest.approx(1000 + 400 * 0.4771, abs=3)


def test_who_never_lost_has_a_rating_and_a_wide_interval() -> None:
    rated = ratings([Outcome(["a", "b"], [1, 0])] * 20, ["b", "a"])
    assert 1400 < rated["a"].elo < 3000
    assert rated["a"].error > 200


def test_shared_victories_are_equal_strength() -> None:
    assert ratings([Outcome(["a", "b"], [0.5, 0.5])] * 50, ["b", "a"])["a"].elo == pytest.approx(1000)


def climbed(seats: int, games: int, luck: random.Random) -> list[Outcome]:
    """A ladder whose ratings are known: each alone against the one below."""
    found = []
    for low, high in pairwise(LADDER):
        odds = 10 ** ((LADDER[high] - LADDER[low]) / 400)
        won, others = sum(luck.random() < odds / (odds + seats - 1) for _ in range(games)), seats - 1
        found.append(Outcome([high, *[low] * others], [won, *[(games - won) / others] * others], games))
    return found


@pytest.mark.parametrize("seats", [2, 3, 5, 8])
def test_error_bars_are_as_wide_as_ratings_differ_when_a_ladder_is_played_again_and_again(seats: int) -> None:
    luck = random.Random(seats)
    rated = [ratings(climbed(seats, 300, luck), list(LADDER)) for _ in range(150)]
    for name in ("b", "c"):
        assert mean(one[name].elo for one in rated) == pytest.approx(LADDER[name], abs=8)
        assert mean(one[name].error for one in rated) == pytest.approx(Z * stdev(one[name].elo for one in rated), rel=0.2)
        assert mean(abs(one[name].elo - LADDER[name]) <= one[name].error for one in rated) >= 0.9


def test_games_counted_together_are_the_same_as_games_one_by_one() -> None:
    single = [Outcome(["a", "b", "b"], [1, 0, 0])] * 30 + [Outcome(["b", "a", "b"], [0, 0.5, 0.5])] * 20
    together = [Outcome(["a", "b", "b"], [40, 5, 5], 50)]
    assert ratings(single, ["b", "a"])["a"].elo == pytest.approx(ratings(together, ["b", "a"])["a"].elo)
    assert ratings(single, ["b", "a"])["a"].error == pytest.approx(ratings(together, ["b", "a"])["a"].error)


def test_a_plot_shows_every_robot_at_every_number_of_seats() -> None:
    rated = {"weak & small": Rating(1000, 0), "strong": Rating(1250, 40)}
    tree = ElementTree.fromstring(ladder_svg("A & B", {2: rated, 3: rated}))
    circles = [one for one in tree.iter() if one.tag.endswith("circle")]
    assert len(circles) == 4
    assert len({(one.get("cx"), one.get("cy")) for one in circles}) == 4
    assert {"weak & small", "strong"} <= {one.text for one in tree.iter() if one.tag.endswith("text")}
