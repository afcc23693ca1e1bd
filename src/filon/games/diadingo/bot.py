"""How a player of Diadingo judges a table, and what it remembers."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from filon.core import UNKNOWN, rule
from filon.core.level import Level, RobotProtocol
from filon.games.diadingo.foresight import foreseen
from filon.games.diadingo.foresight import warm as warm
from filon.games.diadingo.parts import CARDS, LOOSE, MOVES, PLACES, THEFTS, VALUES, Card, Kind, Move, Outcome, Phase, Table
from filon.games.diadingo.reasons import reason as reason
from filon.games.diadingo.rules import apply, takings
from filon.games.diadingo.secrets import imagine

CAUTION = 2  # rings that thefts may move count this many times less than the thefts' even share


@rule
def worth(table: Table, seat: int) -> int:
    """How far ahead of the best other player."""
    thefts, rings = thefts_in_pile(table), rings_in_pile(table)
    best = standing(table, (seat + 1) % table.seats, thefts, rings)
    for further in range(2, table.seats):
        best = max(best, standing(table, (seat + further) % table.seats, thefts, rings))
    return standing(table, seat, thefts, rings) - best


@rule
def standing(table: Table, seat: int, thefts: int, rings: int) -> int:
    """The dollars so far and, while the game runs, what the pile may still bring or cost."""
    dollars = table.player[seat].dollars + takings(table, table.player[seat])
    if table.phase == Phase.OVER:
        return dollars
    return dollars + thefts_to_come(table, seat, thefts) + tries_to_come(table, seat, rings)


@rule
def thefts_to_come(table: Table, seat: int, thefts: int) -> int:
    """Empty rings that a theft could fill (DI-20), less rings with a diamond that others could rob."""
    me, swing = table.player[seat], 0
    for ring in range(VALUES):
        fillable = robbable = 0
        for other in range(table.seats):
            if other != seat:
                fillable += table.player[other].set[ring]
                robbable += table.player[other].empty[ring]
        swing += (min(fillable, me.empty[ring]) - min(robbable, me.set[ring])) * table.value[ring]
    if table.debts:
        swing *= 2  # DI-32: a moved diamond also moves a debt
    return swing * thefts // (CAUTION * THEFTS * table.seats)


@rule
def tries_to_come(table: Table, seat: int, rings: int) -> int:
    """The turns that are left for this seat, each worth an average ring as often as a diamond is loose."""
    cards, waiting = CARDS - table.drawn, (seat - table.turn) % table.seats
    turns = (cards + table.seats - 1 - waiting) // table.seats
    if turns <= 0:
        return 0
    hits, places = LOOSE - table.lifted, PLACES - table.lifted
    if table.debts:
        hits -= places - hits
    return turns * rings * hits // (cards * places)


@rule
def thefts_in_pile(table: Table) -> int:
    pile, found = table.tray[table.game].pile, 0
    for i in range(table.drawn, CARDS):
        if pile[i] == Card.THEFT:
            found += 1
    return found


@rule
def rings_in_pile(table: Table) -> int:
    """The dollars of all ring cards that are left."""
    pile, dollars = table.tray[table.game].pile, 0
    for i in range(table.drawn, CARDS):
        if 0 <= pile[i] < VALUES:
            dollars += table.value[pile[i]]
    return dollars


# What a robot remembers (DI-A9)


Theft = Callable[[RobotProtocol, Table, list[int]], int]


@dataclass(frozen=True)
class Habits:
    """How many of the latest tries that failed it recalls, others' and its own, how surely, in a hundred; and whom it robs."""

    theft: Theft
    others: int = PLACES
    own: int = PLACES
    sure: int = 100


def recall(view: Table, seat: int, heard: Sequence[tuple[int, Move | None]], level: Level) -> None:
    """The diamonds that stayed when somebody tried them in this game, the latest first."""
    fixed, habits = view.tray[view.game].fixed, level.parameters or PERFECT
    left = {True: habits.own, False: habits.others}
    for who, place, card in failures(view, heard):
        left[who == seat] -= 1
        if fixed[place - 1] == UNKNOWN and left[who == seat] >= 0 and is_sure(seat, place, card, habits):
            fixed[place - 1] = 1


def failures(view: Table, heard: Sequence[tuple[int, Move | None]]) -> Iterator[tuple[int, int, int]]:
    """Who tried which diamond in vain, after how many cards, from the latest on; before this game's first card come the games before."""
    draws = view.drawn
    for who, move in reversed(heard):
        if draws == 0:
            return
        if move is not None and move.kind == Kind.DRAW:
            draws -= 1
        if move is not None and move.kind == Kind.LIFT and move.outcome == Outcome.FIXED and move.place != UNKNOWN:
            yield who, move.place, draws


def is_sure(seat: int, place: int, card: int, habits: Habits) -> bool:
    """A try that has slipped a mind does not come back to it in this game."""
    return (place * 37 + seat * 59 + card * 73) % 100 < habits.sure


# How it chooses


def choose(robot: RobotProtocol, heard: Sequence[Any], view: Table, legal: list[int], at: int) -> int:
    if len(legal) == 1:
        return legal[0]
    recalled = robot.recalled(heard, view, at)
    if recalled.phase == Phase.TRYING:
        return try_one(robot, recalled, legal)
    habits: Habits = robot.level.parameters
    return habits.theft(robot, recalled, legal)


def try_one(robot: RobotProtocol, recalled: Table, legal: list[int]) -> int:
    """All that are not recalled as fixed are as likely to be loose."""
    fixed = recalled.tray[recalled.game].fixed
    hopeful = [move for move in legal if fixed[MOVES[move].place - 1] == UNKNOWN]
    return (hopeful or legal)[robot.luck.below(len(hopeful or legal))]


def any_theft(robot: RobotProtocol, recalled: Table, legal: list[int]) -> int:
    """Robs whoever it sees first."""
    return legal[robot.luck.below(len(legal) - 1)]


def dearest_theft(robot: RobotProtocol, recalled: Table, legal: list[int]) -> int:
    """The dearest ring, whoever has it."""
    return max(legal[:-1], key=lambda move: (MOVES[move].ring, robot.luck.below(1000)))


def judged_theft(robot: RobotProtocol, recalled: Table, legal: list[int]) -> int:
    """One step ahead: who leads, and what may be robbed back."""
    return max(legal, key=lambda move: worth_after(robot, recalled, move))


def worth_after(robot: RobotProtocol, recalled: Table, move: int) -> int:
    table: Table = recalled.copy()
    imagine(table, robot.seat, robot.dice)
    apply(table, MOVES[move])
    return worth(table, robot.seat)


def foreseen_theft(robot: RobotProtocol, recalled: Table, legal: list[int]) -> int:
    """Every way played on to the end, many times: the victim plays next (DI-18), and a declined theft brings another card (DI-A2)."""
    results = foreseen(recalled, robot.seat, legal, robot.level.thinking, robot.dice)
    return legal[results.index(max(results))]


PERFECT = Habits(foreseen_theft)
LEVELS = {
    "beginner": Level("custom", choose=choose, parameters=Habits(any_theft, others=0, own=1)),
    "casual": Level("custom", choose=choose, parameters=Habits(dearest_theft, others=0, own=2)),
    "strong": Level("custom", choose=choose, parameters=Habits(judged_theft, others=5, own=8, sure=70)),
    "expert": Level("custom", thinking=4000, choose=choose, parameters=PERFECT),
}
