"""What a search over imagined Dig Mars tables goes by."""

from itertools import count

import pytest

from filon.bots import robot_for
from filon.core import NONE
from filon.core.compiled.dice import below, dice_of
from filon.games.dig_mars import bot
from filon.games.dig_mars.parts import MOVES, Bonus, Ending, Gear, Kind, Phase, Table
from filon.games.dig_mars.prospects import FORTUNE, SURE, chances, in_hand, prior, rollout, shown, to_come, yields
from filon.games.dig_mars.rules import apply
from filon.games.dig_mars.secrets import view
from filon.games.dig_mars.tests.dig_mars_scene import GAME, begun, dealt, join, lay, lay_open, move_of, site_of, station, use_up

MOST = 60  # iterations: it need not think to see that it has won


def asked(table: Table) -> list[int]:
    won = [0] * 4
    chances(table, won)
    return won[: table.seats]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_chances_are_whole_and_the_richer_has_the_better_one(seats: int) -> None:
    table = begun(seats)
    even = asked(table)
    table.player[1].fortune += 6
    richer = asked(table)
    assert SURE - seats <= sum(even) <= SURE
    assert SURE - seats <= sum(richer) <= SURE
    assert richer[1] > even[1]
    assert all(after < before for seat, (after, before) in enumerate(zip(richer, even, strict=True)) if seat != 1)


def test_a_game_that_is_over_is_decided() -> None:
    """DM-50: whoever announced; DM-51, DM-A9: else the most fortune, and ties share."""
    table = begun(3)
    table.phase, table.ending, table.announcer = Phase.OVER, Ending.ANNOUNCED, 2
    for player, fortune in zip(table.player, (35, 20, 30), strict=False):
        player.fortune = fortune
    assert asked(table) == [0, 0, SURE]
    table.ending, table.announcer = Ending.LAST_TILE, NONE
    assert asked(table) == [SURE, 0, 0]
    table.player[2].fortune = 35
    assert asked(table) == [SURE // 2, 0, SURE // 2]


def test_a_tile_yields_the_more_the_less_is_still_to_do_for_it() -> None:
    table = begun(2)
    site = site_of("c3")
    found = []
    lay(table, "c3", dig=1, transport=1, fortune=4)
    found.append(yields(table, 0, site, 0))  # a move, a dig and a transport away
    station(table, 0, "c3")
    found.append(yields(table, 0, site, 0))
    lay_open(table, "c3", transport=1, fortune=4)
    found.append(yields(table, 0, site, 0))
    assert 0 < found[0] < found[1] < found[2] <= 4 * FORTUNE
    lay_open(table, "c3", transport=4, fortune=4)
    assert yields(table, 0, site, 0) < found[2]
    lay_open(table, "c3", transport=1, fortune=4)
    join(table, 1, "c3")
    assert yields(table, 0, site, 0) < found[2]  # DM-40


def test_equipment_is_worth_less_the_fewer_tiles_are_left() -> None:
    gained = []
    for left in (48, 12, 0):
        table = begun(2)
        table.tiles_left = left
        before = in_hand(table, 0, to_come(table))
        table.player[0].level[Gear.TRANSPORT] += 1
        gained.append(in_hand(table, 0, to_come(table)) - before)
    assert gained[0] > gained[1] > gained[2]


@pytest.mark.parametrize("seats", [2, 4])
def test_every_legal_move_has_a_lure_and_looking_changes_nothing(seats: int) -> None:
    table, dice = begun(seats), dice_of(seats)
    while GAME.actor(table) >= 0 and table.tiles_left > 10:
        legal, before = GAME.legal(table, table.turn), table.bytes()
        assert all(prior(table, MOVES[i]) >= 1 for i in legal)
        assert table.bytes() == before
        apply(table, MOVES[legal[below(dice, max(1, len(legal) - (table.actions > 0)))]])


def test_announcing_is_more_alluring_than_anything() -> None:
    table = begun(2)
    table.player[table.turn].fortune = 40
    legal = GAME.legal(table, table.turn)
    assert max(legal, key=lambda move: prior(table, MOVES[move])) == next(i for i in legal if MOVES[i] == move_of("announce"))


@pytest.mark.parametrize("level", bot.LEVELS)
@pytest.mark.parametrize(("seats", "fortune"), [(2, 40), (3, 31), (4, 20)])
def test_dm_50_no_level_ends_a_turn_in_which_it_may_announce(level: str, seats: int, fortune: int) -> None:
    """Whatever else it does first, it wins in this turn; and before the last tile is gone it need not be the richest."""
    table = begun(seats)
    table.player[0].fortune, table.player[1].fortune = fortune, fortune + 9
    lay_open(table, "a1", fortune=3)
    for _ in range(12):
        seen = view(table, 0)
        move = MOVES[robot_for(GAME, level, 0, 1, MOST).choose([], seen, GAME.legal(seen, 0), 0)]
        assert move.kind != Kind.END_TURN
        apply(table, move)
        if table.phase == Phase.OVER:
            break
    assert (table.announcer, table.ending) == (0, Ending.ANNOUNCED)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_beginners_dig_and_carry_until_one_of_them_announces(seats: int) -> None:
    """Not until nothing goes on any more (DM-A10)."""
    table, moves = dealt(seats), count()
    while table.phase != Phase.OVER:
        seat, seen = table.turn, view(table, table.turn)
        apply(table, MOVES[robot_for(GAME, "beginner", seat, next(moves)).choose([], seen, GAME.legal(seen, seat), 0)])
    assert table.ending == Ending.ANNOUNCED


def test_a_beginner_does_not_count_along_and_an_expert_does() -> None:
    assert [level.memory for level in bot.LEVELS.values()] == [False, False, True, True]


def test_what_a_dig_or_a_transport_shows_tells_tables_apart() -> None:
    """DM-11: the tile's front; DM-02: the back of the next tile; DM-A15: not what only one player sees."""
    seen = []
    for fortune, bonus, back in ((3, NONE, 2), (4, NONE, 2), (3, Bonus.DIG, 2), (3, NONE, 3)):
        table = begun(2)
        lay(table, "a1", fortune=fortune, bonus=bonus)
        table.pile[site_of("a1")].back[1] = back
        apply(table, move_of("dig a1"))
        seen.append([shown(table, move_of("dig a1"))])
        apply(table, move_of("transport a1"))
        seen[-1].append(shown(table, move_of("transport a1")))
    assert len({dug for dug, _ in seen}) == 3
    assert [below for _, below in seen] == [2, 2, 2, 3]
    table.bonus[Bonus.SAMPLE] = 1
    apply(table, move_of("sample c3 1"))
    assert shown(table, move_of("sample c3 1")) == shown(table, move_of("end-turn")) == 0
    use_up(table, "c3")
    assert shown(table, move_of("transport c3")) == 0


def test_in_a_play_out_a_dig_or_a_transport_is_always_thought_of() -> None:
    table, dice = begun(2), dice_of(3)
    lay(table, "a1", dig=4)
    ids = GAME.legal(table, 0)
    assert len({rollout(table, ids, len(ids), dice) for _ in range(200)}) > 2
    lay_open(table, "a1", fortune=5)
    ids = GAME.legal(table, 0)
    assert {rollout(table, ids, len(ids), dice) for _ in range(200)} == {next(i for i in ids if MOVES[i] == move_of("transport a1"))}
