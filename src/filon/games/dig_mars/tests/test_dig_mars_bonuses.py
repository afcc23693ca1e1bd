"""Dig Mars' clauses: bonus actions."""

import pytest

from filon.games.dig_mars.parts import Bonus, Refusal
from filon.games.dig_mars.tests.dig_mars_scene import (
    begun,
    fortunes,
    lay,
    lay_open,
    offers,
    play,
    site_of,
    station,
    use_up,
    use_up_all_but,
    why,
)

DIG, TRANSPORT, RELOCATE, POINT, SAMPLE = Bonus


def test_dm_20_a_bonus_costs_no_action_and_needs_none() -> None:
    table = begun()
    lay(table, "a1", bonus=POINT)
    play(table, "dig a1", "move a1 b1", "move b1 a1", "take-point")
    assert (table.actions, fortunes(table)) == (0, [1, 0])


def test_dm_20_also_after_its_tile_has_been_transported() -> None:
    table = begun()
    lay(table, "a1", bonus=POINT)
    play(table, "dig a1", "transport a1", "take-point")
    assert fortunes(table) == [2, 0]


def test_dm_20_two_of_a_kind_are_two_uses() -> None:
    table = begun()
    lay(table, "a1", bonus=POINT)
    play(table, "dig a1", "transport a1")
    lay(table, "a1", bonus=POINT)
    play(table, "dig a1", "take-point", "take-point")
    assert why(table, "take-point") == Refusal.NO_SUCH_BONUS
    assert fortunes(table) == [3, 0]


def test_dm_20_lost_when_the_turn_ends() -> None:
    table = begun()
    lay(table, "a1", bonus=RELOCATE)
    play(table, "dig a1", "end-turn")
    assert table.bonus == [0] * 5
    assert why(table, "relocate a1 b1 0") == Refusal.NO_SUCH_BONUS


def test_dm_20_a_tile_dug_before_gives_none_to_who_transports_it() -> None:
    table = begun()
    station(table, 1, "a1")
    lay(table, "a1", bonus=POINT)
    play(table, "dig a1", "end-turn", "transport a1")
    assert why(table, "take-point") == Refusal.NO_SUCH_BONUS


def test_dm_a2_a_bonus_need_not_be_used() -> None:
    table = begun()
    lay(table, "a1", bonus=POINT)
    play(table, "dig a1")
    assert why(table, "end-turn") == Refusal.LEGAL


def test_dm_21_an_extra_dig_by_the_normal_rules() -> None:
    table = begun()
    table.actions, table.bonus[DIG] = 0, 1
    lay(table, "a1", dig=2)
    assert why(table, "dig a1") == Refusal.LEVEL_TOO_LOW
    assert why(table, "transport a1") == Refusal.NO_ACTION_LEFT
    lay(table, "a1")
    play(table, "dig a1")
    assert (table.actions, table.bonus[DIG], table.pile[0].explored) == (0, 0, 1)


def test_dm_a3_extra_digs_chain() -> None:
    table = begun()
    station(table, 0, "b1")
    lay(table, "a1", bonus=DIG)
    lay(table, "b1", bonus=DIG)
    play(table, "dig a1", "dig b1")
    assert (table.actions, table.bonus[DIG]) == (2, 1)


def test_dm_22_an_extra_transport_of_the_very_tile_that_gave_it() -> None:
    table = begun()
    lay(table, "a1", fortune=2, bonus=TRANSPORT)
    play(table, "dig a1", "move a1 b1", "move b1 a1", "transport a1")
    assert (table.actions, table.bonus[TRANSPORT], fortunes(table)) == (0, 0, [2, 0])


def test_dm_a14_the_bonus_pays_before_an_action_does() -> None:
    table = begun()
    table.bonus[DIG] = table.bonus[TRANSPORT] = 1
    lay(table, "a1")
    play(table, "dig a1", "transport a1")
    assert (table.actions, table.bonus) == (3, [0] * 5)
    lay(table, "a1")
    play(table, "dig a1", "transport a1")
    assert table.actions == 1


def test_dm_23_any_station_from_anywhere_onto_any_other_pile() -> None:
    table = begun(3)
    table.bonus[RELOCATE] = 3
    use_up(table, "d4")
    play(table, "relocate d4 a1 1", "relocate a1 d1 0")
    assert [player.stations[site_of("d1")] for player in table.player[:3]] == [1, 0, 1]
    assert table.player[1].stations[0] == 1
    assert (table.actions, table.bonus[RELOCATE]) == (3, 1)


def test_dm_23_never_onto_an_empty_site_nor_a_station_that_is_not_there() -> None:
    table = begun(3)
    table.bonus[RELOCATE] = 1
    use_up(table, "b2")
    assert why(table, "relocate a1 b2 0") == Refusal.NO_PILE_TO_RELOCATE_TO
    assert why(table, "relocate b1 b3 0") == Refusal.NO_STATION_THERE
    assert why(table, "relocate a1 b3 1") == Refusal.NO_STATION_THERE
    assert why(table, "relocate a4 b3 3") == Refusal.NO_SUCH_SEAT
    assert len(offers(table, "relocate")) == 3 * 14


def test_dm_23_without_another_pile_it_cannot_be_used() -> None:
    table = begun()
    table.bonus[RELOCATE] = 1
    use_up_all_but(table, "a1")
    assert offers(table, "relocate") == {"d4 a1 1"}
    use_up(table, "a1")
    assert offers(table, "relocate") == set()


def test_dm_24_an_extra_point_is_one_fortune() -> None:
    table = begun()
    table.bonus[POINT] = 1
    play(table, "take-point")
    assert (fortunes(table), table.points) == ([1, 0], 1)


def test_dm_25_a_soil_sample_of_any_unexplored_tile_changes_nothing_but_who_has_seen_it() -> None:
    table = begun()
    table.bonus[SAMPLE] = 2
    before = [(pile.height, pile.explored, pile.tile[:]) for pile in table.pile]
    assert len(offers(table, "sample")) == 48
    play(table, "sample c3 2")
    assert table.pile[site_of("c3")].seen_by == [0, 0b01, 0]
    assert [(pile.height, pile.explored, pile.tile) for pile in table.pile] == before
    play(table, "sample c3 2")
    assert why(table, "sample c3 1") == Refusal.NO_SUCH_BONUS


def test_dm_25_not_of_an_explored_tile_nor_of_one_that_is_gone() -> None:
    table = begun()
    table.bonus[SAMPLE] = 1
    lay_open(table, "a1")
    use_up(table, "b1", left=1)
    assert why(table, "sample a1 3") == Refusal.SAMPLE_ALREADY_EXPLORED
    assert why(table, "sample b1 2") == Refusal.NO_SUCH_TILE
    assert why(table, "sample b1 1") == Refusal.LEGAL


def test_dm_a1_any_depth_also_beneath_an_explored_tile() -> None:
    table = begun(sample="any")
    table.bonus[SAMPLE] = 1
    lay_open(table, "a1")
    for depth in (1, 2):
        assert why(table, f"sample a1 {depth}") == Refusal.LEGAL


def test_dm_a1_or_only_a_top_tile_that_is_unexplored() -> None:
    table = begun(sample="top")
    table.bonus[SAMPLE] = 1
    lay_open(table, "a1")
    use_up(table, "b1", left=2)
    assert why(table, "sample a1 3") == Refusal.SAMPLE_ALREADY_EXPLORED
    assert why(table, "sample a1 2") == Refusal.NOT_THE_TOP_TILE
    assert why(table, "sample b1 1") == Refusal.NOT_THE_TOP_TILE
    assert why(table, "sample b1 3") == Refusal.NO_SUCH_TILE
    assert why(table, "sample b1 2") == Refusal.LEGAL
    assert len(offers(table, "sample")) == 15


@pytest.mark.parametrize("name", ["relocate a1 b1 0", "take-point", "sample a1 1"])
def test_dm_20_no_bonus_no_use(name: str) -> None:
    assert why(begun(), name) == Refusal.NO_SUCH_BONUS
