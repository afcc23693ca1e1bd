"""Small tables for Diadingo's tests."""

from typing import Any

from filon.core.content import Page
from filon.core.game import load
from filon.core.stream import seeded
from filon.games.diadingo.parts import MOVES, Card, Kind, Move, Refusal, Table, Tray

GAME = load("diadingo")
CONTENT = GAME.content()


def dealt(seats: int = 3, seed: int = 1, **options: Any) -> Table:
    """A table at which seat 0 begins, unless told otherwise."""
    chosen = GAME.label.choose({"first": 1, **options}, seats)
    table: Table = GAME.new(chosen, Page(CONTENT, "content.toml"), seats, seeded(seed))
    return table


def tray_of(table: Table) -> Tray:
    return table.tray[table.game]


def stack(table: Table, *cards: Card) -> None:
    """Put these cards on top of the pile, in the place of others."""
    for i, card in enumerate(cards):
        tray_of(table).pile[table.drawn + i] = int(card)


def stack_last(table: Table, card: Card) -> None:
    """Leave only this card in the pile."""
    table.drawn = len(tray_of(table).pile) - 1
    stack(table, card)


def found(kind: Kind, **fields: int) -> Move:
    wanted = {"kind": kind, **fields}
    return next(move for move in MOVES if all(getattr(move, key) == value for key, value in wanted.items()))


def refused(table: Table, kind: Kind, **fields: int) -> Refusal:
    return Refusal(GAME.refusal(table, GAME.actor(table), found(kind, **fields)))


def play(table: Table, kind: Kind, **fields: int) -> None:
    assert refused(table, kind, **fields) == Refusal.LEGAL
    GAME.apply(table, found(kind, **fields))


def a_diamond(table: Table, fixed: int) -> int:
    """The number of the first diamond that still stands and is fixed, or loose."""
    tray = tray_of(table)
    return next(i + 1 for i in range(42) if tray.fixed[i] == fixed and not tray.gap[i])


def hit(table: Table, ring: Card) -> None:
    stack(table, ring)
    play(table, Kind.DRAW)
    play(table, Kind.LIFT, place=a_diamond(table, 0))


def miss(table: Table, ring: Card) -> None:
    stack(table, ring)
    play(table, Kind.DRAW)
    play(table, Kind.LIFT, place=a_diamond(table, 1))


def ready_to_steal(seats: int = 3, ring: Card = Card.RING_3, victim: int = 1, **options: Any) -> Table:
    """Seat 0 has one empty ring, the victim a set one of the same value, and a theft is on top of the pile."""
    table = dealt(seats, **options)
    table.player[0].empty[ring] = 1
    table.player[victim].set[ring] = 1
    stack(table, Card.THEFT)
    return table
