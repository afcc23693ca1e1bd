"""An embedded store for a test: opened, served by another process, and looked through afterwards."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import apsw
import pytest

from filon.house.room.events import Entry
from filon.house.stores.sqlite.store import SQLiteStore
from filon.house.stores.store import StoreRefused

ROOT = Path(__file__).parents[4]


@asynccontextmanager
async def opened(path: Path, clock: Callable[[], int] | None = None, for_backup: bool = False) -> AsyncIterator[SQLiteStore]:
    store = SQLiteStore(path, clock)
    await store.open(for_backup)
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def serving(path: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """Another process that appends to this store, until it is killed."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.house.stores.sqlite.appender", str(path), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def acknowledged(process: asyncio.subprocess.Process, lines: int = -1) -> set[tuple[str, int]]:
    """So many lines of what it prints, or all that is left; a line that was cut off was not heard."""
    assert process.stdout
    told = []
    while len(told) != lines and (line := await process.stdout.readline()).endswith(b"\n"):
        table, seq = line.split()
        told.append((table.decode(), int(seq)))
    return set(told)


async def sound(store: SQLiteStore) -> dict[str, list[Entry]]:
    """All logs, after nothing was found wrong with any of them or with the file."""
    logs = {table: await store.read(table) for table in await store.tables()}
    for table, log in logs.items():
        assert [kept.seq for kept in log] == [1, *(kept.last + 1 for kept in log[:-1])]
        assert len({kept.command for kept in log}) == len(log)
        assert (await store.last_seqs([table]))[table] == log[-1].last
    db = apsw.Connection(str(store.path), flags=apsw.SQLITE_OPEN_READONLY)
    assert db.pragma("integrity_check") == "ok"
    db.close()
    return logs


async def refusal(path: Path, for_backup: bool = False) -> str:
    with pytest.raises(StoreRefused) as caught:
        await SQLiteStore(path).open(for_backup)
    return str(caught.value).removeprefix(f"{path}: ")
