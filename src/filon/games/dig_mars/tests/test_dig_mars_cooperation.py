"""Dig Mars' clauses: cooperation and sharing, with their worked examples."""

import pytest

from filon.core import NONE, SPECTATOR
from filon.games.dig_mars.parts import TILES, Gear, Refusal
from filon.games.dig_mars.rules import fortune_of_all
from filon.games.dig_mars.sites import level_there
from filon.games.dig_mars.tests.dig_mars_scene import GAME, begun, fortunes, join, lay, lay_open, play, station, why

DIG, TRANSPORT, FLEET = Gear


def test_dm_30_each_station_after_the_first_adds_one_level() -> None:
    table = begun(3)
    assert level_there(table, DIG, 0) == 1
    station(table, 0, "a1")
    station(table, 1, "a1")
    station(table, 2, "a1")
    assert [level_there(table, gear, 0) for gear in (DIG, TRANSPORT)] == [4, 4]
    table.player[0].level[DIG] = 4
    assert level_there(table, DIG, 0) == 7
    assert table.player[0].level == [4, 1, 2]


def test_dm_30_one_of_the_stations_must_be_yours() -> None:
    table = begun()
    station(table, 1, "d4")
    lay(table, "d4", dig=1)
    assert why(table, "dig d4") == Refusal.NO_STATION_OF_YOURS_THERE


def test_dm_31_example_level_1_and_one_other_are_too_few_for_3_and_level_2_is_enough() -> None:
    table = begun()
    station(table, 1, "a1")
    lay(table, "a1", dig=3)
    assert why(table, "dig a1") == Refusal.LEVEL_TOO_LOW
    table.player[0].level[DIG] = 2
    assert why(table, "dig a1") == Refusal.LEGAL


def test_dm_40_players_share_and_stations_do_not_count() -> None:
    table = begun(3)
    for seat in (0, 1, 1, 1):
        station(table, seat, "a1")
    lay_open(table, "a1", fortune=4)
    play(table, "transport a1")
    assert fortunes(table) == [2, 2, 0]


def test_dm_40_the_remainder_is_for_who_transports() -> None:
    table = begun(4)
    for seat in (0, 2, 3):
        join(table, seat, "d4")
    play(table, "end-turn")
    lay_open(table, "d4", fortune=7)
    play(table, "transport d4")
    assert fortunes(table) == [1, 4, 1, 1]
    assert fortune_of_all(table) == 7


def test_dm_40_alone_you_keep_all_of_it() -> None:
    table = begun()
    station(table, 0, "a1")
    lay_open(table, "a1", fortune=5)
    play(table, "transport a1")
    assert fortunes(table) == [5, 0]


def test_dm_41_example_5_fortune_and_two_players() -> None:
    """Level 2 and two other stations are enough for difficulty 4; level 1 and two others are not."""
    table = begun()
    station(table, 0, "a1")
    station(table, 1, "a1")
    lay_open(table, "a1", transport=4, fortune=5)
    assert why(table, "transport a1") == Refusal.LEVEL_TOO_LOW
    table.player[0].level[TRANSPORT] = 2
    play(table, "transport a1")
    assert fortunes(table) == [3, 2]


def test_dm_41_example_2_fortune_and_three_players() -> None:
    table = begun(3)
    station(table, 1, "a1")
    station(table, 2, "a1")
    lay_open(table, "a1", fortune=2)
    play(table, "transport a1")
    assert fortunes(table) == [2, 0, 0]


@pytest.mark.parametrize("fortune", ["open", "hidden"])
def test_dm_13_dm_52_the_table_keeps_who_took_which_tile(fortune: str) -> None:
    """It lies before the player who transports, whoever shares; everybody saw that."""
    table = begun(fortune=fortune)
    lay_open(table, "a1", fortune=5)
    station(table, 1, "a1")
    taken = table.pile[0].tile[2]
    play(table, "transport a1")
    assert table.holder[taken] == 0
    assert sum(holder != NONE for holder in table.holder) == 1
    assert GAME.view(table, SPECTATOR).holder == table.holder


def test_dm_52_a_table_of_the_first_rules_keeps_it_not() -> None:
    table = begun(fortune="open")
    table.rules = 1
    lay_open(table, "a1", fortune=5)
    play(table, "transport a1")
    assert table.holder == [NONE] * TILES
