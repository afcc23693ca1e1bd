"""Digger's clauses: a turn, its end, the score, the worked example."""

import pytest

from filon.core import CHANCE, HAND, NEVER, NOBODY, NONE, TIME
from filon.games.digger.parts import Colour, Ended, Ending, Kind, Phase, Refusal, Table
from filon.games.digger.rules import actor, due, ending, ready, scores, stamp, time_master, winners
from filon.games.digger.tests.scene import GAME, fresh, give, idle, move_of, offers, play, throw, why

WATER, GOLD, RUBY, EMERALD, DIAMOND = list(Colour)[:5]
ALL_GEMS = "gold ruby emerald diamond black"


def test_dg_10_the_named_player_digs_first_and_turns_pass_to_the_left() -> None:
    table = fresh(3, first=2)
    diggers = []
    for _ in range(4):
        diggers.append(table.digger)
        idle(table)
    assert diggers == [1, 2, 0, 1]


def test_dg_10_nobody_else_may_throw() -> None:
    table = fresh()
    play(table, "glass 3000")
    assert GAME.refusal(table, 1, move_of("throw")) == Refusal.NOT_YOURS


def test_dg_11_the_time_master_sits_on_the_right() -> None:
    table = fresh(4)
    assert (table.digger, time_master(table)) == (0, 3)
    idle(table)
    assert (table.digger, time_master(table)) == (1, 0)


def test_dg_12_the_sand_runs_from_the_first_throw_on() -> None:
    table = fresh()
    play(table, "glass 3000")
    stamp(table, 5000)
    assert due(table) == NEVER
    throw(table, "gold ruby emerald diamond water")
    assert due(table) == 5000 + 3000
    throw(table, "gold ruby emerald diamond water")
    assert due(table) == 5000 + 3000


def test_dg_12_the_sand_runs_while_you_throw_take_steal_and_stow() -> None:
    table = fresh()
    give(table, 1, RUBY)
    play(table, "glass 3000", "throw")
    assert due(table) == 3000
    play(table, *(f"die {colour}" for colour in ALL_GEMS.split()))
    assert due(table) == 3000
    play(table, "take gold", "steal ruby 1")
    assert due(table) == 3000
    play(table, "clean", "stow gold")
    assert due(table) == 3000
    play(table, "stow ruby", "stop")
    assert due(table) == NEVER


def test_dg_13_throw_as_often_as_you_like_always_five_dice() -> None:
    table = fresh()
    for count in range(1, 11):
        throw(table, "black black black black black")
        assert (table.throws, sum(table.shown)) == (count, 5)


def test_dg_13_dice_in_the_air_let_nothing_be_done() -> None:
    table = fresh()
    throw(table, ALL_GEMS)
    assert ready(table) == table.air
    for name in ("throw", "take gold", "steal gold 1", "stow gold", "stop"):
        assert why(table, name, at=table.air - 1) == Refusal.DICE_IN_THE_AIR
    assert why(table, "take gold", at=table.air) == Refusal.LEGAL


@pytest.mark.parametrize("colour", ["water", "gold", "ruby", "emerald", "diamond"])
def test_dg_14_a_colour_that_shows_exactly_once_may_be_taken_once(colour: str) -> None:
    table = fresh()
    throw(table, f"{colour} black black black black")
    assert {name for name in offers(table) if name.startswith("take")} == {f"take {colour}"}
    play(table, f"take {colour}")
    assert why(table, f"take {colour}") == Refusal.ALREADY_USED


def test_dg_14_a_colour_that_shows_twice_or_not_at_all_gives_nothing() -> None:
    table = fresh()
    throw(table, "gold gold ruby ruby ruby")
    for colour in ("water", "gold", "ruby"):
        assert why(table, f"take {colour}") == Refusal.NOT_SHOWN_EXACTLY_ONCE


def test_dg_14_what_is_not_used_lapses_with_the_next_throw() -> None:
    table = fresh()
    throw(table, "gold black black black black")
    throw(table, "black black black black black")
    assert why(table, "take gold") == Refusal.NOT_SHOWN_EXACTLY_ONCE


def test_dg_14_in_any_order_each_take_keeping_the_hand_busy() -> None:
    table = fresh()
    throw(table, "diamond gold black black water")
    play(table, "take water")
    assert why(table, "take diamond", at=table.clock + table.take - 1) == Refusal.HAND_BUSY
    play(table, "take diamond", "take gold")
    assert table.loot == [1, 1, 0, 0, 1]


def test_dg_15_nothing_need_be_taken() -> None:
    table = fresh()
    throw(table, "water gold ruby emerald diamond")
    assert {"throw", "stop"} <= offers(table)
    play(table, "take gold")
    assert "throw" in offers(table)


def test_dg_16_what_is_taken_is_loot_not_yet_in_the_crate() -> None:
    table = fresh()
    throw(table, "gold black black black black")
    play(table, "take gold")
    assert (table.loot[GOLD], table.player[0].crate[GOLD], table.pool[GOLD]) == (1, 0, 9)


def test_dg_17_one_black_lets_each_single_gem_be_stolen_from_anybody_in_any_order() -> None:
    table = fresh(3)
    give(table, 1, GOLD, RUBY)
    give(table, 2, GOLD, DIAMOND)  # seat 2 is the time master
    throw(table, "gold ruby diamond black water")
    steals = {name for name in offers(table) if name.startswith("steal")}
    assert steals == {"steal gold 1", "steal ruby 1", "steal gold 2", "steal diamond 2"}
    play(table, "steal diamond 2", "clean", "steal gold 1", "clean", "steal ruby 1", "clean")
    assert table.loot == [0, 1, 1, 0, 1]
    assert table.player[1].crate == [0, 0, 0, 0, 0]


@pytest.mark.parametrize("dice", ["gold ruby emerald diamond water", "gold ruby emerald black black"])
def test_dg_17_without_exactly_one_black_there_is_no_stealing(dice: str) -> None:
    table = fresh()
    give(table, 1, GOLD)
    throw(table, dice)
    assert why(table, "steal gold 1") == Refusal.NO_SINGLE_BLACK


def test_dg_17_the_gem_too_must_show_exactly_once_and_not_be_your_own() -> None:
    table = fresh()
    give(table, 0, RUBY)
    give(table, 1, GOLD)
    throw(table, "gold gold ruby black water")
    assert why(table, "steal gold 1") == Refusal.NOT_SHOWN_EXACTLY_ONCE
    assert why(table, "steal ruby 0") == Refusal.OWN_CRATE


def test_dg_18_water_is_never_stolen() -> None:
    table = fresh()
    throw(table, "water gold black ruby ruby")
    assert why(table, "steal water 1") == Refusal.WATER_IS_NEVER_STOLEN


def test_dg_19_where_nobody_has_one_or_you_would_rather_not_steal_the_pool_is_open() -> None:
    table = fresh()
    give(table, 1, RUBY)
    throw(table, ALL_GEMS)
    assert why(table, "steal gold 1") == Refusal.NOTHING_TO_STEAL
    play(table, "take gold", "take ruby")
    assert table.player[1].crate[RUBY] == 1


def foul_after(*before: str, water: str = "stowed") -> Table:
    """Seat 0 held an emerald, collected some loot, and touches while it pulls a ruby from seat 1."""
    table = fresh(water=water)
    give(table, 0, EMERALD)
    give(table, 1, RUBY, EMERALD, GOLD)
    throw(table, "gold ruby water black emerald")
    play(table, *before, "steal ruby 1", "touched")
    return table


def test_dg_20_a_touch_ends_the_turn_and_all_that_was_acquired_goes_to_the_pool() -> None:
    table = foul_after("take water", "steal gold 1", "clean")
    assert table.pool == [10, 10, 9, 8, 10]
    assert table.player[0].crate == [0, 0, 0, 1, 0]
    assert table.player[1].crate == [0, 0, 1, 1, 0]  # the gold does not come back
    assert (table.digger, table.last_turn, table.box) == (1, Ended.FOUL, 0)


def test_dg_20_only_a_hand_in_a_crate_can_foul() -> None:
    table = fresh()
    throw(table, ALL_GEMS)
    play(table, "take gold", "stow gold")
    stamp(table, ready(table))
    assert GAME.refusal(table, HAND, move_of("touched")) == Refusal.NOT_YOURS
    assert GAME.untimely(table, Kind.TOUCHED) == Refusal.NOT_NOW


def test_dg_21_every_token_is_stowed_one_by_one_in_any_order() -> None:
    table = fresh()
    throw(table, "gold water ruby black black")
    play(table, "take gold", "take water", "take ruby")
    assert why(table, "stop") == Refusal.STOW_EVERYTHING_FIRST
    assert why(table, "stow diamond") == Refusal.NOT_IN_THE_LOOT
    play(table, "stow ruby")
    assert why(table, "stow water", at=table.clock + table.stow - 1) == Refusal.HAND_BUSY
    play(table, "stow water", "stow gold")
    assert table.player[0].crate == [0, 1, 1, 0, 0]
    assert (table.box, table.loot) == (1, [0] * 5)


def test_dg_21_a_hand_that_stows_is_busy_whatever_the_dice_show() -> None:
    table = fresh()
    throw(table, "gold black black black black")
    play(table, "take gold")
    throw(table, "gold black black black black")
    play(table, "stow gold")
    assert why(table, "stop", at=table.clock) == Refusal.HAND_BUSY


def test_dg_22_when_all_is_stowed_only_stop_is_left_and_everything_is_kept() -> None:
    table = fresh()
    throw(table, "gold diamond black black black")
    play(table, "take gold", "stow gold")
    assert why(table, "stop", at=table.clock + table.stow - 1) == Refusal.HAND_BUSY
    assert offers(table) == {"stop"}
    play(table, "stop")
    assert (table.player[0].crate[GOLD], table.digger, table.last_turn) == (1, 1, Ended.STOPPED)


def test_dg_23_when_the_sand_is_out_the_loot_goes_back_and_what_is_stowed_stays() -> None:
    table = fresh()
    throw(table, "gold ruby water black black")
    play(table, "take gold", "take ruby", "take water", "stow gold", "sand-out")
    assert table.player[0].crate == [0, 1, 0, 0, 0]
    assert table.pool == [10, 9, 10, 10, 10]
    assert (table.digger, table.last_turn, table.last_sand) == (1, Ended.SAND_OUT, 3000)


def test_dg_23_dice_in_the_air_give_nothing() -> None:
    table = fresh()
    throw(table, "black black black black black")
    stamp(table, due(table) - 1)
    throw(table, ALL_GEMS)
    assert ready(table) > due(table)
    play(table, "sand-out")
    assert (table.digger, table.shown) == (1, [0] * 6)
    play(table, "glass 3000")
    assert ready(table) == table.clock  # the next digger need not wait for them


def test_dg_23_the_sand_is_not_called_out_before_it_is() -> None:
    table = fresh()
    assert GAME.refusal(table, TIME, move_of("sand-out")) == Refusal.SAND_STILL_RUNS
    throw(table, ALL_GEMS)
    assert why(table, "sand-out", at=2999) == Refusal.SAND_STILL_RUNS
    assert why(table, "sand-out", at=3000) == Refusal.LEGAL
    assert GAME.refusal(table, 0, move_of("sand-out")) == Refusal.NOT_YOURS


@pytest.mark.parametrize("end", ["stop", "touched", "sand-out"])
def test_dg_24_however_a_turn_ended_the_digger_becomes_the_time_master_of_the_next(end: str) -> None:
    table = fresh()
    give(table, 1, GOLD, RUBY)
    throw(table, "gold black water water water")
    play(table, *(["steal gold 1"] if end == "touched" else []), end)
    assert (table.digger, time_master(table), table.phase, actor(table)) == (1, 0, Phase.FILLING, CHANCE)
    assert (table.sand, table.throws, table.free, table.victim, sum(table.shown)) == (NONE, 0, 0, NONE, 0)


def take_last_water(table: Table) -> None:
    table.box += table.pool[WATER] - 1
    table.pool[WATER] = 1
    throw(table, "water gold black black black")
    play(table, "take water")


def test_dg_30_without_water_in_the_pool_the_game_ends_with_the_turn() -> None:
    table = fresh()
    take_last_water(table)
    play(table, "take gold", "stow gold", "stow water")
    assert ending(table) == Ending.NOT_OVER
    play(table, "stop")
    assert (ending(table), actor(table), table.player[0].crate[GOLD]) == (Ending.RIVER_DRY, NOBODY, 1)
    assert GAME.refusal(table, 1, move_of("throw")) == Refusal.GAME_OVER


def test_dg_31_tokens_times_values_and_nothing_for_water() -> None:
    table = fresh(3)
    give(table, 0, GOLD, GOLD, RUBY)
    give(table, 1, EMERALD, DIAMOND)
    table.loot[GOLD] = 3
    assert scores(table) == [3 + 3 + 1, 2 + 1, 0]


def test_dg_32_the_highest_score_wins() -> None:
    table = fresh(3)
    give(table, 1, GOLD)
    give(table, 2, EMERALD)
    assert winners(table) == [1]


def worked_example() -> Table:
    table = fresh(3)
    give(table, 1, GOLD, GOLD, RUBY)
    return table


def first_throw(table: Table) -> None:
    throw(table, "ruby ruby emerald emerald water")
    assert offers(table) == {"take water", "throw", "stop"}
    play(table, "take water")


def second_throw(table: Table) -> None:
    throw(table, "ruby ruby gold water black")
    assert offers(table) == {"steal gold 1", "take gold", "take water", "throw", "stow water"}
    play(table, "steal gold 1", "clean", "take water")


def third_throw(table: Table) -> None:
    throw(table, "black black gold water ruby")
    assert offers(table) == {"take gold", "take water", "take ruby", "throw", "stow water", "stow gold"}
    play(table, "take gold", "take water", "take ruby")


def stow_and_stop(table: Table) -> None:
    play(table, *["stow gold"] * 2, "stow ruby", *["stow water"] * 3)
    assert table.clock < due(table)
    play(table, "stop")
    assert table.player[0].crate == [0, 2, 1, 0, 0]
    assert table.player[1].crate == [0, 1, 1, 0, 0]
    assert (table.box, table.pool, table.last_turn) == (3, [7, 7, 8, 10, 10], Ended.STOPPED)


def test_dg_40_two_red_two_green_one_blue_give_one_blue_and_nothing_else() -> None:
    first_throw(worked_example())


def test_dg_41_one_black_lets_yellow_be_stolen_but_not_blue() -> None:
    table = worked_example()
    first_throw(table)
    second_throw(table)


def test_dg_42_two_black_leave_yellow_blue_and_red_from_the_pool() -> None:
    table = worked_example()
    first_throw(table)
    second_throw(table)
    third_throw(table)


def test_dg_43_the_whole_example_in_order_stowed_and_stopped_in_time() -> None:
    table = worked_example()
    first_throw(table)
    second_throw(table)
    third_throw(table)
    stow_and_stop(table)
