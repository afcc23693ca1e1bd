"""The big store: PostgreSQL, shared by any number of workers; any of them may serve any table, and nothing is lost when one dies.

Appends go through one queue (postgres_append.py: how compare and append is exact, and when Time has to move first), hints to the other
workers through two connections (postgres_hints.py), all else through a pool. There is one clock, the SQL function filon_now(): wakes are
due and loans run out by it alone, and now() follows it closely (postgres_clock.py). A worker whose connection is lost makes a new one when
it is next asked; what failed then is refused, and may be asked again with the same command, which is recognised if it was kept after all.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterable
from typing import TYPE_CHECKING, Any

import asyncpg
import msgspec

from filon.house.room.events import ENCODER, LINES, Entry
from filon.house.stores.postgres.append import Appender, Asked
from filon.house.stores.postgres.clock import Clock
from filon.house.stores.postgres.connection import FAILURES, LEAVING, Database, left
from filon.house.stores.postgres.notify import Hints
from filon.house.stores.postgres.schema import migrate
from filon.house.stores.store import Card, Kept, NoSuchTable, StoreRefused, Wake, Wakes

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

    from filon.house.stores.postgres.connection import Pool

    Lent = PoolConnectionProxy[asyncpg.Record]

MEASURE = 2.0  # seconds between two looks at the database's clock
CARD = msgspec.json.Decoder(Card)
READ = """
SELECT seq, at, command, lines FROM tables LEFT JOIN entries ON entries.id = tables.id AND seq > $2 WHERE tables.id = $1 ORDER BY seq
"""
KEPT = """
SELECT card, log.*, waking.* FROM tables CROSS JOIN LATERAL (
  SELECT array_agg(seq ORDER BY seq), array_agg(at ORDER BY seq), array_agg(command ORDER BY seq), array_agg(lines ORDER BY seq)
  FROM entries WHERE entries.id = tables.id
) AS log CROSS JOIN LATERAL (
  SELECT array_agg(kind ORDER BY kind), array_agg(at ORDER BY kind) FROM wakes WHERE wakes.id = tables.id
) AS waking WHERE tables.id = $1
"""
OPEN_TO_ALL = "SELECT card FROM tables WHERE is_public AND status IN ('waiting', 'playing') ORDER BY since DESC, id LIMIT $1"
HELD_BY = "SELECT card FROM tables WHERE holders @> ARRAY[$1] ORDER BY since DESC, id LIMIT $2"
CLAIM = """
WITH clock AS MATERIALIZED (SELECT filon_now() AS now), due AS MATERIALIZED (
  SELECT id, kind FROM wakes WHERE at <= (SELECT now FROM clock) AND lent_until <= (SELECT now FROM clock)
  ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED
)
UPDATE wakes SET lent_until = (SELECT now FROM clock) + $1 FROM due WHERE wakes.id = due.id AND wakes.kind = due.kind
RETURNING wakes.id, wakes.kind, at
"""
NEXT_WAKE = "SELECT at FROM wakes WHERE lent_until <= (SELECT filon_now()) ORDER BY at LIMIT 1"
HEADS = """
SELECT id, (SELECT last FROM entries WHERE entries.id = tables.id ORDER BY seq DESC LIMIT 1) FROM tables WHERE id = ANY ($1::text[])
"""
DONE = "SELECT id FROM tables WHERE (status <> 'playing' OR card ->> 'pace' = 'lesson') AND since < $1 ORDER BY since LIMIT $2"
TOUCH = """
INSERT INTO here (id, seat, until)
SELECT touched.id, seat, $3 FROM unnest($1::text[], $2::integer[]) AS touched (id, seat) JOIN tables USING (id) ORDER BY id, seat
ON CONFLICT (id, seat) DO UPDATE SET until = excluded.until
"""
MAKE = "INSERT INTO tables (id, card) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id"
KEEP = """
INSERT INTO entries (id, seq, last, at, command, lines)
SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bytea[])
"""
WAKE = "INSERT INTO wakes (id, kind, at) SELECT $1, * FROM unnest($2::text[], $3::bigint[])"


class Postgres:
    """A Store, through asyncpg; all calls come from the loop in which it was opened."""

    is_shared = True

    def __init__(self, url: str) -> None:
        self._database = Database(url)
        self._clock = Clock()
        self._hints = Hints(self._database)
        self._appender: Appender | None = None
        self._pool: Pool | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, aside: bool = False) -> None:
        if self._pool:
            return
        connection = await self._database.connect()
        try:
            with self._database.explained():
                await migrate(connection, self._database.place, aside)
        finally:
            await left(connection)
        self._pool = await self._database.pool()
        try:
            await self._start(aside)
        except BaseException:
            await self.close()
            raise

    async def _start(self, aside: bool) -> None:
        for _ in range(3):  # the first one's round trip is that of making a connection
            await self.measure()
        if aside:
            return
        await self._hints.listen()
        self._appender = Appender(self._database, self._hints.tell)
        self._flushing = asyncio.create_task(self._appender.flushing())
        works = (self._measuring(), self._hints.telling(), self._hints.listening())
        self._tasks = [asyncio.create_task(work) for work in works]

    async def close(self) -> None:
        """What was asked before is still done."""
        pool, self._pool = self._pool, None
        if not pool:
            return
        if self._appender:
            self._appender.finish()
            await self._flushing
            await self._appender.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._hints.close()
        await _emptied(pool)
        self._appender, self._tasks = None, []

    # Time

    def now(self) -> int:
        return self._clock.now()

    async def measure(self) -> None:
        """Look at the database's clock."""
        await self._clock.measure(lambda: self._value("SELECT filon_now()"))

    async def _measuring(self) -> None:
        while True:
            await asyncio.sleep(MEASURE)
            with contextlib.suppress(StoreRefused):
                await self.measure()

    # Writing

    async def append(self, table: str, entry: Entry, card: Card | None = None, wakes: Wakes | None = None) -> None:
        if not self._pool:
            raise self._not_open()
        if not self._appender:
            raise StoreRefused(f"PostgreSQL at {self._database.place} was opened aside, for a backup: nothing is appended there.")
        await self._appender.ask(Asked(table, entry, card, wakes))

    async def claim(self, lease: int, limit: int = 100) -> list[Wake]:
        rows = await self._rows(CLAIM, lease, limit)
        return sorted((Wake(*row) for row in rows), key=lambda wake: wake.at)

    async def delete(self, table: str) -> None:
        """First the table, which waits for whoever is appending to it; then what has been appended."""
        async with self._lent() as connection, connection.transaction():
            for part in ("tables", "entries", "wakes", "here"):
                await connection.execute(f"DELETE FROM {part} WHERE id = $1", table)

    async def take_in(self, kept: Kept) -> bool:
        table, entries = kept.card.table, kept.entries
        lines = [ENCODER.encode(entry.lines) for entry in entries]
        numbers = [[entry.seq for entry in entries], [entry.last for entry in entries], [entry.when for entry in entries]]
        async with self._lent() as connection, connection.transaction():
            if not await connection.fetchval(MAKE, table, ENCODER.encode(kept.card).decode()):
                return False
            await connection.execute(KEEP, table, *numbers, [entry.command for entry in entries], lines)
            await connection.execute(WAKE, table, list(kept.wakes), list(kept.wakes.values()))
        return True

    # Reading

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        rows = await self._rows(READ, table, after)
        if not rows:
            raise NoSuchTable(table)
        return _entries(row for row in rows if row[0] is not None)  # of a table without a later line there is one row, with nothing in it

    async def cards(self, holder: str = "", limit: int = 100) -> list[Card]:
        rows = await (self._rows(HELD_BY, holder, limit) if holder else self._rows(OPEN_TO_ALL, limit))
        return [CARD.decode(card) for (card,) in rows]

    async def card(self, table: str) -> Card:
        card = await self._value("SELECT card FROM tables WHERE id = $1", table)
        if card is None:
            raise NoSuchTable(table)
        return CARD.decode(card)

    async def next_wake(self) -> int | None:
        at: int | None = await self._value(NEXT_WAKE)
        return at

    async def heads(self, tables: Iterable[str]) -> dict[str, int]:
        return {row[0]: row[1] for row in await self._rows(HEADS, list(tables))}

    async def expired(self, before: int, limit: int = 100) -> list[str]:
        return [table for (table,) in await self._rows(DONE, before, limit)]

    async def tables(self) -> list[str]:
        return [table for (table,) in await self._rows("SELECT id FROM tables ORDER BY id")]

    async def kept(self, table: str) -> Kept:
        """In one statement, which sees everything at one moment."""
        rows = await self._rows(KEPT, table)
        if not rows:
            raise NoSuchTable(table)
        ((card, *log, kinds, ats),) = rows
        return Kept(CARD.decode(card), _entries(zip(*log, strict=True)), dict(zip(kinds or (), ats or (), strict=True)))

    # Who is here, and who listens

    async def touch(self, seats: Iterable[tuple[str, int]], until: int) -> None:
        each = sorted(set(seats))
        await self._rows(TOUCH, [table for table, _ in each], [seat for _, seat in each], until)

    async def here(self, tables: Iterable[str]) -> dict[tuple[str, int], int]:
        rows = await self._rows("SELECT id, seat, until FROM here WHERE id = ANY ($1::text[])", list(tables))
        return {(table, seat): until for table, seat, until in rows}

    def listen(self, heard: Callable[[str, int], None]) -> None:
        self._hints.heard = heard

    # The pool

    async def _rows(self, query: str, *values: object) -> list[asyncpg.Record]:
        async with self._lent() as connection:
            return await connection.fetch(query, *values)

    async def _value(self, query: str, *values: object) -> Any:
        async with self._lent() as connection:
            return await connection.fetchval(query, *values)

    @contextlib.asynccontextmanager
    async def _lent(self) -> AsyncIterator[Lent]:
        if not self._pool:
            raise self._not_open()
        with self._database.explained():
            async with self._pool.acquire() as connection:
                yield connection

    def _not_open(self) -> StoreRefused:
        return StoreRefused(f"PostgreSQL at {self._database.place}: this store is not open.")


def _entries(rows: Iterable[Iterable[Any]]) -> list[Entry]:
    return [Entry(seq, at, command, LINES.decode(lines)) for seq, at, command, lines in rows]


async def _emptied(pool: Pool) -> None:
    """Whoever still reads has a moment to finish."""
    try:
        await asyncio.wait_for(pool.close(), LEAVING)
    except (TimeoutError, *FAILURES):
        pool.terminate()
