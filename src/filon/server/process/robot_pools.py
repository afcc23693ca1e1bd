"""Two process pools for robots, slow and fast, so that a searching robot never delays one in a timed game."""

from __future__ import annotations

import os

from filon.bots import is_compilable, level_of
from filon.core.game import load
from filon.house.robots.pool import Question, RobotPool

NICENESS = 5  # the server's own processes come first
MAX_PROCESSES = 4  # each holds compiled rules of its own


def robot_pools(workers: int) -> RobotPools:
    """Robot pools of one worker: the slow one gets this worker's share of the cores less one, at least one process."""
    return RobotPools(max(1, min(MAX_PROCESSES, (os.cpu_count() or 1) // workers - 1)))


class RobotPools:
    def __init__(self, processes: int) -> None:
        self.slow, self.fast = RobotPool(processes, NICENESS), RobotPool(1, NICENESS)

    def start(self) -> None:
        """Start the slow pool; the fast one starts in half a second when a robot needs it."""
        self.slow.start()

    async def __call__(self, question: Question) -> int:
        game = load(question.game)
        return await (self.slow if is_compilable(game, level_of(game, question.level)) else self.fast)(question)

    def stop(self) -> None:
        self.slow.stop()
        self.fast.stop()
