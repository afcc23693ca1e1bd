"""The embedded store: one file, one serving process; what it acknowledges is on the disk."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from filon.house.room.events import ENCODER, Entry
from filon.house.stores.sqlite import queries as work
from filon.house.stores.sqlite.file import File, opened
from filon.house.stores.sqlite.group_commit import Clerk, Work
from filon.house.stores.sqlite.heads import Heads
from filon.house.stores.store import Card, Kept, StoreRefused, Wake, Wakes

WRITES, READS = 512, 32  # at most so many together: a reader waits for all who are in its group


def steady() -> Callable[[], int]:
    """The wall's time now, and from then on what passes: setting the machine's clock changes nothing."""
    running = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)  # where there is one, the clock that counts a machine's sleep too
    ahead = time.time_ns() - time.clock_gettime_ns(running)
    return lambda: (ahead + time.clock_gettime_ns(running)) // 1_000_000


class SQLite:
    """A Store, through apsw; all calls come from the loop in which it was opened."""

    is_shared = False

    def __init__(self, path: Path, clock: Callable[[], int] | None = None) -> None:
        self.path = path
        self._clock = clock or steady()
        self._ahead = self._latest = 0
        self._file: File | None = None
        self._present = Present()

    async def open(self, aside: bool = False) -> None:
        if self._file:
            return
        file = self._file = await asyncio.to_thread(opened, self.path, aside)
        self._heads = Heads()
        self._writer = Clerk(file.writer, self.path, "BEGIN IMMEDIATE", WRITES, self._heads.forget)
        self._reader = Clerk(file.reader, self.path, "BEGIN", READS)
        self._latest = max(self._latest, file.latest)
        self._ahead = max(0, self._latest - self._clock())  # set back, the machine's clock still goes on from where the file stopped

    async def close(self) -> None:
        """What was asked before is still done."""
        file, self._file = self._file, None
        if file:
            await self._reader.leave()
            await self._writer.leave()
            if file.lock:
                file.lock.close()

    def now(self) -> int:
        now = self._clock() + self._ahead
        if now > self._latest:
            self._latest = now
        return self._latest

    # Writing

    async def append(self, table: str, entry: Entry, card: Card | None = None, wakes: Wakes | None = None) -> None:
        if not entry.lines:
            raise ValueError("expected an entry with a line; found none")
        await self._write(work.append, self._heads, table, entry, ENCODER.encode(entry.lines), card, wakes)

    async def claim(self, lease: int, limit: int = 100) -> list[Wake]:
        lent: list[Wake] = await self._write(work.claim, self.now(), lease, limit)
        return lent

    async def delete(self, table: str) -> None:
        await self._write(work.delete, self._heads, table)
        self._present.forget(table)

    async def take_in(self, kept: Kept) -> bool:
        return bool(await self._write(work.take_in, kept))

    # Reading

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        return list(await self._read(work.read, table, after))

    async def cards(self, holder: str = "", limit: int = 100) -> list[Card]:
        return list(await self._read(work.cards, holder, limit))

    async def card(self, table: str) -> Card:
        card: Card = await self._read(work.card, table)
        return card

    async def next_wake(self) -> int | None:
        at: int | None = await self._read(work.next_wake, self.now())
        return at

    async def heads(self, tables: Iterable[str]) -> dict[str, int]:
        return dict(await self._read(work.heads, list(tables)))

    async def expired(self, before: int, limit: int = 100) -> list[str]:
        return list(await self._read(work.expired, before, limit))

    async def tables(self) -> list[str]:
        return list(await self._read(work.tables))

    async def kept(self, table: str) -> Kept:
        kept: Kept = await self._read(work.kept, table)
        return kept

    def _write(self, do: Work, *what: Any) -> asyncio.Future[Any]:
        self._check_open()
        return self._writer.ask(do, *what)

    def _read(self, do: Work, *what: Any) -> asyncio.Future[Any]:
        self._check_open()
        return self._reader.ask(do, *what)

    def _check_open(self) -> None:
        if not self._file:
            raise StoreRefused(f"{self.path}: this store is not open")

    # Who is here, which need not outlive this process

    async def touch(self, seats: Iterable[tuple[str, int]], until: int) -> None:
        self._present.touch(seats, until, self.now())

    async def here(self, tables: Iterable[str]) -> dict[tuple[str, int], int]:
        return self._present.at(tables)

    def listen(self, heard: Callable[[str, int], None]) -> None:
        """There is no other process that appends."""


class Present:
    """Until when each seat is here."""

    def __init__(self) -> None:
        self._until: dict[str, dict[int, int]] = {}
        self._sweep_at = 1000

    def touch(self, seats: Iterable[tuple[str, int]], until: int, now: int) -> None:
        for table, seat in seats:
            self._until.setdefault(table, {})[seat] = until
        if len(self._until) > self._sweep_at:
            self._until = {table: held for table, held in self._until.items() if max(held.values()) >= now}
            self._sweep_at = 1000 + 2 * len(self._until)

    def at(self, tables: Iterable[str]) -> dict[tuple[str, int], int]:
        return {(table, seat): until for table in tables for seat, until in self._until.get(table, {}).items()}

    def forget(self, table: str) -> None:
        self._until.pop(table, None)
