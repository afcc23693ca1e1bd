"""Diadingo: what is in the box (clauses.md)."""

from enum import IntEnum

from filon.core import NONE, Record, Row, many, one_of, seat, whole

SEATS = 8  # DI-01
PLACES = 42  # DI-02
FIXED = 16
LOOSE = PLACES - FIXED
CARDS = 49  # DI-03
VALUES = 6
GAMES = 7  # DI-A10
HALF = 1000  # half the tray's width, in the unit of its coordinates
DEAREST = 100_000  # the most dollars a content file may print on a ring
MOST = PLACES * DEAREST * GAMES


class Card(IntEnum):
    """DI-03: a ring, known by the rank of its value, or a theft."""

    RING_1 = 0
    RING_2 = 1
    RING_3 = 2
    RING_4 = 3
    RING_5 = 4
    RING_6 = 5
    THEFT = 6


class Phase(IntEnum):
    DRAWING = 0
    TRYING = 1  # a ring was drawn: one diamond must be tried
    STEALING = 2  # a theft was drawn, and it can be used
    OVER = 3


class Kind(IntEnum):
    DRAW = 0
    LIFT = 1
    STEAL = 2
    DECLINE = 3


OWNERS: dict[Kind, int] = {}


class Refusal(IntEnum):
    LEGAL = 0
    NOT_YOURS = 1
    GAME_OVER = 2
    DRAW_FIRST = 3
    TRY_A_DIAMOND_FIRST = 4
    DECIDE_THE_THEFT_FIRST = 5
    NO_DIAMOND_THERE = 6
    NO_THEFT_DRAWN = 7
    NO_SUCH_SEAT = 8
    OWN_RING = 9
    NO_SET_RING_THERE = 10
    NO_EMPTY_RING_OF_THAT_VALUE = 11


CLAUSES = {
    Refusal.NOT_YOURS: "DI-10",
    Refusal.GAME_OVER: "DI-30",
    Refusal.DRAW_FIRST: "DI-11",
    Refusal.TRY_A_DIAMOND_FIRST: "DI-12",
    Refusal.DECIDE_THE_THEFT_FIRST: "DI-16",
    Refusal.NO_DIAMOND_THERE: "DI-12",
    Refusal.NO_THEFT_DRAWN: "DI-16",
    Refusal.NO_SUCH_SEAT: "DI-01",
    Refusal.OWN_RING: "DI-16",
    Refusal.NO_SET_RING_THERE: "DI-16",
    Refusal.NO_EMPTY_RING_OF_THAT_VALUE: "DI-16",
}


class Ending(IntEnum):
    """How the last of the agreed games ended (DI-30)."""

    NOT_OVER = 0
    PILE_EMPTY = 1
    DIAMONDS_GONE = 2


class Decline(IntEnum):
    REDRAW = 0
    PASS = 1


class TrayKind(IntEnum):
    FRESH = 0
    CLASSIC = 1


class Memory(IntEnum):
    OWN = 0
    NOTES = 1


class Outcome(IntEnum):
    """What a try showed to everybody."""

    LOOSE = 0
    FIXED = 1


class Tray(Record):
    """One game's tray (DI-02, DI-04) and pile (DI-05)."""

    x: Row = many(PLACES, whole(-HALF, HALF))
    y: Row = many(PLACES, whole(-HALF, HALF))
    fixed: Row = many(PLACES, whole(0, 1))
    gap: Row = many(PLACES, whole(0, 1))  # the diamond was lifted
    noted: Row = many(PLACES, whole(0, 1))  # DI-A9 "notes": tried, and it stayed
    pile: Row = many(CARDS, one_of(Card))  # from the top


class Player(Record):
    set: Row = many(VALUES, whole(0, PLACES))  # set rings, by the rank of their value
    empty: Row = many(VALUES, whole(0, PLACES))
    dollars: int = whole(-MOST, MOST)  # of the games before this one
    rings_set: int = whole(0, PLACES * GAMES)  # likewise, for DI-A6
    rings_empty: int = whole(0, PLACES * GAMES)


class Table(Record):
    rules: int = whole(1, 99)
    seats: int = whole(2, SEATS)
    debts: int = whole(0, 1)
    decline: int = one_of(Decline)
    tray_kind: int = one_of(TrayKind)
    memory: int = one_of(Memory)
    games: int = whole(1, GAMES)
    value: Row = many(VALUES, whole(1, DEAREST))  # content: the dollars printed on the rings
    game: int = whole(0, GAMES - 1)  # which of the agreed games is being played
    began: int = seat(SEATS)  # who began it
    turn: int = seat(SEATS)
    phase: int = one_of(Phase)
    ending: int = one_of(Ending)
    drawn: int = whole(0, CARDS)  # cards taken from this game's pile
    card: int = one_of(Card, also=NONE)  # the card just drawn
    lifted: int = whole(0, LOOSE)  # loose diamonds found in this game
    tray: list[Tray] = many(GAMES, Tray)
    player: list[Player] = many(SEATS, Player)


class Move(Record):
    """`card`, `dollars` and `outcome` are filled in when a move is told, never in MOVES."""

    kind: int = one_of(Kind)
    place: int = whole(1, PLACES, also=NONE)  # diamonds are numbered from 1 for people
    victim: int = seat(SEATS, also=NONE)
    ring: int = one_of(Card, also=NONE)
    card: int = one_of(Card, also=NONE)
    dollars: int = whole(1, DEAREST, also=NONE)
    outcome: int = one_of(Outcome, also=NONE)


def _moves() -> list[tuple[int, ...]]:
    blank = (NONE, NONE, NONE)
    rows: list[tuple[int, ...]] = (
        [(Kind.DRAW, NONE, NONE, NONE, *blank)]
        + [(Kind.LIFT, place, NONE, NONE, *blank) for place in range(1, PLACES + 1)]
        + [(Kind.STEAL, NONE, victim, ring, *blank) for victim in range(SEATS) for ring in range(VALUES)]
        + [(Kind.DECLINE, NONE, NONE, NONE, *blank)]
    )
    return rows


MOVES = Move.rows(_moves())
