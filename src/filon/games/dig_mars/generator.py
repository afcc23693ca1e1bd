"""Dig Mars: the legal moves, found faster than by asking the law about each of 1,158; a law test holds it to `not refused`."""

from filon.core import Row, rule
from filon.core.law import LEGAL
from filon.core.record import Numbers
from filon.games.dig_mars.parts import MOVES, SEATS, SITES, Kind, Phase, Table
from filon.games.dig_mars.rules import unlawful, untimely
from filon.games.dig_mars.sites import cannot_move, cannot_relocate


def _ids(kind: Kind, owner: int | None = None, start: int | None = None) -> list[int]:
    rows = enumerate(MOVES)
    return [i for i, row in rows if row.kind == kind and (owner is None or row.owner == owner) and (start is None or row.start == start)]


FIRST = Numbers.of([_ids(kind)[0] for kind in Kind] + [len(MOVES)])
MOVES_FROM = Numbers.of([_ids(Kind.MOVE, start=start) for start in range(SITES)])
ENDS = Numbers.of([[MOVES[i].site for i in _ids(Kind.MOVE, start=start)] for start in range(SITES)])
RELOCATIONS = Numbers.of([[_ids(Kind.RELOCATE, owner, start) for start in range(SITES)] for owner in range(SEATS)])
TARGETS = Numbers.of([[MOVES[i].site for i in _ids(Kind.RELOCATE, 0, start)] for start in range(SITES)])


@rule
def generate(table: Table, ids: Row) -> int:
    """Write the ids of the legal moves of the player whose turn it is, in order; how many there are."""
    if table.phase != Phase.ACTING:
        count = generate_kind(table, Kind.PLACE, ids, 0)
        count = generate_kind(table, Kind.ANNOUNCE, ids, count)
        return generate_kind(table, Kind.END_TURN, ids, count)
    count = generate_on_stations(table, Kind.DIG, ids, 0)
    count = generate_on_stations(table, Kind.TRANSPORT, ids, count)
    count = generate_moves(table, ids, count)
    count = generate_kind(table, Kind.UPGRADE, ids, count)
    count = generate_relocations(table, ids, count)
    for kind in range(Kind.TAKE_POINT, Kind.END_TURN + 1):
        count = generate_kind(table, kind, ids, count)
    return count


@rule
def generate_kind(table: Table, kind: int, ids: Row, count: int) -> int:
    if untimely(table, kind) == LEGAL:
        for i in range(FIRST[kind], FIRST[kind + 1]):
            count = add_if_legal(table, i, ids, count)
    return count


@rule
def generate_on_stations(table: Table, kind: int, ids: Row, count: int) -> int:
    """DM-11, DM-13: only where the player has a station."""
    if untimely(table, kind) == LEGAL:
        for site in range(SITES):
            if table.player[table.turn].stations[site] > 0:
                count = add_if_legal(table, FIRST[kind] + site, ids, count)
    return count


@rule
def generate_moves(table: Table, ids: Row, count: int) -> int:
    """DM-16: only from where the player has a station."""
    if untimely(table, Kind.MOVE) == LEGAL:
        for start in range(SITES):
            if table.player[table.turn].stations[start] > 0:
                for i in range(len(ENDS[start])):
                    if cannot_move(table, start, ENDS[start][i]) == LEGAL:
                        ids[count] = MOVES_FROM[start][i]
                        count += 1
    return count


@rule
def generate_relocations(table: Table, ids: Row, count: int) -> int:
    """DM-23: only stations that stand on the grid."""
    if untimely(table, Kind.RELOCATE) == LEGAL:
        for owner in range(table.seats):
            for start in range(SITES):
                if table.player[owner].stations[start] > 0:
                    for i in range(len(TARGETS[start])):
                        if cannot_relocate(table, owner, start, TARGETS[start][i]) == LEGAL:
                            ids[count] = RELOCATIONS[owner][start][i]
                            count += 1
    return count


@rule
def add_if_legal(table: Table, move: int, ids: Row, count: int) -> int:
    if unlawful(table, MOVES[move]) == LEGAL:
        ids[count] = move
        count += 1
    return count
