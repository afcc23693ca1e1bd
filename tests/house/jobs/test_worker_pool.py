"""Worker pool: real child processes, charged with their CPU time, ended when nobody waits, started again when they die."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path

import pytest

from filon.core.child_process import ChildContext, cpu_limit, limit_memory
from filon.house.jobs.fair_queue import FairQueue, Payer
from filon.house.jobs.worker_pool import WorkerPool

ANN = Payer("ann")
MEGABYTE = 1024 * 1024


def run(story: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(story(), 600))  # type: ignore[arg-type]


def busy(seconds: float) -> str:
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    return "done"


def fail(seconds: float) -> None:
    busy(seconds)
    raise ValueError("as planned")


def endless(started: str) -> None:
    Path(started).write_text(str(os.getpid()))
    while True:
        pass


def hungry(megabytes: int) -> int:
    return len(bytearray(megabytes * MEGABYTE))


def out_of_time() -> str:
    try:
        with cpu_limit(0.05):
            busy(60)
    except TimeoutError:
        return "in time"
    return "late"


class Counted(WorkerPool):
    """WorkerPool whose executors are counted."""

    def __init__(self) -> None:
        super().__init__(ChildContext("filon-test"), FairQueue(1))
        self.executors: list[ProcessPoolExecutor] = []

    def running(self) -> ProcessPoolExecutor:
        executor = super().running()
        if executor not in self.executors:
            self.executors.append(executor)
        return executor


def test_all_who_wait_for_a_child_that_dies_are_answered_by_the_next_one() -> None:
    async def story() -> None:
        pool = Counted()
        try:
            pool.running().submit(os._exit, 1)
            assert await asyncio.gather(*(pool.run(ANN, busy, 0.0) for _ in range(3))) == ["done"] * 3
            assert len(pool.executors) == 2
        finally:
            pool.stop()

    run(story)


def test_results_and_errors_are_charged_with_their_cpu_time() -> None:
    async def story() -> None:
        pool, charged = WorkerPool(ChildContext("filon-test"), FairQueue(1)), list[float]()
        try:
            assert await pool.run(ANN, busy, 0.2, charge=charged.append) == "done"
            with pytest.raises(ValueError, match="as planned"):
                await pool.run(ANN, fail, 0.2, charge=charged.append)
            assert await pool.run(ANN, out_of_time) == "in time"
        finally:
            pool.stop()
        assert len(charged) == 2
        assert all(0.2 <= seconds < 2 for seconds in charged)

    run(story)


def test_a_process_whose_work_nobody_waits_for_is_ended(tmp_path: Path) -> None:
    async def story() -> None:
        pool, started = WorkerPool(ChildContext("filon-test"), FairQueue(1), ends_abandoned=True), tmp_path / "started"
        try:
            abandoned = asyncio.ensure_future(pool.run(ANN, endless, str(started)))
            while not started.exists() or not started.read_text():
                await asyncio.sleep(0.01)
            abandoned.cancel()
            assert await pool.run(ANN, busy, 0.0) == "done"
            while Path(f"/proc/{started.read_text()}").exists():
                await asyncio.sleep(0.01)
        finally:
            pool.stop()

    run(story)


def test_memory_beyond_the_limit_is_refused_and_the_process_goes_on() -> None:
    async def story() -> None:
        pool = WorkerPool(ChildContext("filon-test"), FairQueue(1), prepare=partial(limit_memory, 64 * MEGABYTE))
        try:
            assert await pool.run(ANN, hungry, 16) == 16 * MEGABYTE
            with pytest.raises(MemoryError):
                await pool.run(ANN, hungry, 512)
            assert await pool.run(ANN, hungry, 16) == 16 * MEGABYTE
        finally:
            pool.stop()

    run(story)


@pytest.mark.parametrize("ends_abandoned", [False, True])
def test_a_process_that_dies_idle_is_replaced(ends_abandoned: bool) -> None:
    async def story() -> None:
        pool = WorkerPool(ChildContext("filon-test"), FairQueue(1), ends_abandoned=ends_abandoned)
        try:
            await kill(await pool.run(ANN, os.getpid))
            assert await pool.run(ANN, busy, 0.0) == "done"
        finally:
            pool.stop()

    run(story)


def test_work_that_kills_its_process_fails_and_the_next_work_has_a_new_one() -> None:
    async def story() -> None:
        pool = WorkerPool(ChildContext("filon-test"), FairQueue(1), ends_abandoned=True)
        try:
            with pytest.raises(BrokenProcessPool):
                await pool.run(ANN, os._exit, 1)
            assert await pool.run(ANN, busy, 0.0) == "done"
        finally:
            pool.stop()

    run(story)


def test_a_pool_that_stops_ends_its_own_processes_only() -> None:
    async def story() -> None:
        stopped, other = (WorkerPool(ChildContext("filon-test"), FairQueue(1), ends_abandoned=True) for _ in range(2))
        try:
            ended, kept = await stopped.run(ANN, os.getpid), await other.run(ANN, os.getpid)
            stopped.stop()
            while Path(f"/proc/{ended}").exists():
                await asyncio.sleep(0.01)
            assert await other.run(ANN, os.getpid) == kept
        finally:
            other.stop()

    run(story)


async def kill(process: int) -> None:
    """Until its parent has waited for it."""
    os.kill(process, signal.SIGKILL)
    while Path(f"/proc/{process}").exists():
        await asyncio.sleep(0.01)
