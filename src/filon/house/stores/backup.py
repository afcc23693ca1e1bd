"""Backup files: all tables of a store, one line each, gzipped. Any store can restore them."""

from __future__ import annotations

import gzip
import os
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import msgspec

from filon.house.room.events import ENCODER
from filon.house.stores.store import NoSuchTable, Store, TableBackup

HEADER = b'{"filon":"backup","version":1}'
DECODER = msgspec.json.Decoder(TableBackup)
Progress = Callable[[int, int], None]  # called with the number of tables done, and of all
LINE_BYTES = 64_000_000  # of one table, as JSON
QUOTE_LENGTH = 100  # characters of the wrong content that a refusal quotes


class BackupRefused(Exception):
    """Why a file is no whole backup, or cannot be written, in one sentence."""


async def back_up(store: Store, path: Path, progress: Progress = lambda *_: None) -> int:
    """Write all tables to `path` and count them. The file appears when it is complete."""
    tables, count = await store.tables(), 0
    with _explained(path), _complete_file(path) as file, gzip.GzipFile(fileobj=file, filename="", mode="wb", mtime=0) as lines:
        lines.write(HEADER + b"\n")
        for done, table in enumerate(tables, 1):
            count += await _write(store, table, lines)
            progress(done, len(tables))
    return count


async def _write(store: Store, table: str, lines: gzip.GzipFile) -> bool:
    try:
        lines.write(ENCODER.encode(await store.export_table(table)) + b"\n")
    except NoSuchTable:  # deleted since it was listed
        return False
    return True


@contextmanager
def _complete_file(path: Path) -> Iterator[IO[bytes]]:
    """A temporary file for its owner alone, renamed to `path` when its content is on the disk."""
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f"{path.name}.", suffix=".part", delete=False) as file:
        try:
            yield file
            file.flush()
            os.fsync(file.fileno())
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise
    folder = os.open(path.parent, os.O_RDONLY)
    os.fsync(folder)  # makes the new name durable
    os.close(folder)


async def restore(store: Store, path: Path, progress: Progress = lambda *_: None) -> tuple[int, int]:
    """Import the tables that the store does not have; the numbers of imported tables and of those it had."""
    total, imported = check(path), 0  # the whole file is sound before the first change
    for done, (_, backup) in enumerate(numbered_tables(path), 1):
        imported += await store.import_table(backup)
        progress(done, total)
    return imported, total - imported


def check(path: Path) -> int:
    """The number of tables in a complete backup; BackupRefused for any other file."""
    return sum(1 for _ in numbered_tables(path))


def numbered_tables(path: Path) -> Iterator[tuple[int, TableBackup]]:
    """Each table with the number of its line."""
    with _explained(path), path.open("rb") as file:
        yield from _read(path, file)


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BackupRefused(f"{path}: {error.strerror or error}") from error


def _read(path: Path, file: IO[bytes]) -> Iterator[tuple[int, TableBackup]]:
    lines, names = _lines(path, file), set[str]()
    _, header = next(lines, (1, b""))
    _expect(header == HEADER, path, 1, f"{HEADER.decode()}, with which a backup begins", header)
    for number, line in lines:
        backup = _decoded(path, number, line)
        _expect(backup.card.table not in names, path, number, "each table once", f"{backup.card.table} again")
        names.add(backup.card.table)
        yield number, backup


def _lines(path: Path, file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """All lines with their numbers. gzip's checksum stands at the end: reading to it finds a cut or damaged file."""
    number = 0
    try:
        with gzip.GzipFile(fileobj=file, mode="rb") as lines:
            while line := lines.readline(LINE_BYTES + 1):
                number += 1
                _expect(len(line) <= LINE_BYTES, path, number, f"at most {LINE_BYTES} bytes", "a longer line")
                yield number, line.rstrip(b"\n")
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise _wrong(path, number + 1, "a whole gzip file, as a backup is", error) from None


def _decoded(path: Path, number: int, line: bytes) -> TableBackup:
    """A table whose log has every line and each command once."""
    try:
        backup = DECODER.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise _wrong(path, number, "a table", error) from None
    seq, commands = 1, [entry.command for entry in backup.entries if entry.command]
    for entry in backup.entries:
        _expect(
            entry.seq == seq and bool(entry.events), path, number, f"an entry from line {seq} on", f"one from {entry.seq} to {entry.last}"
        )
        seq = entry.last + 1
    _expect(seq > 1, path, number, "a table with entries", "none")
    _expect(len(set(commands)) == len(commands), path, number, "each command once", "one again")
    return backup


def _expect(holds: bool, path: Path, number: int, expected: str, found: object) -> None:
    if not holds:
        raise _wrong(path, number, expected, found)


def _wrong(path: Path, number: int, expected: str, found: object) -> BackupRefused:
    quoted = found.decode(errors="replace") if isinstance(found, bytes) else str(found)
    return BackupRefused(f"{path}: line {number}: expected {expected}; found {quoted[:QUOTE_LENGTH] or 'nothing'}")
