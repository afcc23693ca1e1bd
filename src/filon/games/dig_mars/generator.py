"""Dig Mars: the legal moves, found faster than by asking the law about each of 1,158; a law test holds it to `not refused`."""

from filon.core import Row, rule
from filon.core.law import LEGAL
from filon.core.record import Numbers
from filon.games.dig_mars.parts import MOVES, SEATS, SITES, Bonus, Fortune, Gear, Kind, Phase, Table
from filon.games.dig_mars.rules import cannot_announce, cannot_upgrade, unlawful, untimely
from filon.games.dig_mars.sites import cannot_dig, cannot_move, cannot_relocate, cannot_transport, toward


def _ids(kind: Kind, owner: int | None = None, start: int | None = None) -> list[int]:
    rows = enumerate(MOVES)
    return [i for i, row in rows if row.kind == kind and (owner is None or row.owner == owner) and (start is None or row.start == start)]


DIGS, TRANSPORTS, UPGRADES, ANNOUNCEMENT, END = (
    _ids(kind)[0] for kind in (Kind.DIG, Kind.TRANSPORT, Kind.UPGRADE, Kind.ANNOUNCE, Kind.END_TURN)
)
FIRST = Numbers.of([_ids(kind)[0] for kind in Kind] + [len(MOVES)])
MOVES_FROM = Numbers.of([_ids(Kind.MOVE, start=start) for start in range(SITES)])
ENDS = Numbers.of([[MOVES[i].site for i in _ids(Kind.MOVE, start=start)] for start in range(SITES)])
NEXT = Numbers.of([[start + toward(start, end) for end in ENDS[start]] for start in range(SITES)])
RELOCATIONS = Numbers.of([[_ids(Kind.RELOCATE, owner, start) for start in range(SITES)] for owner in range(SEATS)])
TARGETS = Numbers.of([[MOVES[i].site for i in _ids(Kind.RELOCATE, 0, start)] for start in range(SITES)])


@rule
def generate(table: Table, ids: Row) -> int:
    """Write the ids of the legal moves of the player whose turn it is, in order; how many there are."""
    if table.phase != Phase.ACTING:
        count = generate_kind(table, Kind.PLACE, ids, 0)
        count = generate_kind(table, Kind.ANNOUNCE, ids, count)
        return generate_kind(table, Kind.END_TURN, ids, count)
    count = generate_actions(table, ids)
    count = generate_bonuses(table, ids, count)
    if table.fortune == Fortune.HIDDEN and cannot_announce(table) == LEGAL:  # DM-A13, DM-50
        ids[count] = ANNOUNCEMENT
        count += 1
    ids[count] = END
    return count + 1


@rule
def generate_kind(table: Table, kind: int, ids: Row, count: int) -> int:
    if untimely(table, kind) == LEGAL:
        for i in range(FIRST[kind], FIRST[kind + 1]):
            if unlawful(table, MOVES[i]) == LEGAL:
                ids[count] = i
                count += 1
    return count


@rule
def generate_actions(table: Table, ids: Row) -> int:
    """DM-10; DM-21, DM-22: a dig or a transport may be paid by a bonus instead."""
    count = 0
    if table.actions > 0 or table.bonus[Bonus.DIG] > 0:
        count = generate_digs(table, ids, count)
    if table.actions > 0 or table.bonus[Bonus.TRANSPORT] > 0:
        count = generate_transports(table, ids, count)
    if table.actions > 0:
        count = generate_moves(table, ids, count)
        count = generate_upgrades(table, ids, count)
    return count


@rule
def generate_digs(table: Table, ids: Row, count: int) -> int:
    """DM-11: only where the player has a station."""
    stations = table.player[table.turn].stations
    for site in range(SITES):
        if stations[site] > 0 and cannot_dig(table, site) == LEGAL:
            ids[count] = DIGS + site
            count += 1
    return count


@rule
def generate_transports(table: Table, ids: Row, count: int) -> int:
    """DM-13: only where the player has a station."""
    stations = table.player[table.turn].stations
    for site in range(SITES):
        if stations[site] > 0 and cannot_transport(table, site) == LEGAL:
            ids[count] = TRANSPORTS + site
            count += 1
    return count


@rule
def generate_moves(table: Table, ids: Row, count: int) -> int:
    """DM-16: only from where the player has a station; most jumps fail at the first site they would pass."""
    stations = table.player[table.turn].stations
    for start in range(SITES):
        if stations[start] > 0:
            ends, following, moves = ENDS[start], NEXT[start], MOVES_FROM[start]
            for i in range(len(ends)):
                if following[i] == ends[i] or (table.pile[following[i]].height == 0 and cannot_move(table, start, ends[i]) == LEGAL):
                    ids[count] = moves[i]
                    count += 1
    return count


@rule
def generate_upgrades(table: Table, ids: Row, count: int) -> int:
    """DM-17."""
    for gear in range(Gear.FLEET + 1):
        if cannot_upgrade(table, gear) == LEGAL:
            ids[count] = UPGRADES + gear
            count += 1
    return count


@rule
def generate_bonuses(table: Table, ids: Row, count: int) -> int:
    """DM-23 to DM-25: what a turn seldom has."""
    if table.bonus[Bonus.RELOCATE] > 0:
        count = generate_relocations(table, ids, count)
    if table.bonus[Bonus.POINT] > 0:
        count = generate_kind(table, Kind.TAKE_POINT, ids, count)
    if table.bonus[Bonus.SAMPLE] > 0:
        count = generate_kind(table, Kind.SAMPLE, ids, count)
    return count


@rule
def generate_relocations(table: Table, ids: Row, count: int) -> int:
    """DM-23: only stations that stand on the grid."""
    for owner in range(table.seats):
        for start in range(SITES):
            if table.player[owner].stations[start] > 0:
                for i in range(len(TARGETS[start])):
                    if cannot_relocate(table, owner, start, TARGETS[start][i]) == LEGAL:
                        ids[count] = RELOCATIONS[owner][start][i]
                        count += 1
    return count
