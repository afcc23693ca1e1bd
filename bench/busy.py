"""A server kept busy for long: `make soak` runs it. Prints moves and memory every minute; fails if memory grows.

Tables of three clients play at a steady rate, and open another table when their game is over. Needs the extra `bench`.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile

import uvloop

from bench.house import filon_tables, served
from bench.load import Tally, memory, paced
from tests.server.process.server_process import free_port

MEGABYTE = 1024 * 1024
MOST_GROWTH = 1.10  # memory in the last quarter of the run, beside the second


async def busy(port: int, pid: int, minutes: int, tables: int, rate: float) -> list[int]:
    """Bytes of memory after each minute."""
    tally, held = Tally(), list[int]()
    moving = asyncio.ensure_future(paced(await filon_tables(tables, port, tally, False), rate))
    tally.is_on = True
    for minute in range(1, minutes + 1):
        await asyncio.sleep(60)
        held.append(memory(pid))
        tally.delays.clear()
        print(f"minute {minute}: {tally.moves} moves, {tally.refused} refused, {held[-1] / MEGABYTE:.1f} MB", flush=True)
    moving.cancel()
    return held


def growth(held: list[int]) -> float:
    """Of the median in the last quarter beside that in the second: caches are full by then."""
    quarter = max(1, len(held) // 4)
    return statistics.median(held[-quarter:]) / statistics.median(held[quarter : 2 * quarter] or held)


def main(minutes: int, tables: int, rate: float) -> int:
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        with served(f"{folder}/busy.db", port) as pid:
            grown = growth(uvloop.run(busy(port, pid, minutes, tables, rate)))
    print(f"memory: {grown:.3f} times that of the second quarter of the run (at most {MOST_GROWTH})")
    return 0 if grown <= MOST_GROWTH else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.busy", description=__doc__)
    parser.add_argument("--minutes", type=int, default=120, metavar="N", help="(default: %(default)s)")
    parser.add_argument("--tables", type=int, default=60, metavar="N", help="at once, of three clients each (default: %(default)s)")
    parser.add_argument("--rate", type=float, default=100.0, metavar="R", help="moves a second over all tables (default: %(default)s)")
    asked = parser.parse_args()
    sys.exit(main(asked.minutes, asked.tables, asked.rate))
