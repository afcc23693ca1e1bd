"""A toy game: stones on three heaps, taken by two seats, with moves of Chance, Hand and Time."""

from __future__ import annotations

from enum import IntEnum
from importlib import import_module
from types import SimpleNamespace

import pytest

from filon.core import CHANCE, HAND, NOBODY, NONE, TIME, Record, Row, many, one_of, rule, seat, whole
from filon.core.compiled.play import Play, make_play
from filon.core.law import make_law
from filon.core.views import open_view

BELL_EVERY = 40


class Heap(IntEnum):
    RED = 0
    GREEN = 1
    SKY_BLUE = 2


class Phase(IntEnum):
    ROLLING = 0
    CHOOSING = 1
    REACHING = 2
    OVER = 3


class Kind(IntEnum):
    ROLL = 0  # Chance: a stone falls on this heap
    HOLD = 1  # Hand: the stones are held
    DROP = 2  # Hand: so many slip away
    BELL = 3  # Time: the turn passes
    TAKE = 4
    PASS = 5


class Refusal(IntEnum):
    LEGAL = 0
    NOT_YOURS = 1
    GAME_OVER = 2
    NOT_NOW = 3
    TOO_EARLY = 4
    NOT_SO_MANY = 5
    PASSED_BEFORE = 6


OWNERS = {Kind.ROLL: CHANCE, Kind.HOLD: HAND, Kind.DROP: HAND, Kind.BELL: TIME}


class Move(Record):
    kind: Kind = one_of(Kind)
    heap: Heap = one_of(Heap, also=NONE)
    count: int = whole(1, 3, also=NONE)


MOVES = Move.rows(
    [(Kind.ROLL, heap, NONE) for heap in Heap]
    + [(Kind.HOLD, NONE, NONE)]
    + [(Kind.DROP, NONE, n) for n in (1, 2)]
    + [(Kind.BELL, NONE, NONE)]
    + [(Kind.TAKE, heap, n) for heap in Heap for n in (1, 2, 3)]
    + [(Kind.PASS, NONE, NONE)]
)


class Player(Record):
    taken: Row = many(3, whole(0, 99))
    points: int = whole(0, 9999)
    passed: int = whole(0, 1)


class Table(Record):
    phase: Phase = one_of(Phase)
    turn: int = seat(2)
    clock: int = whole(0, 10**6)
    bell: int = whole(0, 10**6)
    rolls: int = whole(0, 30)
    in_hand: int = whole(0, 3)
    from_heap: Heap = one_of(Heap, also=NONE)
    heap: Row = many(3, whole(0, 99))
    player: list[Player] = many(2, Player)
    worth: Row = many(3, whole(0, 9))  # content: points for a stone of each heap
    last_roll: int = whole(1, 30)  # content


def new(worth: tuple[int, ...] = (1, 2, 3), last_roll: int = 12) -> Table:
    table = Table()
    table.worth, table.last_roll, table.bell = list(worth), last_roll, BELL_EVERY
    return table


@rule
def actor(table: Table) -> int:
    match table.phase:
        case Phase.ROLLING:
            return CHANCE
        case Phase.CHOOSING:
            return table.turn
        case Phase.REACHING:
            return HAND
        case _:
            return NOBODY


@rule
def due(table: Table) -> int:
    return table.bell


@rule
def ready(table: Table) -> int:
    return table.clock


@rule
def stamp(table: Table, at: int) -> None:
    table.clock = at


@rule
def untimely(table: Table, kind: int) -> Refusal:
    match kind:
        case Kind.BELL:
            return Refusal.LEGAL if table.bell <= table.clock else Refusal.TOO_EARLY
        case Kind.ROLL:
            return Refusal.LEGAL if table.phase == Phase.ROLLING else Refusal.NOT_NOW
        case Kind.HOLD | Kind.DROP:
            return Refusal.LEGAL if table.phase == Phase.REACHING else Refusal.NOT_NOW
        case Kind.PASS:
            return Refusal.PASSED_BEFORE if table.player[table.turn].passed else Refusal.LEGAL
        case _:
            return Refusal.LEGAL


@rule
def unlawful(table: Table, move: Move) -> Refusal:
    if move.kind == Kind.TAKE and table.heap[move.heap] < move.count:
        return Refusal.NOT_SO_MANY
    if move.kind == Kind.DROP and table.in_hand < move.count:
        return Refusal.NOT_SO_MANY
    return Refusal.LEGAL


@rule
def odds(table: Table, move: Move) -> int:
    """The sky-blue heap never grows by Chance; a hand holds twice as often as it drops one, and never drops two."""
    match move.kind:
        case Kind.ROLL:
            return 3 - move.heap if move.heap < Heap.SKY_BLUE else 0
        case Kind.HOLD:
            return 2
        case _:
            return 2 - move.count


@rule
def apply(table: Table, move: Move) -> None:
    match move.kind:
        case Kind.ROLL:
            roll(table, move.heap)
        case Kind.HOLD:
            keep(table, table.in_hand)
        case Kind.DROP:
            table.heap[table.from_heap] += move.count
            keep(table, table.in_hand - move.count)
        case Kind.BELL:
            table.bell += BELL_EVERY
            table.turn = 1 - table.turn
        case Kind.TAKE:
            table.heap[move.heap] -= move.count
            table.in_hand, table.from_heap, table.phase = move.count, move.heap, Phase.REACHING
        case _:
            table.player[table.turn].passed = 1
            end_turn(table)


@rule
def roll(table: Table, heap: int) -> None:
    table.heap[heap] += 1
    table.rolls += 1
    table.phase = Phase.OVER if table.rolls == table.last_roll else Phase.CHOOSING


@rule
def keep(table: Table, count: int) -> None:
    me = table.player[table.turn]
    me.taken[table.from_heap] += count
    me.points += count * table.worth[table.from_heap]
    table.in_hand, table.from_heap = 0, NONE
    end_turn(table)


@rule
def end_turn(table: Table) -> None:
    table.turn = 1 - table.turn
    table.player[table.turn].passed = 0
    table.phase = Phase.ROLLING


OPEN = {
    Table: "phase turn clock rolls in_hand from_heap heap player worth last_roll",
    Player: "taken passed",
}
SECRET = {Table: "bell", Player: "points"}


def view(table: Table, seat: int) -> Table:
    return open_view(table, OPEN)


def made() -> SimpleNamespace:
    toy = SimpleNamespace(name="toy", new=new, view=view, generate=None)
    toy.Table, toy.Player, toy.Move, toy.MOVES = Table, Player, Move, MOVES
    toy.Kind, toy.Phase, toy.Heap, toy.Refusal = Kind, Phase, Heap, Refusal
    toy.OWNERS, toy.OPEN, toy.SECRET = OWNERS, OPEN, SECRET
    toy.actor, toy.due, toy.ready, toy.stamp = actor, due, ready, stamp
    toy.untimely, toy.unlawful, toy.apply, toy.odds = untimely, unlawful, apply, odds
    toy.law = make_law(toy)
    return toy


@pytest.fixture(scope="session")
def toy() -> SimpleNamespace:
    return made()


@pytest.fixture(scope="session")
def play(toy: SimpleNamespace) -> Play:
    return make_play(toy)


@pytest.fixture(autouse=True)
def uncached(monkeypatch: pytest.MonkeyPatch) -> None:
    """The digest in the cache's name covers filon, not these tests: they are compiled afresh."""
    monkeypatch.setattr(import_module("filon.core.compiled.rule"), "_cache", lambda _: False)
