"""The append queue of one worker: all waiting appends go in one statement, one commit and one wait for the disk.

Compare-and-append is exact without a lock that another worker waits for:
- The statement inserts an entry where the log ends just before it. An entry that another worker inserts meanwhile has the same number,
  and the primary key (id, seq) lets in one of the two.
- The unique index (id, command) lets in each command once.
- FOR KEY SHARE holds the row of a table, so that nobody deletes it under an entry; a deletion locks the row, then removes the entries.
- An insert that loses does nothing (ON CONFLICT DO NOTHING) and disturbs no other; a second statement asks why it lost.
- Rows are inserted in the order of their ids, so that two workers never wait for each other in a circle.

Time moves first. An append without `timers` leaves the table's TIME timer as it is: its worker did not know that the timer is due. Such an
append is a Conflict if the timer is due by the database's clock and by the entry's own `when`; its worker lets Time move and tries again.
An entry whose `when` is before the timer is appended however late it arrives.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from filon.house.room.card import Card
from filon.house.room.events import ENCODER, Entry
from filon.house.stores.postgres.connection import Database, Reconnecting
from filon.house.stores.store import Conflict, Duplicate, NoSuchTable, StoreRefused, Timers

BATCH_SIZE = 512  # appends in one statement
# One generic plan for all batches: planning each would cost more than running it, and tables that grow must not be scanned.
SETTINGS = {"plan_cache_mode": "force_generic_plan", "enable_seqscan": "off"}
APPEND = """
WITH asked AS MATERIALIZED (
  SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bytea[], $7::json[], $8::boolean[])
    AS asked (id, seq, last, at, command, lines, card, brings_timers)
), new_timers AS MATERIALIZED (
  SELECT * FROM unnest($9::text[], $10::text[], $11::bigint[]) AS new_timers (id, kind, at)
), added_tables AS (
  INSERT INTO tables (id, card) SELECT id, card FROM asked WHERE seq = 1 AND card IS NOT NULL ORDER BY id
  ON CONFLICT DO NOTHING RETURNING id
), locked AS (
  SELECT asked.id FROM (SELECT id FROM asked WHERE seq > 1 ORDER BY id) AS asked
  CROSS JOIN LATERAL (SELECT FROM tables WHERE tables.id = asked.id FOR KEY SHARE) AS row
), appended AS (
  INSERT INTO entries (id, seq, last, at, command, lines)
  SELECT id, seq, last, at, command, lines FROM asked
  WHERE id IN (SELECT id FROM added_tables) OR (
    id IN (SELECT id FROM locked)
    AND seq - 1 = (SELECT last FROM entries WHERE entries.id = asked.id ORDER BY entries.seq DESC LIMIT 1)
    AND (brings_timers OR NOT EXISTS (
      SELECT FROM wakes WHERE wakes.id = asked.id AND kind = 'time' AND wakes.at <= least(asked.at, (SELECT filon_now()))
    ))
  )
  ORDER BY id
  ON CONFLICT DO NOTHING RETURNING id
), set_cards AS (
  INSERT INTO tables (id, card) SELECT id, card FROM asked WHERE seq > 1 AND card IS NOT NULL AND id IN (SELECT id FROM appended)
  ON CONFLICT (id) DO UPDATE SET card = excluded.card
), removed_timers AS (
  DELETE FROM wakes WHERE id = ANY (ARRAY(SELECT id FROM asked WHERE brings_timers AND id IN (SELECT id FROM appended)))
  AND (id, kind) NOT IN (SELECT id, kind FROM new_timers)
), set_timers AS (
  INSERT INTO wakes (id, kind, at) SELECT id, kind, at FROM new_timers WHERE id IN (SELECT id FROM appended)
  ON CONFLICT (id, kind) DO UPDATE SET at = excluded.at, lent_until = 0
)
SELECT id FROM appended
"""
REASONS = """
SELECT asked.id, EXISTS (SELECT FROM tables WHERE tables.id = asked.id) AS exists_now,
  (SELECT seq FROM entries WHERE entries.id = asked.id AND entries.command = asked.command AND entries.command <> '') AS duplicate_of
FROM unnest($1::text[], $2::text[]) AS asked (id, command)
"""


@dataclass(slots=True)
class Append:
    """An append in the queue."""

    table: str
    entry: Entry
    card: Card | None
    timers: Timers | None
    lines: bytes = field(init=False)
    answer: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def __post_init__(self) -> None:
        if not self.entry.events:
            raise ValueError("expected an entry with an event; found none")
        self.lines = ENCODER.encode(self.entry.events)

    def settle(self, refusal: Exception | None = None) -> None:
        if self.answer.done():  # the caller was cancelled
            return
        if refusal:
            self.answer.set_exception(refusal)
        else:
            self.answer.set_result(None)


class AppendQueue:
    """A queue, and one task that flushes it on a connection of its own."""

    def __init__(self, database: Database, notify: Callable[[str, int], None]) -> None:
        self._connection, self._notify = Reconnecting(database, SETTINGS), notify
        self._queue: deque[Append] = deque()
        self._has_work = asyncio.Event()
        self._is_closing = False

    def submit(self, append: Append) -> asyncio.Future[None]:
        self._queue.append(append)
        self._has_work.set()
        return append.answer

    async def run(self) -> None:
        with contextlib.suppress(Exception):
            await self._append([])  # connects and plans the statement before the first append
        while not self._is_closing:
            await self._has_work.wait()
            self._has_work.clear()
            while batch := self._next_batch():
                await self._flush(batch)

    def finish(self) -> None:
        """`run` ends when the queue is empty."""
        self._is_closing = True
        self._has_work.set()

    async def close(self) -> None:
        await self._connection.close()

    def _next_batch(self) -> list[Append]:
        """At most one append for each table: the second is compared with the first."""
        batch: dict[str, Append] = {}
        later: list[Append] = []
        while self._queue and len(batch) < BATCH_SIZE:
            append = self._queue.popleft()
            if append.answer.done():
                continue
            if batch.setdefault(append.table, append) is not append:
                later.append(append)
        self._queue.extendleft(reversed(later))
        return list(batch.values())

    async def _flush(self, batch: list[Append]) -> None:
        try:
            lost = await self._append(batch)
            if lost:
                await self._explain(lost)
        except (StoreRefused, OSError) as error:  # no connection, or one in an unknown state
            self._connection.drop()
            self._refuse(batch, error)
        except Exception as error:
            await self._retry_apart(batch, error)

    async def _append(self, batch: list[Append]) -> list[Append]:
        """Append the batch and settle what was appended; the rest lost against another worker."""
        connection = await self._connection.connected()
        won = {row[0] for row in await connection.fetch(APPEND, *_columns(batch))}
        for append in batch:
            if append.table in won:
                append.settle()
                self._notify(append.table, append.entry.last)
        return [append for append in batch if append.table not in won]

    async def _explain(self, lost: list[Append]) -> None:
        connection = await self._connection.connected()
        rows = await connection.fetch(REASONS, [append.table for append in lost], [append.entry.command for append in lost])
        reasons = {table: _reason(table, exists, duplicate_of) for table, exists, duplicate_of in rows}
        for append in lost:
            append.settle(reasons[append.table])

    async def _retry_apart(self, batch: list[Append], error: Exception) -> None:
        """One append that PostgreSQL refuses, such as a name with a NUL, fails the whole statement: each is tried by itself."""
        rest = [append for append in batch if not append.answer.done()]
        if len(rest) < 2 or self._connection.is_lost:
            self._refuse(rest, error)
        else:
            for append in rest:
                await self._flush([append])

    def _refuse(self, batch: list[Append], error: Exception) -> None:
        for append in batch:
            append.settle(self._connection.database.refused(error))


def _reason(table: str, exists: bool, duplicate_of: int | None) -> Exception:
    """Duplicate comes before Conflict: a repeated command has its answer, however long the log is by now."""
    if not exists:
        return NoSuchTable(table)
    return Duplicate(duplicate_of) if duplicate_of else Conflict(table)


def _columns(batch: list[Append]) -> tuple[list[object], ...]:
    entries = [append.entry for append in batch]
    timers: list[tuple[object, ...]] = [(append.table, kind, at) for append in batch for kind, at in (append.timers or {}).items()]
    return (
        [append.table for append in batch],
        [entry.seq for entry in entries],
        [entry.last for entry in entries],
        [entry.when for entry in entries],
        [entry.command for entry in entries],
        [append.lines for append in batch],
        [append.card and ENCODER.encode(append.card).decode() for append in batch],
        [append.timers is not None for append in batch],
        *([timer[column] for timer in timers] for column in range(3)),
    )
