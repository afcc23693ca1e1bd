"""Digger's steady hand: a token pulled out between its neighbours."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from filon.core.pull import Sample
from filon.games.digger.hand import AVERAGE, CLUMSY, EXPERT, Skill
from filon.games.digger.parts import MOVES, Colour, Kind, Table
from filon.games.digger.pulls import gesture
from filon.games.digger.pulls.gesture import AMPLITUDE, OUT, REACH, ROOM, TOKEN, bow, crosses, phases, room, stacks, tremor
from filon.games.digger.tests.hand.pulls import BESIDE, DIAMOND, EMERALD, GOLD, RUBY, line, outcomes, pulled, reaching, then, touches
from filon.games.digger.tests.scene import GAME, give

BEYOND = OUT + AMPLITUDE
LEFT, RIGHT = -TOKEN, TOKEN
STILL = [(16 * i, 0, 0) for i in range(7)]  # grabbed, and held for a tenth of a second
UP = line(0, BEYOND, 600)


@pytest.fixture
def calm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a tremor, so that a path is where it is drawn."""
    monkeypatch.setattr(gesture, "AMPLITUDE", 0)


# The scene


@pytest.mark.parametrize(("colour", "left", "right"), [(GOLD, DIAMOND, RUBY), (RUBY, GOLD, EMERALD), (DIAMOND, EMERALD, GOLD)])
def test_dg_a20_the_crate_is_round(colour: Colour, left: Colour, right: Colour) -> None:
    table = reaching(RUBY, RUBY, EMERALD, DIAMOND)
    table.colour = colour
    crate = table.player[1].crate
    assert gesture.beside(table) == [(left, crate[left]), (right, crate[right])]


def test_dg_a20_only_what_stands_on_the_two_spots_beside_can_be_touched() -> None:
    (one,), (other,), both = (stacks(reaching(*others)) for others in BESIDE)
    assert one[0] > REACH > -REACH > other[2]
    assert stacks(reaching()) == stacks(reaching(EMERALD)) == []
    assert [box[0] < 0 for box in both] == [True, False]


def test_dg_a11_a_low_stack_is_touched_as_easily_as_a_tall_one() -> None:
    assert stacks(reaching(RUBY, DIAMOND)) == stacks(reaching(GOLD, RUBY, RUBY, RUBY, DIAMOND))


@pytest.mark.parametrize("standing", [1, 2])
def test_dg_a11_the_room_follows_the_content(standing: int) -> None:
    table = reaching(*BESIDE[standing])
    given = [room(table) for table.touched in range(1, 101)]
    assert given == sorted(given, reverse=True)
    assert [given[touched - 1] for touched, _ in ROOM[standing]] == [wide for _, wide in ROOM[standing]]
    table.touched = 0
    assert stacks(table) == []


# The sweep


def clipped(start: tuple[int, int], end: tuple[int, int], box: gesture.Box) -> bool:
    """The same, by cutting the way down to what lies between the edges."""
    first, last = Fraction(0), Fraction(1)
    for at, to, low, high in ((start[0], end[0], box[0] - REACH, box[2] + REACH), (start[1], end[1], box[1] - REACH, box[3] + REACH)):
        if at == to:
            if not low < at < high:
                return False
        else:
            enters, leaves = sorted((Fraction(low - at, to - at), Fraction(high - at, to - at)))
            first, last = max(first, enters), min(last, leaves)
    return first < last or (start == end)


def is_inside(x: Fraction, y: Fraction, box: gesture.Box) -> bool:
    return box[0] - REACH < x < box[2] + REACH and box[1] - REACH < y < box[3] + REACH


places = st.tuples(st.integers(-1200, 1200), st.integers(-1200, 1200))
tight = st.tuples(st.sampled_from([-350, -341, -340, 0, 339, 340, 341, 680]), st.sampled_from([-341, -340, 0, 340, 341]))
BOX = (170, -170, 510, 170)


@settings(max_examples=500)
@given(places | tight, places | tight)
def test_dg_20_the_sweep_agrees_with_cutting_and_with_dense_sampling(start: tuple[int, int], end: tuple[int, int]) -> None:
    found = crosses(start, end, BOX)
    assert found == crosses(end, start, BOX) == clipped(start, end, BOX)
    for i in range(101):
        x, y = (Fraction(a * (100 - i) + b * i, 100) for a, b in zip(start, end, strict=True))
        assert found or not is_inside(x, y, BOX)


def test_dg_20_grazing_an_edge_is_no_touch() -> None:
    assert not crosses((0, -900), (0, 900), BOX)
    assert crosses((1, -900), (1, 900), BOX)
    assert not crosses((0, 340), (900, 340), BOX)
    assert not crosses((-340, 0), (340, 680), BOX)  # over a corner
    assert crosses((5, 5), (5, 5), BOX)
    assert not crosses((0, 5), (0, 5), BOX)


# The tremor


def test_the_tremor_is_the_same_for_ever() -> None:
    """Whoever computes it elsewhere must find these."""
    assert [bow(phase) for phase in (0, 1, 8192, 16384, 32767, 32768, 40960, 49152)] == [0, 0, 768, 1024, 0, 0, -768, -1024]
    assert phases(1) == [57884, 12671, 63666, 29944, 61002, 33272]
    found = [tremor(phases(1), ms) for ms in (0, 1, 150, 300, 301, 900, 11999)]
    assert found == [(0, 0), (-1, -1), (6, -21), (6, 0), (6, 0), (15, -7), (-9, 27)]


@pytest.mark.parametrize("seed", [0, 1, 2, 12345, 2**63, -7])
def test_the_tremor_swells_without_a_jump(seed: int) -> None:
    way = [tremor(phases(seed), ms) for ms in range(5000)]
    assert way[0] == (0, 0)
    for axis in zip(*way, strict=True):
        assert -AMPLITUDE <= min(axis) < -AMPLITUDE // 2
        assert AMPLITUDE // 2 < max(axis) <= AMPLITUDE
        assert max(abs(there - here) for here, there in pairwise(axis)) <= 2


def test_no_two_pulls_shake_alike() -> None:
    assert len({tuple(phases(seed)) for seed in range(500)}) == 500
    firsts = [tremor(phases(seed), 500) for seed in range(500)]
    assert all(abs(sum(axis)) / 500 < 4 for axis in zip(*firsts, strict=True))
    assert sum(x == y for x, y in firsts) < 50


# The path


@pytest.mark.usefixtures("calm")
@pytest.mark.parametrize("neighbours", [(), *BESIDE])
def test_dg_20_straight_out_is_clean(neighbours: tuple[Colour, ...]) -> None:
    assert pulled(reaching(*neighbours), UP) == Kind.CLEAN


@pytest.mark.usefixtures("calm")
@pytest.mark.parametrize(("neighbours", "way"), [((RUBY,), RIGHT), ((DIAMOND,), LEFT), ((RUBY, DIAMOND), LEFT), ((RUBY, DIAMOND), RIGHT)])
def test_dg_20_a_touch_of_a_neighbouring_stack(neighbours: tuple[Colour, ...], way: int) -> None:
    assert pulled(reaching(*neighbours), line(way, OUT // 2, 600)) == Kind.TOUCHED


@pytest.mark.usefixtures("calm")
@pytest.mark.parametrize(("neighbour", "way"), [(RUBY, LEFT), (DIAMOND, RIGHT)])
def test_dg_a20_an_empty_spot_is_no_obstacle(neighbour: Colour, way: int) -> None:
    assert pulled(reaching(neighbour), then(line(way, TOKEN, 600), *[(16, 0, 40)] * 20)) == Kind.CLEAN


@pytest.mark.usefixtures("calm")
@pytest.mark.parametrize("side", [-1, 1])
def test_dg_20_a_touch_begins_where_the_room_ends(side: int) -> None:
    table = reaching(RUBY, DIAMOND)
    along = side * room(table)
    assert pulled(table, then(STILL, (64, along, 0), *[(16, 0, 40)] * 30)) == Kind.CLEAN
    assert pulled(table, then(STILL, (64, along + side, 0), *[(16, 0, 40)] * 30)) == Kind.TOUCHED


@pytest.mark.usefixtures("calm")
def test_dg_20_nothing_is_passed_through_between_two_far_samples() -> None:
    assert pulled(reaching(RUBY), then(STILL, (60, 2 * TOKEN + 200, 0))) == Kind.TOUCHED


@pytest.mark.usefixtures("calm")
def test_dg_20_a_corner_cut_between_two_looks_is_a_touch() -> None:
    table = reaching(RUBY)
    edge = then(STILL, (16, room(table) - 10, 0), *[(16, 0, 30)] * 10)
    assert pulled(table, edge) == Kind.LET_GO
    assert pulled(table, then(edge, (8, 60, 60))) == Kind.TOUCHED
    assert pulled(table, then(edge, (8, 0, 60), (8, 60, 0))) == Kind.LET_GO


def test_dg_20_the_tremor_alone_can_touch_while_the_hand_holds_still() -> None:
    table = reaching(RUBY)
    leaning = [(16 * i, min(i, 30), 0) for i in range(90)]
    found = {pulled(table, then(leaning, *[(240, 0, 0)] * 5), seed) for seed in range(40)}
    assert found == {Kind.TOUCHED, Kind.LET_GO}


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(8, 60), st.integers(-150, 150), st.integers(-150, 150)), max_size=60), st.integers(0, 2**32))
def test_dg_a20_where_no_neighbour_stands_every_pull_that_ends_outside_is_clean(ways: list[Sample], seed: int) -> None:
    path = then(STILL, *ways)
    while path[-1][2] < BEYOND:
        path = then(path, (30, 0, 150))
    assert pulled(reaching(EMERALD), path, seed) == Kind.CLEAN


def test_dg_a23_a_token_let_go_inside_the_crate() -> None:
    assert pulled(reaching(), line(0, OUT - AMPLITUDE - 1, 600)) == Kind.LET_GO
    assert pulled(reaching(RUBY, DIAMOND), STILL) == Kind.LET_GO
    assert pulled(reaching(RUBY, DIAMOND), [(0, 0, 0)]) == Kind.LET_GO


@given(st.integers(-REACH, REACH), st.integers(-REACH, REACH), st.integers(0, 300))
def test_a_token_may_be_grabbed_anywhere(x: int, y: int, seed: int) -> None:
    """What counts is how far the hand moves."""
    table, path = reaching(RUBY, DIAMOND), line(60, BEYOND, 800)
    assert pulled(table, [(ms, a + x, b + y) for ms, a, b in path], seed) == pulled(table, path, seed)


# Malformed paths


def crawl(count: int) -> list[Sample]:
    return [(5 * i, 0, 0) for i in range(count)]


MALFORMED: list[tuple[str, list[Sample]]] = [
    ("grab", [(0, REACH + 1, 0)] * 9),
    ("grab", [(0, 0, -REACH - 1)] * 9),
    ("grab", [(1, 0, 0), *STILL[1:]]),
    ("grab", [(-1, 0, 0), *STILL[1:]]),
    ("clock", then(STILL, (-10, 0, 0))),
    ("clock", then(STILL, (0, 0, 0))),
    ("speed", then(STILL, (16, 0, 421))),
    ("speed", then(STILL, (16, 298, 298))),
    ("speed", then(STILL, (1, 121, 0))),
    ("gap", then(STILL, (251, 0, 16))),
    ("gap", then(STILL, (65, 361, 0))),
    ("fast", [(179 * i // 5, 0, OUT * i // 5) for i in range(6)]),
    ("samples", line(0, BEYOND, 250, 4)),
    ("samples", crawl(2001)),
    ("late", then(STILL, *[(248, 0, 0)] * 48, (1, 0, 0))),
]
WELL_FORMED: list[tuple[Kind, list[Sample]]] = [
    (Kind.LET_GO, [(0, REACH, -REACH), *((ms, REACH, -REACH) for ms, _, _ in STILL[1:])]),
    (Kind.LET_GO, then(STILL, (1, 0, 0))),
    (Kind.LET_GO, then(STILL, (16, 0, 420))),
    (Kind.LET_GO, then(STILL, (1, 120, 0))),
    (Kind.LET_GO, then(STILL, (251, 0, 15))),
    (Kind.LET_GO, then(STILL, (250, 0, 360))),
    (Kind.LET_GO, then(STILL, (64, 500, 0))),
    (Kind.CLEAN, [(180 * i // 5, 0, OUT * i // 5) for i in range(6)]),
    (Kind.LET_GO, crawl(2000)),
    (Kind.LET_GO, then(STILL, *[(248, 0, 0)] * 48)),
]


@pytest.mark.usefixtures("calm")
@pytest.mark.parametrize(("why", "path"), MALFORMED)
def test_dg_a11_a_malformed_path_is_refused(why: str, path: list[Sample]) -> None:
    assert pulled(reaching(), path) == why


@pytest.mark.usefixtures("calm")
@pytest.mark.parametrize(("verdict", "path"), WELL_FORMED)
def test_dg_a11_a_path_at_the_limit_is_judged(verdict: Kind, path: list[Sample]) -> None:
    assert pulled(reaching(), path) == verdict


@pytest.mark.usefixtures("calm")
@pytest.mark.parametrize(("why", "path"), [one for one in MALFORMED if one[0] not in ("grab", "fast", "samples", "late")])
def test_dg_20_a_touch_seen_before_counts(why: str, path: list[Sample]) -> None:
    table, strange = reaching(RUBY), [(ms - STILL[-1][0], x, y) for ms, x, y in path[len(STILL) :]]
    assert pulled(table, then(line(TOKEN, 0, 300), *strange)) == Kind.TOUCHED
    assert pulled(table, then(path, (600, TOKEN, 0))) == why


# How hard it is: in docs/decisions/0008-the-hand.md


@pytest.mark.parametrize("neighbours", BESIDE)
def test_dg_a11_an_average_hand_touches_as_often_as_the_content_says(neighbours: tuple[Colour, ...]) -> None:
    """And so as often as a simulated one, which goes by the odds."""
    table = reaching(*neighbours)
    touched = next(move for move in MOVES if move.kind == Kind.TOUCHED)
    assert touches(table, pulls=2500) == pytest.approx(GAME.odds(table, touched) / 100, abs=0.02)


@pytest.mark.parametrize(("skill", "one", "two"), [(EXPERT, 0.02, 0.01), (CLUMSY, 0.33, 0.47)])
def test_dg_a11_a_better_hand_touches_less_often(skill: Skill, one: float, two: float) -> None:
    assert touches(reaching(RUBY), skill, 1000) == pytest.approx(one, abs=0.03)
    assert touches(reaching(RUBY, DIAMOND), skill, 1000) == pytest.approx(two, abs=0.03)


@pytest.mark.parametrize("touched", [2, 40])
@pytest.mark.parametrize("neighbours", BESIDE[1:])
def test_dg_a11_other_contents_are_kept_too(neighbours: tuple[Colour, ...], touched: int) -> None:
    table = reaching(*neighbours)
    table.touched = touched
    assert touches(table, pulls=800) == pytest.approx(touched / 100, abs=0.04)


@pytest.mark.parametrize("skill", [EXPERT, AVERAGE, CLUMSY, Skill(ms=1), Skill(200, 200, 300), Skill(0, 0, 5000)])
def test_dg_a11_a_simulated_hand_is_never_refused_and_never_lets_go(skill: Skill) -> None:
    for table in (reaching(), reaching(RUBY, DIAMOND)):
        assert set(outcomes(table, skill, 100)) <= {Kind.CLEAN, Kind.TOUCHED}


def test_dg_a20_no_hand_is_too_clumsy_where_nothing_stands() -> None:
    table: Table = reaching()
    give(table, 1, EMERALD)
    assert outcomes(table, CLUMSY, 300) == {Kind.CLEAN: 300}
