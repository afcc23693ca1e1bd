"""SQL of the embedded store. Each function runs in the thread of a GroupCommit, within its transaction.

Entries go into a staging table, `daybook`, in the order in which they come: one page to write for many tables. Compaction moves them to
`entries`, where the log of each table stands together.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import apsw
import msgspec

from filon.house.room.card import Card
from filon.house.room.events import ENCODER, EVENTS, Entry
from filon.house.stores.sqlite.log_ends import LAST_SEQ, LogEnd, LogEnds
from filon.house.stores.store import DAY, Conflict, Duplicate, NoSuchTable, TableBackup, Timer, Timers, require_same_shape

CARD = msgspec.json.Decoder(Card)
ADD_TABLE = "INSERT INTO tables (id, card, status, is_public, since) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
STAGE = "INSERT INTO daybook (id, seq, command, at, lines) VALUES (?, ?, ?, ?, ?)"
STAGING_ROWS = 1000  # after so many entries the staging table is compacted
COMPACT = "INSERT INTO entries SELECT id, seq, command, at, lines FROM daybook ORDER BY id, seq"
ADD_ENTRY = "INSERT INTO entries (id, seq, command, at, lines) VALUES (?, ?, ?, ?, ?)"
SET_CARD = "UPDATE tables SET card = ?2, status = ?3, is_public = ?4, since = ?5 WHERE id = ?1"
ADD_HOLDER = "INSERT INTO holders (id, holder) VALUES (?, ?)"
ADD_TIMER = "INSERT INTO wakes (id, kind, at) VALUES (?, ?, ?)"
CLAIM = """
UPDATE wakes SET lent_until = ?1 + ?2
WHERE (id, kind) IN (SELECT id, kind FROM wakes WHERE at <= ?1 AND lent_until <= ?1 ORDER BY at LIMIT ?3)
RETURNING id, kind, at
"""
PUBLIC_CARDS = "SELECT card FROM tables WHERE is_public AND status IN ('waiting', 'playing') ORDER BY since DESC, id DESC LIMIT ?"
CARDS_OF = "SELECT card FROM holders JOIN tables USING (id) WHERE holder = ? ORDER BY since DESC, id DESC LIMIT ?"
EXPIRED = """
SELECT id FROM tables WHERE (status != 'playing' OR CAST(card AS TEXT) ->> 'pace' = 'lesson') AND since < ?1
AND (NOT ?3 OR status = 'waiting')
ORDER BY since LIMIT ?2
"""
SQL_TABLES = ("tables", "holders", "entries", "daybook", "wakes")

# Writing


def append(db: apsw.Connection, ends: LogEnds, table: str, entry: Entry, lines: bytes, card: Card | None, timers: Timers | None) -> None:
    """Compare with the end of the log, then insert one row; a new card or new timers need more statements."""
    end = _add_table(db, table, card) if entry.seq == 1 and card else ends.of(db, table)
    if end is None or end.last != entry.seq - 1 or entry.command in end.commands:
        raise _refusal(db, table, entry)
    _stage(db, table, entry, lines)
    if card:
        _set_card(db, table, card)
    if timers is not None:
        _set_timers(db, table, timers)
    if entry.seq == 1:
        ends.add(table, end)
    ends.append(end, entry)


def _add_table(db: apsw.Connection, table: str, card: Card) -> LogEnd | None:
    """None if a table of this name exists."""
    db.execute(ADD_TABLE, _row(table, card))
    return LogEnd(0, set()) if db.changes() else None


def _stage(db: apsw.Connection, table: str, entry: Entry, lines: bytes) -> None:
    db.execute(STAGE, (table, entry.seq, entry.command, entry.when, lines))
    if db.last_insert_rowid() >= STAGING_ROWS:
        _compact(db)


def _compact(db: apsw.Connection) -> None:
    db.execute(COMPACT)
    db.execute("DELETE FROM daybook")


def _row(table: str, card: Card) -> tuple[Any, ...]:
    return table, ENCODER.encode(card), card.status, card.is_public, card.since


def _refusal(db: apsw.Connection, table: str, entry: Entry) -> Exception:
    """Duplicate comes before Conflict: a repeated command has its answer, however long the log is by now."""
    if not db.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).get:
        return NoSuchTable(table)
    seq = db.execute("SELECT seq FROM log WHERE id = ? AND command = ? AND command != ''", (table, entry.command)).get
    return Duplicate(seq) if seq else Conflict(table)


def _set_card(db: apsw.Connection, table: str, card: Card) -> None:
    db.execute(SET_CARD, _row(table, card))
    db.execute("DELETE FROM holders WHERE id = ?", (table,))
    db.executemany(ADD_HOLDER, [(table, holder) for holder in {card.host, *card.holders} - {""}])


def _set_timers(db: apsw.Connection, table: str, timers: Timers) -> None:
    """New rows: their leases are free."""
    db.execute("DELETE FROM wakes WHERE id = ?", (table,))
    db.executemany(ADD_TIMER, [(table, kind, at) for kind, at in timers.items()])


def claim(db: apsw.Connection, now: int, lease: int, limit: int) -> list[Timer]:
    return sorted((Timer(*row) for row in db.execute(CLAIM, (now, lease, limit))), key=lambda timer: timer.at)


def delete(db: apsw.Connection, ends: LogEnds, table: str) -> None:
    ends.remove(table)
    for name in SQL_TABLES:
        db.execute(f"DELETE FROM {name} WHERE id = ?", (table,))


def served_since(db: apsw.Connection, now: int, days: int) -> int:
    db.execute("INSERT INTO days VALUES (?) ON CONFLICT DO NOTHING", (now // DAY,))
    first: int | None = db.execute("SELECT day FROM days WHERE day <= ? ORDER BY day DESC LIMIT 1 OFFSET ?", (now // DAY, days - 1)).get
    return (first or 0) * DAY


def rewrite(db: apsw.Connection, table: str, entries: list[Entry], card: Card) -> None:
    """Staged entries are compacted first, so that each event stands in one place."""
    require_same_shape(table, read(db, table, 0), entries)
    _compact(db)
    db.executemany(
        "UPDATE entries SET lines = ? WHERE id = ? AND seq = ?", [(ENCODER.encode(one.events), table, one.seq) for one in entries]
    )
    _set_card(db, table, card)


def import_table(db: apsw.Connection, backup: TableBackup) -> bool:
    table = backup.card.table
    db.execute(ADD_TABLE, _row(table, backup.card))
    if not db.changes():
        return False
    db.executemany(ADD_ENTRY, [(table, one.seq, one.command, one.when, ENCODER.encode(one.events)) for one in backup.entries])
    _set_card(db, table, backup.card)
    _set_timers(db, table, backup.timers)
    return True


# Reading


def read(db: apsw.Connection, table: str, after: int) -> list[Entry]:
    rows = db.execute("SELECT seq, at, command, lines FROM log WHERE id = ? AND seq > ? ORDER BY seq", (table, after))
    found = [Entry(seq, at, command, EVENTS.decode(lines)) for seq, at, command, lines in rows]
    if not found:
        card(db, table)
    return found


def card(db: apsw.Connection, table: str) -> Card:
    encoded = db.execute("SELECT card FROM tables WHERE id = ?", (table,)).get
    if encoded is None:
        raise NoSuchTable(table)
    return CARD.decode(encoded)


def cards(db: apsw.Connection, holder: str, limit: int) -> list[Card]:
    rows = db.execute(CARDS_OF, (holder, limit)) if holder else db.execute(PUBLIC_CARDS, (limit,))
    return [CARD.decode(encoded) for (encoded,) in rows]


def next_timer(db: apsw.Connection, now: int) -> int | None:
    at: int | None = db.execute("SELECT at FROM wakes WHERE lent_until <= ? ORDER BY at LIMIT 1", (now,)).get
    return at


def last_seqs(db: apsw.Connection, tables: Iterable[str]) -> dict[str, int]:
    found = {table: db.execute(LAST_SEQ, (table,)).get for table in tables}
    return {table: last for table, last in found.items() if last is not None}


def expired(db: apsw.Connection, before: int, limit: int, only_waiting: bool) -> list[str]:
    return [table for (table,) in db.execute(EXPIRED, (before, limit, only_waiting))]


def tables(db: apsw.Connection) -> list[str]:
    return [table for (table,) in db.execute("SELECT id FROM tables ORDER BY id")]


def export_table(db: apsw.Connection, table: str) -> TableBackup:
    timers = db.execute("SELECT kind, at FROM wakes WHERE id = ?", (table,))
    return TableBackup(card(db, table), read(db, table, 0), dict(timers))
