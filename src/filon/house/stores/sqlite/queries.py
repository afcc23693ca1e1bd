"""What the clerks of the embedded store do, each with its connection and within a transaction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import apsw
import msgspec

from filon.house.room.events import ENCODER, LINES, Entry
from filon.house.stores.sqlite.heads import LAST, Head, Heads
from filon.house.stores.store import Card, Conflict, Duplicate, Kept, NoSuchTable, Wake, Wakes

CARD = msgspec.json.Decoder(Card)
MAKE = "INSERT INTO tables (id, card, status, is_public, since) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
NOTE = "INSERT INTO daybook (id, seq, command, at, lines) VALUES (?, ?, ?, ?, ?)"
FULL = 1000  # lines of the daybook: then it is carried over
CARRY = "INSERT INTO entries SELECT id, seq, command, at, lines FROM daybook ORDER BY id, seq"
KEEP = "INSERT INTO entries (id, seq, command, at, lines) VALUES (?, ?, ?, ?, ?)"
CHANGE = "UPDATE tables SET card = ?2, status = ?3, is_public = ?4, since = ?5 WHERE id = ?1"
HOLD = "INSERT INTO holders (id, holder) VALUES (?, ?)"
WAKE = "INSERT INTO wakes (id, kind, at) VALUES (?, ?, ?)"
LEND = """
UPDATE wakes SET lent_until = ?1 + ?2
WHERE (id, kind) IN (SELECT id, kind FROM wakes WHERE at <= ?1 AND lent_until <= ?1 ORDER BY at LIMIT ?3)
RETURNING id, kind, at
"""
OPEN_TO_ALL = "SELECT card FROM tables WHERE is_public AND status IN ('waiting', 'playing') ORDER BY since DESC, id DESC LIMIT ?"
HELD_BY = "SELECT card FROM holders JOIN tables USING (id) WHERE holder = ? ORDER BY since DESC, id DESC LIMIT ?"
DONE = """
SELECT id FROM tables WHERE (status != 'playing' OR CAST(card AS TEXT) ->> 'pace' = 'lesson') AND since < ? ORDER BY since LIMIT ?
"""
PARTS = ("tables", "holders", "entries", "daybook", "wakes")

# Writing


def append(db: apsw.Connection, heads: Heads, table: str, entry: Entry, lines: bytes, card: Card | None, wakes: Wakes | None) -> None:
    """One comparison and one line of the daybook, where the card and the wakes stay."""
    head = _begun(db, table, card) if entry.seq == 1 and card else heads.of(db, table)
    if head is None or head.last != entry.seq - 1 or entry.command in head.commands:
        raise _why_not(db, table, entry)
    db.execute(NOTE, (table, entry.seq, entry.command, entry.when, lines))
    if db.last_insert_rowid() >= FULL:
        _carry_over(db)
    if card:
        _change(db, table, card)
    if wakes is not None:
        _wake(db, table, wakes)
    head.last = entry.last
    if entry.command:
        head.commands.add(entry.command)
    if entry.seq == 1:
        heads.begin(table, head)


def _begun(db: apsw.Connection, table: str, card: Card) -> Head | None:
    """A new table, unless there is one of this name."""
    db.execute(MAKE, _row(table, card))
    return Head(0, set()) if db.changes() else None


def _carry_over(db: apsw.Connection) -> None:
    """From the daybook, where everything stands as it came, to where each table's entries stand together."""
    db.execute(CARRY)
    db.execute("DELETE FROM daybook")


def _row(table: str, card: Card) -> tuple[Any, ...]:
    return table, ENCODER.encode(card), card.status, card.is_public, card.since


def _why_not(db: apsw.Connection, table: str, entry: Entry) -> Exception:
    """A command that was kept before is answered as such, wherever the log has got to."""
    if not db.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).get:
        return NoSuchTable(table)
    kept = db.execute("SELECT seq FROM log WHERE id = ? AND command = ? AND command != ''", (table, entry.command)).get
    return Duplicate(kept) if kept else Conflict(table)


def _change(db: apsw.Connection, table: str, card: Card) -> None:
    db.execute(CHANGE, _row(table, card))
    db.execute("DELETE FROM holders WHERE id = ?", (table,))
    db.executemany(HOLD, [(table, holder) for holder in {card.host, *card.holders} - {""}])


def _wake(db: apsw.Connection, table: str, wakes: Wakes) -> None:
    """New wakes are lent to nobody."""
    db.execute("DELETE FROM wakes WHERE id = ?", (table,))
    db.executemany(WAKE, [(table, kind, at) for kind, at in wakes.items()])


def claim(db: apsw.Connection, now: int, lease: int, limit: int) -> list[Wake]:
    return sorted((Wake(*row) for row in db.execute(LEND, (now, lease, limit))), key=lambda wake: wake.at)


def delete(db: apsw.Connection, heads: Heads, table: str) -> None:
    heads.drop(table)
    for part in PARTS:
        db.execute(f"DELETE FROM {part} WHERE id = ?", (table,))


def take_in(db: apsw.Connection, kept: Kept) -> bool:
    table = kept.card.table
    db.execute(MAKE, _row(table, kept.card))
    if not db.changes():
        return False
    db.executemany(KEEP, [(table, one.seq, one.command, one.when, ENCODER.encode(one.lines)) for one in kept.entries])
    _change(db, table, kept.card)
    _wake(db, table, kept.wakes)
    return True


# Reading


def read(db: apsw.Connection, table: str, after: int) -> list[Entry]:
    rows = db.execute("SELECT seq, at, command, lines FROM log WHERE id = ? AND seq > ? ORDER BY seq", (table, after))
    found = [Entry(seq, at, command, LINES.decode(lines)) for seq, at, command, lines in rows]
    if not found:
        card(db, table)
    return found


def card(db: apsw.Connection, table: str) -> Card:
    held = db.execute("SELECT card FROM tables WHERE id = ?", (table,)).get
    if held is None:
        raise NoSuchTable(table)
    return CARD.decode(held)


def cards(db: apsw.Connection, holder: str, limit: int) -> list[Card]:
    rows = db.execute(HELD_BY, (holder, limit)) if holder else db.execute(OPEN_TO_ALL, (limit,))
    return [CARD.decode(held) for (held,) in rows]


def next_wake(db: apsw.Connection, now: int) -> int | None:
    at: int | None = db.execute("SELECT at FROM wakes WHERE lent_until <= ? ORDER BY at LIMIT 1", (now,)).get
    return at


def heads(db: apsw.Connection, tables: Iterable[str]) -> dict[str, int]:
    found = {table: db.execute(LAST, (table,)).get for table in tables}
    return {table: last for table, last in found.items() if last is not None}


def expired(db: apsw.Connection, before: int, limit: int) -> list[str]:
    return [table for (table,) in db.execute(DONE, (before, limit))]


def tables(db: apsw.Connection) -> list[str]:
    return [table for (table,) in db.execute("SELECT id FROM tables ORDER BY id")]


def kept(db: apsw.Connection, table: str) -> Kept:
    wakes = db.execute("SELECT kind, at FROM wakes WHERE id = ?", (table,))
    return Kept(card(db, table), read(db, table, 0), dict(wakes))
