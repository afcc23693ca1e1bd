"""Dig Mars as rules, for many tables at once: what a seat sees, who is ahead at the end, a new deal."""

from filon.core import NONE, Row, rule
from filon.core.compiled.dice import Dice, below
from filon.games.dig_mars.parts import DEEP, SITES, TILES, Fortune, Phase, Pile, Table

CONSTANT = "rules seats sample fortune last_tile standstill goal cost tile"


@rule
def show(view: Table, table: Table, seat: int) -> None:
    over = table.phase == Phase.OVER
    for site in range(SITES):
        show_pile(view.pile[site], table.pile[site], seat, over)
    for other in range(len(table.player)):  # DM-15, DM-A7
        if over or table.fortune == Fortune.OPEN or other == seat or other >= table.seats:
            view.player[other].fortune = table.player[other].fortune


@rule
def show_pile(seen: Pile, pile: Pile, seat: int, over: bool) -> None:
    """DM-02: what lies face up, and the back of the top tile; DM-A15: one's own soil samples."""
    first = 0 if over else pile.height - pile.explored
    for place in range(DEEP):
        if place >= first or (seat >= 0 and pile.seen_by[place] >> max(seat, 0) & 1 == 1):
            seen.tile[place] = pile.tile[place]
            seen.back[place] = pile.back[place]
        elif place == pile.height - 1:
            seen.back[place] = pile.back[place]


@rule
def recall(view: Table, table: Table, seat: int, log: Row, count: int) -> None:
    """DM-A7: whoever has heard everything, and counts along, knows every fortune."""
    for other in range(table.seats):
        view.player[other].fortune = table.player[other].fortune


@rule
def ahead(table: Table, one: int, other: int) -> int:
    """DM-50: who announced; DM-51, DM-52: the most fortune; DM-A9: ties share."""
    if table.announcer != NONE:
        return int(one == table.announcer) - int(other == table.announcer)
    return table.player[one].fortune - table.player[other].fortune


@rule
def redeal(table: Table, first: int, dice: Dice) -> None:
    """DM-02, DM-04: Fisher and Yates over all piles."""
    for last in range(TILES - 1, 0, -1):
        swap(table, last, below(dice, last + 1))
    for site in range(SITES):
        pile = table.pile[site]
        for place in range(DEEP):
            pile.back[place] = table.tile[pile.tile[place]].dig
    table.first = first
    table.turn = first


@rule
def swap(table: Table, one: int, other: int) -> None:
    here = table.pile[one // DEEP]
    there = table.pile[other // DEEP]
    tile = here.tile[one % DEEP]
    here.tile[one % DEEP] = there.tile[other % DEEP]
    there.tile[other % DEEP] = tile
