"""The SQLite file: its lock, its schema and migrations, and the reasons why it cannot be used."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import apsw

from filon.house.stores.store import StoreRefused

APPLICATION_ID = 0x46696C6E  # marks a store of Filon: no other program's database is changed
FILE_MODE = 0o600  # for the owner alone: a store holds the secrets of tables
SERVED = "another process serves from this store, and an embedded store serves only one"
SERVER_BYTE = 2**62  # of the file: far behind the bytes that SQLite locks
FLOCK = "hhqqi"  # struct flock of Linux: type, whence, start, length, process
BUSY_TIMEOUT = 5000  # milliseconds to wait while a backup or a restore writes
SETTINGS = {
    "synchronous": "full",  # a commit returns when it is on the disk
    "fullfsync": True,  # on macOS fsync alone does not reach the disk
    "cache_size": -8000,  # kibibytes, of each of two connections: the pages of a compaction, so that none is written twice
    "journal_size_limit": 64_000_000,  # bytes: after a long backup the write-ahead log shrinks again
    "secure_delete": True,  # what is removed is overwritten with zeros
    "trusted_schema": False,
}
# Each step migrates a file to the next version; a released step never changes. `wakes` are timers, `lent_until` is the end of a lease,
# `daybook` is the staging table (queries.py).
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
    "CREATE TABLE days (day INTEGER PRIMARY KEY) STRICT;",  # on which the store was served, since 1970
]
ROOM_FOR_FILES = 65_536  # bytes that SQLite needs for an index of its write-ahead log
MAGIC = b"SQLite format 3\0"  # the first bytes of every SQLite database
LAST_ENTRY_AT = """
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
    """An error of the disk or of SQLite as one sentence for people."""
    if isinstance(error, StoreRefused):
        return error
    reason = error.strerror if isinstance(error, OSError) else None
    if isinstance(error, apsw.IOError) and _is_full(path):
        reason = REASONS[apsw.FullError]
    refusal = StoreRefused(f"{path}: {REASONS.get(type(error)) or reason or error}")
    refusal.__cause__ = error
    return refusal


def _is_full(path: Path) -> bool:
    """Where SQLite cannot even make its files, it says only that there was an input/output error."""
    return path.parent.exists() and shutil.disk_usage(path.parent).free < ROOM_FOR_FILES


@contextlib.contextmanager
def explained(path: Path) -> Iterator[None]:
    try:
        yield
    except (apsw.Error, OSError) as error:
        raise refused(path, error) from error


@dataclass(frozen=True)
class OpenFile:
    locks: contextlib.ExitStack  # of the serving process, freed when closed; a backup has none
    writer: apsw.Connection
    reader: apsw.Connection
    last_entry_at: int  # milliseconds since 1970


def open_file(path: Path, for_backup: bool) -> OpenFile:
    """Lock, connect and set up; after a refusal nothing stays open."""
    with explained(path), contextlib.ExitStack() as opened:
        _check_kind(path.resolve())
        _check_links(path)
        locks = opened.enter_context(contextlib.ExitStack())
        if not for_backup:
            locks.enter_context(lock_file(path))
            locks.enter_context(lock_database(path))
        writer = opened.enter_context(contextlib.closing(connect(path)))
        with _folder_lock(path.resolve().parent):
            set_up(writer, path, for_backup)
        reader = opened.enter_context(contextlib.closing(connect(path)))
        file = OpenFile(locks, writer, reader, writer.execute(LAST_ENTRY_AT).get or 0)
        opened.pop_all()
        return file


def _check_kind(path: Path) -> None:
    """Refuse a file that is no database before SQLite or the lock creates a file beside it."""
    if path.is_dir():
        raise apsw.CantOpenError
    if path.is_file() and path.stat().st_size:
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                raise apsw.NotADBError


def lock_file(path: Path) -> IO[bytes]:
    """Lock the store for this process while the returned file is open; the system frees the lock after a crash."""
    real = path.resolve()
    real.parent.mkdir(parents=True, exist_ok=True)
    lock = os.fdopen(os.open(f"{real}.lock", os.O_CREAT | os.O_RDWR, FILE_MODE), "r+b")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise StoreRefused(f"{path}: {SERVED}") from None
    return lock


def lock_database(path: Path) -> IO[bytes]:
    """Lock the file itself, so that removing the lock file lets nobody in; where the system has such locks.

    An open file description lock on a byte that SQLite does not lock. The file must be closed after SQLite's connections: closing any
    descriptor of it drops SQLite's own locks.
    """
    create_file(path)
    try:
        file = path.open("r+b")
    except PermissionError:
        raise apsw.ReadOnlyError from None
    if hasattr(fcntl, "F_OFD_SETLK"):
        try:
            fcntl.fcntl(file, fcntl.F_OFD_SETLK, struct.pack(FLOCK, fcntl.F_WRLCK, os.SEEK_SET, SERVER_BYTE, 1, 0))
        except BlockingIOError:
            file.close()
            raise StoreRefused(f"{path}: {SERVED}") from None
    return file


def _check_links(path: Path) -> None:
    """SQLite names the write-ahead log after the database: under a second name it would not find what the log holds."""
    if path.is_file() and path.stat().st_nlink > 1:
        raise StoreRefused(f"{path}: expected a file with one name; found a hard link, of which SQLite could lose entries")


@contextlib.contextmanager
def _folder_lock(folder: Path) -> Iterator[None]:
    """SQLite does not wait for other processes while it switches to a write-ahead log: this lock does."""
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def create_file(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):  # closing an existing file would drop SQLite's locks on it
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, FILE_MODE))


def connect(path: Path) -> apsw.Connection:
    create_file(path)
    db = apsw.Connection(str(path.absolute()))  # a relative path could be one of SQLite's special names
    db.set_busy_timeout(BUSY_TIMEOUT)
    for name, value in SETTINGS.items():
        db.pragma(name, value)
    return db


def scrub_file(path: Path) -> None:
    """Write every page anew, without what was removed, and empty the write-ahead log."""
    with explained(path), contextlib.closing(connect(path)) as db:
        db.execute("VACUUM")
        busy, _, _ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").get
        if busy:
            raise apsw.BusyError


def set_up(db: apsw.Connection, path: Path, for_backup: bool) -> None:
    """Create or migrate the schema. A database of another program, or of a newer Filon, is refused unchanged."""
    if db.readonly("main"):
        raise apsw.ReadOnlyError
    with _transaction(db, "DEFERRED"):
        version = _version(db, path)
    if for_backup and 0 < version < len(MIGRATIONS):
        raise StoreRefused(f"{path}: was written by an older Filon (store version {version}); serve from it once to bring it up to date")
    if db.pragma("journal_mode", "wal") != "wal":
        raise StoreRefused(f"{path}: expected a folder where SQLite can keep a write-ahead log; found one where it cannot")
    if version < len(MIGRATIONS):
        _migrate(db, path)


def _version(db: apsw.Connection, path: Path) -> int:
    application, version = int(db.pragma("application_id")), int(db.pragma("user_version"))
    if application != APPLICATION_ID and (version or db.execute("SELECT 1 FROM sqlite_schema").get):
        raise StoreRefused(f"{path}: expected a store of Filon; found another program's database")
    if version > len(MIGRATIONS):
        raise StoreRefused(f"{path}: was written by a newer Filon (store version {version}, this one knows {len(MIGRATIONS)})")
    return version


def _migrate(db: apsw.Connection, path: Path) -> None:
    """Run all missing steps in one transaction; another process may have run them while this one waited."""
    with _transaction(db, "IMMEDIATE"):
        for step in MIGRATIONS[_version(db, path) :]:
            db.execute(step)
        db.pragma("application_id", APPLICATION_ID)
        db.pragma("user_version", len(MIGRATIONS))


@contextlib.contextmanager
def _transaction(db: apsw.Connection, kind: str) -> Iterator[None]:
    db.execute(f"BEGIN {kind}")
    try:
        yield
        db.execute("COMMIT")
    finally:
        roll_back(db)


def roll_back(db: apsw.Connection) -> None:
    if db.in_transaction:
        db.execute("ROLLBACK")
