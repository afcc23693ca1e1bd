"""Gold Pan: what is in the box (clauses.md)."""

from enum import IntEnum

from filon.core import CHANCE, NONE, Record, Row, each_seat, one_of, whole
from filon.core import seat as a_seat
from filon.core.content import Page

SEATS = 4  # GP-01
FACES = 6  # GP-11
RIVER = 1  # GP-12: the face on which the pan is lost
FARTHEST = 200  # the most nuggets that a content file may ask for
MOST = FARTHEST + FACES


class Phase(IntEnum):
    CHOOSING = 0
    WASHING = 1  # the die rolls
    OVER = 2


class Kind(IntEnum):
    WASH = 0
    KEEP = 1
    FIND = 2


OWNERS = {Kind.FIND: CHANCE}


class Refusal(IntEnum):
    LEGAL = 0
    NOT_YOURS = 1
    GAME_OVER = 2
    PAN_EMPTY = 3


CLAUSES = {Refusal.NOT_YOURS: "GP-A2", Refusal.GAME_OVER: "GP-20", Refusal.PAN_EMPTY: "GP-13"}


class Ending(IntEnum):
    NOT_OVER = 0
    GOAL_REACHED = 1  # GP-20


class Goal(IntEnum):
    """GP-A1."""

    USUAL = 0
    SHORT = 1
    LONG = 2


class Table(Record):
    rules: int = whole(1, 99)
    seats: int = whole(2, SEATS)
    goal: int = whole(1, FARTHEST)  # content
    turn: int = a_seat(SEATS)
    phase: int = one_of(Phase)
    ending: int = one_of(Ending)
    face: int = whole(1, FACES, also=NONE)  # of the last wash
    pan: int = whole(0, MOST)
    pouch: Row = each_seat(SEATS, whole(0, MOST))


class Move(Record):
    kind: int = one_of(Kind)
    face: int = whole(1, FACES, also=NONE)


MOVES = Move.rows([(Kind.WASH, NONE), (Kind.KEEP, NONE), *((Kind.FIND, face) for face in range(1, FACES + 1))])


def read_content(page: Page) -> list[int]:
    """The nuggets to win, in the order of Goal."""
    page.only("goal")
    goal = page.part("goal")
    goal.only("provenance", "usual", "short", "long")
    return [goal.whole(name, 1, FARTHEST) for name in ("usual", "short", "long")]
