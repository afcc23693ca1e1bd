"""Appends of one worker, kept together: one statement, one commit, one wait for the disk for all that wait.

Compare and append is exact without a lock that anybody would wait for:
- an entry goes in only where, for the statement, the log ends just before it; if somebody else put one there meanwhile, it has the same
  number, and the primary key (id, seq) lets one of them in;
- a command goes in once, by the unique index (id, command);
- a table's row is held (FOR KEY SHARE), so that it cannot be deleted under an entry; deletion holds it alone, and removes entries after;
- whoever loses does nothing (ON CONFLICT DO NOTHING) and does not hurt the others; why it lost is asked afterwards;
- all go in the order of their ids, so that two workers never wait for each other in a circle.

When Time has to move first. An entry without `wakes` leaves the table's TIME wake as it is, so its worker did not know of its being due;
an entry with `wakes` does. So an entry without is Conflict if the wake is due by the database's clock and by the entry's own `when`: its
worker read its clock, let Time be, and read it again. An entry from before the wake is kept however late it arrives: it was on its way.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from filon.house.room.events import ENCODER, Entry
from filon.house.stores.postgres.connection import Database, Link
from filon.house.stores.store import Card, Conflict, Duplicate, NoSuchTable, StoreRefused, Wakes

MOST = 512  # appends together
# One plan for all batches, made once: planning would cost more than the work, and tables that grow must not be read through.
SETTINGS = {"plan_cache_mode": "force_generic_plan", "enable_seqscan": "off"}
APPEND = """
WITH asked AS MATERIALIZED (
  SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bytea[], $7::json[], $8::boolean[])
    AS asked (id, seq, last, at, command, lines, card, brings_wakes)
), woken AS MATERIALIZED (
  SELECT * FROM unnest($9::text[], $10::text[], $11::bigint[]) AS woken (id, kind, at)
), made AS (
  INSERT INTO tables (id, card) SELECT id, card FROM asked WHERE seq = 1 AND card IS NOT NULL ORDER BY id
  ON CONFLICT DO NOTHING RETURNING id
), held AS (
  SELECT asked.id FROM (SELECT id FROM asked WHERE seq > 1 ORDER BY id) AS asked
  CROSS JOIN LATERAL (SELECT FROM tables WHERE tables.id = asked.id FOR KEY SHARE) AS row
), kept AS (
  INSERT INTO entries (id, seq, last, at, command, lines)
  SELECT id, seq, last, at, command, lines FROM asked
  WHERE id IN (SELECT id FROM made) OR (
    id IN (SELECT id FROM held)
    AND seq - 1 = (SELECT last FROM entries WHERE entries.id = asked.id ORDER BY entries.seq DESC LIMIT 1)
    AND (brings_wakes OR NOT EXISTS (
      SELECT FROM wakes WHERE wakes.id = asked.id AND kind = 'time' AND wakes.at <= least(asked.at, (SELECT filon_now()))
    ))
  )
  ORDER BY id
  ON CONFLICT DO NOTHING RETURNING id
), carded AS (
  INSERT INTO tables (id, card) SELECT id, card FROM asked WHERE seq > 1 AND card IS NOT NULL AND id IN (SELECT id FROM kept)
  ON CONFLICT (id) DO UPDATE SET card = excluded.card
), calmed AS (
  DELETE FROM wakes WHERE id = ANY (ARRAY(SELECT id FROM asked WHERE brings_wakes AND id IN (SELECT id FROM kept)))
  AND (id, kind) NOT IN (SELECT id, kind FROM woken)
), waked AS (
  INSERT INTO wakes (id, kind, at) SELECT id, kind, at FROM woken WHERE id IN (SELECT id FROM kept)
  ON CONFLICT (id, kind) DO UPDATE SET at = excluded.at, lent_until = 0
)
SELECT id FROM kept
"""
WHY_NOT = """
SELECT asked.id, EXISTS (SELECT FROM tables WHERE tables.id = asked.id) AS is_there,
  (SELECT seq FROM entries WHERE entries.id = asked.id AND entries.command = asked.command AND entries.command <> '') AS kept
FROM unnest($1::text[], $2::text[]) AS asked (id, command)
"""


@dataclass(slots=True)
class Asked:
    """An append that waits."""

    table: str
    entry: Entry
    card: Card | None
    wakes: Wakes | None
    lines: bytes = field(init=False)
    answer: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def __post_init__(self) -> None:
        if not self.entry.lines:
            raise ValueError("expected an entry with a line; found none")
        self.lines = ENCODER.encode(self.entry.lines)

    def tell(self, refusal: Exception | None = None) -> None:
        if self.answer.done():  # who asked has gone away
            return
        if refusal:
            self.answer.set_exception(refusal)
        else:
            self.answer.set_result(None)


class Appender:
    """A queue, and one flusher on its own connection."""

    def __init__(self, database: Database, tell: Callable[[str, int], None]) -> None:
        self._link, self._tell = Link(database, SETTINGS), tell
        self._waiting: deque[Asked] = deque()
        self._is_asked = asyncio.Event()
        self._is_closing = False

    def ask(self, asked: Asked) -> asyncio.Future[None]:
        self._waiting.append(asked)
        self._is_asked.set()
        return asked.answer

    async def flushing(self) -> None:
        with contextlib.suppress(Exception):
            await self._append([])  # connects and has the statement planned before anybody waits for it
        while not self._is_closing:
            await self._is_asked.wait()
            self._is_asked.clear()
            while batch := self._next():
                await self._keep(batch)

    def finish(self) -> None:
        """What was asked before is still done."""
        self._is_closing = True
        self._is_asked.set()

    async def close(self) -> None:
        await self._link.close()

    def _next(self) -> list[Asked]:
        """One for each table at most: where the second goes depends on the first."""
        batch: dict[str, Asked] = {}
        later: list[Asked] = []
        while self._waiting and len(batch) < MOST:
            asked = self._waiting.popleft()
            if asked.answer.done():
                continue
            if batch.setdefault(asked.table, asked) is not asked:
                later.append(asked)
        self._waiting.extendleft(reversed(later))
        return list(batch.values())

    async def _keep(self, batch: list[Asked]) -> None:
        try:
            lost = await self._append(batch)
            if lost:
                await self._explain(lost)
        except (StoreRefused, OSError) as error:  # there is no connection, or nobody knows what it is still doing
            self._link.drop()
            self._refuse(batch, error)
        except Exception as error:
            await self._apart(batch, error)

    async def _append(self, batch: list[Asked]) -> list[Asked]:
        """Those that lost; the others are kept and know it."""
        connection = await self._link.connected()
        won = {row[0] for row in await connection.fetch(APPEND, *_columns(batch))}
        for asked in batch:
            if asked.table in won:
                asked.tell()
                self._tell(asked.table, asked.entry.last)
        return [asked for asked in batch if asked.table not in won]

    async def _explain(self, lost: list[Asked]) -> None:
        connection = await self._link.connected()
        rows = await connection.fetch(WHY_NOT, [asked.table for asked in lost], [asked.entry.command for asked in lost])
        reasons = {table: _reason(table, is_there, kept) for table, is_there, kept in rows}
        for asked in lost:
            asked.tell(reasons[asked.table])

    async def _apart(self, batch: list[Asked], error: Exception) -> None:
        """One that PostgreSQL cannot take, such as a name with a NUL, fails the statement: each is tried by itself."""
        rest = [asked for asked in batch if not asked.answer.done()]
        if len(rest) < 2 or self._link.is_lost:
            self._refuse(rest, error)
        else:
            for asked in rest:
                await self._keep([asked])

    def _refuse(self, batch: list[Asked], error: Exception) -> None:
        for asked in batch:
            asked.tell(self._link.database.refused(error))


def _reason(table: str, is_there: bool, kept: int | None) -> Exception:
    """A command that was kept before is answered as such, wherever the log has got to."""
    if not is_there:
        return NoSuchTable(table)
    return Duplicate(kept) if kept else Conflict(table)


def _columns(batch: list[Asked]) -> tuple[list[object], ...]:
    entries = [asked.entry for asked in batch]
    woken: list[tuple[object, ...]] = [(asked.table, kind, at) for asked in batch for kind, at in (asked.wakes or {}).items()]
    return (
        [asked.table for asked in batch],
        [entry.seq for entry in entries],
        [entry.last for entry in entries],
        [entry.when for entry in entries],
        [entry.command for entry in entries],
        [asked.lines for asked in batch],
        [asked.card and ENCODER.encode(asked.card).decode() for asked in batch],
        [asked.wakes is not None for asked in batch],
        *([wake[column] for wake in woken] for column in range(3)),
    )
