"""How a player of Diadingo judges a table, and what it remembers."""

from collections.abc import Sequence

from filon.core import UNKNOWN, rule
from filon.games.diadingo.parts import CARDS, LOOSE, PLACES, THEFTS, VALUES, Card, Kind, Move, Outcome, Phase, Table
from filon.games.diadingo.rules import takings

CAUTION = 2  # rings that thefts may move count this many times less than the thefts' even share


@rule
def worth(table: Table, seat: int) -> int:
    """How far ahead of the best other player."""
    best = standing(table, (seat + 1) % table.seats)
    for further in range(2, table.seats):
        best = max(best, standing(table, (seat + further) % table.seats))
    return standing(table, seat) - best


@rule
def standing(table: Table, seat: int) -> int:
    """The dollars so far and, while the game runs, what the pile may still bring or cost."""
    dollars = table.player[seat].dollars + takings(table, table.player[seat])
    if table.phase == Phase.OVER:
        return dollars
    return dollars + thefts_to_come(table, seat) + tries_to_come(table, seat)


@rule
def thefts_to_come(table: Table, seat: int) -> int:
    """Empty rings that a theft could fill (DI-20), less set rings that others could rob."""
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
    return swing * left_in_pile(table, Card.THEFT) // (CAUTION * THEFTS * table.seats)


@rule
def tries_to_come(table: Table, seat: int) -> int:
    """The turns that are left for this seat, each worth an average ring as often as a diamond is loose."""
    dollars = 0
    for ring in range(VALUES):
        dollars += left_in_pile(table, ring) * table.value[ring]
    cards, waiting = CARDS - table.drawn, (seat - table.turn) % table.seats
    turns = (cards + table.seats - 1 - waiting) // table.seats
    if turns <= 0:
        return 0
    hits, places = LOOSE - table.lifted, PLACES - table.lifted
    if table.debts:
        hits -= places - hits
    return turns * dollars * hits // (cards * places)


@rule
def left_in_pile(table: Table, card: int) -> int:
    found = 0
    for i in range(table.drawn, CARDS):
        found += table.tray[table.game].pile[i] == card
    return found


def recall(view: Table, heard: Sequence[tuple[int, Move | None]]) -> None:
    """DI-A9, "own" memory: the diamonds that stayed when somebody tried them in this game."""
    fixed, draws = view.tray[view.game].fixed, view.drawn
    for _, move in reversed(heard):
        if draws == 0:  # older lines are of the games before
            return
        if move is not None and move.kind == Kind.DRAW:
            draws -= 1
        if move is not None and stayed(move) and fixed[move.place - 1] == UNKNOWN:
            fixed[move.place - 1] = 1


def stayed(move: Move) -> bool:
    """A try that is told with its place, and failed."""
    return move.kind == Kind.LIFT and move.outcome == Outcome.FIXED and move.place != UNKNOWN


def pause(view: Table, seat: int) -> int:
    """No time runs in Diadingo."""
    return 0
