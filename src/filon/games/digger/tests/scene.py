"""Small tables for the tests of the clauses: seat 0 digs, the glass holds 30 seconds."""

from typing import Any

from filon.core import TIME
from filon.core.content import Page
from filon.core.game import load
from filon.core.label import Value
from filon.core.stream import seeded
from filon.core.texts.notation import move_ids, named
from filon.games.digger.parts import Colour, Kind, Move, Phase, Refusal, Table

GAME = load("digger")
IDS = move_ids(GAME.MOVES)


def fresh(seats: int = 3, content: dict[str, Any] | None = None, seed: int = 1, **options: Value | list[Value]) -> Table:
    chosen = GAME.label.choose({"first": 1} | options, seats)
    table: Table = GAME.new(chosen, Page(content or GAME.content(), "content.toml"), seats, seeded(seed))
    return table


def give(table: Table, seat: int, *gems: Colour) -> None:
    """Tokens from the pool into a crate."""
    for gem in gems:
        table.pool[gem] -= 1
        table.player[seat].crate[gem] += 1


def move_of(name: str) -> Move:
    move: Move = GAME.MOVES[IDS[name]]
    return move


def why(table: Table, name: str, at: int | None = None) -> Refusal:
    """The reason against a move of whoever it belongs to, as soon as dice and hand are free unless told when."""
    table, move = table.copy(), move_of(name)
    GAME.stamp(table, GAME.ready(table) if at is None else at)
    return Refusal(GAME.refusal(table, _mover(table, move), move))


def play(table: Table, *names: str) -> None:
    """Moves, each as soon as it may come; SAND_OUT when it is due."""
    for name in names:
        move = move_of(name)
        GAME.stamp(table, GAME.due(table) if move.kind == Kind.SAND_OUT else GAME.ready(table))
        assert GAME.refusal(table, _mover(table, move), move) == Refusal.LEGAL, name
        GAME.apply(table, move)


def _mover(table: Table, move: Move) -> int:
    return TIME if move.kind == Kind.SAND_OUT else GAME.actor(table)


def throw(table: Table, colours: str, sand: int = 3000) -> None:
    """A throw that shows these colours; before the first of a turn the glass is filled."""
    if table.phase == Phase.FILLING:
        play(table, f"glass {sand}")
    play(table, "throw", *(f"die {colour}" for colour in colours.split()))


def offers(table: Table) -> set[str]:
    """What the actor may do as soon as dice and hand are free."""
    table = table.copy()
    GAME.stamp(table, GAME.ready(table))
    return {named(GAME.MOVES[i]) for i in GAME.legal(table, GAME.actor(table))}


def idle(table: Table, turns: int = 1) -> None:
    """Turns of one useless throw each."""
    for _ in range(turns):
        throw(table, "black black black black black")
        play(table, "stop")
