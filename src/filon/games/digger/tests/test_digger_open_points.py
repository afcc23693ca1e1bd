"""Digger's clauses: the open points and their options."""

import pytest

from filon.core import CHANCE, HAND, NEVER, NONE
from filon.core.label import OptionRefused
from filon.games.digger.label import LABEL
from filon.games.digger.parts import Colour, Ended, Ending, Kind, Phase, Refusal, Table
from filon.games.digger.rules import actor, due, ending, next_to, odds, ready, stamp, time_master, winners
from filon.games.digger.tests.scene import GAME, fresh, give, idle, move_of, offers, play, throw, why

WATER, GOLD, RUBY, EMERALD, DIAMOND = list(Colour)[:5]


def robbery(steal: str, seats: int = 4) -> Table:
    """Gold may be stolen; every opponent has gold, and seat 1 a ruby beside it."""
    table = fresh(seats, steal=steal)
    for victim in range(1, seats):
        give(table, victim, GOLD)
    give(table, 1, RUBY)
    throw(table, "gold black water water ruby")
    return table


def test_dg_a1_one_steals_a_single_token_per_colour_and_throw() -> None:
    table = robbery("one")
    play(table, "steal gold 2", "clean")
    assert why(table, "steal gold 1") == Refusal.ALREADY_USED
    assert why(table, "take gold") == Refusal.ALREADY_USED
    assert "steal ruby 1" in offers(table)


def test_dg_a1_each_steals_one_from_every_opponent_and_closes_the_pool() -> None:
    table = robbery("each")
    play(table, "steal gold 3", "clean")
    assert why(table, "take gold") == Refusal.POOL_CLOSED
    assert why(table, "steal gold 3") == Refusal.ALREADY_ROBBED
    play(table, "steal gold 1", "clean")
    assert {"steal gold 2", "throw"} <= offers(table)  # as many or as few
    assert table.loot[GOLD] == 2


def test_dg_a1_an_opponent_without_one_gives_nothing_and_nothing_replaces_it() -> None:
    table = robbery("each")
    table.player[2].crate[GOLD] = 0
    play(table, "steal gold 1", "clean")
    assert why(table, "steal gold 2") == Refusal.NOTHING_TO_STEAL
    assert why(table, "take gold") == Refusal.POOL_CLOSED


def test_dg_a1_a_touch_on_any_pull_costs_earlier_clean_ones_too() -> None:
    table = robbery("each")
    play(table, "steal gold 2", "clean", "steal gold 1", "touched")
    assert (table.pool[GOLD], table.player[2].crate[GOLD], table.player[1].crate[GOLD]) == (8, 0, 1)


def test_dg_a1_a_new_throw_or_the_first_stowed_token_ends_the_right() -> None:
    thrown, stowed = robbery("each"), robbery("each")
    give(thrown, 1, GOLD)
    play(thrown, "steal gold 1", "clean")
    throw(thrown, "water water water water black")
    assert why(thrown, "steal gold 2") == Refusal.NOT_SHOWN_EXACTLY_ONCE
    throw(thrown, "gold black water water water")
    assert {"take gold", "steal gold 1"} <= offers(thrown)  # a right of its own
    play(stowed, "steal gold 1", "clean", "stow gold")
    assert why(stowed, "steal gold 2") == Refusal.STOWING_HAS_BEGUN


def water_taken(water: str, river: str = "end-of-turn", last: bool = False) -> Table:
    table = fresh(water=water, river=river)
    give(table, 1, GOLD, RUBY)
    if last:
        table.box, table.pool[WATER] = 9, 1
    throw(table, "water gold black ruby ruby")
    play(table, "take water")
    return table


def test_dg_a2_stowed_water_is_loot_until_it_is_stowed() -> None:
    table = water_taken("stowed")
    assert (table.loot[WATER], table.box) == (1, 0)
    play(table, "sand-out")
    assert (table.pool[WATER], table.box) == (10, 0)


def test_dg_a2_water_at_once_is_never_loot_and_outlasts_the_sand() -> None:
    table = water_taken("at-once")
    assert (table.loot[WATER], table.box, table.pool[WATER]) == (0, 1, 9)
    assert "stop" in offers(table)
    play(table, "sand-out")
    assert (table.pool[WATER], table.box) == (9, 1)


def test_dg_a2_a_foul_brings_this_turns_water_back_from_the_box() -> None:
    table = fresh(2, water="at-once")
    throw(table, "water gold gold gold gold")
    play(table, "take water", "stop")
    give(table, 0, GOLD, RUBY)
    throw(table, "water gold black ruby ruby")
    play(table, "take water")
    throw(table, "water gold black ruby ruby")
    play(table, "take water")
    assert table.box == 3
    play(table, "steal gold 0", "touched")
    assert (table.pool[WATER], table.box) == (9, 1)


@pytest.mark.parametrize(
    ("water", "river", "end", "over"),
    [
        ("stowed", "end-of-turn", "sand-out", False),
        ("stowed", "end-of-turn", "touched", False),
        ("stowed", "once-dry", "sand-out", True),
        ("stowed", "once-dry", "touched", True),
        ("at-once", "end-of-turn", "sand-out", True),
        ("at-once", "end-of-turn", "touched", False),
        ("at-once", "once-dry", "touched", True),
        ("at-once", "end-of-turn", "stop", True),
    ],
)
def test_dg_a3_when_the_river_is_judged(water: str, river: str, end: str, over: bool) -> None:
    table = water_taken(water, river, last=True)
    play(table, *(["steal gold 1"] if end == "touched" else []), end)
    assert ending(table) == (Ending.RIVER_DRY if over else Ending.NOT_OVER)


def test_dg_a3_each_turn_looks_at_the_river_anew() -> None:
    table = water_taken("stowed", last=True)
    assert table.ran_dry == 1
    play(table, "sand-out")
    assert table.ran_dry == 0


def test_dg_a4_after_the_last_water_you_may_throw_again() -> None:
    table = water_taken("at-once", last=True)
    assert "throw" in offers(table)
    throw(table, "gold water water black black")
    play(table, "take gold", "stow gold", "stop")
    assert (table.player[0].crate[GOLD], ending(table)) == (1, Ending.RIVER_DRY)


def test_dg_a5_an_empty_pool_gives_nothing_but_the_colour_may_be_stolen() -> None:
    table = robbery("one", seats=3)
    table.pool[GOLD] = 0
    assert why(table, "take gold") == Refusal.POOL_EMPTY
    assert "steal gold 1" in offers(table)


def test_dg_a6_never_both_steal_and_take_one_colour() -> None:
    taken, stolen = robbery("each"), robbery("each")
    play(taken, "take gold")
    assert why(taken, "steal gold 1") == Refusal.ALREADY_USED
    play(stolen, "steal gold 1", "clean")
    assert why(stolen, "take gold") == Refusal.POOL_CLOSED


def test_dg_a7_all_stowed_is_kept_though_nobody_called_stop() -> None:
    table = fresh()
    throw(table, "gold water black black black")
    play(table, "take gold", "take water", "stow gold", "stow water", "sand-out")
    assert (table.player[0].crate[GOLD], table.box, table.last_turn) == (1, 1, Ended.SAND_OUT)


def test_dg_a8_the_stack_you_steal_from_is_no_neighbour_of_itself() -> None:
    table = fresh()
    give(table, 1, GOLD, GOLD, GOLD, EMERALD)  # opposite gold lies the emerald
    throw(table, "gold black water water ruby")
    play(table, "steal gold 1")
    assert why(table, "touched") == Refusal.NO_NEIGHBOUR


def test_dg_a9_each_glass_between_the_shortest_and_the_longest_is_equally_likely() -> None:
    table = fresh()
    lengths = {f"glass {sand}" for sand in range(2800, 3201, 10)}
    assert offers(table) == lengths
    assert {odds(table, move_of(name)) for name in lengths} == {1}
    assert why(table, "glass 2790") == Refusal.NO_SUCH_GLASS
    assert odds(table, move_of("glass 3210")) == 0


def test_dg_a9_exact_sand_is_thirty_seconds_every_time() -> None:
    assert offers(fresh(sand="exact")) == {"glass 3000"}


def test_dg_a9_the_pace_multiplies_the_sand_alone() -> None:
    table = fresh(pace=4)
    throw(table, "gold black black black black", sand=2810)
    assert due(table) == 4 * 2810
    assert ready(table) == table.air


def test_dg_a9_unlimited_means_no_sand() -> None:
    table = fresh(pace="unlimited")
    assert (table.phase, table.sand) == (Phase.READY, NONE)
    throw(table, "gold black black black black")
    assert due(table) == NEVER
    assert why(table, "sand-out", at=NEVER - 1) == Refusal.SAND_STILL_RUNS
    stamp(table, 10**8)
    play(table, "take gold", "stow gold", "stop")
    assert (table.phase, table.player[0].crate[GOLD], table.last_sand) == (Phase.READY, 1, NONE)


@pytest.mark.parametrize("pace", [2, 10, "unlimited"])
@pytest.mark.parametrize("most", [3, 8])
def test_dg_a9_with_any_pace_but_one_the_throws_are_counted(pace: int | str, most: int) -> None:
    table = fresh(pace=pace, throws=most)
    for _ in range(most):
        throw(table, "gold black black black black")
    assert why(table, "throw") == Refusal.NO_THROWS_LEFT
    play(table, "stop")
    throw(table, "gold black black black black")


def test_dg_a10_whole_stows_everything_and_stops_in_one_move() -> None:
    table = fresh(stowing="whole")
    throw(table, "gold ruby water black black")
    assert why(table, "stow-all") == Refusal.NOT_IN_THE_LOOT
    play(table, "take gold", "take ruby", "take water")
    assert why(table, "stow gold") == Refusal.ALL_AT_ONCE
    assert why(table, "stop") == Refusal.STOW_EVERYTHING_FIRST
    assert why(table, "stow-all", at=table.clock) == Refusal.HAND_BUSY
    play(table, "stow-all")
    assert (table.player[0].crate, table.box) == ([0, 1, 1, 0, 0], 1)
    assert (table.digger, table.last_turn, table.quiet) == (1, Ended.STOPPED, 0)


def test_dg_a10_by_hand_knows_no_single_move() -> None:
    table = fresh()
    throw(table, "gold black black black black")
    play(table, "take gold")
    assert why(table, "stow-all") == Refusal.ONE_BY_ONE


def pull(hand: str) -> Table:
    table = fresh(3, hand=[hand, "gesture", "gesture"])
    give(table, 1, GOLD, RUBY)
    throw(table, "gold black water water ruby")
    play(table, "steal gold 1")
    return table


@pytest.mark.parametrize("hand", ["gesture", "timing"])
def test_dg_a11_a_judged_hand_may_be_clean_touch_or_let_go(hand: str) -> None:
    table = pull(hand)
    assert actor(table) == HAND
    assert {name: odds(table, move_of(name)) for name in offers(table)} == {"clean": 89, "touched": 11, "let-go": 5}


def test_dg_a11_a_roll_is_thrown_by_chance_for_the_seat_that_chose_it() -> None:
    table = pull("roll")
    assert actor(table) == CHANCE
    assert {name: odds(table, move_of(name)) for name in offers(table)} == {"clean": 89, "touched": 11}
    assert why(table, "let-go") == Refusal.NOT_NOW
    play(table, "clean", "stow gold", "stop")
    give(table, 0, RUBY)
    throw(table, "ruby black water water gold")
    play(table, "steal ruby 0")
    assert actor(table) == HAND


@pytest.mark.parametrize("hand", ["gesture", "timing"])
def test_dg_a11_a_judged_pull_is_not_over_before_its_least_time_but_a_touch_may_be(hand: str) -> None:
    table = pull(hand)
    assert ready(table) == table.clock + table.pull
    for name in ("clean", "let-go"):
        assert why(table, name, at=table.clock + table.pull - 1) == Refusal.HAND_BUSY
    assert why(table, "touched", at=table.clock) == Refusal.LEGAL


def test_dg_a11_a_roll_falls_when_the_least_time_is_over() -> None:
    table = pull("roll")
    assert ready(table) == table.clock + table.pull
    for name in ("clean", "touched"):
        assert why(table, name, at=table.clock + table.pull - 1) == Refusal.HAND_BUSY
        assert why(table, name, at=table.clock + table.pull) == Refusal.LEGAL


@pytest.mark.parametrize("hand", ["gesture", "timing", "roll"])
def test_dg_a11_every_hand_takes_the_same_least_time_from_the_sand(hand: str) -> None:
    table = pull(hand)
    stolen = table.clock
    play(table, "clean")
    assert ready(table) == stolen + table.pull
    assert why(table, "stow gold", at=stolen + table.pull) == Refusal.LEGAL


def test_dg_a12_two_to_five_play_three_to_five_officially() -> None:
    assert (list(LABEL.seats), list(LABEL.official), LABEL.age) == ([2, 3, 4, 5], [3, 4, 5], 8)
    table = robbery("one", seats=3)
    assert why(table, "steal gold 3") == Refusal.NO_SUCH_SEAT


def test_dg_a12_between_two_the_opponent_is_time_master_and_each_is_one() -> None:
    one, each = robbery("one", seats=2), robbery("each", seats=2)
    assert (time_master(one), time_master(each)) == (1, 1)
    for table in (one, each):
        play(table, "steal gold 1", "clean")
    assert offers(one) == offers(each)


def test_dg_a13_a_tie_is_shared() -> None:
    table = fresh(3)
    give(table, 0, GOLD)
    give(table, 2, EMERALD, RUBY)
    assert winners(table) == [0, 2]


def test_dg_a14_the_host_names_the_first_digger_or_the_lot_does() -> None:
    assert fresh(5, first=5).digger == 4
    assert {fresh(3, first="lot", seed=seed).digger for seed in range(30)} == {0, 1, 2}
    with pytest.raises(OptionRefused, match="DG-A14"):
        fresh(3, first=4)


def test_dg_a17_exactly_once_means_in_the_current_throw() -> None:
    table = fresh()
    for _ in range(2):
        throw(table, "gold water black black ruby")
        play(table, "take gold", "take water")
    assert table.loot == [2, 2, 0, 0, 0]


def test_dg_a18_a_foul_costs_what_earlier_throws_gave_too() -> None:
    table = fresh()
    give(table, 1, GOLD, RUBY)
    throw(table, "diamond water water black black")
    play(table, "take diamond")
    throw(table, "gold black water water ruby")
    play(table, "steal gold 1", "touched")
    assert (table.pool[DIAMOND], table.loot) == (10, [0] * 5)


@pytest.mark.parametrize("end", ["touched", "sand-out"])
def test_dg_a19_a_token_in_the_hand_stays_with_its_owner(end: str) -> None:
    table = pull("gesture")
    play(table, end)
    assert (table.player[1].crate, table.pool[GOLD], table.colour) == ([0, 1, 1, 0, 0], 9, NONE)


def test_dg_a19_a_pull_completed_before_the_sand_ran_out_goes_to_the_pool() -> None:
    table = pull("gesture")
    play(table, "clean", "sand-out")
    assert (table.player[1].crate[GOLD], table.pool[GOLD]) == (0, 10)


def test_dg_a19_touch_or_sand_whichever_came_first() -> None:
    table = pull("gesture")
    assert why(table, "touched", at=due(table) - 1) == Refusal.LEGAL
    assert why(table, "touched", at=due(table)) == Refusal.NOT_NOW


@pytest.mark.parametrize(
    ("pulled", "others", "fouls"),
    [
        ("gold", [RUBY], True),
        ("gold", [DIAMOND], True),
        ("gold", [EMERALD], False),
        ("ruby", [GOLD], True),
        ("ruby", [EMERALD], True),
        ("ruby", [DIAMOND], False),
        ("emerald", [RUBY], True),
        ("emerald", [DIAMOND], True),
        ("emerald", [GOLD], False),
        ("diamond", [EMERALD], True),
        ("diamond", [GOLD], True),
        ("diamond", [RUBY], False),
        ("diamond", [], False),
        ("diamond", [EMERALD, GOLD], True),
    ],
)
def test_dg_a20_neighbours_are_the_two_next_spots_of_the_round_crate(pulled: str, others: list[Colour], fouls: bool) -> None:
    table = fresh()
    give(table, 1, Colour[pulled.upper()], *others)
    give(table, 2, *list(Colour)[1:5])  # another crate has no neighbours here
    throw(table, f"{pulled} black water water water")
    play(table, f"steal {pulled} 1")
    assert why(table, "touched") == (Refusal.LEGAL if fouls else Refusal.NO_NEIGHBOUR)
    assert odds(table, move_of("touched")) == (11 if fouls else 0)
    assert odds(table, move_of("clean")) == (89 if fouls else 100)


def test_dg_a20_the_content_says_how_the_gems_stand_around_a_crate() -> None:
    page = GAME.content()
    page["crates"]["around"] = ["gold", "emerald", "ruby", "diamond"]
    table = fresh(content=page)
    assert [[next_to(table, gem, way) for way in (1, 3)] for gem in (GOLD, EMERALD)] == [[EMERALD, DIAMOND], [RUBY, GOLD]]
    del page["crates"]["around"]  # a table opened before the key was there
    assert fresh(content=page).shift == [0] * 5


def test_dg_a21_from_the_first_stowed_token_on_no_throw_take_or_steal() -> None:
    table = robbery("one")
    play(table, "take gold", "stow gold")
    for name in ("throw", "take ruby", "steal ruby 1"):
        assert why(table, name) == Refusal.STOWING_HAS_BEGUN


def test_dg_a22_stop_after_a_throw_without_loot_but_not_before_or_with_some() -> None:
    table = fresh()
    play(table, "glass 3000")
    for name in ("stop", "take gold", "steal gold 1", "stow gold", "stow-all"):
        assert why(table, name) == Refusal.THROW_FIRST
    throw(table, "gold black black black black")
    assert "stop" in offers(table)
    play(table, "take gold")
    assert why(table, "stop") == Refusal.STOW_EVERYTHING_FIRST


@pytest.mark.parametrize("steal", ["one", "each"])
def test_dg_a23_a_pull_let_go_costs_only_time(steal: str) -> None:
    table = robbery(steal)
    before = table.copy()
    play(table, "steal gold 1", "let-go")
    assert table.clock == before.free + table.pull
    assert offers(table) == offers(before)
    assert {"steal gold 1", "steal gold 2", "take gold"} <= offers(table)
    assert (table.loot, table.player[1].crate) == (before.loot, before.player[1].crate)


def test_dg_a23_loot_cannot_be_put_back() -> None:
    table = fresh()
    throw(table, "water gold black black black")
    play(table, "take water")
    assert offers(table) == {"take gold", "throw", "stow water"}


def test_dg_a24_at_the_very_end_of_the_sand_it_is_too_late() -> None:
    table = fresh()
    throw(table, "gold ruby black black black")
    play(table, "take gold")
    for name in ("stow gold", "throw", "take ruby"):
        assert why(table, name, at=2999) == Refusal.LEGAL
        assert why(table, name, at=3000) == Refusal.NOT_NOW
    play(table, "stow gold")
    assert why(table, "stop", at=2999) == Refusal.LEGAL
    assert why(table, "stop", at=3000) == Refusal.NOT_NOW


def test_dg_a24_a_pull_completed_at_the_very_end_is_too_late() -> None:
    table = pull("gesture")
    assert why(table, "clean", at=due(table) - 1) == Refusal.LEGAL
    assert why(table, "clean", at=due(table)) == Refusal.NOT_NOW


@pytest.mark.parametrize("seats", [2, 5])
def test_dg_a26_twelve_rounds_without_water_for_the_box_end_the_game(seats: int) -> None:
    table = fresh(seats)
    idle(table, 12 * seats - 1)
    assert ending(table) == Ending.NOT_OVER
    idle(table)
    assert ending(table) == Ending.NO_WATER_TAKEN


def test_dg_a26_a_table_may_play_on() -> None:
    """Only sixty such rounds end it."""
    table = fresh(2, no_water="plays-on")
    idle(table, 60 * 2 - 1)
    assert ending(table) == Ending.NOT_OVER
    idle(table)
    assert ending(table) == Ending.NO_WATER_TAKEN


def test_dg_a26_water_in_the_box_begins_the_count_anew() -> None:
    table = fresh(2)
    idle(table, 23)
    throw(table, "water black black black black")
    play(table, "take water", "stow water", "stop")
    assert (ending(table), table.quiet) == (Ending.NOT_OVER, 0)


def test_dg_a26_water_that_came_back_does_not_count() -> None:
    fouled = water_taken("at-once")
    play(fouled, "steal gold 1", "touched")
    kept = water_taken("at-once")
    play(kept, "sand-out")
    assert (fouled.quiet, kept.quiet) == (1, 0)


def test_dg_a29_you_may_throw_again_after_taking_something() -> None:
    table = fresh()
    throw(table, "gold black black black black")
    play(table, "take gold")
    assert why(table, "throw") == Refusal.LEGAL


def test_dg_a30_the_pool_is_open_whether_or_not_somebody_has_one_and_never_a_must() -> None:
    poor, rich = fresh(), robbery("one")
    throw(poor, "gold black water water ruby")
    for table in (poor, rich):
        assert {"take gold", "throw", "stop"} <= offers(table)


def test_dg_a31_a_gem_goes_on_the_spot_of_its_own_colour() -> None:
    table = fresh()
    throw(table, "gold ruby emerald diamond water")
    for gem in ("gold", "ruby", "emerald", "diamond"):
        play(table, f"take {gem}")
    for gem in ("diamond", "gold", "emerald", "ruby"):
        before = list(table.player[0].crate)
        play(table, f"stow {gem}")
        before[Colour[gem.upper()]] += 1
        assert table.player[0].crate == before
    assert GAME.untimely(table, Kind.TAKE) == Refusal.STOWING_HAS_BEGUN
