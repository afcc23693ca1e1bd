"""A process that appends until it is killed: `python -m tests.house.stores.sqlite.appender FILE` prints what was acknowledged."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from filon.house.stores.sqlite import queries
from filon.house.stores.sqlite.store import SQLiteStore
from tests.house.stores.trials import card, entry

TABLES = [f"t{k}" for k in range(24)]


async def play(store: SQLiteStore, table: str, head: int) -> None:
    """On and on from where the log ends."""
    while True:
        head += 1
        await store.append(table, entry(head, f"{table} {head}"), card(table) if head == 1 else None)
        os.write(1, f"{table} {head}\n".encode())


async def main() -> None:
    queries.STAGING_ROWS = 100  # killed now and then during a compaction
    store = SQLiteStore(Path(sys.argv[1]))
    await store.open()
    last_seqs = await store.last_seqs(TABLES)
    await asyncio.gather(*(play(store, table, last_seqs.get(table, 0)) for table in TABLES))


if __name__ == "__main__":
    asyncio.run(main())
