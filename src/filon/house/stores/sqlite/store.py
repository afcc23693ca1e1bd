"""SQLiteStore: one file, one serving process. An append that has returned is on the disk."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from filon.house.room.card import Card
from filon.house.room.events import ENCODER, Entry
from filon.house.stores.monotonic import CLOCK
from filon.house.stores.sqlite import queries
from filon.house.stores.sqlite.file import OpenFile, open_file, scrub_file
from filon.house.stores.sqlite.group_commit import GroupCommit, Work
from filon.house.stores.sqlite.log_ends import LogEnds
from filon.house.stores.store import MOST_AHEAD, StoreRefused, TableBackup, Timer, Timers

WRITE_GROUP, READ_GROUP = 512, 32  # requests in one transaction: a read waits for its whole group


def steady_clock() -> Callable[[], int]:
    """Milliseconds since 1970, read from the system once; from then on a monotonic clock counts."""
    offset = time.time_ns() - time.clock_gettime_ns(CLOCK)
    return lambda: (offset + time.clock_gettime_ns(CLOCK)) // 1_000_000


class SQLiteStore:
    """A Store, through apsw. All calls come from the event loop in which it was opened."""

    is_shared = False

    def __init__(self, path: Path, clock: Callable[[], int] | None = None) -> None:
        self.path = path
        self._clock = clock or steady_clock()
        self._offset = self._latest = self.ahead = 0  # milliseconds
        self._file: OpenFile | None = None
        self._presence = PresenceTable()

    async def open(self, for_backup: bool = False) -> None:
        if self._file:
            return
        file = self._file = await asyncio.to_thread(open_file, self.path, for_backup)
        self._ends = LogEnds()
        self._writer = GroupCommit(file.writer, self.path, "BEGIN IMMEDIATE", WRITE_GROUP, self._ends.clear, erasing=queries.delete)
        self._reader = GroupCommit(file.reader, self.path, "BEGIN", READ_GROUP)
        self._set_clock(file.last_entry_at)

    async def close(self) -> None:
        """Requests made before are still done."""
        file, self._file = self._file, None
        if file:
            await self._reader.close()
            await self._writer.close()
            file.locks.close()

    def _set_clock(self, last_entry_at: int) -> None:
        """Where the machine's clock was set back, time goes on from the last entry; a clock that was far ahead is not followed."""
        now = self._clock()
        self.ahead = max(0, last_entry_at - now)
        self._offset = self.ahead if self.ahead <= MOST_AHEAD else 0
        self._latest = now + self._offset

    def now(self) -> int:
        now = self._clock() + self._offset
        if now > self._latest:
            self._latest = now
        return self._latest

    # Writing

    async def append(self, table: str, entry: Entry, card: Card | None = None, timers: Timers | None = None) -> None:
        if not entry.events:
            raise ValueError("expected an entry with an event; found none")
        await self._write(queries.append, self._ends, table, entry, ENCODER.encode(entry.events), card, timers)

    async def claim(self, lease: int, limit: int = 100) -> list[Timer]:
        leased: list[Timer] = await self._write(queries.claim, self.now(), lease, limit)
        return leased

    async def delete(self, table: str) -> None:
        await self._write(queries.delete, self._ends, table)
        self._presence.remove(table)

    async def served_since(self, days: int) -> int:
        return int(await self._write(queries.served_since, self.now(), days))

    async def rewrite(self, table: str, entries: list[Entry], card: Card) -> None:
        await self._write(queries.rewrite, table, entries, card)

    async def scrub(self) -> None:
        """VACUUM writes the whole file anew; the write-ahead log is emptied after it."""
        self._check_open()
        await asyncio.to_thread(scrub_file, self.path)

    async def import_table(self, backup: TableBackup) -> bool:
        return bool(await self._write(queries.import_table, backup))

    # Reading

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        return list(await self._read(queries.read, table, after))

    async def cards(self, holder: str = "", limit: int = 100) -> list[Card]:
        return list(await self._read(queries.cards, holder, limit))

    async def card(self, table: str) -> Card:
        card: Card = await self._read(queries.card, table)
        return card

    async def next_timer(self) -> int | None:
        at: int | None = await self._read(queries.next_timer, self.now())
        return at

    async def last_seqs(self, tables: Iterable[str]) -> dict[str, int]:
        return dict(await self._read(queries.last_seqs, list(tables)))

    async def expired(self, before: int, limit: int = 100, only_waiting: bool = False) -> list[str]:
        return list(await self._read(queries.expired, before, limit, only_waiting))

    async def tables(self) -> list[str]:
        return list(await self._read(queries.tables))

    async def export_table(self, table: str) -> TableBackup:
        backup: TableBackup = await self._read(queries.export_table, table)
        return backup

    def _write(self, work: Work, *arguments: Any) -> asyncio.Future[Any]:
        self._check_open()
        return self._writer.submit(work, *arguments)

    def _read(self, work: Work, *arguments: Any) -> asyncio.Future[Any]:
        self._check_open()
        return self._reader.submit(work, *arguments)

    def _check_open(self) -> None:
        if not self._file:
            raise StoreRefused(f"{self.path}: this store is not open")

    # Presence, in memory

    async def touch(self, seats: Iterable[tuple[str, int]], until: int) -> None:
        self._presence.touch(seats, until, self.now())

    async def here(self, tables: Iterable[str]) -> dict[tuple[str, int], int]:
        return self._presence.at(tables)

    def listen(self, notify: Callable[[str, int], None]) -> None:
        """No other process appends: there is nothing to notify of."""


class PresenceTable:
    """Until when each seat is present, in milliseconds since 1970."""

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

    def remove(self, table: str) -> None:
        self._until.pop(table, None)
