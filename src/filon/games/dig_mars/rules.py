"""Dig Mars: the law, then the effect, in the order of clauses.md."""

from typing import Any

from filon.core import NOBODY, NONE, rule
from filon.core.content import Page
from filon.core.stream import Source, shuffled
from filon.games.dig_mars.label import LABEL
from filon.games.dig_mars.parts import (
    ACTIONS,
    DEEP,
    TILES,
    TOP_LEVEL,
    WARNING_ROUNDS,
    Bonus,
    Ending,
    Fortune,
    Gear,
    Kind,
    Move,
    Phase,
    Refusal,
    Standstill,
    Table,
    read_content,
)
from filon.games.dig_mars.sites import (
    cannot_dig,
    cannot_move,
    cannot_place,
    cannot_relocate,
    cannot_sample,
    cannot_transport,
    carry,
    legal_if,
)
from filon.games.dig_mars.turn import act, cost, dig, end_turn, finish, patience, place, transport, upgrade

# Set-up


def new(options: dict[str, Any], content: Page, seats: int, source: Source) -> Table:
    """DM-01, DM-02, up to the first placement (DM-04); a fresh Table has the levels and fortune of DM-03."""
    table = Table()
    table.rules, table.seats = LABEL.rules, seats
    table.sample = LABEL.encode(options, "sample")
    table.fortune = LABEL.encode(options, "fortune")
    table.last_tile = LABEL.encode(options, "last_tile")
    table.standstill = LABEL.encode(options, "standstill")
    table.goal, table.cost, table.tile = read_content(content)
    deal(table, source)
    table.first = LABEL.first(options, seats, source)  # DM-04
    table.turn, table.actions = table.first, ACTIONS
    return table


def deal(table: Table, source: Source) -> None:
    """DM-02."""
    order = shuffled(range(TILES), source)
    for site, pile in enumerate(table.pile):
        pile.height = DEEP
        pile.tile = order[site * DEEP : (site + 1) * DEEP]
        pile.back = [table.tile[tile].dig for tile in pile.tile]
    table.tiles_left = TILES


# Who moves


@rule
def actor(table: Table) -> int:
    return NOBODY if table.phase == Phase.OVER else table.turn


# The law: what may be played


@rule
def untimely(table: Table, kind: int) -> Refusal:
    match table.phase:
        case Phase.SETTLING | Phase.PLACING:  # DM-04, DM-18, DM-A8: nothing comes between
            return legal_if(kind == Kind.PLACE, Refusal.PLACE_THE_STATION_FIRST)
        case Phase.LAST_CALL:  # DM-A12
            return cannot_call(kind)
        case _:
            return unpaid(table, kind)


@rule
def cannot_call(kind: int) -> Refusal:
    """DM-A12 "round"; under DM-A13 no such turn ever comes."""
    return legal_if(kind == Kind.ANNOUNCE or kind == Kind.END_TURN, Refusal.ONLY_ANNOUNCING_NOW)


@rule
def unpaid(table: Table, kind: int) -> Refusal:
    """DM-10, DM-20: each kind asks for an action, for its bonus, or for either."""
    match kind:
        case Kind.PLACE:
            return Refusal.NO_STATION_TO_PLACE
        case Kind.DIG:  # DM-21
            return legal_if(table.actions + table.bonus[Bonus.DIG] > 0, Refusal.NO_ACTION_LEFT)
        case Kind.TRANSPORT:  # DM-22
            return legal_if(table.actions + table.bonus[Bonus.TRANSPORT] > 0, Refusal.NO_ACTION_LEFT)
        case Kind.MOVE | Kind.UPGRADE:
            return legal_if(table.actions > 0, Refusal.NO_ACTION_LEFT)
        case Kind.RELOCATE:
            return legal_if(table.bonus[Bonus.RELOCATE] > 0, Refusal.NO_SUCH_BONUS)
        case Kind.TAKE_POINT:
            return legal_if(table.bonus[Bonus.POINT] > 0, Refusal.NO_SUCH_BONUS)
        case Kind.SAMPLE:
            return legal_if(table.bonus[Bonus.SAMPLE] > 0, Refusal.NO_SUCH_BONUS)
        case Kind.ANNOUNCE:  # DM-A13
            return legal_if(table.fortune == Fortune.HIDDEN, Refusal.NO_ANNOUNCEMENTS)
        case _:  # DM-10, DM-A2: a turn may be ended at any time
            return Refusal.LEGAL


@rule
def unlawful(table: Table, move: Move) -> Refusal:
    match move.kind:
        case Kind.RELOCATE:  # first the two kinds with the most moves, for speed
            return cannot_relocate(table, move.owner, move.start, move.site)
        case Kind.MOVE:
            return cannot_move(table, move.start, move.site)
        case Kind.PLACE:
            return cannot_place(table, move.site)
        case Kind.DIG:
            return cannot_dig(table, move.site)
        case Kind.TRANSPORT:
            return cannot_transport(table, move.site)
        case Kind.UPGRADE:
            return cannot_upgrade(table, move.gear)
        case Kind.SAMPLE:
            return cannot_sample(table, table.pile[move.site], move.depth - 1)
        case Kind.ANNOUNCE:
            return cannot_announce(table)
        case _:
            return Refusal.LEGAL


@rule
def cannot_upgrade(table: Table, gear: int) -> Refusal:
    """DM-17; DM-A11: not above level 4."""
    me = table.player[table.turn]
    if me.level[gear] == TOP_LEVEL:
        return Refusal.FULLY_UPGRADED
    return legal_if(me.fortune >= cost(table, me, gear), Refusal.TOO_POOR)


@rule
def cannot_announce(table: Table) -> Refusal:
    """DM-50, DM-A8."""
    return legal_if(table.player[table.turn].fortune >= table.goal[table.seats - 2], Refusal.NOT_ENOUGH_FORTUNE)


# The effect: what playing it does


@rule
def apply(table: Table, move: Move) -> None:
    match move.kind:
        case Kind.PLACE:
            place(table, move.site)
        case Kind.DIG:
            dig(table, table.pile[move.site])
        case Kind.TRANSPORT:
            transport(table, move.site)
        case Kind.MOVE:
            act(table)
            carry(table.player[table.turn], move.start, move.site)
        case Kind.UPGRADE:
            upgrade(table, table.player[table.turn], move.gear)
        case Kind.RELOCATE:  # DM-23
            table.bonus[Bonus.RELOCATE] -= 1
            carry(table.player[move.owner], move.start, move.site)
        case Kind.TAKE_POINT:  # DM-24
            table.bonus[Bonus.POINT] -= 1
            table.player[table.turn].fortune += 1
            table.points += 1
        case Kind.SAMPLE:  # DM-25, DM-A15
            table.bonus[Bonus.SAMPLE] -= 1
            table.pile[move.site].seen_by[move.depth - 1] |= 1 << table.turn
        case Kind.ANNOUNCE:  # DM-50
            table.announcer = table.turn
            finish(table, Ending.ANNOUNCED)
        case _:
            end_turn(table)


# The end


@rule
def is_stuck(table: Table) -> bool:
    """DM-A10: so long without progress that the table says so."""
    return table.still >= (patience(table) - WARNING_ROUNDS) * table.seats


@rule
def is_last_idle(table: Table) -> bool:
    """DM-A10: everybody else has passed, so that ending this turn without an action ends the game."""
    is_acting = table.phase == Phase.ACTING and table.tiles_left > 0 and table.standstill == Standstill.ENDS
    return is_acting and table.idle == table.seats - 1 and table.acted == 0


def scores(table: Table) -> list[int]:
    return [player.fortune for player in table.player[: table.seats]]


def winners(table: Table) -> list[int]:
    """DM-50: who announced; DM-51, DM-52: the most fortune; DM-A9: ties share."""
    if table.phase != Phase.OVER:
        return []
    if table.announcer != NONE:
        return [table.announcer]
    fortunes = scores(table)
    return [seat for seat, fortune in enumerate(fortunes) if fortune == max(fortunes)]


def ending(table: Table) -> Ending:
    return Ending(table.ending)


def pieces(table: Table) -> list[int]:
    """DM-01: the tiles, each once; the fortune that is in nobody's hands; each player's stations against their fleet."""
    tiles = {tile for pile in table.pile for tile in pile.tile if tile != NONE}
    tiles |= {tile for tile in range(TILES) if table.taken[tile]}
    lost = fortune_of_all(table) - sum(scores(table))
    return [len(tiles), lost, *(missing_stations(table, seat) for seat in range(table.seats))]


@rule
def fortune_of_all(table: Table) -> int:
    """Tiles taken and extra points, less what was paid for upgrades."""
    fortune = table.points
    for tile in range(TILES):
        fortune += table.tile[tile].fortune if table.taken[tile] else 0
    for seat in range(table.seats):
        for gear in range(3):
            for level in range(1, table.player[seat].level[gear]):
                fortune -= table.cost[level - 1]
    return fortune


def missing_stations(table: Table, seat: int) -> int:
    """What the fleet has less what is on the grid, but for the one that is being placed (DM-04, DM-18)."""
    me = table.player[seat]
    settling = table.phase == Phase.SETTLING and sum(me.stations) == 0
    placing = table.phase == Phase.PLACING and seat == table.turn
    return me.level[Gear.FLEET] - sum(me.stations) - int(settling or placing)
