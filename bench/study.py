"""`python -m bench.study`: a study of compiled greedy robots, in one process and by Dask; rewrites bench/study.md."""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from filon.research.cluster import local
from filon.research.study import Study, play_study, study_of

PAGE = Path(__file__).parent / "study.md"
TEXT = """\
# Studies

`python -m bench.study --games {games}`: {games:,} games of Dig Mars between two compiled greedy robots. {machine}, load average
{load:.0f}: rates are per second of CPU time. Dask's own work goes by the clock, so a busy machine makes its part greater.

| played by | games/s of CPU time | CPU time beside one process | seconds by the clock |
|---|---|---|---|
{rows}

{size:.0f} bytes a game on disk (aim: under 120). CPU time is that of all processes between the first task and the last file, Dask's
scheduler and the compression among it; starting the workers is left out. Aim: Dask adds less than 15 %.
"""


@dataclass(frozen=True)
class Measured:
    what: str
    cpu: float
    clock: float


def study(games: int) -> Study:
    return study_of({"match": [{"name": "greedy", "game": "dig-mars", "robots": ["greedy", "greedy"], "games": games, "engine": "batch"}]})


def cpu(processes: list[int]) -> float:
    return sum(sum(psutil.Process(one).cpu_times()[:2]) for one in processes)


def measured(what: str, processes: list[int], play: Callable[[], Any]) -> Measured:
    print(f"{what} …", file=sys.stderr, flush=True)
    before, began = cpu(processes), time.perf_counter()
    play()
    return Measured(what, cpu(processes) - before, time.perf_counter() - began)


def by_dask(workers: int, games: int, folder: Path) -> Measured:
    with local(workers) as client:
        address = client.scheduler.address
        play_study(study(256 * workers * 2), folder / f"warm-{workers}", scheduler=address)  # compiled by now
        everybody = [os.getpid(), *client.run(os.getpid).values()]
        what = f"Dask, {workers} worker{'s' if workers > 1 else ''}"
        return measured(what, everybody, lambda: play_study(study(games), folder / f"dask-{workers}", scheduler=address))


def _row(one: Measured, games: int, alone: float) -> str:
    return f"| {one.what} | {games / one.cpu:.0f} | {100 * (one.cpu / alone - 1):+.0f} % | {one.clock:.0f} |"


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m bench.study", description=__doc__)
    asked.add_argument("--games", type=int, default=100_000, metavar="N", help="(default: %(default)s)")
    games = asked.parse_args().games
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        play_study(study(256), folder / "warm", workers=1)
        runs = [measured("one process, without Dask", [os.getpid()], lambda: play_study(study(games), folder / "alone", workers=1))]
        runs += [by_dask(workers, games, folder) for workers in (1, 2)]
        size = sum(path.stat().st_size for path in (folder / "alone").glob("*.parquet")) / games
    rows = "\n".join(
        f"| {one.what} | {games / one.cpu:.0f} | {100 * (one.cpu / runs[0].cpu - 1):+.0f} % | {one.clock:.0f} |" for one in runs
    )
    machine = f"{os.cpu_count()} cores, Python {platform.python_version()}"
    PAGE.write_text(TEXT.format(games=games, machine=machine, load=os.getloadavg()[0], rows=rows, size=size), encoding="utf-8")
    print(PAGE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
