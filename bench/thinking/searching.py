"""The speed of the search, and the delay of a robot's first move before anything is compiled."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.figure import Figure
from filon.bots import Robot, warm
from filon.bots.searcher import CompiledTree, PlainTree
from filon.core.compiled.dice import dice_of
from filon.core.game import load
from filon.house.robots.in_memory import Robots
from filon.house.room.live import LiveTable
from filon.house.room.setup import set_up

GAME = "dig-mars"
PLAIN_ITERATIONS, ITERATIONS, REPEATS = 60, 20_000, 30
BEGINNINGS = 7

FIRST_MOVE = """
import asyncio, time
from filon.core.game import load
from filon.house.room.setup import set_up
from filon.house.room.live import LiveTable
from filon.house.robots.pool import Question
from filon.server.process.robot_pools import robot_pools

async def main():
    robots = robot_pools(1)
    began = time.monotonic()
    robots.start()
    live = LiveTable(setup := set_up(load("GAME"), ["Ada", "Bram"], seed=1), setup.chance())
    seat = live.actor
    await robots(Question("GAME", "expert", seat, 1, live.told(seat), live.view(seat), live.legal(seat), 0))
    print(time.monotonic() - began)
    robots.stop()

if __name__ == "__main__":
    asyncio.run(main())
"""


def speed() -> Iterator[Figure]:
    """In the middle of a game, on one core, by the time of this thread alone."""
    game = load(GAME)
    setup = set_up(game, ["Ada", "Bram"], robots=["greedy"] * 2, seed=1)
    live = LiveTable(setup, setup.chance())
    Robots(live, 1).play_out(60)
    seat = game.actor(live.table)
    table = Robot(game, seat, 0).recalled(live.told(seat), live.view(seat), live.at)
    warm(GAME)
    compiled, plain = (
        [_rate(kind(game, table, seat, dice_of(i), count), count) for i in range(REPEATS)]
        for kind, count in ((CompiledTree, ITERATIONS), (PlainTree, PLAIN_ITERATIONS))
    )
    what = "search, iterations a second on one core, 12-move play-outs"
    middle, slow = statistics.median(compiled), statistics.median(plain)
    yield Figure(what, f"{middle:,.0f} (median of {REPEATS} thoughts of {ITERATIONS:,}; the best {max(compiled):,.0f})", "200,000")
    yield Figure("the same beside the same search run plain", f"{middle / slow:.0f}x ({slow:,.0f} plain)", "25x")


def _rate(tree: PlainTree, count: int) -> float:
    began = time.thread_time()
    tree.think(count)
    return count / (time.thread_time() - began)


def first_move() -> Figure:
    found = [_first_move() for _ in range(BEGINNINGS)]
    what = "an expert's first move after the robot pool starts, nothing compiled yet"
    return Figure(what, f"{statistics.median(found):.2f} s (median of {BEGINNINGS} beginnings; the slowest {max(found):.2f} s)", "1 s")


def _first_move() -> float:
    """With nothing compiled before: a fresh cache."""
    with tempfile.TemporaryDirectory() as cache:
        file = Path(cache) / "first.py"
        file.write_text(FIRST_MOVE.replace("GAME", GAME), encoding="utf-8")
        told = subprocess.run(
            [sys.executable, str(file)], env={**os.environ, "XDG_CACHE_HOME": cache}, capture_output=True, text=True, check=True
        )
    return float(told.stdout)
