"""Diadingo: what is in the box (clauses.md)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from math import pi

from filon.core import NONE, UNKNOWN, Record, Row, each_seat, many, one_of, seat, whole
from filon.core.content import Page

SEATS = 8  # DI-01
PLACES = 42  # DI-02
FIXED = 16
LOOSE = PLACES - FIXED
CARDS = 49  # DI-03
RINGS = 42
THEFTS = CARDS - RINGS
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


class Unusable(IntEnum):
    """DI-17: why a theft just drawn is set aside."""

    NO_EMPTY_RING = 0
    NO_DIAMOND_THAT_FITS = 1


class Tray(Record):
    """One game's tray (DI-02, DI-04) and pile (DI-05)."""

    x: Row = many(PLACES, whole(-HALF, HALF))
    y: Row = many(PLACES, whole(-HALF, HALF))
    fixed: Row = many(PLACES, whole(0, 1))
    gap: Row = many(PLACES, whole(0, 1))  # the diamond was lifted
    noted: Row = many(PLACES, whole(0, 1))  # DI-A9 "notes": tried, and it stayed
    pile: Row = many(CARDS, one_of(Card))  # from the top


class Player(Record):
    set: Row = many(VALUES, whole(0, PLACES, usual=7))  # rings with a diamond, by the rank of their value
    empty: Row = many(VALUES, whole(0, PLACES, usual=7))
    dollars: int = whole(-MOST, MOST, usual=100_000)  # of the games before this one
    rings_set: int = whole(0, PLACES * GAMES, usual=PLACES)  # likewise, for DI-A6
    rings_empty: int = whole(0, PLACES * GAMES, usual=PLACES)


class Table(Record):
    rules: int = whole(1, 99)
    seats: int = whole(2, SEATS)
    debts: int = whole(0, 1)
    decline: int = one_of(Decline)
    tray_kind: int = one_of(TrayKind)
    memory: int = one_of(Memory)
    games: int = whole(1, GAMES)
    value: Row = many(VALUES, whole(1, DEAREST))  # content: the dollars printed on the rings
    copies: Row = many(VALUES, whole(0, RINGS))  # content: how many rings have each value
    game: int = whole(0, GAMES - 1)  # which of the agreed games is being played
    began: int = seat(SEATS)  # who began it
    turn: int = seat(SEATS)
    phase: int = one_of(Phase)
    ending: int = one_of(Ending)
    drawn: int = whole(0, CARDS)  # cards taken from this game's pile
    card: int = one_of(Card, also=NONE)  # the card just drawn
    lifted: int = whole(0, LOOSE)  # loose diamonds found in this game
    tray: list[Tray] = many(GAMES, Tray, in_play="game")
    player: list[Player] = each_seat(SEATS, Player)


class Move(Record):
    """From `card` on, fields are filled in when a move is told, never in MOVES."""

    kind: int = one_of(Kind)
    place: int = whole(1, PLACES, also=NONE)  # diamonds are numbered from 1 for people
    victim: int = seat(SEATS, also=NONE)
    ring: int = one_of(Card, also=NONE)
    card: int = one_of(Card, also=NONE)
    dollars: int = whole(1, DEAREST, also=NONE)
    outcome: int = one_of(Outcome, also=NONE)
    unusable: int = one_of(Unusable, also=NONE)
    left: int = whole(0, CARDS, also=NONE)  # cards in the pile after an unusable theft


def _moves() -> list[tuple[int, ...]]:
    blank = (NONE,) * 5  # from `card` on
    rows: list[tuple[int, ...]] = [(Kind.DRAW, NONE, NONE, NONE, *blank)]
    rows += [(Kind.LIFT, place, NONE, NONE, *blank) for place in range(1, PLACES + 1)]
    rows += [(Kind.STEAL, NONE, victim, ring, *blank) for victim in range(SEATS) for ring in range(VALUES)]
    rows += [(Kind.DECLINE, NONE, NONE, NONE, *blank)]
    return rows


MOVES = Move.rows(_moves())


# The shape of the tray: an octagon of equal sides, in thousandths of half its width

Spot = tuple[int, int]
EIGHTHS = 8  # DI-A8
CORNER = 1.41421  # |x| + |y| on a slanting side, where |x| or |y| on a straight one is 1
AREA = 8 * (CORNER - 1)  # of an octagon of half width 1
CROWDED = 0.4  # diamonds thrown at random never cover more than some 0.55 of a plane


def is_on_tray(spot: Spot, rim: int) -> bool:
    x, y = abs(spot[0]), abs(spot[1])
    return max(x, y) <= HALF - rim and x + y <= (HALF - rim) * CORNER


def are_apart(one: Spot, other: Spot, apart: int) -> bool:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 >= apart**2


def turned(spot: Spot, eighths: int) -> Spot:
    x, y = spot
    for _ in range(eighths // 2):
        x, y = -y, x
    return legible((round((x - y) / CORNER), round((x + y) / CORNER)) if eighths % 2 else (x, y))


def legible(spot: Spot) -> Spot:
    """Moved a hair's breadth where a coordinate would read as a blank."""
    x, y = (NONE + 1 if UNKNOWN <= part <= NONE else part for part in spot)
    return x, y


@dataclass(frozen=True)
class Aside:
    """What stays out of play, for small games that can be solved; everybody knows it."""

    rings: tuple[int, ...] = (0,) * VALUES  # by the rank of their value
    thefts: int = 0
    loose: int = 0  # diamonds
    fixed: int = 0


@dataclass(frozen=True)
class Box:
    """What a content file says."""

    dollars: list[int]
    copies: list[int]
    apart: int  # no diamond stands nearer to another than this
    rim: int  # nor to the edge than this
    pegs: list[Spot]
    aside: Aside

    def has_room(self, spot: Spot, others: Sequence[Spot]) -> bool:
        return is_on_tray(spot, self.rim) and all(are_apart(spot, other, self.apart) for other in others)


def read_content(page: Page) -> Box:
    page.only("rings", "thefts", "tray", *(["aside"] if "aside" in page.data else []))
    rings, thefts, tray = page.part("rings"), page.part("thefts"), page.part("tray")
    rings.only("provenance", "dollars", "copies")
    thefts.only("provenance", "count")
    tray.only("provenance", "apart", "rim", "pegs")
    if thefts.data["count"] != THEFTS:  # DI-03
        raise thefts.refuse("count", f"{THEFTS}, which with {RINGS} rings makes {CARDS} cards", thefts.data["count"])
    apart, rim = _spacing(tray)
    copies = _copies(rings)
    box = Box(_dollars(rings), copies, apart, rim, _pegs(tray), _aside(page, copies))
    _check_turns(tray, box)
    return box


def _aside(page: Page, copies: list[int]) -> Aside:
    """At least one card, one loose diamond and one that cannot be lifted stay in play."""
    if "aside" not in page.data:
        return Aside()
    aside = page.part("aside")
    aside.only("provenance", "rings", "thefts", "loose", "fixed")
    rings, thefts = aside.wholes("rings", VALUES, 0, RINGS), aside.whole("thefts", 0, THEFTS)
    if any(out > held for out, held in zip(rings, copies, strict=True)):
        raise aside.refuse("rings", f"at most {copies}, as many as there are", rings)
    if sum(rings) == RINGS:
        raise aside.refuse("rings", "a ring in play", "none")
    return Aside(tuple(rings), thefts, aside.whole("loose", 0, LOOSE - 1), aside.whole("fixed", 0, FIXED - 1))


def _dollars(page: Page) -> list[int]:
    """No two ranks share a value (DI-16); of tens, so that no debt (DI-32) reads as a blank."""
    dollars = page.wholes("dollars", VALUES, 1, DEAREST)
    if dollars != sorted(set(dollars)) or any(value % 10 for value in dollars):
        raise page.refuse("dollars", "rising values, each a multiple of 10", dollars)
    return dollars


def _copies(page: Page) -> list[int]:
    copies = page.wholes("copies", VALUES, 0, RINGS)
    if sum(copies) != RINGS:
        raise page.refuse("copies", f"counts that add up to {RINGS}", f"{copies}, which add up to {sum(copies)}")
    return copies


def _spacing(page: Page) -> tuple[int, int]:
    """Refused where 42 diamonds thrown at random could find no room."""
    rim = page.whole("rim", 0, HALF // 2)
    most = int((CROWDED * AREA * (HALF - rim) ** 2 * 4 / (PLACES * pi)) ** 0.5)
    return page.whole("apart", 1, most), rim


def _pegs(page: Page) -> list[Spot]:
    held = page.data["pegs"]
    if not isinstance(held, list) or len(held) != FIXED:
        raise page.refuse("pegs", f"{FIXED} places [x, y]", held)
    each = Page({f"pegs[{i}]": peg for i, peg in enumerate(held)}, page.source, page.path)
    x_y = [each.wholes(name, 2, -HALF, HALF) for name in each.data]
    return [(x, y) for x, y in x_y]


def _check_turns(page: Page, box: Box) -> None:
    """DI-A8: the pegs keep to the tray and apart, however it is turned."""
    for eighths in range(EIGHTHS):
        spots = [turned(peg, eighths) for peg in box.pegs]
        for i, spot in enumerate(spots):
            if not box.has_room(spot, spots[:i]):
                expected = f"a place at least {box.rim} from the edge and {box.apart} from every other, in all {EIGHTHS} turns"
                raise page.refuse(f"pegs[{i}]", expected, f"{list(box.pegs[i])}, turned {eighths} eighths {list(spot)}")
