"""The sequential test: how often it errs is what it says, and it ends early where robots differ much."""

import random
from dataclasses import replace

import pytest

from filon.research.match import GameResult, Match
from filon.research.strength.sequential import LEAST, SequentialTest, decided


def asked(luck: random.Random, share: float, seats: int, together: float, most: int = 20_000) -> tuple[bool | None, int]:
    """The answer for a robot with a known share of the victory, alone against others, and the deals that it took."""
    test = SequentialTest(1 / seats)
    for deal in range(1, most + 1):
        one = float(luck.random() < share)
        alike = luck.random() < together
        won = one if alike else sum(luck.random() < share for _ in range(seats)) / seats
        if (answer := test.add(won)) is not None:
            return answer, deal
    return None, most


@pytest.mark.parametrize(("seats", "together"), [(2, 0.0), (2, 0.5), (4, 0.25)])
def test_it_errs_in_one_of_twenty_however_games_of_a_deal_go_together(seats: int, together: float) -> None:
    luck, runs = random.Random(seats), 200
    equals = [asked(luck, 1 / seats, seats, together)[0] for _ in range(runs)]
    betters = [asked(luck, 1 / seats + 0.05, seats, together)[0] for _ in range(runs)]
    assert equals.count(True) / runs <= 0.08  # 0.05, and two standard errors
    assert betters.count(False) / runs <= 0.08
    assert None not in equals + betters


def test_much_better_and_much_worse_are_known_soon() -> None:
    luck = random.Random(1)
    strong = [asked(luck, 0.8, 2, 0.0) for _ in range(100)]
    weak = [asked(luck, 0.2, 2, 0.0) for _ in range(100)]
    assert {answer for answer, _ in strong} == {True}
    assert {answer for answer, _ in weak} == {False}
    assert sum(deals for _, deals in strong + weak) / 200 < 50
    assert asked(luck, 0.51, 2, 0.0)[1] > 200


def test_robots_that_win_everything_are_known_after_few_deals_but_not_at_once() -> None:
    test = SequentialTest(0.5)
    answers = [test.add(1.0) for _ in range(LEAST + 5)]
    assert answers[: LEAST - 1] == [None] * (LEAST - 1)
    assert answers[-1] is True


def test_games_count_in_the_order_of_their_deals_whichever_ended_first() -> None:
    match = Match("any", ["a", "b"], 200)
    luck, games = random.Random(2), list[GameResult]()
    for number in range(200):
        robots = match.lineup(number)
        shares = [float(robot == "a") for robot in robots] if luck.random() < 0.8 else [float(robot == "b") for robot in robots]
        games.append(GameResult(number, robots, shares, [0, 0], "over", 1, [1, 1], [0.0, 0.0]))
    shuffled = [*games[2:6], *games[:2], *reversed(games[6:])]
    one, other = SequentialTest(0.5), SequentialTest(0.5)
    counted = list(decided(one, match, games))
    assert counted == list(decided(other, match, shuffled))
    assert [game.number for game in counted] == list(range(2 * one.deals))
    assert (one.answer, other.answer, one.deals < 100) == (True, True, True)
    assert list(decided(SequentialTest(0.5), match, [replace(games[1]), *games[2:]])) == []
