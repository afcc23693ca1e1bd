"""Digger's hand as the house asks it: chunk by chunk, the same for people and robots."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from filon.core import HAND
from filon.core.pull import GOES_ON, Chunk, PullRefused, Sample
from filon.core.stream import seeded
from filon.core.texts.words import LANGUAGES
from filon.games.digger.hand import AVERAGE, CLUMSY, EXPERT, IDS, Skill, explain, judge, let_go, reach, seen, stop
from filon.games.digger.parts import MOVES, Colour, Kind, Refusal, Table
from filon.games.digger.pulls import gesture
from filon.games.digger.secrets import view
from filon.games.digger.tests.hand.pulls import BESIDE, DIAMOND, EMERALD, RUBY, line, outcome, pulled, reaching, then, whole
from filon.games.digger.tests.hand.twin import CASES, cases, written
from filon.games.digger.tests.scene import GAME
from filon.house.robots.in_memory import Robots
from filon.house.room.live import LiveTable
from filon.house.room.setup import set_up

REASONS = {"grab", "clock", "speed", "gap", "fast", "samples", "ahead", "late", "roll"}
UP = line(0, 900, 600)
BOTH = reaching(RUBY, DIAMOND)
TIMED = reaching(RUBY, DIAMOND, hand="timing")


def cut(samples: list[Sample], cuts: set[int], delay: int = 0) -> list[Chunk]:
    """The same path in several messages, each sent when its last sample was taken; one may be empty."""
    ends = [*sorted(cuts & set(range(len(samples)))), len(samples)]
    parts = [samples[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    arrivals = [max([ms for ms, _, _ in samples[:end]], default=0) + delay for end in ends]
    return [Chunk(at, part, is_last=at_end == len(samples)) for at, part, at_end in zip(arrivals, parts, ends, strict=True)]


# Chunks


paths = st.builds(
    lambda skill, seed: reach(seen(BOTH, 0), skill, seeded(seed)),
    st.sampled_from([EXPERT, AVERAGE, CLUMSY, Skill(90, 90, 500)]),
    st.integers(0, 500),
)
strange = st.sampled_from([(0, 0, 0), (-30, 0, 0), (16, 0, 2000), (700, 90, 0)])  # by how much a sample is off, (0, 0, 0) not at all


@settings(max_examples=200)
@given(paths, st.integers(0, 60), strange, st.sets(st.integers(0, 90)), st.integers(0, 400), st.integers(0, 300), st.booleans())
def test_dg_a11_it_makes_no_difference_how_a_path_is_cut(
    path: list[Sample], at: int, off: Sample, cuts: set[int], delay: int, seed: int, is_whole: bool
) -> None:
    at = min(at, len(path) - 1)
    spoilt = (path[at][0] + off[0], path[at][1] + off[1], path[at][2] + off[2])
    samples = [*path[:at], spoilt, *path[at + 1 :]][: None if is_whole else at + 1]
    assert outcome(BOTH, cut(samples, cuts, delay), seed=seed) == pulled(BOTH, samples, seed)


@settings(max_examples=60)
@given(paths, st.sets(st.integers(1, 90)), st.integers(0, 300))
def test_dg_a11_what_is_decided_stays_decided(path: list[Sample], cuts: set[int], seed: int) -> None:
    """Asked as each chunk arrives: nothing, then one verdict for good."""
    chunks = cut(path, cuts)
    said = [outcome(BOTH, chunks[:count], seed=seed) for count in range(len(chunks) + 1)]
    assert said[0] == "goes-on"
    assert said[-1] in (Kind.CLEAN, Kind.TOUCHED)
    assert said == ["goes-on"] * said.index(said[-1]) + [said[-1]] * (len(said) - said.index(said[-1]))


@pytest.mark.parametrize("after", [(5, 0, 0), (900, 10**9, 0), (-3, 0, 0)])
def test_dg_a19_nothing_after_a_verdict_is_looked_at(after: Sample) -> None:
    out = whole(UP, is_last=False)
    assert outcome(BOTH, [*out, Chunk(900, [after], is_last=False)], seed=4) == outcome(BOTH, out, seed=4) == Kind.CLEAN
    assert pulled(BOTH, [*UP, after], 4) == Kind.CLEAN
    let = whole(UP[:10])
    assert outcome(BOTH, [*let, Chunk(900, [after], is_last=True)], seed=4) == outcome(BOTH, let, seed=4) == Kind.LET_GO


def test_dg_a23_a_hand_lets_go_only_when_it_says_so() -> None:
    assert outcome(BOTH, []) == "goes-on"
    assert outcome(BOTH, whole(UP[:10], is_last=False)) == "goes-on"
    assert outcome(BOTH, [*whole(UP[:10], is_last=False), Chunk(5000, [], is_last=True)]) == Kind.LET_GO
    assert outcome(BOTH, [Chunk(0, [], is_last=True)]) == Kind.LET_GO
    assert MOVES[let_go()].kind == Kind.LET_GO
    assert judge(BOTH, [], 60, 1) == GOES_ON


# At a keyboard


@pytest.mark.parametrize("table", [BOTH, reaching(RUBY), reaching()])
def test_dg_a11_a_seat_that_pulls_by_hand_may_stop_the_marker_instead(table: Table) -> None:
    for ms in range(1, 2500, 13):
        assert judge(table, [Chunk(ms, [(ms, 0, 0)], is_last=True)], 60, 9) == stop(table, ms, 9)
        assert judge(table, [Chunk(ms, [(ms, 0, 0)], False), Chunk(ms, [], True)], 60, 9) == stop(table, ms, 9)


@pytest.mark.parametrize("path", [[(0, 0, 0)], [(700, 1, 0)], [(700, 0, 1)], [(700, 0, 0), (708, 0, 0)], []])
def test_dg_a23_no_other_path_stops_the_marker(path: list[Sample]) -> None:
    assert outcome(BOTH, whole(path)) == ("grab" if path and path[0][0] else Kind.LET_GO)
    assert outcome(BOTH, [Chunk(1061, [(1000, 0, 0)], is_last=False)]) == "grab"


def test_dg_a11_a_marker_stopped_at_a_keyboard_is_not_stopped_long_ago() -> None:
    assert outcome(BOTH, [Chunk(1000 + 371, [(1000, 0, 0)], is_last=True)]) == "late"


@pytest.mark.parametrize("others", [(), (RUBY,), (RUBY, DIAMOND)])
def test_dg_a11_the_marker_shown_to_both_kinds_of_hand_is_the_same(others: tuple[Colour, ...]) -> None:
    by_hand, timed = seen(reaching(*others), 9), seen(reaching(*others, hand="timing"), 9)
    assert {key: by_hand[key] for key in ("bar", "period", "phase", "window")} == {key: timed[key] for key in timed if key != "kind"}


# The house's clock


@pytest.mark.parametrize(("trip", "allowed"), [(0, 20), (-5, 20), (60, 60), (10**9, 400)])
def test_dg_a11_a_path_may_not_be_ahead_of_the_clock(trip: int, allowed: int) -> None:
    inside = line(0, 700, 600)
    assert outcome(BOTH, [Chunk(600 - allowed, inside, is_last=True)], trip, 4) == Kind.LET_GO
    assert outcome(BOTH, [Chunk(599 - allowed, inside, is_last=True)], trip, 4) == "ahead"


def test_dg_20_a_touch_before_the_path_runs_ahead_counts() -> None:
    early = line(gesture.TOKEN, 0, 300)
    assert outcome(BOTH, [Chunk(300, then(early, (400, 0, 0)), is_last=True)]) == Kind.TOUCHED


@pytest.mark.parametrize(("trip", "allowed"), [(0, 1790), (60, 1870), (10**9, 2550)])
def test_dg_a11_a_path_may_be_late_but_not_for_ever(trip: int, allowed: int) -> None:
    assert outcome(BOTH, [Chunk(600 + allowed, UP, is_last=True)], trip, 4) == Kind.CLEAN
    assert outcome(BOTH, [Chunk(601 + allowed, UP, is_last=True)], trip, 4) == "late"


def test_dg_a11_a_marker_is_not_stopped_long_ago() -> None:
    """In the time a path may be late by, it would have come back."""
    assert outcome(TIMED, [Chunk(1000 + 370, [(1000, 0, 0)], is_last=True)]) in (Kind.CLEAN, Kind.TOUCHED)
    assert outcome(TIMED, [Chunk(1000 + 371, [(1000, 0, 0)], is_last=True)]) == "late"
    assert outcome(TIMED, [Chunk(1000, [(1061, 0, 0)], is_last=True)]) == "ahead"


@pytest.mark.parametrize("table", [BOTH, TIMED])
def test_dg_a24_the_judge_looks_at_neither_clock_nor_sand(table: Table) -> None:
    other = table.copy()
    other.clock, other.turned, other.free, other.sand = table.clock + 9999, 7, 1, 2500
    for seed in range(30):
        chunks = whole(reach(seen(table, seed), CLUMSY, seeded(seed)))
        assert judge(other, chunks, 60, seed) == judge(table, chunks, 60, seed) == judge(view(table, 0), chunks, 60, seed)


# Anything may come over the wire


numbers = st.integers(-5, 40) | st.integers(-3000, 3000) | st.integers() | st.sampled_from([2**63, -(2**64), 10**400])
chunks = st.lists(st.builds(Chunk, numbers, st.lists(st.tuples(numbers, numbers, numbers), max_size=12), st.booleans()), max_size=5)


@settings(max_examples=300)
@given(chunks, numbers, numbers, st.sampled_from(["gesture", "timing", "roll"]))
def test_dg_a11_whatever_arrives_is_judged_or_refused(chunks: list[Chunk], trip: int, seed: int, hand: str) -> None:
    said = outcome(reaching(RUBY, hand=hand), chunks, trip, seed)
    assert said in {"goes-on", *IDS} | REASONS


@settings(max_examples=200)
@given(st.lists(st.tuples(st.integers(1, 300), st.integers(-400, 400), st.integers(-400, 400)), max_size=40), st.integers(0, 2**32))
def test_dg_a11_wild_but_forward_paths_are_judged_or_refused(ways: list[Sample], seed: int) -> None:
    assert pulled(BOTH, then([(0, 0, 0)], *ways), seed) in {Kind.CLEAN, Kind.TOUCHED, Kind.LET_GO} | REASONS


def test_dg_a11_nobody_pulls_where_chance_does() -> None:
    assert outcome(reaching(RUBY, hand="roll"), whole(UP)) == "roll"
    assert outcome(reaching(RUBY, hand="roll"), []) == "roll"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_its_words(language: str) -> None:
    words = GAME.words(language)
    assert len({explain(PullRefused(why), words) for why in REASONS}) == len(REASONS)


@pytest.mark.parametrize("hand", ["gesture", "timing"])
def test_dg_a11_the_judge_says_what_the_law_allows(hand: str) -> None:
    for table in (reaching(hand=hand), reaching(EMERALD, hand=hand), reaching(RUBY, hand=hand), reaching(RUBY, DIAMOND, hand=hand)):
        table.clock = GAME.ready(table)
        for seed in range(60):
            move = judge(table, whole(reach(seen(table, seed), CLUMSY, seeded(seed))), 60, seed)
            assert GAME.refusal(table, HAND, MOVES[move]) == Refusal.LEGAL


# What a client is shown


def leaves(held: Any) -> list[Any]:
    if isinstance(held, dict | list):
        return [leaf for one in (held.values() if isinstance(held, dict) else held) for leaf in leaves(one)]
    return [held]


@pytest.mark.parametrize("hand", ["gesture", "timing", "roll"])
def test_dg_a11_what_is_shown_is_the_kind_of_hand_and_whole_numbers(hand: str) -> None:
    for others in [(), *BESIDE]:
        shown = seen(reaching(*others, hand=hand), 2**32 - 1)
        assert json.loads(json.dumps(shown)) == shown
        assert shown.pop("kind") == hand
        assert all(type(leaf) is int for leaf in leaves(shown))


def test_dg_a20_what_is_shown_is_who_stands_where() -> None:
    shown = seen(reaching(RUBY, RUBY), 1)
    assert shown["beside"] == [[DIAMOND, 0], [RUBY, 2]]
    assert shown["stacks"] == [[170 + shown["room"], -170, 510 + shown["room"], 170]]
    assert seen(reaching(EMERALD), 1)["stacks"] == []
    assert (shown["token"], shown["start"], shown["out"]) == (340, [0, 0], 800)


def twin(shown: dict[str, Any], samples: list[Sample]) -> Kind:
    """A client's own judge of a well-formed path, from nothing but what it is shown: it looks at each millisecond."""
    shake, was = shown["tremor"], samples[0]

    def sway(ms: int, phases: list[int]) -> int:
        total = 0
        for (weight, rate), phase in zip(shake["waves"], phases, strict=True):
            turn = (phase + rate * ms) % 65536
            half = turn % 32768
            total += weight * (half * (32768 - half) // 2**18) * (1 if turn < 32768 else -1)
        return int(shake["amplitude"] * min(ms, shake["swell"]) * total // (10 * 1024 * shake["swell"]))

    for now in samples[1:]:
        for ms in range(was[0] + 1, now[0] + 1):
            x, y = (a + (b - a) * (ms - was[0]) / (now[0] - was[0]) for a, b in zip(was[1:], now[1:], strict=True))
            x, y, half = x + sway(ms, shake["phases"][:3]), y + sway(ms, shake["phases"][3:]), shown["token"] / 2
            if any(a - half < x < c + half and b - half < y < d + half for a, b, c, d in shown["stacks"]):
                return Kind.TOUCHED
            if y >= shown["out"]:
                return Kind.CLEAN
        was = now
    return Kind.LET_GO


def test_dg_a11_what_is_shown_is_enough_to_see_a_touch_coming() -> None:
    """All but the closest calls, which fall between two looks of the one or the other."""
    for table in (BOTH, reaching(RUBY), reaching()):
        luck = seeded(3)
        tries = [(seed, reach(seen(table, seed), CLUMSY, luck)) for seed in range(120)]
        assert sum(twin(seen(table, seed), path) == pulled(table, path, seed) for seed, path in tries) >= 116


def test_dg_a11_what_is_shown_of_a_marker() -> None:
    shown = seen(TIMED, 9)
    for ms in range(0, 3000, 7):
        way = (ms + shown["phase"]) % shown["period"] * 2 * shown["bar"] // shown["period"]
        at = min(way, 2 * shown["bar"] - way)
        expected = Kind.CLEAN if shown["window"][0] <= at <= shown["window"][1] else Kind.TOUCHED
        assert pulled(TIMED, [(ms, 0, 0)], 9) == expected


# Robots


@pytest.mark.parametrize("table", [BOTH, TIMED])
def test_a_simulated_hand_is_the_same_for_the_same_luck(table: Table) -> None:
    pull = seen(table, 1)
    assert reach(pull, AVERAGE, seeded(5)) == reach(pull, AVERAGE, seeded(5)) != reach(pull, AVERAGE, seeded(6))


@pytest.mark.parametrize("hand", ["gesture", "timing"])
def test_dg_a11_robots_pull_through_the_same_judge(hand: str) -> None:
    """Their every pull is clean or a touch, as often as the odds say."""
    found: list[tuple[int, Kind]] = []
    for seed in range(12):
        setup = set_up(GAME, ["Ada", "Bram", "Chloé"], {"hand": hand}, robots=["random"] * 3, seed=seed)
        live = LiveTable(setup, setup.chance())
        Robots(live, seed).play_out(1500)
        found += [(line.seat, Kind(line.move.kind)) for line in live.played if line.move.kind in IDS]
    kinds = [kind for _, kind in found]
    assert {seat for seat, _ in found} == {HAND}
    assert len(kinds) > 150
    assert kinds.count(Kind.LET_GO) == 0
    assert 0.04 < kinds.count(Kind.TOUCHED) / len(kinds) < 0.16


# A browser


def test_dg_a11_the_twin_in_a_browser_is_tried_with_what_the_judge_says() -> None:
    """Its own tests read the file; both verdicts occur in it."""
    assert CASES.read_text(encoding="utf-8") == written(), "run: python -m filon.games.digger.tests.hand.twin"
    assert {pull["verdict"] for pull in cases()["pulls"]} == {"out", "touched"}
