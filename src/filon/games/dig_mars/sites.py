"""Dig Mars: what the law says of a site, and what becomes of its tiles and stations."""

from filon.core import NONE, rule
from filon.games.dig_mars.parts import SIDE, Gear, Phase, Pile, Player, Refusal, Sample, Table, Tile


@rule
def legal_if(condition: bool, otherwise: Refusal) -> Refusal:
    return Refusal.LEGAL if condition else otherwise


@rule
def cannot_place(table: Table, site: int) -> Refusal:
    """DM-04: at first on a pile; DM-18, DM-A4: later on any site."""
    return legal_if(table.phase == Phase.PLACING or table.pile[site].height > 0, Refusal.NO_PILE_THERE)


@rule
def cannot_dig(table: Table, site: int) -> Refusal:
    """DM-11."""
    if table.player[table.turn].stations[site] == 0:
        return Refusal.NO_STATION_OF_YOURS_THERE
    pile = table.pile[site]
    if pile.height == 0:
        return Refusal.NO_PILE_TO_DIG
    if pile.explored:
        return Refusal.ALREADY_EXPLORED
    return legal_if(level_there(table, Gear.DIG, site) >= pile.back[pile.height - 1], Refusal.LEVEL_TOO_LOW)


@rule
def cannot_transport(table: Table, site: int) -> Refusal:
    """DM-13; DM-11: whoever dug the tile."""
    if table.player[table.turn].stations[site] == 0:
        return Refusal.NO_STATION_TO_TRANSPORT_WITH
    pile = table.pile[site]
    if pile.height == 0:
        return Refusal.NO_PILE_TO_TRANSPORT
    if not pile.explored:
        return Refusal.NOT_YET_EXPLORED
    return legal_if(level_there(table, Gear.TRANSPORT, site) >= top(table, pile).transport, Refusal.LEVEL_TOO_LOW)


@rule
def cannot_move(table: Table, start: int, end: int) -> Refusal:
    """DM-16, DM-A5: a step, or a jump over nothing but empty sites onto a pile."""
    if table.player[table.turn].stations[start] == 0:
        return Refusal.NO_STATION_TO_MOVE
    one_on = toward(start, end)
    if start + one_on == end:
        return Refusal.LEGAL
    if table.pile[end].height == 0:
        return Refusal.OUT_OF_REACH
    for passed in range(start + one_on, end, one_on):
        if table.pile[passed].height > 0:
            return Refusal.OUT_OF_REACH
    return Refusal.LEGAL


@rule
def toward(start: int, end: int) -> int:
    """From a site to the next in line."""
    one_on = SIDE if start % SIDE == end % SIDE else 1
    return one_on if end > start else -one_on


@rule
def cannot_relocate(table: Table, owner: int, start: int, end: int) -> Refusal:
    """DM-23; most moves of this kind fail at their owner's first or second question."""
    if owner >= table.seats:
        return Refusal.NO_SUCH_SEAT
    if table.player[owner].stations[start] == 0:
        return Refusal.NO_STATION_THERE
    return legal_if(table.pile[end].height > 0, Refusal.NO_PILE_TO_RELOCATE_TO)


@rule
def cannot_sample(table: Table, pile: Pile, place: int) -> Refusal:
    """DM-25, DM-A1."""
    if place >= pile.height:
        return Refusal.NO_SUCH_TILE
    is_top = place == pile.height - 1
    if is_top and pile.explored:
        return Refusal.SAMPLE_ALREADY_EXPLORED
    return legal_if(is_top or table.sample == Sample.ANY, Refusal.NOT_THE_TOP_TILE)


@rule
def level_there(table: Table, gear: int, site: int) -> int:
    """DM-30, DM-31: each station after the first, whoever's, adds one level."""
    level = table.player[table.turn].level[gear] - 1
    for seat in range(table.seats):
        level += table.player[seat].stations[site]
    return level


@rule
def top(table: Table, pile: Pile) -> Tile:
    return table.tile[pile.tile[pile.height - 1]]


@rule
def carry(owner: Player, start: int, end: int) -> None:
    owner.stations[start] -= 1
    owner.stations[end] += 1


@rule
def share(table: Table, site: int, fortune: int) -> None:
    """DM-40, DM-41: equal parts for the players present, the remainder for who transports."""
    present = 0
    for seat in range(table.seats):
        present += 1 if table.player[seat].stations[site] > 0 else 0
    for seat in range(table.seats):
        if table.player[seat].stations[site] > 0:
            table.player[seat].fortune += fortune // present
    table.player[table.turn].fortune += fortune % present


@rule
def take_top(table: Table, pile: Pile) -> None:
    place = pile.height - 1
    table.taken[pile.tile[place]] = 1
    pile.tile[place] = NONE
    pile.back[place] = NONE
    pile.seen_by[place] = 0
    pile.height = place
    pile.explored = 0
    table.tiles_left -= 1
