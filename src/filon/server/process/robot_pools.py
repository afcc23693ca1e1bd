"""Robots' child processes, as a server needs them: they end with it, however it ends, and not before."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import wait
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Thread

from filon.bots import is_compilable, level_of
from filon.core.game import load
from filon.house.robots.pool import Question, RobotPool

NICE = 5  # whoever plays comes first
MOST = 4  # each holds compiled rules of its own


def beside(workers: int) -> Beside:
    """As many as the workers leave cores for, and one at least."""
    return Beside(max(1, min(MOST, (os.cpu_count() or 1) // workers - 1)))


class Beside:
    """Two lanes: those who think for long hold up only each other, never a robot that plays against the sand."""

    def __init__(self, processes: int) -> None:
        self.deep, self.quick = ServerThinkers(processes), ServerThinkers(1)

    def begin(self) -> None:
        """Only those who need most time to begin: the others are there in half a second."""
        self.deep.begin()

    async def __call__(self, question: Question) -> int:
        game = load(question.game)
        return await (self.deep if is_compilable(game, level_of(game, question.level)) else self.quick)(question)

    def leave(self) -> None:
        self.deep.leave()
        self.quick.leave()


class ServerThinkers(RobotPool):
    is_leaving = False

    def _started(self) -> ProcessPoolExecutor:
        if self.is_leaving:
            raise asyncio.CancelledError
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.processes, UndisturbedContext(), initializer=_watch_parent)
        return self._pool

    def leave(self) -> None:
        """Whatever they think of is not waited for."""
        self.is_leaving = True
        self.close()
        for child in multiprocessing.active_children():
            child.terminate()


class UndisturbedProcess(SpawnProcess):
    """Ctrl-C at a terminal is told to everybody; here only the server is to hear it."""

    def start(self) -> None:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            super().start()  # what is blocked now stays so in the child
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class UndisturbedContext(SpawnContext):
    Process = UndisturbedProcess


def _watch_parent() -> None:
    os.nice(NICE)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A server that was killed says nothing to its children."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)
