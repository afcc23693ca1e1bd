"""Digger's bar and marker, for hands without a pointer."""

from io import StringIO
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from filon.core.texts.words import LANGUAGES
from filon.games.digger.hand import CLUMSY, EXPERT, stop
from filon.games.digger.parts import MOVES, Colour, Kind, Table
from filon.games.digger.pulls.timing import BAR, CELLS, draw, marker, next_middle, swing, window
from filon.games.digger.secrets import view
from filon.games.digger.tests.hand.pulls import BESIDE, DIAMOND, EMERALD, RUBY, outcome, pulled, reaching, touches, whole
from filon.games.digger.tests.scene import GAME, give


def timed(*others: Colour) -> Table:
    return reaching(*others, hand="timing")


# The marker


@pytest.mark.parametrize("seed", [0, 1, 2, 12345, 2**63, -7])
def test_the_marker_runs_from_end_to_end_without_a_jump(seed: int) -> None:
    way = [marker(ms, seed) for ms in range(5000)]
    assert 0 <= min(way) <= 2
    assert BAR - 2 <= max(way) <= BAR
    assert max(abs(there - here) for here, there in pairwise(way)) <= 2


def test_markers_of_different_seeds_run_differently() -> None:
    assert len({swing(seed) for seed in range(300)}) > 290
    starts = [marker(0, seed) for seed in range(2000)]
    assert 450 < sum(starts) / len(starts) < 550


def test_a_marker_is_the_same_for_ever() -> None:
    assert (swing(1), swing(2**31), marker(1000, 1), marker(1234, 99)) == ((1818, 452), (2075, 967), 403, 313)


@given(st.integers(0, 10_000), st.integers(0, 2**32))
def test_the_next_middle_is_the_next(ms: int, seed: int) -> None:
    found = next_middle(ms, *swing(seed))
    assert 0 <= found - ms <= 1101
    assert abs(marker(found, seed) - BAR // 2) <= 2
    assert all(abs(marker(before, seed) - BAR // 2) > 1 for before in range(ms + 2, found - 2, 7))


# The window


def test_dg_a20_without_a_neighbour_nothing_can_be_touched() -> None:
    table = timed(EMERALD)
    assert window(table) == (0, BAR)
    assert all(pulled(table, [(ms, 0, 0)], 7) == Kind.CLEAN for ms in range(0, 3000, 10))


def test_dg_a11_one_neighbour_leaves_as_much_room_as_two() -> None:
    low, high = window(timed(RUBY, DIAMOND))
    assert 0 < BAR - high == low < high
    assert window(timed(DIAMOND)) == window(timed(RUBY)) == (low, high)


def test_dg_a20_the_crate_is_round() -> None:
    table = timed(RUBY, DIAMOND)
    between_gold_and_emerald = window(table)
    give(table, 1, EMERALD)
    table.colour = DIAMOND
    assert window(table) == between_gold_and_emerald


@pytest.mark.parametrize("neighbours", BESIDE)
def test_dg_a11_timing_is_as_hard_as_a_roll(neighbours: tuple[Colour, ...]) -> None:
    table = timed(*neighbours)
    touched = next(move for move in MOVES if move.kind == Kind.TOUCHED)
    assert touches(table, pulls=4000) == pytest.approx(GAME.odds(table, touched) / 100, abs=0.015)


def test_dg_a11_a_better_hand_touches_less_often() -> None:
    table = timed(RUBY, DIAMOND)
    assert touches(table, EXPERT) == pytest.approx(0.02, abs=0.01)
    assert touches(table, CLUMSY) == pytest.approx(0.52, abs=0.04)


@pytest.mark.parametrize("touched", [0, 1, 30, 100])
def test_dg_a11_the_window_follows_the_content(touched: int) -> None:
    table = timed(RUBY, DIAMOND)
    table.touched = touched
    low, high = window(table)
    assert 0 <= low <= high <= BAR
    if touched < 100:
        assert touches(table) == pytest.approx(touched / 100, abs=0.025)


# The judge


def test_dg_a11_a_marker_stopped_in_its_window_is_clean_and_outside_it_a_touch() -> None:
    table = timed(RUBY)
    low, high = window(table)
    for ms in range(0, 2200, 3):
        expected = Kind.CLEAN if low <= marker(ms, 5) <= high else Kind.TOUCHED
        assert pulled(table, [(ms, 0, 0)], 5) == expected
        assert MOVES[stop(table, ms, 5)].kind == expected


def test_dg_a23_a_hand_that_stops_nothing_lets_go() -> None:
    assert outcome(timed(RUBY), whole([])) == Kind.LET_GO
    assert outcome(timed(RUBY), whole([], is_last=False)) == "goes-on"


def test_dg_a11_a_marker_is_stopped_once() -> None:
    table = timed(RUBY, DIAMOND)
    middle, edge = next_middle(0, *swing(5)), next_middle(0, *swing(5)) + 300
    assert pulled(table, [(middle, 0, 0), (edge, 0, 0)], 5) == Kind.CLEAN
    assert pulled(table, [(edge, 0, 0), (middle, 0, 0)], 5) == Kind.TOUCHED


@pytest.mark.parametrize(("sample", "why"), [((-1, 0, 0), "clock"), ((900, 1, 0), "samples"), ((900, 0, -1), "samples")])
def test_dg_a11_a_malformed_stop_is_refused(sample: tuple[int, int, int], why: str) -> None:
    assert pulled(timed(RUBY), [sample]) == why


@pytest.mark.parametrize("seat", ["gesture", "timing"])
def test_dg_a11_a_keyboard_stops_the_marker_whatever_the_seat_has_chosen(seat: str) -> None:
    table = reaching(RUBY, DIAMOND, hand=seat)
    assert MOVES[stop(table, next_middle(0, *swing(5)), 5)].kind == Kind.CLEAN
    assert MOVES[stop(table, next_middle(0, *swing(5)) + 300, 5)].kind == Kind.TOUCHED


# The drawing


def drawn(table: Table, ms: int, language: str = "en") -> str:
    console = Console(width=80, record=True, file=StringIO())
    console.print(draw(view(table, 0), ms, 5, GAME.words(language)))
    return console.export_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bar_is_one_line(language: str) -> None:
    for table in (timed(), timed(RUBY), timed(RUBY, DIAMOND)):
        for ms in range(0, 3000, 70):
            line = drawn(table, ms, language)
            assert line.count("\n") == 1
            assert line.index("┫") - line.index("┣") == CELLS + 1


def test_the_marker_is_full_exactly_while_it_is_safe() -> None:
    table = timed(RUBY, DIAMOND)
    for ms in range(0, 3000, 10):
        safe = MOVES[stop(table, ms, 5)].kind == Kind.CLEAN
        assert ("●" if safe else "○") in drawn(table, ms)
