"""Digger's bar and marker, for hands without a pointer."""

from io import StringIO
from itertools import pairwise
from random import Random

import pytest
from rich.console import Console

from filon.core import HAND
from filon.core.words import LANGUAGES
from filon.games.digger.hand import BAR, CELLS, draw, judge, marker, window
from filon.games.digger.parts import MOVES, Colour, Kind, Refusal, Table
from filon.games.digger.secrets import view
from filon.games.digger.tests.scene import GAME, fresh, give, play, throw

WATER, GOLD, RUBY, EMERALD, DIAMOND = list(Colour)[:5]
PULL = 100  # the least time of a pull, in hundredths of a second


def reaching(*others: Colour) -> Table:
    """Seat 0 pulls gold out of the crate of seat 1, where these stand too."""
    table = fresh(hand="timing")
    give(table, 1, GOLD, *others)
    throw(table, "gold black ruby ruby ruby")
    play(table, "steal gold 1")
    return table


def aimed(table: Table, seed: int) -> int:
    """When the marker next comes nearest to the middle of the window."""
    middle = sum(window(table)) // 2
    return min(range(PULL, PULL + 110), key=lambda elapsed: abs(marker(elapsed, seed) - middle))


def touches(table: Table, sd: float = 5.0, pulls: int = 2500) -> float:
    luck = Random(1)
    kinds = [MOVES[judge(table, round(luck.gauss(aimed(table, seed), sd)), seed)].kind for seed in range(pulls)]
    return kinds.count(Kind.TOUCHED) / pulls


# The marker


@pytest.mark.parametrize("seed", [0, 1, 2, 12345, 2**63, -7])
def test_the_marker_runs_from_end_to_end_without_a_jump(seed: int) -> None:
    way = [marker(elapsed, seed) for elapsed in range(500)]
    assert 0 <= min(way) < 15
    assert BAR - 15 < max(way) <= BAR
    assert max(abs(there - here) for here, there in pairwise(way)) <= 12


def test_markers_of_different_seeds_run_differently() -> None:
    ways = {tuple(marker(elapsed, seed) for elapsed in range(0, 400, 40)) for seed in range(300)}
    assert len(ways) > 290
    starts = [marker(0, seed) for seed in range(2000)]
    assert 450 < sum(starts) / len(starts) < 550


# The window


def test_dg_a20_without_a_neighbour_nothing_can_be_touched() -> None:
    table = reaching(EMERALD)
    assert window(table) == (0, BAR)
    assert all(MOVES[judge(table, elapsed, 7)].kind == Kind.CLEAN for elapsed in range(300))


def test_dg_a11_one_neighbour_leaves_as_much_room_as_two() -> None:
    low, high = window(reaching(RUBY, DIAMOND))
    assert 0 < BAR - high == low < high
    assert window(reaching(DIAMOND)) == window(reaching(RUBY)) == (low, high)


def test_dg_a20_the_crate_is_round() -> None:
    table = reaching(RUBY, DIAMOND)
    between_gold_and_emerald = window(table)
    give(table, 1, EMERALD)
    table.colour = DIAMOND
    assert window(table) == between_gold_and_emerald


def test_dg_a11_an_average_hand_touches_as_often_as_the_content_says() -> None:
    table = reaching(RUBY, DIAMOND)
    assert touches(table) == pytest.approx(table.touched / 100, abs=0.015)
    assert touches(table, sd=2.5) < 0.01 < 0.3 < touches(table, sd=10)


@pytest.mark.parametrize("neighbours", [(RUBY,), (DIAMOND,), (RUBY, DIAMOND)])
def test_dg_a11_timing_is_as_hard_as_a_roll(neighbours: tuple[Colour, ...]) -> None:
    table = reaching(*neighbours)
    touched = next(move for move in MOVES if move.kind == Kind.TOUCHED)
    assert touches(table) == pytest.approx(GAME.odds(table, touched) / 100, abs=0.015)


@pytest.mark.parametrize("touched", [0, 1, 30, 100])
def test_dg_a11_the_window_follows_the_content(touched: int) -> None:
    table = reaching(RUBY, DIAMOND)
    table.touched = touched
    low, high = window(table)
    assert 0 <= low <= high <= BAR
    if touched < 100:
        assert touches(table) == pytest.approx(touched / 100, abs=0.02)


def test_dg_a11_the_judge_says_what_the_law_allows() -> None:
    for table in (reaching(), reaching(RUBY), reaching(RUBY, DIAMOND)):
        table.clock = GAME.ready(table)
        for elapsed in range(PULL, PULL + 220):
            assert GAME.refusal(table, HAND, MOVES[judge(table, elapsed, 3)]) == Refusal.LEGAL


# The drawing


def drawn(table: Table, elapsed: int, language: str = "en") -> str:
    console = Console(width=80, record=True, file=StringIO())
    console.print(draw(view(table, 0), elapsed, 5, GAME.words(language)))
    return console.export_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bar_is_one_line(language: str) -> None:
    for table in (reaching(), reaching(RUBY), reaching(RUBY, DIAMOND)):
        for elapsed in range(0, 300, 7):
            line = drawn(table, elapsed, language)
            assert line.count("\n") == 1
            assert line.index("┫") - line.index("┣") == CELLS + 1


def test_the_marker_is_full_exactly_while_it_is_safe() -> None:
    table = reaching(RUBY, DIAMOND)
    for elapsed in range(300):
        safe = MOVES[judge(table, elapsed, 5)].kind == Kind.CLEAN
        assert ("●" if safe else "○") in drawn(table, elapsed)
