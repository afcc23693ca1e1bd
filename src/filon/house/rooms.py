"""Rooms in this process: loaded from the store when somebody asks, kept up to date with other workers, dropped when nobody does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from filon.core.game import load
from filon.house.room.events import AnyEvent, Entry, Opened
from filon.house.room.fairness import FAIRNESS
from filon.house.room.room import Room
from filon.house.stalls import Stall
from filon.house.stores.store import Store, StoreRefused, Timers
from filon.house.updates.presence import Presence
from filon.house.updates.updates import Subscriber

PIECE = 50  # entries of a log that are followed in one turn of the loop, of whichever table
DROP_AFTER = 60_000  # milliseconds since anybody asked for a room without subscribers


@dataclass
class LoadedRoom:
    """A room with its lock and its subscribers."""

    room: Room = field(default_factory=Room)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    subscribers: set[Subscriber] = field(default_factory=set)
    presence: Presence = field(default_factory=Presence)
    timers: Timers | None = None  # as this process stored them last; None if another may have
    stored_changes: int = 0  # count of changes around the table that the stored card shows
    seen_changes: int = -1  # the same count when presence was last updated
    used_at: int = 0  # store's time when somebody last asked for it
    robot_failures: tuple[int, int] = 0, 0  # after how many moves a robot failed, and how often
    stalls: list[Stall] = field(default_factory=list)  # that the room's clock has not stopped for yet
    trimmed_at: int = 0  # number of the last event when memory was last trimmed

    @property
    def is_idle(self) -> bool:
        """Nobody changes it at the moment: the store has all that it shows."""
        return not self.lock.locked() and bool(self.room.log)

    def present(self, table: str) -> list[tuple[str, int]]:
        """The seats, and the host, whose devices subscribe in this process."""
        holders = {subscriber.holder for subscriber in self.subscribers}
        return [(table, seat) for seat, holder in self.room.holders if holder in holders]

    def notify(self) -> None:
        for subscriber in list(self.subscribers):
            subscriber.changed()

    def trim(self) -> None:
        """Free the view cache if nothing has happened since the last call."""
        if self.trimmed_at == self.room.seq and self.room.live is not None:
            self.room.live.cache.clear()
        self.trimmed_at = self.room.seq


class Rooms:
    """`changed` is called with a room to which another worker has appended."""

    def __init__(self, store: Store, changed: Callable[[LoadedRoom], None]) -> None:
        self.store, self._changed = store, changed
        self.loaded: dict[str, LoadedRoom] = {}
        self._following = asyncio.Lock()

    async def load(self, table: str) -> LoadedRoom:
        while True:
            loaded = self.loaded.setdefault(table, LoadedRoom())
            loaded.used_at = self.store.now()
            if loaded.room.log:
                return loaded
            async with loaded.lock:
                if self.is_current(table, loaded):
                    await self.read_new(table, loaded)

    @asynccontextmanager
    async def locked(self, table: str) -> AsyncIterator[LoadedRoom]:
        """A room that nobody else changes meanwhile: the store has all that it shows."""
        while True:
            loaded = await self.load(table)
            async with loaded.lock:
                if loaded.room.log and self.is_current(table, loaded):
                    yield loaded
                    return

    async def acquire(self, table: str) -> LoadedRoom:
        """A room whose lock the caller holds now, and has to release; it may have to be read anew."""
        while True:
            loaded = self.loaded.get(table)
            if loaded is None or not loaded.room.log:
                loaded = await self.load(table)
            await loaded.lock.acquire()
            if self.is_current(table, loaded):
                return loaded
            loaded.lock.release()

    def is_current(self, table: str, loaded: LoadedRoom) -> bool:
        """Else it was dropped while the caller waited for its lock: all subscribers of a table are told of one room."""
        return self.loaded.get(table) is loaded

    async def read_new(self, table: str, loaded: LoadedRoom) -> bool:
        """Follow entries that others have appended; whether there were any."""
        try:
            entries = await self.store.read(table, loaded.room.seq)
            if not loaded.room.log:
                loaded.room = await self._followed(entries)
            else:
                for entry in entries:
                    loaded.room.replay(entry)
        except StoreRefused:
            raise  # the room is still true
        except BaseException:
            self._empty(table, loaded)
            raise
        if entries:
            loaded.timers, loaded.stored_changes = None, loaded.room.changes
        return bool(entries)

    async def _followed(self, entries: list[Entry]) -> Room:
        """The room of a whole log. One that takes seconds holds up neither other tables nor other logs."""
        _check_rules(entries[0].events[0])
        room = Room()
        for first in range(0, len(entries), PIECE):
            async with self._following:
                for entry in entries[first : first + PIECE]:
                    room.replay(entry)
                if first + PIECE < len(entries):
                    await asyncio.sleep(0)
        return room

    def _empty(self, table: str, loaded: LoadedRoom) -> None:
        """The table is gone, or its log cannot be followed."""
        loaded.room = Room()
        if not loaded.subscribers:
            self.loaded.pop(table, None)

    async def read_if_shared(self, table: str, loaded: LoadedRoom) -> bool:
        """Whether another worker has appended something that this one did not know of."""
        return (self.store.is_shared or not loaded.room.log) and await self.read_new(table, loaded)

    async def reload(self, table: str, loaded: LoadedRoom) -> None:
        """Forget events that the store did not take, and begin with what it has."""
        loaded.room = Room()
        await self.read_new(table, loaded)

    async def catch_up(self, table: str) -> None:
        loaded = self.loaded.get(table)
        if loaded is None:
            return
        async with loaded.lock:
            has_news = self.is_current(table, loaded) and await self.read_new(table, loaded)
        if has_news:
            self._changed(loaded)

    async def behind(self) -> tuple[list[str], list[str]]:
        """Tables with subscribers: those to which another worker has appended, and those that are gone."""
        if not self.store.is_shared:
            return [], []
        watched = {table: loaded.room.seq for table, loaded in self.loaded.items() if loaded.subscribers}
        last = await self.store.last_seqs(watched)
        return [table for table, seq in watched.items() if last.get(table, 0) > seq], [table for table in watched if table not in last]

    def trim(self) -> None:
        """Free memory of quiet rooms; drop those that nobody has asked for in a while."""
        for table, loaded in list(self.loaded.items()):
            loaded.trim()
            if not loaded.subscribers and not loaded.lock.locked() and self.store.now() - loaded.used_at > DROP_AFTER:
                del self.loaded[table]

    def drop(self, table: str) -> None:
        """The store has it no longer: subscribers are told so."""
        if gone := self.loaded.pop(table, None):
            gone.notify()


def _check_rules(first: AnyEvent) -> None:
    """A worker leaves tables of newer rules or newer fairness to workers that have been upgraded."""
    if not isinstance(first, Opened):
        return
    if first.rules > (known := load(first.game).label.rules):
        raise StoreRefused(f"a table of {first.game} was opened by a newer Filon, with rules {first.rules}; this one knows {known}")
    if first.fairness > FAIRNESS:
        raise StoreRefused(f"a table was opened by a newer Filon, with fairness {first.fairness}; this one knows {FAIRNESS}")
