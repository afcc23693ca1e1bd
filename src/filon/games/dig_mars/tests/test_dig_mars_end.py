"""Dig Mars' clauses: the end."""

from itertools import cycle, product

import pytest

from filon.core import NOBODY, NONE
from filon.core.compiled.dice import dice_of
from filon.core.compiled.play import make_play
from filon.core.compiled.rule import batch, room_for_ids, unbatch
from filon.games.dig_mars.parts import LONGEST, Bonus, Ending, Phase, Refusal, Table
from filon.games.dig_mars.rules import is_stuck
from filon.games.dig_mars.tests.dig_mars_scene import GAME, begun, dealt, fortunes, lay_open, move_of, play, station, use_up_all_but, why


def nearly_over(seats: int = 2, **options: str) -> Table:
    """One explored tile of 1 fortune is left, under the station of seat 0."""
    table = begun(seats, **options)
    use_up_all_but(table, "a1")
    lay_open(table, "a1")
    return table


def is_over(table: Table, ending: Ending, *winners: int) -> bool:
    return (GAME.actor(table), GAME.ending(table), GAME.winners(table)) == (NOBODY, ending, list(winners))


@pytest.mark.parametrize(("seats", "goal"), [(2, 40), (3, 30), (4, 20)])
def test_dm_50_announcing_needs_enough_fortune_and_wins_at_once(seats: int, goal: int) -> None:
    table = begun(seats)
    table.player[0].fortune, table.player[1].fortune = goal - 1, goal + 50
    assert why(table, "announce") == Refusal.NOT_ENOUGH_FORTUNE
    table.player[0].fortune = goal
    play(table, "announce")
    assert is_over(table, Ending.ANNOUNCED, 0)
    assert GAME.refusal(table, 0, move_of("end-turn")) == Refusal.GAME_OVER


def test_dm_50_at_any_moment_of_your_own_turn_and_only_then() -> None:
    table = begun()
    station(table, 1, "a1")
    table.player[1].fortune = 39
    lay_open(table, "a1", fortune=2)
    play(table, "transport a1")
    assert GAME.refusal(table, 1, move_of("announce")) == Refusal.NOT_YOURS
    play(table, "end-turn")
    assert why(table, "announce") == Refusal.LEGAL
    play(table, "move d4 c4", "move c4 b4", "move b4 a4", "announce")
    assert is_over(table, Ending.ANNOUNCED, 1)


def test_dm_50_you_need_not_announce() -> None:
    table = begun()
    table.player[0].fortune = 41
    play(table, "end-turn")
    assert table.phase == Phase.ACTING


def test_dm_a8_not_during_the_first_placement() -> None:
    table = dealt()
    table.player[0].fortune = 99
    assert why(table, "announce") == Refusal.PLACE_THE_STATION_FIRST


def test_dm_51_taking_the_last_tile_does_not_end_the_turn() -> None:
    table = nearly_over()
    table.player[0].fortune = 39
    table.bonus[Bonus.POINT] = 1
    play(table, "transport a1", "take-point", "move a1 b1", "upgrade dig", "announce")
    assert is_over(table, Ending.ANNOUNCED, 0)


def test_dm_51_then_the_most_fortune_wins() -> None:
    table = nearly_over(3)
    table.player[2].fortune = 5
    play(table, "transport a1", "end-turn")
    assert is_over(table, Ending.LAST_TILE, 2)
    assert fortunes(table) == [1, 0, 5]


def test_dm_a9_a_tie_is_shared() -> None:
    table = nearly_over(3)
    table.player[1].fortune = 1
    play(table, "transport a1", "end-turn")
    assert is_over(table, Ending.LAST_TILE, 0, 1)


def test_dm_a12_by_default_the_others_cannot_announce_any_more() -> None:
    table = nearly_over(3, last_tile="turn")
    table.player[1].fortune = 99
    play(table, "transport a1", "end-turn")
    assert is_over(table, Ending.LAST_TILE, 1)


def test_dm_a12_round_gives_each_other_player_a_turn_to_announce_and_nothing_else() -> None:
    table = nearly_over(3, last_tile="round")
    table.player[0].fortune = 90
    table.player[2].fortune = 30
    play(table, "transport a1", "end-turn")
    assert (table.phase, table.turn) == (Phase.LAST_CALL, 1)
    for name in ("move d4 c4", "upgrade dig", "dig d4", "place d4"):
        assert why(table, name) == Refusal.ONLY_ANNOUNCING_NOW
    assert why(table, "announce") == Refusal.NOT_ENOUGH_FORTUNE
    play(table, "end-turn")
    assert table.turn == 2
    play(table, "announce")
    assert is_over(table, Ending.ANNOUNCED, 2)


def test_dm_a12_round_ends_after_one_turn_each() -> None:
    table = nearly_over(4, last_tile="round")
    play(table, "transport a1", "end-turn")
    for seat in (1, 2, 3):
        assert table.turn == seat
        play(table, "end-turn")
    assert is_over(table, Ending.LAST_TILE, 0)


@pytest.mark.parametrize("last_tile", ["turn", "round"])
def test_dm_52_the_open_variant_ends_at_once_with_the_last_tile(last_tile: str) -> None:
    table = nearly_over(3, fortune="open", last_tile=last_tile)
    station(table, 1, "a1")
    table.player[1].fortune = 1
    table.bonus[Bonus.POINT] = 1
    play(table, "transport a1")
    assert is_over(table, Ending.LAST_TILE, 0, 1)
    assert table.bonus == [0] * 5


def test_dm_a13_no_announcements_in_the_open_variant() -> None:
    table = begun(fortune="open")
    table.player[0].fortune = 99
    assert why(table, "announce") == Refusal.NO_ANNOUNCEMENTS


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dm_a10_a_full_round_without_any_action_ends_the_game(seats: int) -> None:
    table = begun(seats)
    table.player[1].fortune = 3
    play(table, "end-turn", "move d4 c4", *["end-turn"] * seats)
    assert table.phase == Phase.ACTING
    play(table, "end-turn")
    assert is_over(table, Ending.NO_ACTION, 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dm_a10_six_rounds_without_progress_end_the_game(seats: int) -> None:
    table = begun(seats)
    corners = ["a1 a2", "d4 d3", "d1 d2", "a4 a3"]
    for turn in range(6 * seats):
        assert table.phase == Phase.ACTING
        assert is_stuck(table) == (turn >= 3 * seats)
        there, back = corners[turn % seats].split()
        play(table, f"move {there} {back}", f"move {back} {there}", "end-turn")
    assert is_over(table, Ending.NO_PROGRESS, *range(seats))


@pytest.mark.parametrize("progress", ["dig a1", "transport a1", "upgrade dig"])
def test_dm_a10_a_dig_a_transport_or_an_upgrade_is_progress_and_a_move_is_not(progress: str) -> None:
    table = begun()
    table.player[0].fortune, table.player[0].level = 1, [4, 3, 1]
    if progress != "dig a1":
        lay_open(table, "a1")
    if progress == "upgrade dig":
        table.player[0].level[0] = 1
    table.still = 11
    play(table, progress, "end-turn")
    assert (table.still, table.phase) == (0, Phase.ACTING)
    table.still = 11
    play(table, "move d4 d3", "end-turn")
    assert is_over(table, Ending.NO_PROGRESS, *GAME.winners(table))


def test_dm_a10_announcing_comes_first() -> None:
    table = begun()
    table.still, table.idle, table.player[0].fortune = 11, 1, 40
    play(table, "announce")
    assert is_over(table, Ending.ANNOUNCED, 0)


def test_dm_a10_no_game_is_longer_than_its_progress_allows() -> None:
    """48 digs, 48 transports and 36 upgrades, and 24 turns of 4 moves for each and once more; bonuses, placements, last calls."""
    assert LONGEST == (48 + 48 + 36 + 1) * 240 * 4 + 48 + 16 + 3


def test_dm_a10_a_thousand_random_games_are_over_by_then() -> None:
    choices = cycle(product((2, 3, 4), ("hidden", "open"), ("any", "top"), ("turn", "round")))
    dealings = enumerate(next(choices) for _ in range(1000))
    tables = batch(dealt(seats, seed=i, fortune=fortune, sample=sample, last_tile=last) for i, (seats, fortune, sample, last) in dealings)
    make_play(GAME).playouts(tables, room_for_ids(len(GAME.MOVES)), batch(dice_of(i) for i in range(1000)), LONGEST)
    assert [i for i, table in enumerate(unbatch(Table, tables)) if GAME.actor(table) != NOBODY] == []


def test_nobody_has_won_before_the_end() -> None:
    table = begun()
    assert (GAME.winners(table), GAME.ending(table), table.announcer) == ([], Ending.NOT_OVER, NONE)


@pytest.mark.parametrize("seats", [2, 3])
def test_dm_a10_a_table_may_play_on(seats: int) -> None:
    """Only sixty rounds without progress end it, and the table says so three rounds before."""
    table = begun(seats, standstill="plays-on")
    for _ in range(60 * seats - 1):
        assert is_stuck(table) == (table.still >= 57 * seats)
        play(table, "end-turn")
    assert (table.phase, table.idle) == (Phase.ACTING, seats)
    play(table, "end-turn")
    assert (table.phase, table.ending) == (Phase.OVER, Ending.NO_PROGRESS)
