"""Gold Pan: the law, then the effect, in the order of clauses.md."""

from typing import Any

from filon.core import CHANCE, NOBODY, rule
from filon.core.content import Page
from filon.core.stream import Source

from .label import LABEL
from .parts import RIVER, Ending, Kind, Move, Phase, Refusal, Table, read_content


def new(options: dict[str, Any], content: Page, seats: int, source: Source) -> Table:
    """GP-01; a fresh Table has the empty pouches and the empty pan of GP-02."""
    table = Table()
    table.rules, table.seats = LABEL.rules, seats
    table.goal = read_content(content)[LABEL.encode(options, "goal")]  # GP-A1
    table.turn = LABEL.first(options, seats, source)  # GP-02
    return table


@rule
def actor(table: Table) -> int:
    if table.phase == Phase.OVER:
        return NOBODY
    return CHANCE if table.phase == Phase.WASHING else table.turn


@rule
def odds(table: Table, move: Move) -> int:
    """GP-11, GP-12: every face is as likely as any other."""
    return 1


# The law


@rule
def untimely(table: Table, kind: int) -> Refusal:
    """GP-10, GP-13: nothing can be kept before a wash has found something."""
    return Refusal.PAN_EMPTY if kind == Kind.KEEP and table.pan == 0 else Refusal.LEGAL


# The effect


@rule
def apply(table: Table, move: Move) -> None:
    match move.kind:
        case Kind.WASH:  # GP-10
            table.phase = Phase.WASHING
        case Kind.KEEP:  # GP-13
            table.pouch[table.turn] += table.pan
            end_turn(table)
        case _:
            find(table, move.face)


@rule
def find(table: Table, face: int) -> None:
    """GP-11, GP-12, GP-20."""
    table.face, table.phase = face, Phase.CHOOSING
    if face == RIVER:
        end_turn(table)
        return
    table.pan += face
    if table.pouch[table.turn] + table.pan >= table.goal:
        table.phase = Phase.OVER
        table.ending = Ending.GOAL_REACHED


@rule
def end_turn(table: Table) -> None:
    """GP-A2."""
    table.pan = 0
    table.turn = (table.turn + 1) % table.seats


# End


def scores(table: Table) -> list[int]:
    """GP-20: the pan counts for the player whose turn it is."""
    return [table.pouch[seat] + (table.pan if seat == table.turn else 0) for seat in range(table.seats)]


def winners(table: Table) -> list[int]:
    """GP-20: at the end one player alone has reached the goal."""
    best = max(scores(table))
    return [seat for seat, score in enumerate(scores(table)) if score == best]


def ending(table: Table) -> Ending:
    return Ending(table.ending)
