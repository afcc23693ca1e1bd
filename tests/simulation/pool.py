"""A worker's processes for robots and hints: the real pool and its fair queue, with simulated processes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from filon.core.child_process import ChildContext
from filon.house.jobs.fair_queue import FairQueue, Payer
from filon.house.jobs.worker_pool import Timed, WorkerPool

LENGTHS = (0.01, 0.1, 0.5)  # seconds of CPU time that one piece of work takes


@dataclass(eq=False)
class Work:
    """One piece of work, with times in seconds since the start of the schedule."""

    payer: Payer
    seconds: float
    arrived: float
    began: float | None = None
    is_cancelled: bool = False

    def begin(self) -> float:
        self.began = asyncio.get_running_loop().time()
        return self.seconds


class SimulatedPool(WorkerPool):
    """One process. `log` holds all work in the order in which it arrived."""

    def __init__(self) -> None:
        super().__init__(ChildContext("simulated"), FairQueue(1))
        self.log: list[Work] = []

    async def work(self, payer: Payer, seconds: float) -> None:
        one = Work(payer, seconds, asyncio.get_running_loop().time())
        self.log.append(one)
        try:
            await self.run(payer, one.begin)
        except asyncio.CancelledError:
            one.is_cancelled = True
            raise

    async def _execute(self, work: Callable[..., Any], args: tuple[Any, ...]) -> Timed:
        seconds = work(*args)
        await asyncio.sleep(seconds)
        return None, None, seconds
