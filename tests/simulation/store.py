"""A store in memory that all workers of a simulation share: slow, refusing, losing answers and notifications, as the seed says."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from filon.house.room.card import WAITING, Card
from filon.house.room.events import ENCODER, Entry
from filon.house.stores.store import NoSuchTable, StoreRefused, TableBackup, Timer, Timers
from tests.house.stores.store_model import Model

if TYPE_CHECKING:
    from tests.simulation.trace import Trace

START = 1_700_000_000_000  # milliseconds since 1970


@dataclass
class StoreFaults:
    """Chances of each fault in one call; all 0 once a schedule calms down."""

    refused: float = 0.0  # nothing is stored
    answer_lost: float = 0.0  # the entry is stored, and the worker is told that the store cannot be reached
    slow: float = 0.0  # up to SLOW seconds
    notification_lost: float = 0.0


SLOW = 3.0  # seconds


@dataclass
class Disk:
    """The store that outlives every worker: the model that tests/house/stores compares the real stores with."""

    model: Model = field(default_factory=Model)
    present: dict[tuple[str, int], int] = field(default_factory=dict)
    listeners: dict[int, tuple[Callable[[str, int], None], Context]] = field(default_factory=dict)  # by worker


class SimulatedStore:
    """One worker's connection to the disk."""

    def __init__(self, disk: Disk, number: int, is_shared: bool, rng: Random, faults: StoreFaults, trace: Trace) -> None:
        self.is_shared = is_shared
        self._disk, self._number, self._rng, self._faults, self._trace = disk, number, rng, faults, trace

    def now(self) -> int:
        return START + int(asyncio.get_running_loop().time() * 1000)

    async def append(self, table: str, entry: Entry, card: Card | None = None, timers: Timers | None = None) -> None:
        await self._reach()
        self._disk.model.append(table, entry, card, timers)
        self._trace.note("append" if entry.when <= self.now() else "ahead", table, ENCODER.encode(entry))
        self._notify(table, entry.last)
        if self._rng.random() < self._faults.answer_lost:
            raise StoreRefused("the answer of the store was lost")
        await self._wait()

    def _notify(self, table: str, last: int) -> None:
        for number, (notify, context) in self._disk.listeners.items():
            if number != self._number and self._rng.random() >= self._faults.notification_lost:
                asyncio.get_running_loop().call_later(self._rng.uniform(0, 0.05), notify, table, last, context=context)

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        await self._reach()
        if table not in self._disk.model.kept:
            raise NoSuchTable(table)
        return [entry for entry in self._disk.model.kept[table].entries if entry.seq > after]

    async def claim(self, lease: int, limit: int = 100) -> list[Timer]:
        if not self._disk.model.kept:
            return []
        await self._reach()
        return self._disk.model.claim(self.now(), lease)[:limit]

    async def next_timer(self) -> int | None:
        return min((timer.at for timer in self._disk.model.free(self.now())), default=None)

    async def touch(self, seats: Iterable[tuple[str, int]], until: int) -> None:
        self._disk.present |= dict.fromkeys(seats, until)

    async def here(self, tables: Iterable[str]) -> dict[tuple[str, int], int]:
        asked = set(tables)
        return {key: until for key, until in self._disk.present.items() if key[0] in asked}

    async def last_seqs(self, tables: Iterable[str]) -> dict[str, int]:
        await self._reach()
        return {table: self._disk.model.head(table) for table in tables if table in self._disk.model.kept}

    async def delete(self, table: str) -> None:
        self._disk.model.delete(table)

    def listen(self, notify: Callable[[str, int], None]) -> None:
        self._disk.listeners[self._number] = notify, copy_context()

    # What no schedule asks

    async def open(self, for_backup: bool = False) -> None: ...

    async def close(self) -> None: ...

    async def card(self, table: str) -> Card:
        return self._disk.model.kept[table].card

    async def cards(self, holder: str = "", limit: int = 100) -> list[Card]:
        return self._disk.model.cards(holder)[:limit]

    async def expired(self, before: int, limit: int = 100, only_waiting: bool = False) -> list[str]:
        expired, kept = sorted(self._disk.model.expired(before)), self._disk.model.kept
        return [table for table in expired if not only_waiting or kept[table].card.status == WAITING][:limit]

    async def served_since(self, days: int) -> int:
        return 0  # no schedule takes a day

    async def tables(self) -> list[str]:
        return list(self._disk.model.kept)

    async def export_table(self, table: str) -> TableBackup:
        return self._disk.model.kept[table]

    async def import_table(self, backup: TableBackup) -> bool:
        return self._disk.model.import_table(backup)

    # Faults

    async def _reach(self) -> None:
        await self._wait()
        if self._rng.random() < self._faults.refused:
            raise StoreRefused("the store cannot be reached")

    async def _wait(self) -> None:
        is_slow = self._rng.random() < self._faults.slow
        await asyncio.sleep(self._rng.uniform(0, SLOW) if is_slow else self._rng.choice((0, 0, 0.001, 0.004)))
