"""Gold Pan's robots: the worth of a table, and when to stop."""

from collections.abc import Sequence
from typing import Any

from filon.core import Row, rule
from filon.core.level import Level, Reason, RobotProtocol

from .parts import MOVES, Kind, Move, Phase, Table

SURE = 10_000  # chances are counted in ten-thousandths
ENOUGH = 20  # GP-11, GP-12: from so many nuggets on a wash loses more than it finds
TURN = 4  # nuggets that the next turn is worth


@rule
def held(table: Table, seat: int) -> int:
    return table.pouch[seat] + (table.pan if seat == table.turn else 0)


@rule
def best_other(table: Table, seat: int) -> int:
    best = 0
    for other in range(table.seats):
        if other != seat:
            best = max(best, held(table, other))
    return best


@rule
def worth(table: Table, seat: int) -> int:
    """The lead; reaching the goal is worth more than any lead."""
    lead = held(table, seat) - best_other(table, seat)
    if table.phase == Phase.OVER:
        return lead * SURE
    return lead


# What a search goes by


@rule
def prior(table: Table, move: Move) -> int:
    return 1 + (table.pan if move.kind == Kind.KEEP else max(0, ENOUGH - table.pan))


@rule
def chances(table: Table, won: Row) -> None:
    """Each seat's chance of winning: the nearer to the goal, the better, by the square of what it holds."""
    total = 0
    for seat in range(table.seats):
        near = held(table, seat) + (TURN if seat == table.turn else 0)
        won[seat] = 1 + near * near if table.phase != Phase.OVER else (1 if held(table, seat) >= table.goal else 0)
        total += won[seat]
    for seat in range(table.seats):
        won[seat] = won[seat] * SURE // total


def reason(view: Table, move: Move, seat: int) -> Reason:
    return ("keep", {"n": view.pan}) if move.kind == Kind.KEEP else ("wash", {})


# Levels


def choose(robot: RobotProtocol, heard: Sequence[Any], view: Table, legal: list[int], at: int) -> int:
    """GP-13: keeps from so many nuggets on as its level says."""
    keeps = [move for move in legal if MOVES[move].kind == Kind.KEEP]
    return keeps[0] if keeps and view.pan >= robot.level.parameters else legal[0]


LEVELS = {
    "beginner": Level("custom", choose=choose, parameters=2),
    "casual": Level("custom", choose=choose, parameters=9),
    "strong": Level(thinking=48),
    "expert": Level("search", thinking=4000),
}
