"""How Dig Mars' robots judge and count along."""

from typing import Any

import pytest

from filon.core import NOBODY, NONE, SPECTATOR, UNKNOWN, loop
from filon.core.compiled.dice import Dice, below, dice_of
from filon.core.compiled.play import make_play
from filon.core.compiled.rule import batch, numbers
from filon.core.label import Value
from filon.core.level import PLAIN
from filon.games.dig_mars import bot
from filon.games.dig_mars.parts import MOVES, SITES, Bonus, Ending, Gear, Kind, Move, Phase, Table
from filon.games.dig_mars.rules import apply
from filon.games.dig_mars.secrets import imagine, told, view
from filon.games.dig_mars.tests.dig_mars_scene import GAME, dealt, move_of, play, use_up_all_but

Heard = list[tuple[int, Move | None]]


def together(seats: int = 2, **options: Value) -> Table:
    """Before the first turn, everybody on a1."""
    table = dealt(seats, None, 1, **options)
    play(table, *["place a1"] * seats)
    return table


def random_move(table: Table, dice: Dice) -> int:
    """Anything but ending a turn with actions left, which at random ends most games early (DM-A10)."""
    legal = GAME.legal(table, table.turn)
    return legal[below(dice, max(1, len(legal) - (table.actions > 0)))]


# What a table is worth


def test_more_fortune_than_the_best_other_is_worth_more() -> None:
    worths = []
    for fortunes in ((3, 5, 0), (5, 5, 0), (5, 3, 0)):
        table = together(3)
        for player, fortune in zip(table.player, fortunes, strict=False):
            player.fortune = fortune
        worths.append(bot.worth(table, 0))
    assert worths == sorted(worths)
    assert len(set(worths)) == 3


def over(ending: Ending, fortunes: tuple[int, int], announcer: int = NONE, tiles_left: int = 0) -> Table:
    table = together()
    table.phase, table.ending, table.announcer, table.tiles_left = Phase.OVER, ending, announcer, tiles_left
    table.player[0].fortune, table.player[1].fortune = fortunes
    return table


def test_nothing_is_worth_more_than_announcing() -> None:
    announced = over(Ending.ANNOUNCED, (40, 45), announcer=0)
    assert bot.worth(announced, 0) > bot.worth(over(Ending.LAST_TILE, (45, 40)), 0) > bot.worth(together(), 0)
    assert (
        bot.worth(over(Ending.LAST_TILE, (45, 40)), 0)
        > bot.worth(over(Ending.LAST_TILE, (40, 40)), 0)
        > bot.worth(over(Ending.LAST_TILE, (39, 40)), 0)
    )
    assert bot.worth(announced, 1) < bot.worth(over(Ending.LAST_TILE, (40, 45)), 0) < bot.worth(together(), 0)


def test_dm_a10_nobody_lets_a_game_dry_up_for_a_small_lead() -> None:
    table = together()
    table.player[0].fortune, table.idle = 1, 1
    ended, dug = table.copy(), table.copy()
    apply(ended, move_of("end-turn"))
    apply(dug, move_of("dig a1"))
    assert ended.ending == Ending.NO_ACTION
    assert bot.worth(ended, 1) < bot.worth(ended, 0) < bot.worth(dug, 0)


def test_dm_a10_who_is_behind_fears_quiet_turns_until_there_is_progress() -> None:
    table, moved = together(), together()
    table.player[1].fortune = moved.player[1].fortune = 5
    table.still = moved.still = 8
    moved.progressed = 1
    assert bot.worth(moved, 0) > bot.worth(table, 0)
    assert bot.worth(moved, 1) == bot.worth(table, 1)


def with_one_tile_left() -> Table:
    table = together()
    use_up_all_but(table, "a1")
    return table


@pytest.mark.parametrize("gear", list(Gear))
def test_dm_17_a_first_upgrade_pays_early_but_not_at_the_end(gear: Gear) -> None:
    gains = []
    for table in (together(), with_one_tile_left()):
        me, before = table.player[0], bot.standing(table, 0)
        me.level[gear] += 1
        me.fortune -= table.cost[0]
        gains.append(bot.standing(table, 0) - before)
    assert gains[0] > 0 > gains[1]


def test_dm_30_missing_levels_make_a_promise_smaller() -> None:
    table = together()
    pile = table.pile[0]
    pile.tile[2] = next(i for i, tile in enumerate(table.tile) if tile.dig == 4 and tile.transport == 4)
    me, tile = table.player[0], table.tile[pile.tile[2]]
    assert bot.missing(me, pile, tile, 1) == 6
    assert bot.missing(me, pile, tile, 3) == 2
    far = bot.promise(table, 0, 0)
    table.player[0].level = [4, 4, 1]
    assert bot.missing(me, pile, tile, 1) == 0
    assert bot.promise(table, 0, 0) > far
    pile.explored, table.player[0].level = 1, [1, 2, 1]
    assert bot.missing(me, pile, tile, 1) == 2


def test_dm_40_a_tile_promises_less_where_others_stand() -> None:
    table = together()
    shared = bot.promise(table, 0, 0)
    table.player[1].stations[0] = 0
    assert bot.promise(table, 0, 0) > shared


def test_stations_are_better_spread_than_heaped_on_an_easy_pile() -> None:
    table = together()
    easy = [site for site in range(SITES) if table.tile[table.pile[site].tile[2]].dig == 1]
    heaped, spread = table.copy(), table.copy()
    heaped.player[0].stations = [2 * (site == easy[0]) for site in range(SITES)]
    spread.player[0].stations = [int(site in easy[:2]) for site in range(SITES)]
    assert bot.standing(spread, 0) > bot.standing(heaped, 0)


def test_a_turn_is_not_ended_while_it_offers_something() -> None:
    table = together()
    offered = bot.worth(table, 0)
    for bonus in Bonus:
        table.bonus[bonus] += 1
        assert bot.worth(table, 0) > offered
        offered = bot.worth(table, 0)
    apply(table, move_of("end-turn"))
    assert bot.worth(table, 0) < offered


def test_dm_25_a_soil_sample_is_taken_rather_than_lost_and_near_the_top_where_one_stands() -> None:
    table = together()
    table.actions, table.bonus[Bonus.SAMPLE] = 0, 1
    best = MOVES[max(GAME.legal(table, 0), key=lambda move: worth_after(table, 0, move))]
    assert (best.kind, best.site, best.depth) == (Kind.SAMPLE, 0, 3)


def test_dm_16_a_stray_station_is_drawn_to_the_line_of_a_pile() -> None:
    table = together()
    use_up_all_but(table, "d4")
    assert [bot.lines_off(table, site) for site in (0, 5, 10, 3, 12)] == [4, 3, 2, 1, 1]


@loop
def worths_of(tables: Any, worths: Any) -> None:
    for i in range(len(tables)):
        worths[i] = bot.worth(tables[i], i % 2)


def test_worth_compiled_is_worth_plain() -> None:
    random_play, ids, tables = make_play(GAME), [0] * len(MOVES), []
    for i in range(40):
        table = dealt(2 + i % 3, seed=i, fortune="open" if i % 4 == 0 else "hidden")
        random_play.playout(table, ids, dice_of(i), 20 * i)
        tables.append(table)
    worths = numbers(len(tables))
    worths_of(batch(tables), worths)
    assert list(worths) == [bot.worth(table, i % 2) for i, table in enumerate(tables)]


# Counting along (DM-A7)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dm_a7_who_hears_everything_knows_every_fortune(seats: int) -> None:
    table, dice = dealt(seats, seed=seats), dice_of(seats)
    viewers = [*range(seats), SPECTATOR]
    heard: dict[int, Heard] = {viewer: [] for viewer in viewers}
    checks = 0
    while GAME.actor(table) != NOBODY:
        move = MOVES[random_move(table, dice)]
        for viewer in viewers:
            heard[viewer].append((table.turn, told(table, viewer, move)))
        apply(table, move)
        viewer = viewers[below(dice, len(viewers))]
        if move.kind in (Kind.TRANSPORT, Kind.UPGRADE, Kind.TAKE_POINT) or below(dice, 20) == 0:
            seen = view(table, viewer)
            bot.recall(seen, 0, heard[viewer], PLAIN)
            assert [player.fortune for player in seen.player] == [player.fortune for player in table.player]
            checks += 1
    assert checks > 30


def test_dm_a7_who_missed_something_does_not_guess() -> None:
    table, dice = dealt(3), dice_of(1)
    heard: Heard = []
    while sum(table.taken) < 4:
        move = MOVES[random_move(table, dice)]
        heard.append((table.turn, told(table, 0, move)))
        apply(table, move)
    for lines in ([], heard[5:], [line for line in heard if line[1] and line[1].kind != Kind.TRANSPORT]):
        seen = view(table, 0)
        bot.recall(seen, 0, lines, PLAIN)
        assert [player.fortune == UNKNOWN for player in seen.player[:3]] == [False, True, True]
    bot.recall(seen, 0, [*heard, (0, None)], PLAIN)
    assert [player.fortune for player in seen.player] == [player.fortune for player in table.player]


# Playing


def greedy(table: Table, seat: int, heard: Heard, dice: Dice) -> int:
    """One step ahead on an imagined table, knowing only the view and what was heard."""
    imagined = view(table, seat)
    bot.recall(imagined, 0, heard, PLAIN)
    imagine(imagined, seat, dice)
    return max(GAME.legal(table, seat), key=lambda move: worth_after(imagined, seat, move))


def worth_after(table: Table, seat: int, move: int) -> int:
    after = table.copy()
    apply(after, MOVES[move])
    return bot.worth(after, seat)


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (3, {}), (4, {}), (2, {"fortune": "open"})])
def test_a_greedy_robot_beats_random_players(seats: int, options: dict[str, Value]) -> None:
    table, dice, heard = dealt(seats, None, 7, **options), dice_of(seats), Heard()
    for _ in range(3000):
        if GAME.actor(table) == NOBODY:
            break
        seat = table.turn
        move = MOVES[greedy(table, seat, heard, dice) if seat == 0 else random_move(table, dice)]
        heard.append((seat, told(table, 0, move)))
        apply(table, move)
    assert GAME.ending(table) == (Ending.LAST_TILE if options else Ending.ANNOUNCED)
    assert GAME.winners(table) == [0]
    assert table.player[0].fortune >= 2 * max(player.fortune for player in table.player[1:])


def test_a_robot_takes_no_time_where_none_runs() -> None:
    assert GAME.bot.pause(dealt(), 0, PLAIN) == 0
