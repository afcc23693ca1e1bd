"""Dig Mars' clauses: components and set-up."""

from collections import Counter

import pytest

from filon.core.label import OptionRefused
from filon.games.dig_mars.parts import ACTIONS, DEEP, MOVES, SITES, TILES, Kind, Phase, Refusal
from filon.games.dig_mars.tests.dig_mars_scene import GAME, begun, dealt, move_of, offers, play, use_up, why


def test_dm_01_two_to_four_players_each_with_four_stations() -> None:
    assert list(GAME.label.seats) == [2, 3, 4]
    for seats in (1, 5):
        with pytest.raises(OptionRefused):
            GAME.label.check_seats(seats)
    table = begun(4)
    for player in table.player:
        player.fortune = 99
    for _ in range(4):
        play(table, "upgrade fleet", "place b2", "upgrade fleet", "place b2", "upgrade fleet", "place c3", "end-turn")
    assert [sum(player.stations) for player in table.player] == [4, 4, 4, 4]


def test_dm_01_every_tile_stays_in_the_box_once() -> None:
    table = dealt(3)
    assert GAME.pieces(table) == [TILES, 0, 0, 0, 0]


def test_dm_02_48_tiles_are_shuffled_into_16_piles_of_three() -> None:
    table = dealt()
    assert Counter(tile for pile in table.pile for tile in pile.tile) == Counter(range(TILES))
    assert [(pile.height, pile.explored) for pile in table.pile] == [(DEEP, 0)] * SITES
    assert table.tiles_left == TILES == 48
    assert dealt(seed=2).pile != table.pile


def test_dm_02_a_back_is_the_back_of_its_tile() -> None:
    table = dealt()
    for pile in table.pile:
        assert pile.back == [table.tile[tile].dig for tile in pile.tile]


def test_dm_03_everything_at_level_1_and_no_fortune() -> None:
    table = dealt(4)
    assert [player.level for player in table.player] == [[1, 1, 1]] * 4
    assert [player.fortune for player in table.player] == [0] * 4
    assert [sum(player.stations) for player in begun(4).player] == [1] * 4


def test_dm_04_from_the_first_player_on_each_places_one_station() -> None:
    table = dealt(3, first=2)
    placed = []
    while table.phase == Phase.SETTLING:
        placed.append(GAME.actor(table))
        assert {MOVES[i].kind for i in GAME.legal(table, GAME.actor(table))} == {Kind.PLACE}
        play(table, "place b2")
    assert placed == [1, 2, 0]
    assert (table.phase, table.turn, table.actions) == (Phase.ACTING, 1, ACTIONS)
    assert [player.stations[5] for player in table.player] == [1, 1, 1, 0]


def test_dm_04_any_pile_will_do_but_it_must_be_a_pile() -> None:
    table = dealt()
    assert len(offers(table, "place")) == SITES
    use_up(table, "c3")
    assert why(table, "place c3") == Refusal.NO_PILE_THERE


def test_dm_04_chance_picks_the_first_player_unless_one_is_named() -> None:
    assert {dealt(4, seed=seed, first="lot").first for seed in range(40)} == {0, 1, 2, 3}
    assert [dealt(4, first=seat).first for seat in (1, 2, 3, 4)] == [0, 1, 2, 3]


def test_dm_04_nobody_places_out_of_turn() -> None:
    table = dealt(3)
    assert GAME.refusal(table, 1, move_of("place a1")) == Refusal.NOT_YOURS
