"""All tables of a store in one file, which any store can take in."""

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
from filon.house.stores.store import Kept, NoSuchTable, Store

HEADER = b'{"filon":"backup","version":1}'
KEPT = msgspec.json.Decoder(Kept)
LONGEST = 100  # of what was found, in a refusal


class BackupRefused(Exception):
    """A file that is no backup, or not all of one, or cannot be written: one clear sentence."""


async def back_up(store: Store, path: Path, told: Callable[[int, int], None] | None = None) -> int:
    """Write all tables there are now, telling how many of how many are done; the file is there when it is whole."""
    tables, count = await store.tables(), 0
    with _explained(path), _whole(path) as file, gzip.GzipFile(fileobj=file, filename="", mode="wb", mtime=0) as lines:
        lines.write(HEADER + b"\n")
        for done, table in enumerate(tables, 1):
            count += await _write(store, table, lines)
            if told:
                told(done, len(tables))
    return count


async def _write(store: Store, table: str, lines: gzip.GzipFile) -> bool:
    try:
        lines.write(ENCODER.encode(await store.kept(table)) + b"\n")
    except NoSuchTable:  # deleted since it was listed
        return False
    return True


@contextmanager
def _whole(path: Path) -> Iterator[IO[bytes]]:
    """A file, for its owner alone, that takes its name when everything in it is on the disk."""
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
    os.fsync(folder)  # the name too
    os.close(folder)


async def restore(store: Store, path: Path) -> tuple[int, int]:
    """Take in every table the store does not have: how many, and how many were there already."""
    check(path)  # all of it is sound before anything is changed
    with _explained(path), path.open("rb") as file:
        taken = [await store.take_in(kept) for kept in _read(path, file)]
    return sum(taken), len(taken) - sum(taken)


def check(path: Path) -> None:
    """Whether a file is a whole backup."""
    with _explained(path), path.open("rb") as file:
        for _ in _read(path, file):
            pass


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BackupRefused(f"{path}: {error.strerror or error}") from error


def _read(path: Path, file: IO[bytes]) -> Iterator[Kept]:
    lines, names = _lines(path, file), set[str]()
    _, header = next(lines, (1, b""))
    _expect(header == HEADER, path, 1, f"{HEADER.decode()}, with which a backup begins", header)
    for number, line in lines:
        kept = _kept(path, number, line)
        _expect(kept.card.table not in names, path, number, "each table once", f"{kept.card.table} again")
        names.add(kept.card.table)
        yield kept


def _lines(path: Path, file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """All lines with their numbers, to the very end, where a cut or damaged file shows itself."""
    number = 0
    try:
        with gzip.GzipFile(fileobj=file, mode="rb") as lines:
            for line in lines:
                number += 1
                yield number, line.rstrip(b"\n")
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise _wrong(path, number + 1, "a whole gzip file, as a backup is", error) from None


def _kept(path: Path, number: int, line: bytes) -> Kept:
    """A table whose log is one: no line is missing, no command stands twice."""
    try:
        kept = KEPT.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise _wrong(path, number, "a table", error) from None
    seq, commands = 1, [entry.command for entry in kept.entries if entry.command]
    for entry in kept.entries:
        _expect(
            entry.seq == seq and bool(entry.lines), path, number, f"an entry from line {seq} on", f"one from {entry.seq} to {entry.last}"
        )
        seq = entry.last + 1
    _expect(seq > 1, path, number, "a table with entries", "none")
    _expect(len(set(commands)) == len(commands), path, number, "each command once", "one again")
    return kept


def _expect(holds: bool, path: Path, number: int, expected: str, found: object) -> None:
    if not holds:
        raise _wrong(path, number, expected, found)


def _wrong(path: Path, number: int, expected: str, found: object) -> BackupRefused:
    said = found.decode(errors="replace") if isinstance(found, bytes) else str(found)
    return BackupRefused(f"{path}: line {number}: expected {expected}; found {said[:LONGEST] or 'nothing'}")
