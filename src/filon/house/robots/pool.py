"""Process pool for robots. A robot gets what its seat was told and sees, and nothing else; in a child process it delays nobody."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

from filon.bots import LEVELS, level_of, robot_for, warm_for
from filon.core.child_process import ChildContext
from filon.core.game import found, load
from filon.core.level import Spoken
from filon.house.jobs.fair_queue import ANYBODY, FairQueue, Payer
from filon.house.jobs.worker_pool import WorkerPool
from filon.house.room.live import Played, not_undone


@dataclass(frozen=True)
class Question:
    """Everything a robot gets: no table, and no clock but the table's own."""

    game: str
    level: str
    seat: int
    seed: int
    heard: list[Played]
    view: Any
    legal: list[int]
    at: int  # hundredths of a second on the table's clock
    talk: tuple[Spoken, ...] = ()  # the latest phrases, which every seat was told
    payer: Payer = ANYBODY  # for the queue alone: no robot gets it


AskRobot = Callable[[Question], Awaitable[int]]


def choose_move(question: Question) -> int:
    robot = robot_for(load(question.game), question.level, question.seat, question.seed)
    robot.talk = question.talk
    return robot.choose(not_undone(question.heard), question.view, question.legal, question.at)


async def ask_in_process(question: Question) -> int:
    """Without a pool, blocking the loop: for tests and small tools."""
    return choose_move(question)


class RobotPool:
    """Child processes that choose moves, shared fairly by those who wait for them."""

    def __init__(self, processes: int = 1, niceness: int = 0) -> None:
        self.pool = WorkerPool(ChildContext("filon-robot", niceness), FairQueue(processes), processes)

    def start(self) -> None:
        """Start the first process before the first question, with every game loaded."""
        self.pool.running().submit(load_games)

    async def __call__(self, question: Question) -> int:
        return await self.pool.run(question.payer, choose_and_warm, replace(question, payer=ANYBODY))

    def stop(self) -> None:
        """Robots that still think are not waited for."""
        self.pool.stop()


# In a child process


def choose_and_warm(question: Question) -> int:
    """The first answer is not delayed by compiling; the next ones are compiled."""
    game = load(question.game)
    move = choose_move(question)
    warm_for(game, level_of(game, question.level))
    return move


def load_games() -> None:
    for name in found():
        level_of(load(name), LEVELS[0])
