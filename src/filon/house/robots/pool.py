"""Robots think beside the table: with what their seat heard and sees, and nothing else. In a child process they disturb nobody."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

from filon.bots import LEVELS, level_of, robot_for, warm_for
from filon.core.game import found, load
from filon.house.room.live import Line, standing


@dataclass(frozen=True)
class Question:
    """All that a robot gets: no table, no clock but the table's own."""

    game: str
    level: str
    seat: int
    seed: int
    heard: list[Line]
    view: Any
    legal: list[int]
    at: int


AskRobot = Callable[[Question], Awaitable[int]]


def thought(question: Question) -> int:
    robot = robot_for(load(question.game), question.level, question.seat, question.seed)
    return robot.choose(standing(question.heard), question.view, question.legal, question.at)


def thought_beside(question: Question) -> int:
    """In a child process, which warms up for the next ones once it has answered the first."""
    game = load(question.game)
    answer = thought(question)
    warm_for(game, level_of(game, question.level))
    return answer


def opened() -> None:
    """In a child process: have every box open before the first question."""
    for name in found():
        level_of(load(name), LEVELS[0])


async def think_here(question: Question) -> int:
    """In this process, holding everybody up: for tests and small tools."""
    return thought(question)


class RobotPool:
    """Child processes that think; started with the first question, and again if one dies."""

    def __init__(self, processes: int = 1) -> None:
        self.processes = processes
        self._pool: ProcessPoolExecutor | None = None

    def begin(self) -> None:
        """Have the first child process there before the first question, and all it will need."""
        self._started().submit(opened)

    async def __call__(self, question: Question) -> int:
        loop, pool = asyncio.get_running_loop(), self._started()
        try:
            return await loop.run_in_executor(pool, thought_beside, question)
        except BrokenProcessPool:
            if pool is self._pool:  # else somebody else who waited has begun anew
                self.close()
            return await loop.run_in_executor(self._started(), thought_beside, question)

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # a fresh interpreter: a forked one would hold this one's sockets, locks and threads
            self._pool = ProcessPoolExecutor(self.processes, multiprocessing.get_context("spawn"))
        return self._pool

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = None
