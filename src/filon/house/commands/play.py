"""Commands that move: play a move, take one back."""

from __future__ import annotations

from itertools import takewhile

from filon.house.commands.rate_limit import require_room_to_undo
from filon.house.errors import CommandRefused, Reason, RuleRefused
from filon.house.room import moves
from filon.house.room.outcome import Outcome
from filon.house.room.room import Room

MOST_UNDOS = 20  # in a row by one seat: each makes the log longer, and the game slower to read again


def play(room: Room, seat: int, move: int, now: int, trip: int = 0) -> Outcome:
    """A seat's move, then the moves of the house."""
    require_turn(room, seat)
    return moves.move(room, seat, move, now, trip)


def require_turn(room: Room, seat: int) -> None:
    """Asked before Time moves: probing shows nothing, and costs nobody credit."""
    if moves.playing(room).actor != seat:
        refusal = room.game.Refusal["NOT_YOURS"]
        raise RuleRefused(refusal, room.game.CLAUSES[refusal])


def undo(room: Room, seat: int, now: int) -> Outcome:
    require_room_to_undo(room)
    by_seat = takewhile(lambda one: one.seat == seat, reversed(moves.playing(room).played))
    if sum(one.back_to >= 0 for one in by_seat) >= MOST_UNDOS:
        raise CommandRefused(Reason.UNDO_OFTEN)
    return moves.take_back(room, seat, now)
