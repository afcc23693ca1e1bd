"""Child processes for work that takes long: users share them fairly, and each piece of work is charged with its CPU time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar, cast

from filon.core.child_process import ChildContext
from filon.house.jobs.fair_queue import FairQueue, Payer, Slot

Result = TypeVar("Result")
Timed = tuple[Any, Exception | None, float]  # a result or an error, and the seconds of CPU time that it took
ASSUMED_SECONDS = 1.0  # charged for work whose process died


def _no_charge(seconds: float) -> None:
    """For users without an account."""


class WorkerPool:
    """The first piece of work starts the processes, and the first after one has died.

    `ends_abandoned`: a process is ended when nobody waits for its work any more. Otherwise it goes on, and its slot stays taken.
    """

    def __init__(
        self,
        context: ChildContext,
        queue: FairQueue,
        processes: int = 1,
        ends_abandoned: bool = False,
        prepare: Callable[[], object] | None = None,
    ) -> None:
        self.queue = queue
        self._context, self._processes, self._ends_abandoned, self._prepare = context, processes, ends_abandoned, prepare
        self._executor: ProcessPoolExecutor | None = None
        self._tasks: set[asyncio.Future[Timed]] = set()
        self._is_stopped = False

    async def run(self, payer: Payer, work: Callable[..., Result], *args: Any, charge: Callable[[float], object] = _no_charge) -> Result:
        """The result of `work`, or its error; `charge` is told the seconds of CPU time."""
        slot = await self.queue.take(payer)
        future = self._begin(slot, work, args, charge)
        try:
            result, error, _ = await asyncio.shield(future)
        except asyncio.CancelledError:
            if self._ends_abandoned and not future.done():
                self._end_processes()
            raise
        if error is not None:
            raise error
        return cast(Result, result)

    def _begin(
        self, slot: Slot, work: Callable[..., Any], args: tuple[Any, ...], charge: Callable[[float], object]
    ) -> asyncio.Future[Timed]:
        def ended(done: asyncio.Future[Timed]) -> None:
            self._tasks.discard(done)
            seconds = _seconds(done)
            charge(seconds)
            self.queue.give_back(slot, seconds)

        future = asyncio.ensure_future(self._execute(work, args))
        self._tasks.add(future)
        future.add_done_callback(ended)
        return future

    async def settled(self) -> None:
        """Wait for work that was abandoned too."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def _execute(self, work: Callable[..., Any], args: tuple[Any, ...]) -> Timed:
        """Run the work; if the process dies, once more in a new one, unless `ends_abandoned`: there the work may have killed it."""
        loop, executor = asyncio.get_running_loop(), self.running()
        under_way = None
        try:
            under_way = loop.run_in_executor(executor, timed, work, args)
            return await under_way
        except BrokenProcessPool:
            if executor is self._executor:  # else other work has started a new one
                self._shut_down()
            if under_way is not None and self._ends_abandoned:
                raise
            return await loop.run_in_executor(self.running(), timed, work, args)

    def running(self) -> ProcessPoolExecutor:
        if self._is_stopped:
            raise asyncio.CancelledError
        if self._executor is None:
            self._executor = ProcessPoolExecutor(self._processes, self._context, self._prepare)
        return self._executor

    def stop(self) -> None:
        """Work under way is not waited for."""
        self._is_stopped = True
        self._end_processes()

    def _end_processes(self) -> None:
        processes = list((self._executor._processes or {}).values()) if self._executor else []
        self._shut_down()
        for process in processes:
            process.kill()

    def _shut_down(self) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = None


def _seconds(done: asyncio.Future[Timed]) -> float:
    return ASSUMED_SECONDS if done.cancelled() or done.exception() else done.result()[2]


# In a child process


def timed(work: Callable[..., Any], args: tuple[Any, ...]) -> Timed:
    """An error is charged too."""
    began, error, result = time.process_time(), None, None
    try:
        result = work(*args)
    except Exception as raised:
        error = raised
    return result, error, time.process_time() - began
