"""Dig Mars: what is in the box (clauses.md)."""

from enum import IntEnum
from typing import NamedTuple

from filon.core import NONE, Record, Row, bits_of_seats, each_seat, many, one_of, row_of, seat, whole
from filon.core.compiled.record import spoken
from filon.core.content import Page

SEATS = 4  # DM-01
SIDE = 4  # DM-02
SITES = SIDE * SIDE
DEEP = 3
TILES = SITES * DEEP
ACTIONS = 3  # DM-10
TOP_LEVEL = 4  # DM-A11
STILL_ROUNDS = 6  # DM-A10
PATIENT_ROUNDS = 60  # DM-A10
WARNING_ROUNDS = 3  # DM-A10
HOLDERS = 2  # DM-52: the version of the rules from which on the table keeps who took which tile
RICHEST = 20  # the most fortune a content file may print on a tile
MOST = TILES * (RICHEST + 1)

# No game has more moves than this. Progress is finite: every tile is dug once and transported once, every piece of equipment
# goes up three times. A run without progress ends the game at PATIENT_ROUNDS full rounds at most, so each progress is the end of at most
# that many turns, and one run more may end the game. A turn has its actions and one END_TURN or ANNOUNCE. On top of that come
# one bonus for each tile, the placing of each station, and the last call of the others: 127,747.
PROGRESS = 2 * TILES + SEATS * 3 * (TOP_LEVEL - 1)
TURNS = PATIENT_ROUNDS * SEATS * (PROGRESS + 1)
LONGEST = TURNS * (ACTIONS + 1) + TILES + SEATS * TOP_LEVEL + SEATS - 1

Site = IntEnum("Site", "A1 B1 C1 D1 A2 B2 C2 D2 A3 B3 C3 D3 A4 B4 C4 D4", start=0)


class Gear(IntEnum):
    DIG = 0
    TRANSPORT = 1
    FLEET = 2


class Bonus(IntEnum):
    """DM-21 to DM-25."""

    DIG = 0
    TRANSPORT = 1
    RELOCATE = 2
    POINT = 3
    SAMPLE = 4


class Phase(IntEnum):
    SETTLING = 0  # DM-04: everybody's first station
    ACTING = 1
    PLACING = 2  # DM-18: the new station comes at once
    LAST_CALL = 3  # DM-A12 "round": the others may only announce
    OVER = 4


class Kind(IntEnum):
    PLACE = 0
    DIG = 1
    TRANSPORT = 2
    MOVE = 3
    UPGRADE = 4
    RELOCATE = 5
    TAKE_POINT = 6
    SAMPLE = 7
    ANNOUNCE = 8
    END_TURN = 9


OWNERS: dict[Kind, int] = {}


class Refusal(IntEnum):
    LEGAL = 0
    NOT_YOURS = 1
    GAME_OVER = 2
    PLACE_THE_STATION_FIRST = 3
    NO_STATION_TO_PLACE = 4
    ONLY_ANNOUNCING_NOW = 5
    NO_ACTION_LEFT = 6
    NO_SUCH_BONUS = 7
    NO_PILE_THERE = 8
    NO_STATION_OF_YOURS_THERE = 9
    ALREADY_EXPLORED = 10
    NOT_YET_EXPLORED = 11
    LEVEL_TOO_LOW = 12
    OUT_OF_REACH = 13
    FULLY_UPGRADED = 14
    TOO_POOR = 15
    NO_SUCH_SEAT = 16
    NO_STATION_THERE = 17
    NO_SUCH_TILE = 18
    NOT_THE_TOP_TILE = 19
    NO_ANNOUNCEMENTS = 20
    NOT_ENOUGH_FORTUNE = 21
    NO_STATION_TO_TRANSPORT_WITH = 22
    NO_STATION_TO_MOVE = 23
    SAMPLE_ALREADY_EXPLORED = 24
    NO_PILE_TO_RELOCATE_TO = 25
    NO_PILE_TO_DIG = 26
    NO_PILE_TO_TRANSPORT = 27


CLAUSES = {
    Refusal.NOT_YOURS: "DM-10",
    Refusal.GAME_OVER: "DM-50",
    Refusal.PLACE_THE_STATION_FIRST: "DM-18",
    Refusal.NO_STATION_TO_PLACE: "DM-18",
    Refusal.ONLY_ANNOUNCING_NOW: "DM-A12",
    Refusal.NO_ACTION_LEFT: "DM-10",
    Refusal.NO_SUCH_BONUS: "DM-20",
    Refusal.NO_PILE_THERE: "DM-04",
    Refusal.NO_STATION_OF_YOURS_THERE: "DM-11",
    Refusal.ALREADY_EXPLORED: "DM-11",
    Refusal.NOT_YET_EXPLORED: "DM-13",
    Refusal.LEVEL_TOO_LOW: "DM-30",
    Refusal.OUT_OF_REACH: "DM-16",
    Refusal.FULLY_UPGRADED: "DM-A11",
    Refusal.TOO_POOR: "DM-17",
    Refusal.NO_SUCH_SEAT: "DM-01",
    Refusal.NO_STATION_THERE: "DM-23",
    Refusal.NO_SUCH_TILE: "DM-25",
    Refusal.NOT_THE_TOP_TILE: "DM-A1",
    Refusal.NO_ANNOUNCEMENTS: "DM-A13",
    Refusal.NOT_ENOUGH_FORTUNE: "DM-50",
    Refusal.NO_STATION_TO_TRANSPORT_WITH: "DM-13",
    Refusal.NO_STATION_TO_MOVE: "DM-16",
    Refusal.SAMPLE_ALREADY_EXPLORED: "DM-25",
    Refusal.NO_PILE_TO_RELOCATE_TO: "DM-23",
    Refusal.NO_PILE_TO_DIG: "DM-11",
    Refusal.NO_PILE_TO_TRANSPORT: "DM-13",
}


class Ending(IntEnum):
    NOT_OVER = 0
    ANNOUNCED = 1  # DM-50
    LAST_TILE = 2  # DM-51, DM-52
    NO_ACTION = 3  # DM-A10: a full round without any
    NO_PROGRESS = 4  # DM-A10: six full rounds without any


class Sample(IntEnum):
    ANY = 0
    TOP = 1


class Fortune(IntEnum):
    HIDDEN = 0
    OPEN = 1


class LastTile(IntEnum):
    TURN = 0
    ROUND = 1


class Standstill(IntEnum):
    ENDS = 0
    PLAYS_ON = 1


class Tile(Record):
    """Content: one exploration tile; `dig` is on its back, the rest on its front."""

    dig: int = whole(1, TOP_LEVEL)
    transport: int = whole(1, TOP_LEVEL)
    fortune: int = whole(0, RICHEST)
    bonus: int = one_of(Bonus, also=NONE)


class Pile(Record):
    """A site's tiles, lowest first; what is above `height` has been taken."""

    height: int = whole(0, DEEP)
    explored: int = whole(0, 1)  # the top tile lies face up
    tile: Row = many(DEEP, row_of("tile", TILES, also=NONE))  # which tile
    back: Row = many(DEEP, whole(1, TOP_LEVEL, also=NONE))  # its dig difficulty, which can be open when its front is not
    seen_by: Row = many(DEEP, bits_of_seats(SEATS))  # DM-A15: who took a soil sample of it


class Player(Record):
    fortune: int = whole(0, MOST, usual=60)
    level: Row = many(3, whole(1, TOP_LEVEL))
    stations: Row = many(SITES, whole(0, 4))


class Table(Record):
    rules: int = whole(1, 99)
    seats: int = whole(2, SEATS)
    sample: int = one_of(Sample)
    fortune: int = one_of(Fortune)
    last_tile: int = one_of(LastTile)
    standstill: int = one_of(Standstill)
    goal: Row = many(3, whole(1, MOST))  # content: for two, three and four players
    cost: Row = many(3, whole(0, RICHEST))  # content: from level 1, 2 and 3
    tile: list[Tile] = many(TILES, Tile)  # content
    first: int = seat(SEATS)
    turn: int = seat(SEATS)
    phase: int = one_of(Phase)
    ending: int = one_of(Ending)
    announcer: int = seat(SEATS, also=NONE)
    actions: int = whole(0, ACTIONS)  # left in this turn
    bonus: Row = many(5, whole(0, TILES, usual=3))  # held in this turn
    acted: int = whole(0, 1)  # an action was taken in this turn
    progressed: int = whole(0, 1)  # a dig, a transport or an upgrade among them
    idle: int = whole(0, SEATS)  # turns in a row without an action
    still: int = whole(0, PATIENT_ROUNDS * SEATS, usual=STILL_ROUNDS * SEATS)  # turns in a row without progress
    to_call: int = whole(0, SEATS)  # DM-A12 "round": seats that may still announce
    tiles_left: int = whole(0, TILES)
    points: int = whole(0, TILES)  # extra points taken, by everybody
    taken: Row = many(TILES, whole(0, 1))  # tiles transported, which everybody saw
    holder: Row = many(TILES, seat(SEATS, also=NONE))  # DM-13, DM-52: before whom each of them lies
    pile: list[Pile] = many(SITES, Pile)
    player: list[Player] = each_seat(SEATS, Player)


class Move(Record):
    """From `dig` on, fields are filled in when a move is told, never in MOVES."""

    kind: int = one_of(Kind)
    start: int = one_of(Site, also=NONE)
    site: int = one_of(Site, also=NONE)
    depth: int = whole(1, DEEP, also=NONE)  # 1 is the lowest tile
    gear: int = one_of(Gear, also=NONE)
    owner: int = seat(SEATS, also=NONE)
    dig: int = whole(1, TOP_LEVEL, also=NONE)
    transport: int = whole(1, TOP_LEVEL, also=NONE)
    fortune: int = whole(0, MOST, also=NONE)
    bonus: int = one_of(Bonus, also=NONE)
    kept: int = whole(0, RICHEST, also=NONE)  # DM-40: by the player who transports, where others share
    share: int = whole(0, RICHEST, also=NONE)  # of each of the others, clockwise
    second: int = seat(SEATS, also=NONE)
    third: int = seat(SEATS, also=NONE)
    fourth: int = seat(SEATS, also=NONE)


TOLD = (NONE,) * 9  # from `dig` on


def _row(kind: Kind, start: int = NONE, site: int = NONE, depth: int = NONE, gear: int = NONE, owner: int = NONE) -> tuple[int, ...]:
    return kind, start, site, depth, gear, owner, *TOLD


def _in_line(start: int, end: int) -> bool:
    return start != end and (start // SIDE == end // SIDE or start % SIDE == end % SIDE)


def _moves() -> list[tuple[int, ...]]:
    pairs = [(start, end) for start in Site for end in Site if start != end]
    rows = [_row(kind, site=site) for kind in (Kind.PLACE, Kind.DIG, Kind.TRANSPORT) for site in Site]
    rows += [_row(Kind.MOVE, start, end) for start, end in pairs if _in_line(start, end)]
    rows += [_row(Kind.UPGRADE, gear=gear) for gear in Gear]
    rows += [_row(Kind.RELOCATE, start, end, owner=owner) for owner in range(SEATS) for start, end in pairs]
    rows += [_row(Kind.TAKE_POINT)]
    rows += [_row(Kind.SAMPLE, site=site, depth=depth) for site in Site for depth in range(1, DEEP + 1)]
    return [*rows, _row(Kind.ANNOUNCE), _row(Kind.END_TURN)]


MOVES = Move.rows(_moves())


class Content(NamedTuple):
    goal: Row
    cost: Row
    tile: list[Tile]


def read_content(page: Page) -> Content:
    """What a content file says, if all of it fits the box."""
    page.only("goal", "upgrade", "tiles")
    goal, upgrade, tiles = page.part("goal"), page.part("upgrade"), page.part("tiles")
    goal.only("provenance", "two", "three", "four")
    upgrade.only("provenance", "costs")
    tiles.only("provenance", "row")
    goals = [goal.whole(players, 1, MOST) for players in ("two", "three", "four")]
    return Content(goals, upgrade.wholes("costs", TOP_LEVEL - 1, 0, RICHEST), _tiles(tiles))


def _tiles(page: Page) -> list[Tile]:
    """DM-02: piles of three on every site."""
    tiles = [tile for row in page.parts("row") for tile in _copies(row)]
    if len(tiles) != TILES:
        raise page.refuse("row", f"{TILES} copies in all", f"{len(tiles)}")
    return tiles


def _copies(row: Page) -> list[Tile]:
    row.only("dig", "transport", "fortune", "bonus", "copies")
    dig, transport = row.whole("dig", 1, TOP_LEVEL), row.whole("transport", 1, TOP_LEVEL)
    fortune, copies = row.whole("fortune", 0, RICHEST), row.whole("copies", 1, TILES)
    bonuses = {"none": NONE} | {spoken(bonus): int(bonus) for bonus in Bonus}
    bonus = bonuses[row.word("bonus", bonuses)]
    return [Tile(dig, transport, fortune, bonus) for _ in range(copies)]
