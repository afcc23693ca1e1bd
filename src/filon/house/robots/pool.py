"""Process pool for robots. A robot gets what its seat was told and sees, and nothing else; in a child process it delays nobody."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

from filon.bots import LEVELS, level_of, robot_for, warm_for
from filon.core.child_process import ChildContext
from filon.core.game import found, load
from filon.house.room.live import Played, standing


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


AskRobot = Callable[[Question], Awaitable[int]]


def choose_move(question: Question) -> int:
    robot = robot_for(load(question.game), question.level, question.seat, question.seed)
    return robot.choose(standing(question.heard), question.view, question.legal, question.at)


async def ask_in_process(question: Question) -> int:
    """Without a pool, blocking the loop: for tests and small tools."""
    return choose_move(question)


class RobotPool:
    """Child processes that choose moves; the first question starts them, and a question after one has died."""

    def __init__(self, processes: int = 1, niceness: int = 0) -> None:
        self._processes, self._niceness = processes, niceness
        self._executor: ProcessPoolExecutor | None = None
        self._is_stopped = False

    def start(self) -> None:
        """Start the first process before the first question, with every game loaded."""
        self._running().submit(load_games)

    async def __call__(self, question: Question) -> int:
        loop, executor = asyncio.get_running_loop(), self._running()
        try:
            return await loop.run_in_executor(executor, choose_and_warm, question)
        except BrokenProcessPool:
            if executor is self._executor:  # else another question has started a new one
                self._shut_down()
            return await loop.run_in_executor(self._running(), choose_and_warm, question)

    def _running(self) -> ProcessPoolExecutor:
        if self._is_stopped:
            raise asyncio.CancelledError
        if self._executor is None:
            self._executor = ProcessPoolExecutor(self._processes, ChildContext("filon-robot", self._niceness))
        return self._executor

    def stop(self) -> None:
        """Robots that still think are not waited for."""
        self._is_stopped = True
        self._shut_down()
        for child in multiprocessing.active_children():
            child.terminate()

    def _shut_down(self) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = None


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
