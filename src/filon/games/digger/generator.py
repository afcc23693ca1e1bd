"""Digger: the legal moves, found faster than by asking the law about each; a law test holds it to `not refused`."""

from filon.core import Row, rule
from filon.core.compiled.record import Numbers
from filon.core.law import LEGAL
from filon.games.digger.parts import MOVES, Kind, Phase, Table
from filon.games.digger.rules import fits_the_glass, unlawful, untimely

KINDS = [move.kind for move in MOVES]
FIRST = Numbers.of([KINDS.index(kind) for kind in Kind] + [len(MOVES)])
MAY_COME = {  # in each phase, the first kind and the last
    Phase.FILLING: (Kind.GLASS, Kind.GLASS),
    Phase.READY: (Kind.THROW, Kind.THROW),
    Phase.ROLLING: (Kind.DIE, Kind.DIE),
    Phase.DIGGING: (Kind.THROW, Kind.STOP),
    Phase.REACHING: (Kind.CLEAN, Kind.LET_GO),
    Phase.STOWING: (Kind.STOW, Kind.STOP),
}
FROM, TO = (Numbers.of([MAY_COME[phase][end] for phase in Phase if phase != Phase.OVER]) for end in (0, 1))


@rule
def generate(table: Table, ids: Row) -> int:
    """Write the ids of the legal moves of whoever moves, Chance and Hand too, in order; how many there are."""
    if table.phase == Phase.FILLING:
        return generate_glasses(table, ids)
    count = 0
    for kind in range(FROM[table.phase], TO[table.phase] + 1):
        if untimely(table, kind) == LEGAL:
            for i in range(FIRST[kind], FIRST[kind + 1]):
                if unlawful(table, MOVES[i]) == LEGAL:
                    ids[count] = i
                    count += 1
    return count


@rule
def generate_glasses(table: Table, ids: Row) -> int:
    """DG-A9: the glass stands, so that Time cannot come between."""
    count = 0
    for i in range(FIRST[Kind.GLASS], FIRST[Kind.GLASS + 1]):
        if fits_the_glass(table, MOVES[i].sand):
            ids[count] = i
            count += 1
    return count
