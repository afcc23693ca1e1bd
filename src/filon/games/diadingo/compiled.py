"""Diadingo as rules, for many tables at once: what a seat sees, who is ahead at the end, a new deal."""

from filon.core import UNKNOWN, Row, rule
from filon.core.compiled.dice import Dice, below
from filon.core.compiled.rule import put
from filon.games.diadingo.parts import CARDS, GAMES, MOVES, PLACES, Kind, Phase, Table, Tray
from filon.games.diadingo.rules import takings, total

CONSTANT = "rules seats debts decline tray_kind memory games value copies"


@rule
def show(view: Table, table: Table, seat: int) -> None:
    """Everybody sees the same: not the trays of games still to come."""
    for game in range(GAMES):
        if game == table.game and table.phase != Phase.OVER:
            show_tray(view.tray[game], table.tray[game], table.drawn)
        elif (game <= table.game or game >= table.games) and view.tray[game].pile[0] == UNKNOWN:  # an encoding blanks the one in play alone
            put(view.tray, game, table.tray[game])


@rule
def show_tray(seen: Tray, tray: Tray, drawn: int) -> None:
    """DI-04, DI-A9: of a diamond that was neither lifted nor marked nobody knows whether it is fixed; DI-05, DI-11: the cards drawn."""
    for place in range(PLACES):
        seen.x[place] = tray.x[place]
        seen.y[place] = tray.y[place]
        seen.gap[place] = tray.gap[place]
        seen.noted[place] = tray.noted[place]
        is_known = tray.gap[place] + tray.noted[place] > 0
        seen.fixed[place] = tray.fixed[place] if is_known else seen.fixed[place]  # no branch: a processor would guess wrong too often
    for card in range(drawn):
        seen.pile[card] = tray.pile[card]


@rule
def recall(view: Table, table: Table, seat: int, log: Row, count: int) -> None:
    """DI-A9: the diamonds that stayed when somebody tried them in this game; before its first card come the games before."""
    tray, seen, draws = table.tray[table.game], view.tray[table.game], table.drawn
    while draws > 0 and count > 0:
        count -= 1
        move = MOVES[log[count]]
        if move.kind == Kind.DRAW:
            draws -= 1
        elif move.kind == Kind.LIFT and tray.fixed[move.place - 1] == 1:
            seen.fixed[move.place - 1] = 1


@rule
def ahead(table: Table, one: int, other: int) -> int:
    """DI-33, DI-A6: most dollars, then more rings with a diamond, then fewer empty ones."""
    dollars = dollars_of(table, one) - dollars_of(table, other)
    if dollars != 0:
        return dollars
    rings = rings_set(table, one) - rings_set(table, other)
    return rings if rings != 0 else rings_empty(table, other) - rings_empty(table, one)


@rule
def dollars_of(table: Table, seat: int) -> int:
    return table.player[seat].dollars + takings(table, table.player[seat])


@rule
def rings_set(table: Table, seat: int) -> int:
    return table.player[seat].rings_set + total(table.player[seat].set)


@rule
def rings_empty(table: Table, seat: int) -> int:
    return table.player[seat].rings_empty + total(table.player[seat].empty)


@rule
def redeal(table: Table, first: int, dice: Dice) -> None:
    """DI-04, DI-05, DI-A7: the same places by other numbers, the pile shuffled, for every agreed game."""
    for game in range(table.games):
        shuffle_places(table.tray[game], dice)
        for last in range(CARDS - 1, table.drawn, -1):  # what is set aside lies on top
            swap(table.tray[game].pile, last, table.drawn + below(dice, last - table.drawn + 1))
    table.began = first
    table.turn = first


@rule
def shuffle_places(tray: Tray, dice: Dice) -> None:
    standing = PLACES - total(tray.gap)  # diamonds that are set aside come last
    for last in range(standing - 1, 0, -1):
        other = below(dice, last + 1)
        swap(tray.x, last, other)
        swap(tray.y, last, other)
        swap(tray.fixed, last, other)


@rule
def swap(row: Row, one: int, other: int) -> None:
    held = row[one]
    row[one] = row[other]
    row[other] = held
