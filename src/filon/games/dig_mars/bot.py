"""How a player of Dig Mars judges a table, and how they count along."""

from collections.abc import Sequence

from filon.core import NONE, UNKNOWN, rule
from filon.core.level import Level
from filon.games.dig_mars.parts import DEEP, SIDE, SITES, Kind, Move, Phase, Table
from filon.games.dig_mars.prospects import FORTUNE, chances, missing, prior, rollout, shown
from filon.games.dig_mars.reasons import reason
from filon.games.dig_mars.rules import fortune_of_all
from filon.games.dig_mars.sites import carry, share, top

__all__ = ["LEVELS", "chances", "missing", "prior", "reason", "recall", "rollout", "shown", "worth"]

# All in hundredths of a fortune, or of the thing itself; the larger ones were tried out in games of robot against robot.
UPGRADED = (8, 5, 15)  # a level of dig, transport and fleet, for each tile that is left for each player
TO_TRANSPORT, TO_DIG = 70, 45  # of the fortune on a top tile that is explored, that is not
AWAY = 40  # of that, where no station of one's own stands yet
MISSING = 140  # each level that is missing there makes it so much less
DEEPER = 15  # a tile under the top one
STRAY = 10  # a station on an empty site, for each line between it and the nearest pile
ACTION = 50
HELD = (30, 50, 25, 90, 1)  # a bonus, by kind
SAMPLED = 2  # a soil sample, from the lowest tile up; twice where one stands
QUIET = 60  # each turn without progress, for who is not ahead
DRY = 300  # a game that dries up is no victory to strive for
RIVAL = 70  # the best other player's standing
GLITTER = 100  # a level of anything, to a beginner
WON = 10**8


@rule
def worth(table: Table, seat: int) -> int:
    """How far ahead of the best other player."""
    best = standing(table, (seat + 1) % table.seats)
    for further in range(2, table.seats):
        best = max(best, standing(table, (seat + further) % table.seats))
    lead = standing(table, seat) + known(table, seat) - best * RIVAL // 100
    if table.phase == Phase.OVER:
        return outcome(table, seat, lead)
    if table.turn == seat:
        lead += in_hand(table)
    return lead if richer_by(table, seat) > 0 else lead - quiet_turns(table) * QUIET


@rule
def outcome(table: Table, seat: int, lead: int) -> int:
    """DM-50 to DM-52, DM-A9; DM-A10: a game that dried up counts by the lead, and only for who is ahead."""
    if table.announcer != NONE:
        return WON if table.announcer == seat else -WON
    more = richer_by(table, seat)
    if table.tiles_left == 0 and more == 0:
        return 0
    if more <= 0:
        return -WON // 2
    return lead - DRY if table.tiles_left > 0 else WON // 2


@rule
def richer_by(table: Table, seat: int) -> int:
    """How much more fortune than anybody else."""
    most = 0
    for other in range(table.seats):
        if other != seat:
            most = max(most, table.player[other].fortune)
    return table.player[seat].fortune - most


@rule
def quiet_turns(table: Table) -> int:
    """DM-A10."""
    return 0 if table.progressed else table.still


@rule
def in_hand(table: Table) -> int:
    """What this turn still offers, so that it is not ended while it does."""
    value = table.actions * ACTION
    for bonus in range(len(HELD)):
        value += table.bonus[bonus] * HELD[bonus]
    return value


@rule
def known(table: Table, seat: int) -> int:
    """DM-A15: soil samples help most near the top and under one's own stations."""
    value = 0
    for site in range(SITES):
        help_there = SAMPLED * 2 if table.player[seat].stations[site] > 0 else SAMPLED
        for place in range(DEEP):
            value += (place + 1) * help_there * (table.pile[site].seen_by[place] >> seat & 1)
    return value


# One player's standing


@rule
def standing(table: Table, seat: int) -> int:
    """The fortune, what the equipment will still bring, and what the piles promise."""
    me = table.player[seat]
    value = me.fortune * FORTUNE
    for gear in range(3):
        value += (me.level[gear] - 1) * UPGRADED[gear] * table.tiles_left // table.seats
    for site in range(SITES):
        if table.pile[site].height > 0 or me.stations[site] > 0:
            value += outlook(table, seat, site)
    return value


@rule
def outlook(table: Table, seat: int, site: int) -> int:
    """What a pile promises; where there is none, a station stands idle."""
    return promise(table, seat, site) if table.pile[site].height > 0 else -lines_off(table, site) * STRAY


@rule
def promise(table: Table, seat: int, site: int) -> int:
    """This player's part of the top tile (DM-40), the less the more levels are missing (DM-30)."""
    pile, is_here = table.pile[site], table.player[seat].stations[site] > 0
    players = stations = 0 if is_here else 1
    for other in range(table.seats):
        players += 1 if table.player[other].stations[site] > 0 else 0
        stations += table.player[other].stations[site]
    value = top(table, pile).fortune * FORTUNE * (TO_TRANSPORT if pile.explored else TO_DIG)
    value //= players * (100 + MISSING * missing(table.player[seat], pile, top(table, pile), stations))
    return value + (pile.height - 1) * DEEPER if is_here else value * AWAY // 100


@rule
def lines_off(table: Table, site: int) -> int:
    """DM-16: from a row or column with a pile in it, a jump leads there."""
    lines = SIDE
    for other in range(SITES):
        if table.pile[other].height > 0:
            lines = min(lines, abs(other // SIDE - site // SIDE), abs(other % SIDE - site % SIDE))
    return lines + 1


# Counting along


def recall(view: Table, seat: int, heard: Sequence[tuple[int, Move | None]], level: Level) -> None:
    """DM-A7: whoever has heard everything, and counts along, knows every fortune."""
    if not level.memory:
        return
    counted = count_along(view.seats, heard)
    if not agrees(counted, view):
        return
    for player, known in zip(view.player, counted.player, strict=True):
        if player.fortune == UNKNOWN:
            player.fortune = known.fortune


def count_along(seats: int, heard: Sequence[tuple[int, Move | None]]) -> Table:
    """A table on which only stations and fortunes are kept up to date."""
    table = Table()
    table.seats = seats
    for seat, move in heard:
        if move is not None and seat >= 0:
            table.turn = seat
            follow(table, move)
    return table


def follow(table: Table, move: Move) -> None:
    me = table.player[table.turn]
    match move.kind:
        case Kind.PLACE:
            me.stations[move.site] += 1
        case Kind.TRANSPORT if me.stations[move.site] > 0:
            share(table, move.site, move.fortune)
        case Kind.MOVE:
            carry(me, move.start, move.site)
        case Kind.UPGRADE:
            me.fortune -= move.fortune
        case Kind.RELOCATE:
            carry(table.player[move.owner], move.start, move.site)
        case Kind.TAKE_POINT:
            me.fortune += 1


def agrees(counted: Table, view: Table) -> bool:
    """Whether nothing was missed: the stations stand where they are seen, and all have together what is gone."""
    is_same = all(player.stations == seen.stations for player, seen in zip(counted.player, view.player, strict=True))
    return is_same and sum(player.fortune for player in counted.player) == fortune_of_all(view)


# Levels


@rule
def in_sight(table: Table, seat: int) -> int:
    """Fortune, what lies under one's own stations, and what this turn still offers: nothing further off, and nobody else."""
    if table.phase == Phase.OVER:
        return outcome(table, seat, 0)
    me = table.player[seat]
    value = me.fortune * FORTUNE + (in_hand(table) if table.turn == seat else 0)
    for gear in range(3):
        value += (me.level[gear] - 1) * GLITTER
    for site in range(SITES):
        if me.stations[site] > 0:
            value += outlook(table, seat, site)
    return value


LEVELS = {
    "beginner": Level(thinking=1, worth=in_sight, memory=False),
    "casual": Level(thinking=1, memory=False),
    "strong": Level("search", thinking=300),
    "expert": Level("search", thinking=150_000),
}
