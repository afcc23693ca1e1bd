"""A table's log, followed again line by line: every hourglass ends once, and a stall is not charged."""

from __future__ import annotations

from collections.abc import Callable

from filon.core.seats import NEVER, TIME
from filon.house.room import events
from filon.house.room.card import PLAYING
from filon.house.room.clock import MOST_PAUSES
from filon.house.room.events import AnyEvent, Entry
from filon.house.room.room import Room
from filon.house.stalls import BEAT, SHORTEST_STALL
from tests.simulation.schedule import Told
from tests.simulation.store import START

LOG, HOURGLASS, STALL = "log", "hourglass", "stall"
LATE = 100  # hundredths of a second that a worker may take to call a sand


class Broken(AssertionError):
    """A promise that a schedule did not keep."""

    def __init__(self, promise: str, why: str) -> None:
        super().__init__(f"{promise}: {why}")
        self.promise = promise


def follow(told: Told, table: str, after_entry: Callable[[Room], None]) -> Room:
    """The room that follows from the log by the rules; each of its lines is checked before, and the room after each entry."""
    room, stalls = Room(), [(START + int(stall.since * 1000), START + int(stall.until * 1000)) for stall in told.stalls]
    crashes = [START + int(at * 1000) for at in told.crashes]
    for entry in told.entries[table]:
        for number, line in enumerate(entry.events, entry.seq):
            _check_pause(room, line, entry.when, stalls)
            _check_time(room, line, entry.when)
            if not told.is_shared:
                _check_charged(room, line, entry.when, stalls, crashes)
            _follow(room, Entry(number, entry.when, "", [line]))
        after_entry(room)
    _check_overdue(room, told.ended_at or 0)
    return room


def _follow(room: Room, entry: Entry) -> None:
    try:
        room.replay(entry)
    except Exception as error:
        raise Broken(LOG, f"line {entry.seq} cannot be followed: {error!r}") from error


# Every hourglass ends once


def _check_time(room: Room, line: AnyEvent, when: int) -> None:
    if isinstance(line, events.Moved) and line.seat == TIME:
        due = room.game.due(room.playing.table)
        if due == NEVER or room.clock.time(when, due) < due:
            raise Broken(HOURGLASS, f"line {room.seq + 1}: Time moved before the sand was out, or twice")


def _check_overdue(room: Room, now: int) -> None:
    """Nobody has acted for long: no sand may still run."""
    if room.status == PLAYING:
        due = room.game.due(room.playing.table)
        if due != NEVER and room.clock.time(now, due) > due + room.clock.unspent + LATE:
            raise Broken(HOURGLASS, "a sand is out, and Time has not moved")


# What a stall costs

Spans = list[tuple[int, int]]  # of stalls, in the store's milliseconds


def _check_pause(room: Room, line: AnyEvent, when: int, stalls: Spans) -> None:
    """The clock stops only for a stall that was."""
    if isinstance(line, events.Paused):
        stalled = max((min(line.until, end) - max(line.since, start) for start, end in stalls), default=0)
        if line.until > when or stalled < line.milliseconds - 1:  # milliseconds are rounded
            raise Broken(STALL, f"line {room.seq + 1}: paused for {line.milliseconds} ms; stalled for {stalled} ms")


def _check_charged(room: Room, line: AnyEvent, when: int, stalls: Spans, crashes: list[int]) -> None:
    """While sand runs, a player of a worker that is alone is charged at most BEAT of each stall that is noticed: at a move, or by Time."""
    if not isinstance(line, events.Moved) or (line.arrived < 0 and line.seat != TIME) or room.clock.pauses >= MOST_PAUSES:
        return
    since = next((at for at, before in reversed(room.log) if isinstance(before, events.Moved)), when)
    if any(since <= crash <= when for crash in crashes):
        return  # the stall may be forgotten
    lengths = [end - start for start, end in stalls if since <= start and end <= when]
    noticed = sum(length - BEAT - 1 for length in lengths if length > SHORTEST_STALL + BEAT)
    charged = 10 * (max(line.arrived, line.at) - room.clock.at)
    if charged > when - since - noticed + 10:  # hundredths are rounded
        raise Broken(STALL, f"line {room.seq + 1}: charged {charged} ms of {when - since} ms with stalls of {lengths} ms")
