"""Two process pools for robots, slow and fast, so that a searching robot never delays one in a timed game."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor

from filon.bots import is_compilable, level_of
from filon.core.game import load
from filon.house.child_process import ChildContext
from filon.house.robots.pool import Question, RobotPool

NICENESS = 5  # the server's own processes come first
MAX_PROCESSES = 4  # each holds compiled rules of its own


def robot_pools(workers: int) -> RobotPools:
    """With as many slow processes as the workers leave cores for, one at least."""
    return RobotPools(max(1, min(MAX_PROCESSES, (os.cpu_count() or 1) // workers - 1)))


class RobotPools:
    def __init__(self, processes: int) -> None:
        self.slow, self.fast = ServerRobotPool(processes), ServerRobotPool(1)

    def start(self) -> None:
        """Only the slow one: a fast process starts in half a second."""
        self.slow.begin()

    async def __call__(self, question: Question) -> int:
        game = load(question.game)
        return await (self.slow if is_compilable(game, level_of(game, question.level)) else self.fast)(question)

    def stop(self) -> None:
        self.slow.stop()
        self.fast.stop()


class ServerRobotPool(RobotPool):
    is_stopped = False

    def _started(self) -> ProcessPoolExecutor:
        if self.is_stopped:
            raise asyncio.CancelledError
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.processes, ChildContext("filon-robot", NICENESS))
        return self._pool

    def stop(self) -> None:
        """Robots that still think are not waited for."""
        self.is_stopped = True
        self.close()
        for child in multiprocessing.active_children():
            child.terminate()
