"""Diadingo: the legal moves, found faster than by asking the law about each; a law test holds it to `not refused`."""

from filon.core import Row, rule
from filon.core.law import LEGAL
from filon.games.diadingo.parts import MOVES, PLACES, VALUES, Kind, Phase, Table
from filon.games.diadingo.rules import cannot_steal

DRAW, LIFTS, STEALS, DECLINE = ([move.kind for move in MOVES].index(kind) for kind in Kind)


@rule
def generate(table: Table, ids: Row) -> int:
    """Write the ids of the legal moves of the player whose turn it is, in order; how many there are."""
    match table.phase:
        case Phase.TRYING:
            return generate_lifts(table, ids)
        case Phase.STEALING:
            return generate_thefts(table, ids)
        case _:
            ids[0] = DRAW
            return 1


@rule
def generate_lifts(table: Table, ids: Row) -> int:
    """DI-12."""
    count, tray = 0, table.tray[table.game]
    for place in range(PLACES):
        ids[count] = LIFTS + place  # stays there if it is counted
        count += 1 - tray.gap[place]
    return count


@rule
def generate_thefts(table: Table, ids: Row) -> int:
    """DI-16, DI-A2."""
    count = 0
    for victim in range(table.seats):
        for ring in range(VALUES):
            if cannot_steal(table, victim, ring) == LEGAL:
                ids[count] = STEALS + victim * VALUES + ring
                count += 1
    ids[count] = DECLINE
    return count + 1
