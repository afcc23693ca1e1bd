"""Speed of the embedded store: `python -m tests.house.stores.sqlite.measured [folder]`. Trust CPU time per append, and ratios."""

from __future__ import annotations

import argparse
import asyncio
import resource
import tempfile
import time
from itertools import count
from pathlib import Path

from filon.house.room.card import PLAYING, Card
from filon.house.room.events import Entry, Moved
from filon.house.stores.sqlite.store import SQLiteStore

SECONDS = 2.0


def spent() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def entry(seq: int, command: str) -> Entry:
    return Entry(seq, 1_700_000_000_000 + seq, command, [Moved(1, 100 * seq, "go (3, 4) north")])


async def at_one_table(store: SQLiteStore, table: str, until: float, lags: list[float], reads: bool) -> None:
    await store.append(table, entry(1, ""), Card(table, "any", PLAYING, 2, ["Ada", "Bram"], ["", ""], True, "live", 1))
    for seq in count(2):
        began = time.perf_counter()
        if began > until:
            return
        await store.append(table, entry(seq, f"{table}-{seq:08}"))
        lags.append(time.perf_counter() - began)
        if reads:
            await store.read(table, seq - 1)


async def measured(folder: Path, waiting: int, reads: bool) -> str:
    store, lags = SQLiteStore(folder / f"{waiting}-{reads}.db"), []
    await store.open()
    cpu, began = spent(), time.perf_counter()
    await asyncio.gather(*(at_one_table(store, f"table-{k:05}", began + SECONDS, lags, reads) for k in range(waiting)))
    cpu, took = spent() - cpu, time.perf_counter() - began
    await store.close()
    lags.sort()
    pace = f"{len(lags) / took:>7.0f} appends/s, {1e6 * cpu / len(lags):>4.0f} us of CPU each"
    lag = f"median {1e3 * lags[len(lags) // 2]:.2f} ms, 99 % {1e3 * lags[len(lags) * 99 // 100]:.2f} ms"
    return f"{waiting:>5} waiting{', each reads too' if reads else '':<16} {pace}, {lag}"


def main(parent: Path | None) -> None:
    with tempfile.TemporaryDirectory(dir=parent) as folder:
        for reads in (False, True):
            for waiting in (1, 16, 128, 512):
                print(asyncio.run(measured(Path(folder), waiting, reads)), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.house.stores.sqlite.measured", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="on the disk to be measured (default: the system's temporary folder)")
    main(parser.parse_args().folder)
