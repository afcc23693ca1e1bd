"""Runs schedules, in this process or in several, and checks the promises after each."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

from tests.simulation.promises.check import check
from tests.simulation.promises.hourglass import Broken
from tests.simulation.schedule import Schedule

AHEAD = 8  # schedules of each process


@dataclass
class Ran:
    """The outcome of one schedule."""

    seed: int
    counts: Counter[str]
    trace: list[str]
    broken: str = ""  # the promise that it did not keep, and why


def _run(seed: int, is_traced: bool) -> Ran:
    schedule = Schedule(seed, is_traced)
    ran = Ran(seed, schedule.trace.counts, schedule.trace.lines)
    try:
        check(schedule.run())
    except Broken as broken:
        ran.broken = f"seed {seed}: {broken}"
    return ran


def results(seeds: Iterable[int], processes: int, is_traced: bool) -> Iterator[Ran]:
    """In the order of the seeds; a few schedules run ahead of the one that is asked for."""
    if processes == 1:
        yield from (_run(seed, is_traced) for seed in seeds)
        return
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        waiting = deque[Future[Ran]]()
        for seed in seeds:
            waiting.append(pool.submit(_run, seed, is_traced))
            if len(waiting) > AHEAD * processes:
                yield waiting.popleft().result()
        yield from (one.result() for one in waiting)
