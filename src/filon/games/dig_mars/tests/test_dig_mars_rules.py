"""Dig Mars' clauses: a turn."""

import pytest

from filon.core import NONE
from filon.games.dig_mars.parts import ACTIONS, Bonus, Gear, Phase, Refusal, Site
from filon.games.dig_mars.tests.dig_mars_scene import (
    GAME,
    IDS,
    begun,
    fortunes,
    lay,
    lay_open,
    move_of,
    offers,
    play,
    site_of,
    station,
    use_up,
    why,
)
from filon.house.room.live import LiveTable, UndoRefused
from filon.house.room.setup import set_up

DIG, TRANSPORT, FLEET = Gear


def test_dm_10_play_goes_clockwise_from_the_first_player() -> None:
    table, turns = begun(3, first=3), []
    for site in ("a1 a2", "d4 d3", "d1 d2", "a2 a1"):
        turns.append(table.turn)
        play(table, f"move {site}", "end-turn")
    assert turns == [2, 0, 1, 2]


def test_dm_10_three_actions_in_any_order_and_the_turn_goes_on() -> None:
    table = begun()
    lay(table, "a1", fortune=3)
    play(table, "dig a1", "transport a1", "upgrade dig")
    for name in ("move a1 b1", "upgrade transport", "dig a1"):
        assert why(table, name) == Refusal.NO_ACTION_LEFT
    assert (table.turn, table.phase) == (0, Phase.ACTING)
    play(table, "end-turn")
    assert (table.turn, table.actions) == (1, ACTIONS)


def test_dm_10_the_same_action_three_times() -> None:
    table = begun()
    play(table, "move a1 b1", "move b1 b2", "move b2 a2")
    assert why(table, "move a2 a1") == Refusal.NO_ACTION_LEFT


def test_dm_10_no_action_at_all() -> None:
    table = begun()
    play(table, "end-turn")
    assert table.turn == 1


def test_dm_10_nobody_else_may_play() -> None:
    assert GAME.refusal(begun(), 1, move_of("end-turn")) == Refusal.NOT_YOURS


def test_dm_11_a_dig_turns_the_top_tile_up_and_no_station_moves() -> None:
    table = begun()
    station(table, 1, "a1")
    lay(table, "a1", dig=2)
    before = [player.stations[:] for player in table.player]
    play(table, "dig a1")
    assert (table.pile[0].explored, table.pile[0].height, table.actions) == (1, 3, 2)
    assert [player.stations for player in table.player] == before
    assert why(table, "dig a1") == Refusal.ALREADY_EXPLORED


def test_dm_11_only_where_you_have_a_station_and_there_is_a_tile() -> None:
    table = begun()
    assert why(table, "dig d4") == Refusal.NO_STATION_OF_YOURS_THERE
    use_up(table, "a1")
    assert why(table, "dig a1") == Refusal.NO_PILE_TO_DIG


@pytest.mark.parametrize("difficulty", [1, 2, 3, 4])
def test_dm_11_your_dig_level_must_be_at_least_the_difficulty(difficulty: int) -> None:
    table = begun()
    lay(table, "a1", dig=difficulty)
    for level in (1, 2, 3, 4):
        table.player[0].level[DIG] = level
        assert why(table, "dig a1") == (Refusal.LEGAL if level >= difficulty else Refusal.LEVEL_TOO_LOW)


def test_dm_11_digging_gives_no_claim() -> None:
    table = begun()
    station(table, 1, "a1")
    lay(table, "a1", fortune=1)
    play(table, "dig a1", "end-turn", "transport a1")
    assert fortunes(table) == [0, 1]


def test_dm_12_a_bonus_turned_up_is_gained_once() -> None:
    table = begun()
    lay(table, "a1", bonus=Bonus.POINT)
    play(table, "dig a1")
    assert table.bonus == [0, 0, 0, 1, 0]
    play(table, "take-point")
    assert why(table, "take-point") == Refusal.NO_SUCH_BONUS


def test_dm_12_a_tile_without_a_bonus_gives_none() -> None:
    table = begun()
    lay(table, "a1")
    play(table, "dig a1")
    assert table.bonus == [0] * 5


def test_dm_13_a_transport_takes_the_explored_top_tile() -> None:
    table = begun()
    lay_open(table, "a1", fortune=3)
    taken = table.pile[0].tile[2]
    play(table, "transport a1")
    assert table.pile[0].tile[2] == table.pile[0].back[2] == NONE
    assert (table.pile[0].height, table.taken[taken], table.tiles_left, table.actions) == (2, 1, 47, 2)
    assert fortunes(table) == [3, 0]


def test_dm_13_not_a_tile_that_is_unexplored_or_elsewhere_or_not_there() -> None:
    table = begun()
    assert why(table, "transport a1") == Refusal.NOT_YET_EXPLORED
    lay_open(table, "d4")
    assert why(table, "transport d4") == Refusal.NO_STATION_TO_TRANSPORT_WITH
    use_up(table, "a1")
    assert why(table, "transport a1") == Refusal.NO_PILE_TO_TRANSPORT


@pytest.mark.parametrize("difficulty", [1, 2, 3, 4])
def test_dm_13_your_transport_level_must_be_at_least_the_difficulty(difficulty: int) -> None:
    table = begun()
    table.player[0].level[DIG] = 4
    lay_open(table, "a1", transport=difficulty)
    for level in (1, 2, 3, 4):
        table.player[0].level[TRANSPORT] = level
        assert why(table, "transport a1") == (Refusal.LEGAL if level >= difficulty else Refusal.LEVEL_TOO_LOW)


def test_dm_14_stations_stay_and_stand_on_the_tile_beneath_face_down() -> None:
    table = begun()
    station(table, 1, "a1")
    lay_open(table, "a1")
    play(table, "transport a1")
    assert [player.stations[0] for player in table.player[:2]] == [1, 1]
    assert table.pile[0].explored == 0
    lay(table, "a1", dig=2)
    play(table, "dig a1")


def test_dm_14_stations_stay_on_a_site_that_is_now_empty() -> None:
    table = begun()
    use_up(table, "a1", left=1)
    lay_open(table, "a1")
    play(table, "transport a1")
    assert (table.pile[0].height, table.player[0].stations[0]) == (0, 1)
    assert why(table, "dig a1") == Refusal.NO_PILE_TO_DIG


def test_dm_16_a_step_to_any_next_site_and_nowhere_else() -> None:
    table = begun()
    play(table, "move a1 b1", "move b1 b2")
    assert offers(table, "move") == {"b2 b1", "b2 a2", "b2 c2", "b2 b3"}
    assert why(table, "move b2 d2") == Refusal.OUT_OF_REACH
    assert why(table, "move d4 c4") == Refusal.NO_STATION_TO_MOVE
    use_up(table, "b1")
    assert "b2 b1" in offers(table, "move")


def test_dm_16_onto_a_site_that_is_occupied() -> None:
    table = begun()
    station(table, 1, "b1")
    play(table, "move a1 b1")
    assert [player.stations[1] for player in table.player[:2]] == [1, 1]


def test_dm_16_a_jump_over_an_empty_site_onto_the_nearest_pile_is_one_action() -> None:
    table = begun()
    use_up(table, "b1")
    assert offers(table, "move") == {"a1 b1", "a1 c1", "a1 a2"}
    play(table, "move a1 c1")
    assert (table.player[0].stations[site_of("c1")], table.actions) == (1, 2)
    assert offers(table, "move") == {"c1 b1", "c1 a1", "c1 d1", "c1 c2"}


def test_dm_16_never_over_a_pile_not_even_of_one_tile() -> None:
    table = begun()
    use_up(table, "b1", "a3")
    use_up(table, "c1", "a2", left=1)
    assert why(table, "move a1 d1") == Refusal.OUT_OF_REACH
    assert why(table, "move a1 a4") == Refusal.OUT_OF_REACH


def test_dm_a5_a_run_of_empty_sites_is_jumped_whole_or_entered_by_a_step() -> None:
    table = begun()
    use_up(table, "b1", "c1", "a2", "a3")
    assert offers(table, "move") == {"a1 b1", "a1 d1", "a1 a2", "a1 a4"}


def test_dm_a5_with_no_pile_up_to_the_edge_there_is_only_the_step() -> None:
    table = begun()
    use_up(table, "b1", "c1", "d1")
    assert offers(table, "move") == {"a1 b1", "a1 a2"}


def test_dm_a4_any_number_of_stations_stand_on_an_empty_site_without_effect() -> None:
    table = begun()
    use_up(table, "b1")
    station(table, 0, "b1")
    station(table, 1, "b1")
    play(table, "move a1 b1")
    assert [player.stations[1] for player in table.player[:2]] == [2, 1]
    assert why(table, "dig b1") == Refusal.NO_PILE_TO_DIG
    assert why(table, "transport b1") == Refusal.NO_PILE_TO_TRANSPORT


@pytest.mark.parametrize(("level", "price"), [(1, 1), (2, 2), (3, 3)])
@pytest.mark.parametrize("gear", ["dig", "transport"])
def test_dm_17_each_level_has_its_price(gear: str, level: int, price: int) -> None:
    table = begun()
    me, which = table.player[0], int(Gear[gear.upper()])
    me.level[which], me.fortune = level, price - 1
    assert why(table, f"upgrade {gear}") == Refusal.TOO_POOR
    me.fortune = price
    play(table, f"upgrade {gear}")
    assert (me.level[which], me.fortune, table.actions) == (level + 1, 0, 2)


def test_dm_17_fortune_won_in_the_same_turn_can_be_spent() -> None:
    table = begun()
    lay_open(table, "a1", fortune=3)
    assert why(table, "upgrade dig") == Refusal.TOO_POOR
    play(table, "transport a1", "upgrade dig", "upgrade dig")
    assert (table.player[0].level[DIG], table.player[0].fortune) == (3, 0)


def test_dm_17_what_is_spent_no_longer_counts_for_announcing() -> None:
    table = begun()
    table.player[0].fortune = 40
    play(table, "upgrade dig")
    assert why(table, "announce") == Refusal.NOT_ENOUGH_FORTUNE


def test_dm_a11_nothing_goes_above_level_4() -> None:
    table = begun()
    table.player[0].fortune = 99
    table.player[0].level = [4, 4, 4]
    for gear in ("dig", "transport", "fleet"):
        assert why(table, f"upgrade {gear}") == Refusal.FULLY_UPGRADED


def test_dm_18_a_new_station_is_placed_at_once_and_nothing_comes_between() -> None:
    table = begun()
    table.player[0].fortune = 99
    use_up(table, "b2")
    play(table, "upgrade fleet")
    for name in ("move a1 b1", "end-turn", "announce", "upgrade dig", "dig a1"):
        assert why(table, name) == Refusal.PLACE_THE_STATION_FIRST
    assert len(offers(table, "place")) == 16
    play(table, "place b2")
    assert (table.player[0].stations[site_of("b2")], table.actions, table.phase) == (1, 2, Phase.ACTING)
    assert why(table, "place b2") == Refusal.NO_STATION_TO_PLACE


def test_dm_18_with_the_last_action_too() -> None:
    table = begun()
    table.player[0].fortune = 9
    play(table, "move a1 b1", "move b1 b2", "upgrade fleet", "place d4", "end-turn")
    assert table.turn == 1


def test_dm_19_example_a_tile_of_3_pays_level_3_and_one_comes_back() -> None:
    table = begun()
    table.player[0].level[DIG] = 2
    lay_open(table, "a1", fortune=3)
    play(table, "transport a1", "upgrade dig")
    assert (table.player[0].level[DIG], table.player[0].fortune) == (3, 1)


def test_dm_a16_the_end_of_a_turn_is_taken_back_until_the_next_player_moves() -> None:
    live = LiveTable(setup := set_up(GAME, ["Ada", "Bram"], {"first": 1}, seed=3), setup.chance())
    for seat, move in enumerate(("place a1", "place d4")):
        live.play(seat, IDS[move], 0)
    live.play(0, IDS["move a1 a2"], 0)
    before = live.table.bytes()
    live.play(0, IDS["end-turn"], 0)
    live.undo(0, 0)
    assert (live.actor, live.table.bytes()) == (0, before)
    live.play(0, IDS["end-turn"], 0)
    live.play(1, IDS["move d4 d3"], 0)
    with pytest.raises(UndoRefused, match="undo-not-yours"):
        live.undo(0, 0)


def test_dm_a16_a_tile_that_was_turned_up_stays_so() -> None:
    live = LiveTable(setup := set_up(GAME, ["Ada", "Bram"], {"first": 1}, seed=3), setup.chance())
    easy = next(site for site, pile in enumerate(live.table.pile) if pile.back[2] == 1)
    for seat, move in enumerate((f"place {Site(easy).name.lower()}", "place d4")):
        live.play(seat, IDS[move], 0)
    live.play(0, IDS[f"dig {Site(easy).name.lower()}"], 0)
    with pytest.raises(UndoRefused, match="undo-taught"):
        live.undo(0, 0)
