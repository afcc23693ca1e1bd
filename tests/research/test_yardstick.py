"""The yardstick of bench/: where the best can be counted on one's fingers, it must find it."""

from itertools import product

import pytest

from bench.thinking.yardstick import Yardstick

VALUES = {1: 3, 2: 1, 3: 2, 4: 1}  # of the gems on a white crate; 0 is water, 5 black


def with_sand(hundredths: int) -> Yardstick:
    """A yardstick with nearly exact sand: two neighbouring lengths share the chance."""
    yardstick = Yardstick("expert")
    yardstick.shortest, yardstick.longest = hundredths - 1, hundredths
    return yardstick


def test_time_for_one_throw_and_one_token_brings_the_dearest_that_shows_once() -> None:
    """A throw lands after 2.00 s, a look takes 0.5 to 0.9 s, a take 0.72 s; a second one would come too late."""
    throws = list(product(range(6), repeat=5))
    dearest = [max((value for gem, value in VALUES.items() if dice.count(gem) == 1), default=0) for dice in throws]
    assert with_sand(380).points() == pytest.approx(sum(dearest) / len(throws))


def test_without_time_to_take_anything_there_is_nothing() -> None:
    assert with_sand(260).points() == 0


def test_more_sand_and_quicker_hands_are_worth_more() -> None:
    few, more = with_sand(700), with_sand(900)
    assert 0 < few.points() < more.points()
    slower = with_sand(900)
    slower.speed = Yardstick("beginner").speed
    assert slower.points() < more.points()
