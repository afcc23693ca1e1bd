"""PostgresStore: one PostgreSQL database for any number of workers. Any worker serves any table, and no entry is lost when one dies.

Appends go through one queue (append.py: how compare-and-append is exact, and when Time moves first), notifications to other workers through
two connections (notify.py), all else through a pool. The SQL function filon_now() is the only clock: timers are due and leases run out by
it, and now() follows it (clock.py). After a lost connection the next request connects again. A request that failed meanwhile is refused;
its caller may repeat it with the same command, which the log recognises.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterable
from typing import TYPE_CHECKING, Any

import asyncpg
import msgspec

from filon.house.room.card import Card
from filon.house.room.events import ENCODER, EVENTS, Entry
from filon.house.stores.postgres.append import Append, AppendQueue
from filon.house.stores.postgres.clock import DatabaseClock
from filon.house.stores.postgres.connection import CLOSE_TIMEOUT, FAILURES, Database, close_connection
from filon.house.stores.postgres.notify import Notifications
from filon.house.stores.postgres.schema import migrate
from filon.house.stores.store import DAY, REWRITTEN, NoSuchTable, StoreRefused, TableBackup, Timer, Timers, require_same_shape

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

    from filon.house.stores.postgres.connection import Pool

    Pooled = PoolConnectionProxy[asyncpg.Record]

CLOCK_INTERVAL = 2.0  # seconds between two queries of the database's clock
CARD = msgspec.json.Decoder(Card)
READ = """
SELECT seq, at, command, lines FROM tables LEFT JOIN entries ON entries.id = tables.id AND seq > $2 WHERE tables.id = $1 ORDER BY seq
"""
EXPORT = """
SELECT card, log.*, timers.* FROM tables CROSS JOIN LATERAL (
  SELECT array_agg(seq ORDER BY seq), array_agg(at ORDER BY seq), array_agg(command ORDER BY seq), array_agg(lines ORDER BY seq)
  FROM entries WHERE entries.id = tables.id
) AS log CROSS JOIN LATERAL (
  SELECT array_agg(kind ORDER BY kind), array_agg(at ORDER BY kind) FROM wakes WHERE wakes.id = tables.id
) AS timers WHERE tables.id = $1
"""
PUBLIC_CARDS = "SELECT card FROM tables WHERE is_public AND status IN ('waiting', 'playing') ORDER BY since DESC, id LIMIT $1"
CARDS_OF = "SELECT card FROM tables WHERE holders @> ARRAY[$1] ORDER BY since DESC, id LIMIT $2"
CLAIM = """
WITH clock AS MATERIALIZED (SELECT filon_now() AS now), due AS MATERIALIZED (
  SELECT id, kind FROM wakes WHERE at <= (SELECT now FROM clock) AND lent_until <= (SELECT now FROM clock)
  ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED
)
UPDATE wakes SET lent_until = (SELECT now FROM clock) + $1 FROM due WHERE wakes.id = due.id AND wakes.kind = due.kind
RETURNING wakes.id, wakes.kind, at
"""
NEXT_TIMER = "SELECT at FROM wakes WHERE lent_until <= (SELECT filon_now()) ORDER BY at LIMIT 1"
LAST_SEQS = """
SELECT id, (SELECT last FROM entries WHERE entries.id = tables.id ORDER BY seq DESC LIMIT 1) FROM tables WHERE id = ANY ($1::text[])
"""
EXPIRED = """
SELECT id FROM tables WHERE (status <> 'playing' OR card ->> 'pace' = 'lesson') AND since < $1 AND (NOT $3 OR status = 'waiting')
ORDER BY since LIMIT $2
"""
COUNT_DAY = "INSERT INTO days SELECT filon_now() / $1 ON CONFLICT DO NOTHING"
SERVED_SINCE = "SELECT day * $1 FROM days WHERE day <= filon_now() / $1 ORDER BY day DESC LIMIT 1 OFFSET $2"
TOUCH = """
INSERT INTO here (id, seat, until)
SELECT touched.id, seat, $3 FROM unnest($1::text[], $2::integer[]) AS touched (id, seat) JOIN tables USING (id) ORDER BY id, seat
ON CONFLICT (id, seat) DO UPDATE SET until = excluded.until
"""
ADD_TABLE = "INSERT INTO tables (id, card) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id"
ADD_ENTRIES = """
INSERT INTO entries (id, seq, last, at, command, lines)
SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bytea[])
"""
REWRITE = """
UPDATE entries SET lines = new.lines FROM unnest($2::bigint[], $3::bytea[]) AS new (seq, lines)
WHERE entries.id = $1 AND entries.seq = new.seq
"""
SCRUB_TIMEOUT = 3600.0  # seconds
ADD_TIMERS = "INSERT INTO wakes (id, kind, at) SELECT $1, * FROM unnest($2::text[], $3::bigint[])"


class PostgresStore:
    """A Store, through asyncpg. All calls come from the event loop in which it was opened."""

    is_shared = True

    def __init__(self, url: str) -> None:
        self._database = Database(url)
        self._clock = DatabaseClock()
        self._notifications = Notifications(self._database)
        self._appends: AppendQueue | None = None
        self._pool: Pool | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self.ahead = 0

    async def open(self, for_backup: bool = False) -> None:
        if self._pool:
            return
        connection = await self._database.connect()
        try:
            with self._database.explained():
                await migrate(connection, self._database.place, for_backup)
        finally:
            await close_connection(connection)
        self._pool = await self._database.pool()
        try:
            await self._start(for_backup)
        except BaseException:
            await self.close()
            raise

    async def _start(self, for_backup: bool) -> None:
        for _ in range(3):  # the first round trip includes connecting
            await self.measure_clock()
        self.ahead = max(0, (await self._value("SELECT max(since) FROM tables") or 0) - self.now())
        if for_backup:
            return
        await self._notifications.listen()
        self._appends = AppendQueue(self._database, self._notifications.send)
        self._appending = asyncio.create_task(self._appends.run())
        loops = (self._run_clock(), self._notifications.run_sender(), self._notifications.run_listener())
        self._tasks = [asyncio.create_task(loop) for loop in loops]

    async def close(self) -> None:
        """Requests made before are still done."""
        pool, self._pool = self._pool, None
        if not pool:
            return
        if self._appends:
            self._appends.finish()
            await self._appending
            await self._appends.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._notifications.close()
        await _close_pool(pool)
        self._appends, self._tasks = None, []

    # Time

    def now(self) -> int:
        return self._clock.now()

    async def measure_clock(self) -> None:
        """Query the database's clock."""
        await self._clock.measure(lambda: self._value("SELECT filon_now()"))

    async def _run_clock(self) -> None:
        while True:
            await asyncio.sleep(CLOCK_INTERVAL)
            with contextlib.suppress(StoreRefused):
                await self.measure_clock()

    # Writing

    async def append(self, table: str, entry: Entry, card: Card | None = None, timers: Timers | None = None) -> None:
        if not self._pool:
            raise self._not_open()
        if not self._appends:
            raise StoreRefused(f"PostgreSQL at {self._database.place} was opened for a backup: nothing is appended there.")
        await self._appends.submit(Append(table, entry, card, timers))

    async def claim(self, lease: int, limit: int = 100) -> list[Timer]:
        rows = await self._rows(CLAIM, lease, limit)
        return sorted((Timer(*row) for row in rows), key=lambda timer: timer.at)

    async def delete(self, table: str) -> None:
        """Delete the row in `tables` first: that waits for appends under way, whose entries are deleted after it."""
        async with self._pooled() as connection, connection.transaction():
            for name in ("tables", "entries", "wakes", "here"):
                await connection.execute(f"DELETE FROM {name} WHERE id = $1", table)

    async def served_since(self, days: int) -> int:
        await self._rows(COUNT_DAY, DAY)
        return await self._value(SERVED_SINCE, DAY, days - 1) or 0

    async def rewrite(self, table: str, entries: list[Entry], card: Card) -> None:
        """FOR UPDATE holds back appends, which hold the row of the table too, until the entries are compared and replaced."""
        lines = [ENCODER.encode(entry.events) for entry in entries]
        async with self._pooled() as connection, connection.transaction():
            if not await connection.fetchval("SELECT id FROM tables WHERE id = $1 FOR UPDATE", table):
                raise NoSuchTable(table)
            require_same_shape(table, _entries(await connection.fetch(READ, table, 0)), entries)
            await connection.execute(REWRITE, table, [entry.seq for entry in entries], lines)
            await connection.execute("UPDATE tables SET card = $2 WHERE id = $1", table, ENCODER.encode(card).decode())
        self._notifications.send(table, REWRITTEN)

    async def scrub(self) -> None:
        """VACUUM frees the old rows; PostgreSQL overwrites their bytes when it uses the space again."""
        async with self._pooled() as connection:
            await connection.execute("VACUUM tables, entries", timeout=SCRUB_TIMEOUT)

    async def import_table(self, backup: TableBackup) -> bool:
        table, entries = backup.card.table, backup.entries
        lines = [ENCODER.encode(entry.events) for entry in entries]
        numbers = [[entry.seq for entry in entries], [entry.last for entry in entries], [entry.when for entry in entries]]
        async with self._pooled() as connection, connection.transaction():
            if not await connection.fetchval(ADD_TABLE, table, ENCODER.encode(backup.card).decode()):
                return False
            await connection.execute(ADD_ENTRIES, table, *numbers, [entry.command for entry in entries], lines)
            await connection.execute(ADD_TIMERS, table, list(backup.timers), list(backup.timers.values()))
        return True

    # Reading

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        rows = await self._rows(READ, table, after)
        if not rows:
            raise NoSuchTable(table)
        return _entries(row for row in rows if row[0] is not None)  # a table without a later event gives one row of NULLs

    async def cards(self, holder: str = "", limit: int = 100) -> list[Card]:
        rows = await (self._rows(CARDS_OF, holder, limit) if holder else self._rows(PUBLIC_CARDS, limit))
        return [CARD.decode(card) for (card,) in rows]

    async def card(self, table: str) -> Card:
        card = await self._value("SELECT card FROM tables WHERE id = $1", table)
        if card is None:
            raise NoSuchTable(table)
        return CARD.decode(card)

    async def next_timer(self) -> int | None:
        at: int | None = await self._value(NEXT_TIMER)
        return at

    async def last_seqs(self, tables: Iterable[str]) -> dict[str, int]:
        return {row[0]: row[1] for row in await self._rows(LAST_SEQS, list(tables))}

    async def expired(self, before: int, limit: int = 100, only_waiting: bool = False) -> list[str]:
        return [table for (table,) in await self._rows(EXPIRED, before, limit, only_waiting)]

    async def tables(self) -> list[str]:
        return [table for (table,) in await self._rows("SELECT id FROM tables ORDER BY id")]

    async def export_table(self, table: str) -> TableBackup:
        """One statement, so that card, log and timers are of one moment."""
        rows = await self._rows(EXPORT, table)
        if not rows:
            raise NoSuchTable(table)
        ((card, *log, kinds, ats),) = rows
        return TableBackup(CARD.decode(card), _entries(zip(*log, strict=True)), dict(zip(kinds or (), ats or (), strict=True)))

    # Presence and notifications

    async def touch(self, seats: Iterable[tuple[str, int]], until: int) -> None:
        each = sorted(set(seats))
        await self._rows(TOUCH, [table for table, _ in each], [seat for _, seat in each], until)

    async def here(self, tables: Iterable[str]) -> dict[tuple[str, int], int]:
        rows = await self._rows("SELECT id, seat, until FROM here WHERE id = ANY ($1::text[])", list(tables))
        return {(table, seat): until for table, seat, until in rows}

    def listen(self, notify: Callable[[str, int], None]) -> None:
        self._notifications.notify = notify

    # The pool

    async def _rows(self, query: str, *values: object) -> list[asyncpg.Record]:
        async with self._pooled() as connection:
            return await connection.fetch(query, *values)

    async def _value(self, query: str, *values: object) -> Any:
        async with self._pooled() as connection:
            return await connection.fetchval(query, *values)

    @contextlib.asynccontextmanager
    async def _pooled(self) -> AsyncIterator[Pooled]:
        if not self._pool:
            raise self._not_open()
        with self._database.explained():
            async with self._pool.acquire() as connection:
                yield connection

    def _not_open(self) -> StoreRefused:
        return StoreRefused(f"PostgreSQL at {self._database.place}: this store is not open.")


def _entries(rows: Iterable[Iterable[Any]]) -> list[Entry]:
    return [Entry(seq, at, command, EVENTS.decode(lines)) for seq, at, command, lines in rows]


async def _close_pool(pool: Pool) -> None:
    """Let running queries finish, until the timeout."""
    try:
        await asyncio.wait_for(pool.close(), CLOSE_TIMEOUT)
    except (TimeoutError, *FAILURES):
        pool.terminate()
