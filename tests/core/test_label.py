"""Labels: options and seats are chosen, or refused by name."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import pytest

from filon.core import NONE
from filon.core.label import Label, Option, OptionRefused, choice, first_seat


class Pace(IntEnum):
    SLOW = 0
    VERY_FAST = 3


LABEL = Label(
    name="Toy",
    designer="Nobody",
    publisher="Nowhere",
    seats=range(2, 5),
    official=range(3, 5),
    age=8,
    options=(
        choice("pace", Pace, "TY-04", each_seat=True),
        Option("rounds", {3: 3, 5: 5}, 5, "TY-05"),
        Option("open", {True: 1, False: 0}, False, "TY-06"),
        first_seat(4, "TY-07"),
    ),
)


def refused(chosen: dict[str, Any], seats: int = 3) -> str:
    with pytest.raises(OptionRefused) as error:
        LABEL.choose(chosen, seats)
    return str(error.value)


def test_every_option_has_its_default() -> None:
    assert LABEL.choose({}, 3) == {"pace": "slow", "rounds": 5, "open": False, "first": "lot"}


def test_values_are_chosen_as_people_write_them() -> None:
    chosen = LABEL.choose({"pace": "Very-Fast", "rounds": "3", "open": "TRUE", "first": "2"}, 3)
    assert chosen == {"pace": "very-fast", "rounds": 3, "open": True, "first": 2}
    assert [type(value) for value in chosen.values()] == [str, int, bool, int]


def test_the_table_keeps_numbers() -> None:
    chosen = LABEL.choose({"pace": "very-fast", "rounds": 3, "open": True, "first": 2}, 3)
    assert [LABEL.encode(chosen, name) for name in chosen] == [3, 3, 1, 1]
    defaults = LABEL.choose({}, 3)
    assert [LABEL.encode(defaults, name) for name in defaults] == [0, 5, 0, NONE]


def test_each_seat_may_have_its_own_value_where_the_option_allows() -> None:
    chosen = LABEL.choose({"pace": ["slow", "VERY-FAST", "slow"]}, 3)
    assert chosen["pace"] == ["slow", "very-fast", "slow"]
    assert [LABEL.encode(chosen, "pace", seat) for seat in range(3)] == [0, 3, 0]
    assert [LABEL.encode(LABEL.choose({"pace": "very-fast"}, 3), "pace", seat) for seat in range(3)] == [3, 3, 3]


def test_an_unknown_option_is_refused() -> None:
    assert refused({"speed": "slow"}) == "unknown option 'speed': expected one of pace, rounds, open, first"
    with pytest.raises(OptionRefused, match=r"^unknown option 'speed'"):
        LABEL.option("speed")


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("pace", "fast", "option pace: expected one of slow, very-fast; found 'fast' (TY-04)"),
        ("pace", 0, "option pace: expected one of slow, very-fast; found 0 (TY-04)"),
        ("rounds", 4, "option rounds: expected one of 3, 5; found 4 (TY-05)"),
        ("open", 1, "option open: expected one of true, false; found 1 (TY-06)"),
        ("first", "you", "option first: expected one of lot, 1, 2, 3, 4; found 'you' (TY-07)"),
        ("first", 0, "option first: expected one of lot, 1, 2, 3, 4; found 0 (TY-07)"),
        ("pace", ["slow", "fast", "slow"], "option pace: expected one of slow, very-fast; found 'fast' (TY-04)"),
        ("pace", ["slow", "slow"], "option pace: expected one value or 3; found 2 (TY-04)"),
        ("pace", ["slow"] * 4, "option pace: expected one value or 3; found 4 (TY-04)"),
        ("rounds", [3, 3, 3], "option rounds is one for the whole table; found [3, 3, 3] (TY-05)"),
        ("first", [1], "option first is one for the whole table; found [1] (TY-07)"),
        ("first", 4, "option first: expected lot or one of 3 seats; found 4 (TY-07)"),
        ("first", "4", "option first: expected lot or one of 3 seats; found '4' (TY-07)"),
    ],
)
def test_a_value_that_is_not_offered_is_refused_with_the_clause(name: str, value: Any, message: str) -> None:
    assert refused({name: value}) == message


def test_the_last_seat_may_begin() -> None:
    assert LABEL.choose({"first": 3}, 3)["first"] == 3
    assert LABEL.choose({"first": 4}, 4)["first"] == 4
    assert refused({"first": 3}, seats=2) == "option first: expected lot or one of 2 seats; found 3 (TY-07)"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seats_in_range_are_taken(seats: int) -> None:
    assert LABEL.check_seats(seats) is None


@pytest.mark.parametrize("seats", [-1, 0, 1, 5])
def test_seats_out_of_range_are_refused(seats: int) -> None:
    with pytest.raises(OptionRefused) as error:
        LABEL.check_seats(seats)
    assert str(error.value) == f"Toy: expected 2 to 4 seats; found {seats}"
