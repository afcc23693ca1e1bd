"""A process that appends until it is killed: `python -m tests.house.stores.sqlite.appender FILE` prints what was acknowledged."""

from __future__ import annotations

import argparse
import asyncio
import os
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


async def main(path: Path) -> None:
    queries.STAGING_ROWS = 100  # killed now and then during a compaction
    store = SQLiteStore(path)
    await store.open()
    last_seqs = await store.last_seqs(TABLES)
    await asyncio.gather(*(play(store, table, last_seqs.get(table, 0)) for table in TABLES))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.house.stores.sqlite.appender", description=__doc__)
    parser.add_argument("file", type=Path, help="of the store; it is made if it is missing")
    asyncio.run(main(parser.parse_args().file))
