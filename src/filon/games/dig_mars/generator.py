"""Dig Mars: the legal moves, found faster than by asking the law about each of 1,158; a law test holds it to `not refused`."""

from filon.core import Row, rule
from filon.core.compiled.record import Numbers
from filon.core.compiled.rule import lowest
from filon.core.law import LEGAL
from filon.games.dig_mars.parts import DEEP, MOVES, SEATS, SITES, Bonus, Fortune, Gear, Kind, Phase, Player, Table
from filon.games.dig_mars.rules import cannot_announce, cannot_upgrade, unlawful, untimely
from filon.games.dig_mars.sites import cannot_dig, cannot_sample, cannot_transport, toward


def _ids(kind: Kind, owner: int | None = None, start: int | None = None) -> list[int]:
    rows = enumerate(MOVES)
    return [i for i, row in rows if row.kind == kind and (owner is None or row.owner == owner) and (start is None or row.start == start)]


def _jumped(start: int, end: int) -> int:
    """DM-16: the sites that a jump passes and the one where it ends, a bit for each; none for a step."""
    one_on = toward(start, end)
    return 0 if start + one_on == end else sum(1 << site for site in range(start + one_on, end + one_on, one_on))


DIGS, TRANSPORTS, UPGRADES, POINT, SAMPLES, ANNOUNCEMENT, END = (
    _ids(kind)[0] for kind in (Kind.DIG, Kind.TRANSPORT, Kind.UPGRADE, Kind.TAKE_POINT, Kind.SAMPLE, Kind.ANNOUNCE, Kind.END_TURN)
)
FIRST = Numbers.of([_ids(kind)[0] for kind in Kind] + [len(MOVES)])
MOVES_FROM = Numbers.of([_ids(Kind.MOVE, start=start) for start in range(SITES)])
ENDS = Numbers.of([[MOVES[i].site for i in _ids(Kind.MOVE, start=start)] for start in range(SITES)])
JUMPED = Numbers.of([[_jumped(start, end) for end in ENDS[start]] for start in range(SITES)])
LANDED = Numbers.of([[_jumped(start, end) & 1 << end for end in ENDS[start]] for start in range(SITES)])
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
    count, stood, piles = 0, stood_on(table.player[table.turn]), with_pile(table)
    if table.actions > 0 or table.bonus[Bonus.DIG] > 0:
        count = generate_digs(table, stood & piles, ids, count)
    if table.actions > 0 or table.bonus[Bonus.TRANSPORT] > 0:
        count = generate_transports(table, stood & piles, ids, count)
    if table.actions > 0:
        count = generate_moves(stood, piles, ids, count)
        count = generate_upgrades(table, ids, count)
    return count


@rule
def stood_on(player: Player) -> int:
    """The sites where a player has a station, a bit for each."""
    sites = 0
    for site in range(SITES):
        if player.stations[site] > 0:
            sites |= 1 << site
    return sites


@rule
def with_pile(table: Table) -> int:
    """The sites that are not empty, a bit for each."""
    sites = 0
    for site in range(SITES):
        if table.pile[site].height > 0:
            sites |= 1 << site
    return sites


@rule
def generate_digs(table: Table, sites: int, ids: Row, count: int) -> int:
    """DM-11: only on piles where the player has a station."""
    while sites != 0:
        site = lowest(sites)
        sites &= sites - 1
        if cannot_dig(table, site) == LEGAL:
            ids[count] = DIGS + site
            count += 1
    return count


@rule
def generate_transports(table: Table, sites: int, ids: Row, count: int) -> int:
    """DM-13: only on piles where the player has a station."""
    while sites != 0:
        site = lowest(sites)
        sites &= sites - 1
        if cannot_transport(table, site) == LEGAL:
            ids[count] = TRANSPORTS + site
            count += 1
    return count


@rule
def generate_moves(starts: int, piles: int, ids: Row, count: int) -> int:
    """DM-16, DM-A5: of the sites that are jumped, only the last has a pile; a step jumps none."""
    while starts != 0:
        start = lowest(starts)
        starts &= starts - 1
        moves, jumped, landed = MOVES_FROM[start], JUMPED[start], LANDED[start]
        for i in range(len(moves)):
            ids[count] = moves[i]  # stays there if it is counted
            count += 1 if piles & jumped[i] == landed[i] else 0
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
        ids[count] = POINT
        count += 1
    if table.bonus[Bonus.SAMPLE] > 0:
        count = generate_samples(table, ids, count)
    return count


@rule
def generate_relocations(table: Table, ids: Row, count: int) -> int:
    """DM-23: only stations that stand on the grid, only to piles."""
    piles = with_pile(table)
    for owner in range(table.seats):
        starts = stood_on(table.player[owner])
        while starts != 0:
            start = lowest(starts)
            starts &= starts - 1
            moves, targets = RELOCATIONS[owner][start], TARGETS[start]
            for i in range(len(moves)):
                ids[count] = moves[i]  # stays there if it is counted
                count += piles >> targets[i] & 1
    return count


@rule
def generate_samples(table: Table, ids: Row, count: int) -> int:
    """DM-25, DM-A1: only of tiles that are there."""
    for site in range(SITES):
        for place in range(table.pile[site].height):
            if cannot_sample(table, table.pile[site], place) == LEGAL:
                ids[count] = SAMPLES + site * DEEP + place
                count += 1
    return count
