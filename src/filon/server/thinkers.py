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

from filon.house.thinking import Thinkers

MOST = 4  # each holds compiled rules of its own


def beside(workers: int) -> ServerThinkers:
    """As many as the workers leave cores for, and one at least."""
    return ServerThinkers(max(1, min(MOST, (os.cpu_count() or 1) // workers - 1)))


class ServerThinkers(Thinkers):
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
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A server that was killed says nothing to its children."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)
