"""Dig Mars: what each seat may see, what it is told, and how to imagine the rest."""

from collections.abc import Sequence
from operator import is_
from typing import Any

from filon.core import NONE, UNKNOWN, Row, rule
from filon.core.compiled.dice import Dice, below
from filon.core.views import opener
from filon.games.dig_mars.parts import DEEP, SITES, TILES, Fortune, Kind, Move, Phase, Pile, Player, Table, Tile
from filon.games.dig_mars.rules import fortune_of_all
from filon.games.dig_mars.sites import top
from filon.games.dig_mars.turn import cost

OPEN = {
    Table: "rules seats sample fortune last_tile standstill goal cost tile first turn phase ending announcer actions bonus acted progressed"
    " idle still to_call tiles_left points taken holder pile player",
    Tile: "dig transport fortune bonus",
    Pile: "height explored seen_by",
    Player: "level stations",
}
SECRET = {
    Pile: "tile back",  # DM-02, DM-A15
    Player: "fortune",  # DM-15
}
PRINTED = "tile goal cost"  # what is on each tile; which of them lies where is another matter
UNSEEN = [0] * DEEP  # nobody has taken a soil sample

Own = dict[str, list[Any]]  # by field
Before = tuple[Table, Own]  # what everybody saw earlier, and a seat alone

open_table = opener(Table, OPEN, PRINTED, shown="pile player")
open_pile, open_player = opener(Pile, OPEN), opener(Player, OPEN)


# What a seat sees


def view(table: Table, seat: int) -> Table:
    seen = seen_by_all(table)
    return seen.replace(**overrides(table, seat, seen))


def seen_by_all(table: Table, before: Table | None = None, moves: Sequence[Move] = ()) -> Table:
    """What none of the moves since `before` touched is taken from there."""
    is_over = table.phase == Phase.OVER
    if before is None or is_over or before.phase == Phase.OVER:
        piles, old = [show_pile(pile, is_over) for pile in table.pile], [Player.blank() for _ in table.player]
    else:
        piles, old = still_seen(table, before.pile, moves), before.player
    is_open = is_over or table.fortune == Fortune.OPEN
    seen: Table = open_table(table)
    players = [show_player(player, is_open or seat >= table.seats, old[seat]) for seat, player in enumerate(table.player)]
    seen.player, seen.pile = old if all(map(is_, players, old)) else players, piles
    return seen


def still_seen(table: Table, piles: list[Pile], moves: Sequence[Move]) -> list[Pile]:
    """Only three kinds of move touch a pile: the one on their site (DM-11, DM-13, DM-25)."""
    touched = [move.site for move in moves if move.kind in (Kind.DIG, Kind.TRANSPORT, Kind.SAMPLE)]
    return [show_pile(table.pile[site], False) if site in touched else pile for site, pile in enumerate(piles)] if touched else piles


def overrides(table: Table, seat: int, seen: Table, before: Before | None = None) -> Own:
    """Beside what everybody sees: one's own fortune and one's own soil samples. What everybody sees as `before`, the seat does too."""
    if seat < 0:
        return {}
    mine: Own = {"player": own_players(seen.player, seat, table.player[seat].fortune, before)}
    piles = own_piles(table.pile, seat, seen.pile, before)
    return mine if piles is seen.pile else {**mine, "pile": piles}


def own_players(seen: list[Player], seat: int, fortune: int, before: Before | None) -> list[Player]:
    """DM-15."""
    if before and before[0].player is seen and before[1]["player"][seat].fortune == fortune:
        return before[1]["player"]
    players = seen.copy()
    me = players[seat] = seen[seat].shallow_copy()
    me.fortune = fortune
    return players


def own_piles(piles: list[Pile], seat: int, seen: list[Pile], before: Before | None) -> list[Pile]:
    """DM-A15."""
    then, were = (before[0].pile, before[1].get("pile", before[0].pile)) if before else (piles, piles)
    if then is seen:
        return were
    sampled = [site for site, pile in enumerate(piles) if pile.seen_by != UNSEEN and 1 << seat & seen_at(pile)]
    shown = seen.copy() if sampled else seen
    for site in sampled:
        shown[site] = were[site] if then[site] is seen[site] else with_samples(piles[site], seen[site], seat)
    return shown


def show_player(player: Player, is_open: bool, before: Player) -> Player:
    """DM-15, DM-A7: everybody's fortune in the open variant and at the end. Who looks as before is the same."""
    fortune = player.fortune if is_open else UNKNOWN
    if before.stations == player.stations and before.level == player.level and before.fortune == fortune:
        return before
    shown: Player = open_player(player)
    shown.fortune = fortune
    return shown


def show_pile(pile: Pile, is_over: bool) -> Pile:
    """DM-02: from the top tile up, where it is explored, tiles lie face up or there are none; and the back of the top tile."""
    shown: Pile = open_pile(pile)
    for place in range(0 if is_over else pile.height - pile.explored, DEEP):
        shown.tile[place], shown.back[place] = pile.tile[place], pile.back[place]
    if pile.height > 0:
        shown.back[pile.height - 1] = pile.back[pile.height - 1]
    return shown


def seen_at(pile: Pile) -> int:
    """A bit for each seat that took a soil sample here."""
    lowest, middle, highest = pile.seen_by
    return lowest | middle | highest


def with_samples(pile: Pile, seen: Pile, seat: int) -> Pile:
    """DM-A15: one's own soil samples."""
    shown = seen.copy()
    for place in range(pile.height):
        if pile.seen_by[place] >> seat & 1:
            shown.tile[place], shown.back[place] = pile.tile[place], pile.back[place]
    return shown


# What a seat is told


def told(table: Table, seat: int, move: Move) -> Move | None:
    heard = move.copy()
    match move.kind:
        case Kind.DIG:  # DM-02: turned up before everybody's eyes
            show(heard, table, top_id(table, move.site))
        case Kind.TRANSPORT:  # DM-13
            tile = top(table, table.pile[move.site])
            heard.transport, heard.fortune = tile.transport, tile.fortune
            tell_shares(heard, table, tile.fortune)
        case Kind.UPGRADE:  # DM-17
            heard.fortune = cost(table, table.player[table.turn], move.gear)
        case Kind.SAMPLE if seat == table.turn:  # DM-A15
            show(heard, table, table.pile[move.site].tile[move.depth - 1])
        case Kind.SAMPLE:
            heard.dig = heard.transport = heard.fortune = heard.bonus = UNKNOWN
        case Kind.ANNOUNCE:  # DM-A8
            heard.fortune = table.player[table.turn].fortune
    return heard


def show(heard: Move, table: Table, tile: int) -> None:
    """On a view the tile may be unknown yet."""
    if tile == UNKNOWN:
        heard.dig = heard.transport = heard.fortune = heard.bonus = UNKNOWN
    else:
        faces = table.tile[tile]
        heard.dig, heard.transport, heard.fortune, heard.bonus = faces.dig, faces.transport, faces.fortune, faces.bonus


def tell_shares(heard: Move, table: Table, fortune: int) -> None:
    """DM-40: worked out from the open tile and the open stations; nothing to tell where nobody shares, or of a worthless tile."""
    clockwise = [(table.turn + step) % table.seats for step in range(1, table.seats)]
    others = [seat for seat in clockwise if table.player[seat].stations[heard.site] > 0]
    if not others or fortune == 0:
        return
    heard.share = fortune // (len(others) + 1)
    heard.kept = fortune - heard.share * len(others)
    heard.second, heard.third, heard.fourth = (*others, NONE, NONE)[:3]


def top_id(table: Table, site: int) -> int:
    return table.pile[site].tile[table.pile[site].height - 1]


# How to imagine the rest


@rule
def imagine(view: Table, seat: int, dice: Dice) -> None:
    imagine_tiles(view, dice)
    imagine_fortunes(view, dice)


@rule
def imagine_tiles(view: Table, dice: Dice) -> None:
    """Deal what was never seen: first under the backs that show, so that they fit."""
    urn = [1] * TILES
    left = fill(urn, view)
    for site in range(SITES):
        pile = view.pile[site]
        for place in range(pile.height):
            if pile.tile[place] == UNKNOWN and pile.back[place] != UNKNOWN:
                pile.tile[place] = draw(urn, left, fitting(urn, left, view, pile.back[place], dice))
                left -= 1
    for site in range(SITES):
        pile = view.pile[site]
        for place in range(pile.height):
            if pile.tile[place] == UNKNOWN:
                pile.tile[place] = draw(urn, left, below(dice, left))
                left -= 1
            pile.back[place] = view.tile[pile.tile[place]].dig


@rule
def fill(urn: Row, view: Table) -> int:
    """Put the tiles never seen into the urn; how many there are."""
    for site in range(SITES):
        pile = view.pile[site]
        for place in range(pile.height):
            if pile.tile[place] != UNKNOWN:
                urn[pile.tile[place]] = 0
    left = 0
    for tile in range(TILES):
        if urn[tile] and not view.taken[tile]:
            urn[left] = tile
            left += 1
    return left


@rule
def fitting(urn: Row, left: int, view: Table, back: int, dice: Dice) -> int:
    """Where in the urn a tile with this back is; the one that truly lies there always is one."""
    at = below(dice, left)
    while view.tile[urn[at]].dig != back:
        at = below(dice, left)
    return at


@rule
def draw(urn: Row, left: int, at: int) -> int:
    """Fisher and Yates: the last of those left takes the place of the one drawn."""
    tile = urn[at]
    urn[at] = urn[left - 1]
    return tile


@rule
def imagine_fortunes(view: Table, dice: Dice) -> None:
    """DM-A7: anybody can count what all have together; each unit of what is not known goes to one of the strangers."""
    strangers = 0
    for seat in range(view.seats):
        strangers += 1 if view.player[seat].fortune == UNKNOWN else 0
    if strangers == 0:
        return
    left = fortune_of_all(view)
    for seat in range(view.seats):
        left -= view.player[seat].fortune if view.player[seat].fortune != UNKNOWN else 0
    for seat in range(view.seats):
        if view.player[seat].fortune == UNKNOWN:
            part = part_of(left, strangers, dice)
            view.player[seat].fortune = part
            left -= part
            strangers -= 1


@rule
def part_of(units: int, strangers: int, dice: Dice) -> int:
    """How many of these units the first of the strangers gets."""
    if strangers == 1:
        return max(units, 0)
    part = 0
    for _ in range(units):
        part += 1 if below(dice, strangers) == 0 else 0
    return part


# For the house: what lies hidden after the set-up, and which move shows it to whom (docs/fairness.md)


def items(table: Table) -> list[int]:
    """DM-02: which tile it is, pile by pile, the lowest first."""
    return [tile for pile in table.pile for tile in pile.tile]


def bared(table: Table, seat: int, move: Move) -> tuple[int, ...]:
    """DM-11: a tile that is dug, to everybody; DM-A15: a soil sample, only to whoever takes it."""
    if move.kind == Kind.DIG:
        return (move.site * DEEP + table.pile[move.site].height - 1,)
    if move.kind == Kind.SAMPLE and seat == table.turn:
        return (move.site * DEEP + move.depth - 1,)
    return ()
