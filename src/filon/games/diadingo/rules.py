"""Diadingo: the rules, clause by clause (clauses.md)."""

from typing import Any

from filon.core import NOBODY, NONE, Row, rule
from filon.core.content import Page
from filon.core.stream import Source
from filon.games.diadingo.label import LABEL
from filon.games.diadingo.parts import (
    CARDS,
    LOOSE,
    PLACES,
    VALUES,
    Card,
    Decline,
    Ending,
    Kind,
    Memory,
    Move,
    Phase,
    Player,
    Refusal,
    Table,
    read_content,
)
from filon.games.diadingo.tray import lay_out, shuffle_cards

# The set-up


def new(options: dict[str, Any], content: Page, seats: int, source: Source) -> Table:
    """Every agreed game's tray and pile are made ready at once (DI-A10)."""
    box, table = read_content(content), Table()
    table.rules, table.seats = LABEL.rules, seats  # DI-01
    table.debts, table.decline = LABEL.encode(options, "debts"), LABEL.encode(options, "decline")
    table.tray_kind, table.memory = LABEL.encode(options, "tray"), LABEL.encode(options, "memory")
    table.games = LABEL.encode(options, "games")
    table.value, table.copies = box.dollars, box.copies
    table.began = table.turn = LABEL.first(options, seats, source)  # DI-10, DI-A7
    for tray in table.tray[: table.games]:
        lay_out(tray, table.tray_kind, box, source)
        shuffle_cards(tray, box, source)
    table.drawn, table.lifted = sum(box.aside.rings) + box.aside.thefts, box.aside.loose
    if table.games > 1 and table.drawn + sum(table.tray[0].gap):
        raise content.refuse("aside", "one game, where something is set aside", f"{table.games} games")
    return table


# Who moves


@rule
def actor(table: Table) -> int:
    return NOBODY if table.phase == Phase.OVER else table.turn


# The law


@rule
def untimely(table: Table, kind: int) -> Refusal:
    """DI-11, DI-12, DI-16: a card, then what it asks for."""
    if kind == Kind.STEAL or kind == Kind.DECLINE:
        return Refusal.LEGAL if table.phase == Phase.STEALING else Refusal.NO_THEFT_DRAWN
    if table.phase == Phase.STEALING:
        return Refusal.DECIDE_THE_THEFT_FIRST
    if table.phase == Phase.TRYING:
        return Refusal.LEGAL if kind == Kind.LIFT else Refusal.TRY_A_DIAMOND_FIRST
    return Refusal.LEGAL if kind == Kind.DRAW else Refusal.DRAW_FIRST


@rule
def unlawful(table: Table, move: Move) -> Refusal:
    match move.kind:
        case Kind.LIFT:
            return cannot_lift(table, move.place)
        case Kind.STEAL:
            return cannot_steal(table, move.victim, move.ring)
        case _:
            return Refusal.LEGAL


@rule
def cannot_lift(table: Table, place: int) -> Refusal:
    """DI-12: any diamond that stands, also one believed fixed."""
    return Refusal.NO_DIAMOND_THERE if table.tray[table.game].gap[place - 1] else Refusal.LEGAL


@rule
def cannot_steal(table: Table, victim: int, ring: int) -> Refusal:
    """DI-16, DI-21: from a ring with a diamond of another player to an own empty one of the same value."""
    if victim >= table.seats:
        return Refusal.NO_SUCH_SEAT
    if victim == table.turn:
        return Refusal.OWN_RING
    if table.player[victim].set[ring] == 0:
        return Refusal.NO_SET_RING_THERE
    if table.player[table.turn].empty[ring] == 0:
        return Refusal.NO_EMPTY_RING_OF_THAT_VALUE
    return Refusal.LEGAL


@rule
def can_steal(table: Table) -> bool:
    """DI-17: whether a theft is of any use."""
    for victim in range(table.seats):
        for ring in range(VALUES):
            if cannot_steal(table, victim, ring) == Refusal.LEGAL:
                return True
    return False


# The effect


@rule
def apply(table: Table, move: Move) -> None:
    match move.kind:
        case Kind.DRAW:
            draw(table)
        case Kind.LIFT:
            lift(table, move.place)
        case Kind.STEAL:
            steal(table, move.victim, move.ring)
        case _:
            decline(table)


@rule
def draw(table: Table) -> None:
    """DI-11."""
    table.card = table.tray[table.game].pile[table.drawn]
    table.drawn += 1
    if table.card != Card.THEFT:
        table.phase = Phase.TRYING
    elif can_steal(table):
        table.phase = Phase.STEALING
    else:
        go_on(table, table.turn)  # DI-17; no theft is ever kept or comes back (DI-A3)


@rule
def lift(table: Table, place: int) -> None:
    """DI-12, DI-A13: the one try, with the diamond gripped first."""
    if table.tray[table.game].fixed[place - 1]:
        leave_empty(table, place)
    else:
        set_ring(table, place)
    if table.lifted == LOOSE:  # DI-30
        end_game(table, Ending.DIAMONDS_GONE)
    else:
        go_on(table, left_of(table, table.turn))  # DI-15


@rule
def set_ring(table: Table, place: int) -> None:
    """DI-13: the ring just drawn, never an earlier one (DI-20)."""
    table.tray[table.game].gap[place - 1] = 1
    table.player[table.turn].set[table.card] += 1
    table.lifted += 1


@rule
def leave_empty(table: Table, place: int) -> None:
    """DI-14, DI-A9."""
    table.player[table.turn].empty[table.card] += 1
    if table.memory == Memory.NOTES:
        table.tray[table.game].noted[place - 1] = 1


@rule
def steal(table: Table, victim: int, ring: int) -> None:
    """DI-16, DI-19."""
    move_diamond(table.player[victim], table.player[table.turn], ring)
    go_on(table, victim)  # DI-18, DI-A5


@rule
def move_diamond(robbed: Player, thief: Player, ring: int) -> None:
    robbed.set[ring] -= 1
    robbed.empty[ring] += 1
    thief.empty[ring] -= 1
    thief.set[ring] += 1


@rule
def decline(table: Table) -> None:
    """DI-A2."""
    go_on(table, table.turn if table.decline == Decline.REDRAW else left_of(table, table.turn))


@rule
def left_of(table: Table, seat: int) -> int:
    """DI-A11."""
    return (seat + 1) % table.seats


@rule
def go_on(table: Table, seat: int) -> None:
    """This seat draws next, unless all cards have been used (DI-30, DI-A4)."""
    if table.drawn == CARDS:
        end_game(table, Ending.PILE_EMPTY)
    else:
        table.turn = seat
        table.phase = Phase.DRAWING


# End and score


@rule
def end_game(table: Table, ending: int) -> None:
    """The last game's rings stay on the table; those of earlier ones are counted and handed back."""
    if table.game + 1 < table.games:
        for seat in range(table.seats):
            count(table, table.player[seat])
        begin_next_game(table)
    else:
        table.phase = Phase.OVER
        table.ending = ending


@rule
def count(table: Table, player: Player) -> None:
    """DI-33, DI-A10: add this game to the totals."""
    player.dollars += takings(table, player)
    player.rings_set += total(player.set)
    player.rings_empty += total(player.empty)
    clear(player.set)
    clear(player.empty)


@rule
def begin_next_game(table: Table) -> None:
    """DI-A10."""
    table.game += 1
    table.began = left_of(table, table.began)
    table.turn = table.began
    table.phase = Phase.DRAWING
    table.drawn = 0
    table.card = NONE
    table.lifted = 0


@rule
def takings(table: Table, player: Player) -> int:
    """DI-31, and with debts DI-32, DI-A12: the dollars of the game being played."""
    dollars = 0
    for ring in range(VALUES):
        dollars += player.set[ring] * table.value[ring]
        if table.debts:
            dollars -= player.empty[ring] * table.value[ring]
    return dollars


@rule
def total(row: Row) -> int:
    rings = 0
    for ring in range(len(row)):
        rings += row[ring]
    return rings


@rule
def clear(row: Row) -> None:
    for ring in range(len(row)):
        row[ring] = 0


def scores(table: Table) -> list[int]:
    """DI-33: the games before this one, and this one."""
    return [player.dollars + takings(table, player) for player in table.player[: table.seats]]


def winners(table: Table) -> list[int]:
    """DI-33, DI-A6: most dollars, then more rings with a diamond, then fewer empty ones, then all of them."""
    ranks = [
        (dollars, player.rings_set + total(player.set), -player.rings_empty - total(player.empty))
        for dollars, player in zip(scores(table), table.player, strict=False)
    ]
    return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]


def ending(table: Table) -> Ending:
    return Ending(table.ending)


def pieces(table: Table) -> list[int]:
    """DI-02, DI-03: diamonds, fixed ones, and the rings of each value, wherever they are."""
    tray = table.tray[table.game]
    standing, held = PLACES - sum(tray.gap), sum(sum(player.set) for player in table.player)
    return [standing + held, sum(tray.fixed), *(rings_of(table, rank) for rank in range(VALUES))]


def rings_of(table: Table, rank: int) -> int:
    in_hand = 1 if table.phase == Phase.TRYING and table.card == rank else 0
    laid = sum(player.set[rank] + player.empty[rank] for player in table.player)
    return laid + in_hand + table.tray[table.game].pile[table.drawn :].count(rank)
