"""How Digger's robots judge a table."""

from collections import Counter
from typing import Any

import pytest

from filon.core import CHANCE, HAND, NOBODY, TIME, loop
from filon.core.compiled.dice import Dice, below, dice_of
from filon.core.compiled.play import make_play
from filon.core.compiled.rule import batch, numbers
from filon.core.level import PLAIN
from filon.core.texts.notation import named
from filon.games.digger import bot
from filon.games.digger.parts import MOVES, Colour, Kind, Phase, Table
from filon.games.digger.rules import actor, apply, due, odds, ready, scores, stamp
from filon.games.digger.secrets import imagine, view
from filon.games.digger.tests.scene import GAME, fresh, give, move_of, play, throw

WATER, GOLD, RUBY, EMERALD, DIAMOND = list(Colour)[:5]


def settle(table: Table, dice: Dice) -> None:
    """Chance, Hand and Time move, as likely as they would."""
    while actor(table) in (CHANCE, HAND):
        mover, at = (TIME, due(table)) if due(table) <= ready(table) else (actor(table), ready(table))
        stamp(table, at)
        ids = GAME.legal(table, mover)
        pot = [i for i in ids for _ in range(max(1, odds(table, MOVES[i])))]
        apply(table, MOVES[pot[below(dice, len(pot))]])


def worth_after(table: Table, seat: int, move: int, dice: Dice) -> int:
    after = table.copy()
    apply(after, MOVES[move])
    settle(after, dice)
    return bot.worth(after, seat)


def greedy(table: Table, dice: Dice) -> int:
    """One step ahead on a few imagined tables, knowing only the view."""
    seat, imagined = actor(table), []
    for _ in range(4):
        imagined.append(view(table, seat))
        imagine(imagined[-1], seat, dice)
        stamp(imagined[-1], table.clock)
    return max(GAME.legal(table, seat), key=lambda move: sum(worth_after(one, seat, move, dice) for one in imagined))


def a_game(seed: int, turns: int = 12, **options: Any) -> tuple[Table, Counter[Kind]]:
    """Robots only, for some turns."""
    table, dice, played = fresh(3, seed=seed, **options), dice_of(seed), Counter[Kind]()
    settle(table, dice)
    while actor(table) != NOBODY and sum(played[kind] for kind in (Kind.STOP, Kind.SAND_OUT, Kind.TOUCHED)) < turns:
        thinks = bot.pause(view(table, actor(table)), actor(table), PLAIN) if actor(table) >= 0 else 0
        at = min(due(table), ready(table) + thinks)
        stamp(table, at)
        move = move_of("sand-out") if at == due(table) else MOVES[greedy(table, dice)]
        apply(table, move)
        played[Kind(move.kind)] += 1
        settle(table, dice)
    return table, played


def best(table: Table, seed: int = 1) -> str:
    stamp(table, ready(table))
    return named(MOVES[greedy(table, dice_of(seed))])


# What a table is worth


def test_dg_31_a_fuller_crate_is_worth_more_and_a_rivals_less() -> None:
    table, mine, theirs = fresh(), fresh(), fresh()
    give(mine, 0, GOLD)
    give(theirs, 1, GOLD)
    assert bot.worth(theirs, 0) < bot.worth(table, 0) < bot.worth(mine, 0)


def test_dg_11_the_sand_is_never_looked_at() -> None:
    table = fresh()
    throw(table, "gold ruby water black black")
    play(table, "take gold")
    other = table.copy()
    other.sand = 2800
    for seat in range(3):
        assert bot.worth(table, seat) == bot.worth(other, seat)


def test_dg_23_loot_is_worth_less_the_later_it_is() -> None:
    table = fresh()
    throw(table, "gold ruby emerald diamond water")
    play(table, "take gold", "take emerald")
    worths = []
    for seconds in (5, 15, 25, 28, 30, 33):
        table.clock = table.turned + 100 * seconds
        worths.append(bot.worth(table, 0))
    assert worths == sorted(worths, reverse=True)
    assert len(set(worths[:-1])) == len(worths) - 1


def test_dg_a9_without_sand_time_costs_nothing_but_throws_do() -> None:
    table = fresh(pace="unlimited")
    throw(table, "gold ruby emerald diamond water")
    early = bot.worth(table, 0)
    table.clock += 100_000
    assert bot.worth(table, 0) == early
    table.throws += 1
    assert bot.worth(table, 0) < early


@pytest.mark.parametrize(("mine", "theirs"), [([GOLD, GOLD], []), ([], [GOLD, GOLD])])
def test_dg_30_water_is_good_for_whoever_is_ahead(mine: list[Colour], theirs: list[Colour]) -> None:
    table = fresh(pace="unlimited")
    give(table, 0, *mine)
    give(table, 1, *theirs)
    table.pool[WATER], table.box = 1, 9
    throw(table, "water ruby ruby black black")
    table.throws = table.most_throws
    assert best(table) == ("take water" if mine else "stop")


def test_dg_32_a_won_game_beats_any_lead() -> None:
    won, lead = fresh(), fresh()
    give(won, 0, RUBY)
    give(lead, 0, GOLD, GOLD, GOLD)
    won.phase, lead.phase = int(Phase.OVER), int(Phase.READY)
    assert bot.worth(won, 0) > bot.worth(lead, 0) > 0 > bot.worth(won, 1)


# What a robot that looks one step ahead makes of it


def test_a_robot_takes_what_it_is_offered_and_leaves_the_water_at_first() -> None:
    table = fresh()
    throw(table, "gold ruby emerald water black")
    taken = []
    while (move := best(table)) != "throw":
        taken.append(move)
        play(table, move)
    assert set(taken) == {"take gold", "take ruby", "take emerald"}


def test_a_robot_stows_before_it_is_too_late_the_dearest_first() -> None:
    table = fresh()
    throw(table, "gold ruby emerald black black")
    play(table, "take ruby", "take gold", "take emerald")
    table.clock = table.turned + 2600
    assert best(table) == "stow gold"
    table.clock = table.turned + 900
    assert best(table) == "throw"


def test_dg_a20_a_robot_robs_the_leader_where_no_neighbour_stands() -> None:
    table = fresh()
    give(table, 1, GOLD, GOLD, EMERALD)
    throw(table, "gold ruby ruby black water")
    assert best(table) == "steal gold 1"


def test_robots_play_sensible_turns() -> None:
    points, played = 0, Counter[Kind]()
    for seed in range(3):
        table, moves = a_game(seed)
        points += sum(scores(table))
        played += moves
    turns = played[Kind.STOP] + played[Kind.SAND_OUT] + played[Kind.TOUCHED]
    assert points / turns > 2.5
    assert played[Kind.STOP] > turns / 2
    assert 3 < played[Kind.THROW] / turns < 8
    assert played[Kind.STEAL] > 0


@pytest.mark.parametrize("options", [{"pace": "unlimited"}, {"stowing": "whole"}, {"water": "at-once", "steal": "each"}])
def test_dg_a10_robots_cope_with_every_table(options: dict[str, Any]) -> None:
    turns, stow = 4, Kind.STOW_ALL if "stowing" in options else Kind.STOW
    table, played = a_game(1, turns, **options)
    assert sum(scores(table)) > 0
    assert played[stow] > 0


def test_worth_is_the_same_plain_and_compiled() -> None:
    worth = bot.worth

    @loop
    def judge(tables: Any, found: Any) -> int:
        for i in range(len(tables)):
            found[i] = worth(tables[i], i % 3)
        return len(tables)

    tables: list[Table] = []
    step, table, dice = make_play(GAME).step, fresh(3), dice_of(3)
    while actor(table) != NOBODY and len(tables) < 400:
        tables.append(table.copy())
        step(table, [0] * len(MOVES), dice)
    found = numbers(len(tables))
    judge(batch(tables), found)
    assert list(found) == [worth(one, i % 3) for i, one in enumerate(tables)]


# At a live table


def test_a_robot_reads_a_throw_longer_than_it_handles_a_token() -> None:
    table = fresh()
    throw(table, "gold ruby emerald black black")
    assert 60 <= bot.pause(view(table, 0), 0, PLAIN) <= 120
    play(table, "take gold")
    assert 30 <= bot.pause(view(table, 0), 0, PLAIN) <= 50
    play(table, "stow gold")
    assert 30 <= bot.pause(view(table, 0), 0, PLAIN) <= 50


def test_dg_a25_nothing_said_tells_a_robot_more_than_it_sees() -> None:
    table = fresh()
    throw(table, "gold ruby emerald black black")
    seen = view(table, 0)
    GAME.bot.recall(seen, 0, [(CHANCE, move_of("die gold"))], PLAIN)
    assert seen == view(table, 0)
