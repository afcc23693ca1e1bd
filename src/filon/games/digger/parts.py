"""Digger: what is in the box (clauses.md)."""

from enum import IntEnum
from typing import NamedTuple

from filon.core import CHANCE, HAND, NEVER, NONE, TIME, Record, Row, clock, each_seat, many, moment, one_of, seat, whole
from filon.core.compiled.record import spoken
from filon.core.content import Page

SEATS = 5  # DG-03
DICE = 5  # DG-01
TENTH = 10  # the glass is filled in steps of a tenth of a second
SHORTEST, LONGEST = 2500, 3500  # DG-04: no thirty-second glass is further off, in hundredths
QUIET_ROUNDS = 12  # DG-A26
PATIENT_ROUNDS = 60  # DG-A26


class Colour(IntEnum):
    """DG-01, DG-02: five tokens, and black on the dice alone."""

    WATER = 0
    GOLD = 1
    RUBY = 2
    EMERALD = 3
    DIAMOND = 4
    BLACK = 5


TOKENS = (Colour.WATER, Colour.GOLD, Colour.RUBY, Colour.EMERALD, Colour.DIAMOND)
GEMS = TOKENS[1:]
SPOTS = 4  # around a crate (DG-A20)


class Phase(IntEnum):
    FILLING = 0  # Chance fills the glass for this turn
    READY = 1  # the hourglass still stands (DG-12)
    ROLLING = 2  # Chance has the dice
    DIGGING = 3
    REACHING = 4  # a hand is in somebody's crate
    STOWING = 5
    OVER = 6


class Kind(IntEnum):
    GLASS = 0  # Chance: how long this turn's sand runs
    DIE = 1  # Chance: one die comes to rest
    CLEAN = 2  # Hand: the token came away
    TOUCHED = 3  # Hand: a neighbouring stack was touched
    LET_GO = 4  # Hand: the token was let go inside the crate
    SAND_OUT = 5  # Time: the time master calls
    THROW = 6
    TAKE = 7
    STEAL = 8
    STOW = 9
    STOW_ALL = 10
    STOP = 11


OWNERS = {
    Kind.GLASS: CHANCE,
    Kind.DIE: CHANCE,
    Kind.CLEAN: HAND,
    Kind.TOUCHED: HAND,
    Kind.LET_GO: HAND,
    Kind.SAND_OUT: TIME,
}


class Refusal(IntEnum):
    LEGAL = 0
    NOT_YOURS = 1
    GAME_OVER = 2
    NOT_NOW = 3
    THROW_FIRST = 4
    DICE_IN_THE_AIR = 5
    HAND_BUSY = 6
    STOWING_HAS_BEGUN = 7
    NO_THROWS_LEFT = 8
    NOT_SHOWN_EXACTLY_ONCE = 9
    ALREADY_USED = 10
    POOL_EMPTY = 11
    POOL_CLOSED = 12
    NO_SINGLE_BLACK = 13
    WATER_IS_NEVER_STOLEN = 14
    OWN_CRATE = 15
    NO_SUCH_SEAT = 16
    NOTHING_TO_STEAL = 17
    ALREADY_ROBBED = 18
    NOT_IN_THE_LOOT = 19
    STOW_EVERYTHING_FIRST = 20
    ONE_BY_ONE = 21
    ALL_AT_ONCE = 22
    NO_NEIGHBOUR = 23
    NO_SUCH_GLASS = 24
    SAND_STILL_RUNS = 25


CLAUSES = {
    Refusal.NOT_YOURS: "DG-10",
    Refusal.GAME_OVER: "DG-30",
    Refusal.NOT_NOW: "DG-12",
    Refusal.THROW_FIRST: "DG-A22",
    Refusal.DICE_IN_THE_AIR: "DG-13",
    Refusal.HAND_BUSY: "DG-12",
    Refusal.STOWING_HAS_BEGUN: "DG-A21",
    Refusal.NO_THROWS_LEFT: "DG-A9",
    Refusal.NOT_SHOWN_EXACTLY_ONCE: "DG-14",
    Refusal.ALREADY_USED: "DG-14",
    Refusal.POOL_EMPTY: "DG-A5",
    Refusal.POOL_CLOSED: "DG-A1",
    Refusal.NO_SINGLE_BLACK: "DG-17",
    Refusal.WATER_IS_NEVER_STOLEN: "DG-18",
    Refusal.OWN_CRATE: "DG-17",
    Refusal.NO_SUCH_SEAT: "DG-A12",
    Refusal.NOTHING_TO_STEAL: "DG-19",
    Refusal.ALREADY_ROBBED: "DG-A1",
    Refusal.NOT_IN_THE_LOOT: "DG-21",
    Refusal.STOW_EVERYTHING_FIRST: "DG-22",
    Refusal.ONE_BY_ONE: "DG-A10",
    Refusal.ALL_AT_ONCE: "DG-A10",
    Refusal.NO_NEIGHBOUR: "DG-A20",
    Refusal.NO_SUCH_GLASS: "DG-A9",
    Refusal.SAND_STILL_RUNS: "DG-23",
}


class Ended(IntEnum):
    """How the last turn ended (DG-24)."""

    NOT_YET = 0
    STOPPED = 1
    FOUL = 2
    SAND_OUT = 3


class Ending(IntEnum):
    NOT_OVER = 0
    RIVER_DRY = 1  # DG-30
    NO_WATER_TAKEN = 2  # DG-A26


class Use(IntEnum):
    """What has become of a colour in this throw."""

    UNUSED = 0
    ROBBING = 1  # DG-A1 "each": pulled from somebody, others may follow, the pool is closed
    USED = 2


class Steal(IntEnum):
    ONE = 0
    EACH = 1


class Water(IntEnum):
    STOWED = 0
    AT_ONCE = 1


class River(IntEnum):
    END_OF_TURN = 0
    ONCE_DRY = 1


class Sand(IntEnum):
    GLASS = 0
    EXACT = 1


class Stowing(IntEnum):
    BY_HAND = 0
    WHOLE = 1


class HandKind(IntEnum):
    GESTURE = 0
    TIMING = 1
    ROLL = 2


class NoWater(IntEnum):
    ENDS = 0
    PLAYS_ON = 1


class Crates(IntEnum):
    WHITE = 0
    BLACK = 1


UNLIMITED = 0  # the pace of a table without sand (DG-A9)
SLOWEST = 10  # the pace that multiplies the sand most


class Player(Record):
    crate: Row = many(5, whole(0, 50))  # water's place stays empty
    value: Row = many(5, whole(0, 15))
    hand: int = one_of(HandKind)


class Table(Record):
    rules: int = whole(1, 99)
    seats: int = whole(2, SEATS)
    steal: int = one_of(Steal)
    water: int = one_of(Water)
    river: int = one_of(River)
    glass: int = one_of(Sand)
    pace: int = whole(UNLIMITED, SLOWEST)
    most_throws: int = whole(3, 8)
    stowing: int = one_of(Stowing)
    no_water: int = one_of(NoWater)
    shift: Row = many(5, whole(0, SPOTS - 1))  # content: steps of each gem around the crate from the order of the colours (DG-A20)
    faces: Row = many(6, whole(0, 6))  # content: faces of a die per colour
    exact: int = whole(SHORTEST, LONGEST)  # content: the sand, in hundredths of a second
    shortest: int = whole(SHORTEST, LONGEST)
    longest: int = whole(SHORTEST, LONGEST)
    air: int = whole(0, 1000)  # content: the least times, in hundredths of a second
    take: int = whole(0, 1000)
    pull: int = whole(0, 1000)
    stow: int = whole(0, 1000)
    touched: int = whole(0, 100)  # content: an average hand's touches in a hundred
    digger: int = seat(SEATS)
    phase: int = one_of(Phase)
    ending: int = one_of(Ending)
    clock: int = clock()  # stamped by the house before each move
    turned: int = moment(LONGEST)  # when the hourglass was turned
    free: int = moment(100)  # until then dice are in the air, or the hand is busy
    sand: int = whole(SHORTEST, LONGEST, also=NONE)  # this turn's glass
    last_sand: int = whole(SHORTEST, LONGEST, also=NONE)  # the glass of the turn before
    last_turn: int = one_of(Ended)
    throws: int = whole(0, NEVER, usual=8)  # as many as the sand allows (DG-13)
    resting: int = whole(0, DICE)
    shown: Row = many(6, whole(0, DICE))
    used: Row = many(5, one_of(Use))
    robbed: list[Row] = many(5, each_seat(SEATS, whole(0, 1)))
    pool: Row = many(5, whole(0, 50))
    loot: Row = many(5, whole(0, 50))
    box: int = whole(0, 50)
    boxed: int = whole(0, 50)  # water that went into the box in this turn
    ran_dry: int = whole(0, 1)  # the pool was without water at some moment of this turn
    quiet: int = whole(0, PATIENT_ROUNDS * SEATS, usual=QUIET_ROUNDS * SEATS)  # turns in a row without water for the box
    colour: int = one_of(Colour, also=NONE)  # what is being pulled
    victim: int = seat(SEATS, also=NONE)  # and from whose crate
    player: list[Player] = each_seat(SEATS, Player)


class Move(Record):
    """`seconds` and `tenths` are filled in when a move is told, never in MOVES."""

    kind: int = one_of(Kind)
    colour: int = one_of(Colour, also=NONE)
    victim: int = seat(SEATS, also=NONE)
    sand: int = whole(SHORTEST, LONGEST, also=NONE)
    seconds: int = whole(0, LONGEST * SLOWEST // 100, also=NONE)  # what STOP left in the glass
    tenths: int = whole(0, 9, also=NONE)


def _moves() -> list[tuple[int, ...]]:
    plain = [(kind, NONE, NONE, NONE) for kind in Kind if kind not in (Kind.GLASS, Kind.DIE, Kind.TAKE, Kind.STEAL, Kind.STOW)]
    lengths = range(SHORTEST, LONGEST + 1, TENTH)
    rows = sorted(
        plain
        + [(Kind.GLASS, NONE, NONE, length) for length in lengths]
        + [(Kind.DIE, colour, NONE, NONE) for colour in Colour]
        + [(kind, colour, NONE, NONE) for kind in (Kind.TAKE, Kind.STOW) for colour in TOKENS]
        + [(Kind.STEAL, colour, victim, NONE) for colour in TOKENS for victim in range(SEATS)]
    )
    return [(*row, NONE, NONE) for row in rows]


MOVES = Move.rows(_moves())


class Content(NamedTuple):
    """The printed numbers, judged; times in hundredths of a second."""

    faces: Row
    tokens: Row
    white: Row
    black: list[Row]
    shift: Row
    exact: int
    shortest: int
    longest: int
    air: int
    take: int
    pull: int
    stow: int
    touched: int


def read_content(page: Page) -> Content:
    """Judge a whole content file."""
    page.only("dice", "tokens", "crates", "sand", "pace", "hand")
    crates = _crates(page.part("crates"))
    exact, shortest, longest = _sand(_proven(page.part("sand"), "exact", "shortest", "longest"))
    pace = _proven(page.part("pace"), "air", "take", "pull", "stow")
    air, take, pull, stow = (pace.hundredths(name, 0, 10) for name in ("air", "take", "pull", "stow"))
    touched = _proven(page.part("hand"), "touched").hundredths("touched", 0, 1)
    return Content(
        _faces(page),
        _tokens(page),
        _white(crates),
        _black(crates),
        _shift(crates),
        exact,
        shortest,
        longest,
        air,
        take,
        pull,
        stow,
        touched,
    )


def _proven(page: Page, *names: str) -> Page:
    """These keys, and where their numbers come from."""
    page.only("provenance", *names)
    return page


def _crates(page: Page) -> Page:
    """DG-A20: a table that is older than `around` has no such key."""
    return _proven(page, "white", "black", *(["around"] if "around" in page.data else []))


def _faces(page: Page) -> Row:
    """DG-01."""
    names = [spoken(colour) for colour in Colour]
    dice = _proven(page.part("dice"), *names)
    faces = [dice.whole(name, 0, 6) for name in names]
    if sum(faces) != 6:
        raise dice.refuse("", "six faces on a die", sum(faces))
    return faces


def _tokens(page: Page) -> Row:
    """DG-02."""
    names = [spoken(colour) for colour in TOKENS]
    tokens = _proven(page.part("tokens"), *names)
    return [tokens.whole(name, 1, 50) for name in names]


def _values(crate: Page) -> Row:
    """A crate's value for each token; water has none (DG-31)."""
    names = [spoken(gem) for gem in GEMS]
    crate.only(*names)
    return [0] + [crate.whole(name, 0, 15) for name in names]


def _white(crates: Page) -> Row:
    """DG-A15."""
    return _values(crates.part("white"))


def _black(crates: Page) -> list[Row]:
    """DG-03, DG-A16."""
    pages = crates.parts("black")
    if len(pages) != SEATS:
        raise crates.refuse("black", "five crates", len(pages))
    black: list[Row] = []
    for page in pages:
        values = _values(page)
        if sum(values) != 15:
            raise page.refuse("", "values adding up to 15", sum(values))
        if values in black:
            raise page.refuse("", "no two black crates alike", values[1:])
        black.append(values)
    return black


def _shift(crates: Page) -> Row:
    """DG-A20: where the gems stand around a crate; without a word in the order of the colours."""
    names = [spoken(gem) for gem in GEMS]
    around = crates.data.get("around", names)
    if not isinstance(around, list) or sorted(map(str, around)) != sorted(names):
        raise crates.refuse("around", f"each of {', '.join(names)} once", around)
    return [0] + [(around.index(name) - place) % SPOTS for place, name in enumerate(names)]


def _sand(sand: Page) -> Row:
    """DG-04, DG-A9: exact, shortest, longest."""
    exact, shortest, longest = (_tenths(sand, name) for name in ("exact", "shortest", "longest"))
    if not shortest <= exact <= longest:
        raise sand.refuse("", "shortest <= exact <= longest", f"{shortest / 100}, {exact / 100}, {longest / 100}")
    return [exact, shortest, longest]


def _tenths(sand: Page, name: str) -> int:
    length = sand.hundredths(name, SHORTEST / 100, LONGEST / 100)
    if length % TENTH:
        raise sand.refuse(name, "whole tenths of a second", length / 100)
    return length
