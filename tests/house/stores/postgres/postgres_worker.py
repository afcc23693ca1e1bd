"""A worker to be killed: `python -m tests.house.stores.postgres.postgres_worker URL claim|append TABLES` prints each acknowledgement."""

from __future__ import annotations

import argparse
import asyncio
import os

from filon.house.stores.postgres.store import PostgresStore
from tests.house.stores.trials import card, entry


def say(*words: object) -> None:
    os.write(1, f"{' '.join(map(str, words))}\n".encode())


async def claim(store: PostgresStore) -> None:
    for timer in await store.claim(60_000):
        say(timer.table, timer.kind)
    say("end")
    await asyncio.Event().wait()


async def append(store: PostgresStore, table: str) -> None:
    seq = 1
    while True:
        await store.append(table, entry(seq, f"c{seq}"), card(table) if seq == 1 else None)
        say(table, seq)
        seq += 1


async def main(url: str, work: str, tables: int = 0) -> None:
    store = PostgresStore(url)
    await store.open()
    if work == "claim":
        await claim(store)
    else:
        await asyncio.gather(*(append(store, f"t{n}") for n in range(tables)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.house.stores.postgres.postgres_worker", description=__doc__)
    parser.add_argument("url", help="of the database")
    parser.add_argument("work", choices=["claim", "append"])
    parser.add_argument("tables", nargs="?", type=int, default=0, metavar="TABLES", help="to append to")
    given = parser.parse_args()
    asyncio.run(main(given.url, given.work, given.tables))
