"""Stalls of the event loop: noticed by a heartbeat, and not charged to the players whose moves wait for this process (decision 49)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from filon.core.seats import NEVER
from filon.house.room import events
from filon.house.room.card import PLAYING
from filon.house.room.clock import MOST_PAUSES
from filon.house.room.events import AnyEvent
from filon.house.room.outcome import add_events
from filon.house.room.room import Room
from filon.house.stores.store import NoSuchTable

if TYPE_CHECKING:
    from filon.house.service import House

BEAT = 50  # milliseconds between two beats of the heartbeat
SHORTEST_STALL = 250  # milliseconds that a beat may be late
SETTLE = 500  # milliseconds after a stall in which a worker leaves timers alone: other workers may still have to write their pauses


@dataclass(frozen=True)
class Stall:
    """The loop stood still from `since` to `until`, in the store's milliseconds, while these devices were connected to it."""

    since: int
    until: int
    holders: frozenset[str]


class Heartbeat:
    """Compares when the loop runs with when it should. A stall counts as far as both clocks saw it: the store's may be set by hand."""

    def __init__(self, monotonic: Callable[[], float], now: Callable[[], int]) -> None:
        self._monotonic, self._now = monotonic, now
        self._last: tuple[float, int] | None = None  # both clocks at the last beat; None while nothing beats

    def beat(self) -> None:
        self._last = self._monotonic(), self._now()

    def stop(self) -> None:
        self._last = None

    def stalled(self) -> int:
        """Milliseconds of a stall that has just ended, or 0. A stall is told once."""
        if self._last is None:
            return 0
        late = int(min(self._monotonic() - self._last[0], self._now() - self._last[1])) - BEAT
        if late <= SHORTEST_STALL:
            return 0
        self.beat()
        return late


def notice_stall(house: House) -> None:
    """Asked before anything that follows a clock. If the event loop stood still, the clock of every room is stopped for that long."""
    if not (length := house.heartbeat.stalled()):
        return
    house.observer.stalled(length)
    house.stalled_at = house.store.now()
    for table, loaded in house.rooms.loaded.items():
        if _has_clock(loaded.room):
            holders = frozenset(subscriber.holder for subscriber in loaded.subscribers)
            loaded.stalls.append(Stall(house.stalled_at - length, house.stalled_at, holders))
            house.begin_task(_write_pause(house, table))


async def _write_pause(house: House, table: str) -> None:
    """An empty change, before which the room's clock is stopped. A table that is not there has no clock."""
    with suppress(NoSuchTable):
        await house.change(table, "", lambda room, now: add_events(room, [], now))


def settling(house: House) -> int:
    """Milliseconds for which this worker still leaves timers to others after a stall."""
    return max(0, house.stalled_at + SETTLE - house.store.now()) if house.store.is_shared else 0


def _has_clock(room: Room) -> bool:
    """A stall may matter to this room; one that is to be read anew shows nothing yet."""
    return not room.log or (room.live is not None and room.game.timed)


def pause(room: Room, stalls: Iterable[Stall], now: int, is_shared: bool) -> list[AnyEvent]:
    """Stop the clock of a room for these stalls: the events, which the room has already."""
    made: list[AnyEvent] = []
    for stall in stalls:
        _pause_pull(room, stall)
        if _is_charged(room, stall, is_shared) and (since := max(stall.since, room.clock.runs_since)) < stall.until:
            made.append(events.Paused(since, stall.until))
            room.add(made[-1], now)
    return made


def _is_charged(room: Room, stall: Stall, is_shared: bool) -> bool:
    """Sand runs for a player whose moves this process handles. MOST_PAUSES keeps a player who can stall a server from living on it."""
    if room.status != PLAYING or room.game.due(room.playing.table) == NEVER or room.clock.pauses >= MOST_PAUSES:
        return False
    live = room.playing
    player = live.actor if live.actor >= 0 else live.last_player  # the house moves within a player's turn
    return not is_shared or room.chairs[player].holder in stall.holders


def _pause_pull(room: Room, stall: Stall) -> None:
    """The hand went on meanwhile: its pieces waited for the server."""
    if room.pulling is not None:
        room.pulling.stalled += max(0, stall.until - max(stall.since, room.pulling.began))
