"""Commands of a hand at work: it takes hold, its path arrives in pieces, and the judge of the game decides."""

from __future__ import annotations

from typing import Any

from filon.core.pull import GOES_ON, Chunk, PullRefused
from filon.core.seats import HAND
from filon.house import protocol
from filon.house.errors import CommandRefused, PathRefused, Reason
from filon.house.room import moves
from filon.house.room.live import LiveTable
from filon.house.room.outcome import Outcome
from filon.house.room.room import Pulling, Room


def require_pull(room: Room, seat: int) -> LiveTable:
    """The live table, where this seat's hand is to decide."""
    live = moves.playing(room)
    if live.actor != HAND or live.last_player != seat:
        raise CommandRefused(Reason.NO_PULL)
    return live


def grab(room: Room, seat: int, now: int) -> Outcome:
    """The hand takes hold: the room tells its tremor now, and only to this player. Grabbing again gives the same tremor."""
    live, attempt = require_pull(room, seat), room.refused_pulls
    room.pulling = Pulling(seat, attempt, now, room.fairness.tremor(live.pulls, attempt))
    return Outcome(done={"attempt": attempt, "pull": room.game.hand.seen(live.table, room.pulling.seed)})


def pull(room: Room, seat: int, command: protocol.Pull, now: int, trip: int) -> Outcome:
    """A piece of the path. A malformed path costs nothing but time: the player tries again."""
    live, pulling = require_pull(room, seat), room.pulling
    if pulling is not None and pulling.last == command.id:  # sent again, it is still one piece
        return Outcome()
    if pulling is None or pulling.attempt != command.attempt or pulling.verdict != GOES_ON:
        raise CommandRefused(Reason.NO_PULL)
    pulling.chunks.append(Chunk(pulling.arrival(now, command.samples), command.samples, command.is_last))
    pulling.trip, pulling.last = trip, command.id
    try:
        pulling.verdict = room.game.hand.judge(live.table, pulling.chunks, trip, pulling.seed)
    except PullRefused as refused:
        room.pulling, room.refused_pulls = None, room.refused_pulls + 1
        raise PathRefused(refused.why) from None
    return Outcome() if pulling.verdict == GOES_ON else decide(room, now, trip)


def decide(room: Room, now: int, trip: int = 0) -> Outcome:
    """Hand's move. A hand that was quicker than the rules allow waits until they do."""
    pulling, due = room.pulling, room.game.due(room.playing.table)
    if pulling is None or pulling.verdict == GOES_ON:
        return Outcome()
    path = path_of(pulling.attempt, pulling.chunks, pulling.trip)
    outcome = moves.move(room, HAND, pulling.verdict, now, trip, path)
    is_early = room.clock.time(now, due) < room.game.ready(room.playing.table)
    if outcome.events or not is_early:
        room.pulling = None
    outcome.refused = None
    return outcome


def path_of(attempt: int, chunks: list[Chunk], trip: int) -> dict[str, Any]:
    """What the log stores of a pull, so that anybody can judge it again."""
    return {"attempt": attempt, "trip": trip, "path": [(chunk.arrived, chunk.is_last, chunk.samples) for chunk in chunks]}
