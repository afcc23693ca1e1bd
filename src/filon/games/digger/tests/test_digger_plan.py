"""How Digger's levels plan a turn: by the odds, by an inner clock, by the water."""

from typing import Any

import pytest

from filon.bots import robot_for
from filon.core.game import load
from filon.games.digger.bot import LEVELS
from filon.games.digger.parts import MOVES, Colour, Kind, Phase, Table
from filon.games.digger.robots.odds import FREELY, Pace, Prizes, at, hopes
from filon.games.digger.robots.plan import Digger
from filon.games.digger.secrets import view
from filon.house.room.setup import set_up

GAME = load("digger")
PACE = Pace(throw=270, token=150, stow=80, doubt=250)
WHITE = Prizes((0.0, 3.0, 1.0, 2.0, 1.0, 0.0), (0.0, 3.0, 1.0, 2.0, 1.0, 0.0), (0, 3, 1, 2, 1))
FACES = (1,) * 6


def digging(**shown: int) -> Table:
    """Seat 0 of three digs, some seconds after its first throw, and these colours show."""
    setup = set_up(GAME, ["a", "b", "c"], {"first": 1, "sand": "exact"}, None, ["random"] * 3, 1)
    table: Table = setup.deal(setup.chance())
    table.phase, table.throws, table.turned, table.clock, table.free = int(Phase.DIGGING), 1, 0, 500, 400
    table.sand, table.shown = 3000, [shown.get(colour.name.lower(), 0) for colour in Colour]
    return table


def chosen(table: Table, level: str = "expert") -> tuple[Kind, int]:
    seen = view(table, 0)
    move = MOVES[robot_for(GAME, level, 0, 1).choose([], seen, GAME.legal(seen, 0), table.clock)]
    return Kind(move.kind), move.colour


def test_more_time_is_never_worse_and_stowing_at_once_is_always_open() -> None:
    found = hopes(PACE, WHITE, FACES, FREELY)
    assert found.best == sorted(found.best)
    assert all(best >= throwing for best, throwing in zip(found.best, found.throwing, strict=True))
    assert found.best[at(-500)] < 0 < found.best[at(1000)]


def test_what_an_average_throw_brings_is_the_odds_of_a_single_colour() -> None:
    once = 5 * 5**4 / 6**5  # DG-14
    freely = hopes(Pace(0, 0, 0, 0), WHITE, FACES, 1)
    assert freely.throwing[at(4000)] == pytest.approx(once * (3 + 1 + 2 + 1))


def test_crates_to_rob_are_worth_throwing_for_when_the_river_has_nothing() -> None:
    nothing = Prizes((0.0,) * 6, (0.0,) * 6, (0, 3, 1, 2, 1))
    thefts = nothing._replace(stolen=(0.0, 5.0, 2.0, 3.0, 2.0, 0.0))
    assert hopes(PACE, nothing, FACES, FREELY).throwing[at(1500)] <= 0 < hopes(PACE, thefts, FACES, FREELY).throwing[at(1500)]


def test_dg_14_the_dearest_is_taken_first_and_nothing_when_time_is_short() -> None:
    table = digging(gold=1, ruby=1, water=2, emerald=1)
    assert chosen(table) == (Kind.TAKE, Colour.GOLD)
    late = digging(gold=2, ruby=1, water=2)
    late.loot, late.clock, late.free = [0, 3, 2, 2, 1], 2850, 2850
    assert chosen(late) == (Kind.STOW, Colour.GOLD)


def test_dg_34_the_last_water_is_taken_by_who_leads_and_left_by_who_does_not() -> None:
    table = digging(water=1, gold=2, ruby=2)
    table.pool[Colour.WATER], table.box = 1, 9
    table.player[0].crate[Colour.GOLD] = 3
    assert chosen(table) == (Kind.TAKE, Colour.WATER)
    table.player[1].crate[Colour.GOLD] = 6
    assert chosen(table)[0] == Kind.THROW


def test_dg_34_who_does_not_think_of_the_end_takes_water_like_a_gem() -> None:
    table = digging(water=1, gold=2, ruby=2)
    table.player[1].crate[Colour.GOLD] = 20
    table.pool[Colour.WATER], table.box = 3, 7
    assert [water_seems(table, level) for level in LEVELS] == [1.0, 1.0, -6.0, -6.0]
    table.pool[Colour.WATER], table.box = 2, 8
    assert [water_seems(table, level) for level in LEVELS] == [1.0, -6.0, -6.0, -6.0]


def water_seems(table: Table, level: str) -> float:
    mind: Any = robot_for(GAME, level, 0, 1)
    return Digger(view(table, 0), mind).water


def test_dg_20_only_a_steady_hand_robs_past_a_neighbour_with_much_loot_at_stake() -> None:
    table = digging(gold=1, black=1, ruby=3)
    table.pool[Colour.GOLD] = 0
    table.player[1].crate = [0, 1, 1, 0, 1]
    table.loot = [0, 3, 3, 3, 3]
    table.pool = [10, 0, 5, 5, 5]
    shaky = LEVELS["casual"].parameters.risk, LEVELS["expert"].parameters.risk
    assert shaky[0] > shaky[1]
    assert chosen(table)[0] == Kind.STEAL
    assert chosen(table, "casual")[0] != Kind.STEAL
