"""The file of the embedded store: whose it is, what it is made of, and why it cannot be used."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import apsw

from filon.house.stores.store import StoreRefused

OURS = 0x46696C6E  # what SQLite calls the application's id: no other program's database is touched
OURS_ALONE = 0o600  # who may read the folder need not read what is secret at a table
PATIENCE = 5000  # milliseconds to wait while a backup or a restore beside us writes
SETTINGS = {
    "synchronous": "full",  # a commit returns when it is on the disk
    "fullfsync": True,  # without it a Mac's disk only promises
    "cache_size": -32000,  # a whole group's pages, so that none is written twice
    "journal_size_limit": 64_000_000,  # after a long backup the log shrinks again
    "trusted_schema": False,
}
# Each step brings a file from its number to the next; a step that was released never changes.
MIGRATIONS = [
    """
    CREATE TABLE tables (
      id TEXT PRIMARY KEY, card BLOB NOT NULL, status TEXT NOT NULL, is_public INTEGER NOT NULL, since INTEGER NOT NULL,
      head INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX lobby ON tables (since) WHERE is_public AND status IN ('waiting', 'playing');
    CREATE INDEX done ON tables (since) WHERE status IN ('over', 'closed');
    CREATE TABLE holders (holder TEXT, id TEXT, PRIMARY KEY (holder, id)) STRICT, WITHOUT ROWID;
    CREATE INDEX held ON holders (id);
    CREATE TABLE entries (
      id TEXT, seq INTEGER, command TEXT NOT NULL, at INTEGER NOT NULL, lines BLOB NOT NULL, PRIMARY KEY (id, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX commands ON entries (id, command) WHERE command != '';
    CREATE TABLE wakes (
      id TEXT, kind TEXT, at INTEGER NOT NULL, lent_until INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (id, kind)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX due ON wakes (at);
    """,
    """
    DROP INDEX commands;
    ALTER TABLE tables DROP COLUMN head;
    """,
    """
    CREATE TABLE daybook (id TEXT NOT NULL, seq INTEGER NOT NULL, command TEXT NOT NULL, at INTEGER NOT NULL, lines BLOB NOT NULL) STRICT;
    CREATE VIEW log AS
      SELECT id, seq, command, at, lines FROM entries UNION ALL SELECT id, seq, command, at, lines FROM daybook;
    """,
]
MAGIC = b"SQLite format 3\0"  # with which every database of SQLite begins
LATEST = """
SELECT max(at) FROM (
  SELECT max(at) AS at FROM daybook
  UNION ALL SELECT max((SELECT at FROM entries WHERE entries.id = tables.id ORDER BY seq DESC LIMIT 1)) FROM tables
)
"""
REASONS: dict[type[Exception], str] = {
    apsw.FullError: "the disk is full",
    apsw.NotADBError: "expected a store of Filon; found a file that is no database",
    apsw.ReadOnlyError: "it may not be written to",
    apsw.BusyError: "another program keeps it locked",
    apsw.CantOpenError: "it cannot be opened",
    apsw.CorruptError: "it is damaged; a backup can be restored into another file",
}


def refused(path: Path, error: Exception) -> StoreRefused:
    """The one sentence for people, whatever the disk or SQLite said."""
    if isinstance(error, StoreRefused):
        return error
    said = error.strerror if isinstance(error, OSError) else None
    refusal = StoreRefused(f"{path}: {REASONS.get(type(error)) or said or error}")
    refusal.__cause__ = error
    return refusal


@contextlib.contextmanager
def explained(path: Path) -> Iterator[None]:
    try:
        yield
    except (apsw.Error, OSError) as error:
        raise refused(path, error) from error


@dataclass(frozen=True)
class File:
    lock: IO[bytes] | None
    writer: apsw.Connection
    reader: apsw.Connection
    latest: int  # when anything last happened in it


def opened(path: Path, aside: bool) -> File:
    """Ready to be used, or nothing is left open."""
    with explained(path), contextlib.ExitStack() as left:
        _looked_at(path.resolve())
        lock = None if aside else left.enter_context(held(path))
        writer = left.enter_context(contextlib.closing(connected(path)))
        with _alone_in(path.resolve().parent):
            set_up(writer, path, aside)
        reader = left.enter_context(contextlib.closing(connected(path)))
        file = File(lock, writer, reader, writer.execute(LATEST).get or 0)
        left.pop_all()
        return file


def _looked_at(path: Path) -> None:
    """Before anything is laid beside it: what is plainly somebody else's stays as it was."""
    if path.is_dir():
        raise apsw.CantOpenError
    if path.is_file() and path.stat().st_size:
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                raise apsw.NotADBError


def held(path: Path) -> IO[bytes]:
    """Hold the store for this process, as long as what is returned is open; no crash leaves it held."""
    real = path.resolve()
    real.parent.mkdir(parents=True, exist_ok=True)
    lock = os.fdopen(os.open(f"{real}.lock", os.O_CREAT | os.O_RDWR, OURS_ALONE), "r+b")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise StoreRefused(f"{path}: another process serves from this store, and an embedded store serves only one") from None
    return lock


@contextlib.contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """SQLite does not wait for others where it turns to a write-ahead log: we do."""
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def connected(path: Path) -> apsw.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):  # only a new file: to close one that is in use would drop SQLite's locks
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, OURS_ALONE))
    db = apsw.Connection(str(path.absolute()))  # never one of the names that mean something to SQLite
    db.set_busy_timeout(PATIENCE)
    for name, value in SETTINGS.items():
        db.pragma(name, value)
    return db


def set_up(db: apsw.Connection, path: Path, aside: bool) -> None:
    """Create or migrate; of a file that is not ours, or newer, nothing is changed."""
    if db.readonly("main"):
        raise apsw.ReadOnlyError
    with _transaction(db, "DEFERRED"):
        version = _version(db, path)
    if aside and 0 < version < len(MIGRATIONS):
        raise StoreRefused(f"{path}: was written by an older Filon (store version {version}); serve from it once to bring it up to date")
    if db.pragma("journal_mode", "wal") != "wal":
        raise StoreRefused(f"{path}: expected a folder where SQLite can keep a write-ahead log; found one where it cannot")
    if version < len(MIGRATIONS):
        _migrate(db, path)


def _version(db: apsw.Connection, path: Path) -> int:
    application, version = int(db.pragma("application_id")), int(db.pragma("user_version"))
    if application != OURS and (version or db.execute("SELECT 1 FROM sqlite_schema").get):
        raise StoreRefused(f"{path}: expected a store of Filon; found another program's database")
    if version > len(MIGRATIONS):
        raise StoreRefused(f"{path}: was written by a newer Filon (store version {version}, this one knows {len(MIGRATIONS)})")
    return version


def _migrate(db: apsw.Connection, path: Path) -> None:
    """All steps or none; who was first while we waited has left us nothing to do."""
    with _transaction(db, "IMMEDIATE"):
        for step in MIGRATIONS[_version(db, path) :]:
            db.execute(step)
        db.pragma("application_id", OURS)
        db.pragma("user_version", len(MIGRATIONS))


@contextlib.contextmanager
def _transaction(db: apsw.Connection, kind: str) -> Iterator[None]:
    db.execute(f"BEGIN {kind}")
    try:
        yield
        db.execute("COMMIT")
    finally:
        undo(db)


def undo(db: apsw.Connection) -> None:
    if db.in_transaction:
        db.execute("ROLLBACK")
