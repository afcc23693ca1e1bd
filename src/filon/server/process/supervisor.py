"""Several workers on one port, each with its own connections to the store: one that ends is started again, and all stop together."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, Pipe, wait

from filon.core.child_process import end_child, start_child
from filon.house.stores.store import StoreRefused
from filon.server.app import SHUTDOWN_SECONDS
from filon.server.observe import logs
from filon.server.process.process import ServerProcess, run
from filon.server.process.stores import store_of
from filon.server.settings import SettingRefused, Settings

RESTART_SECONDS = 1.0  # before a worker is started again that ended before it was ready
STOP_SECONDS = 2 * SHUTDOWN_SECONDS  # for a worker to stop, before it is killed
REFUSED = 2  # exit code


def supervise(settings: Settings, sockets: list[socket.socket], on_ready: Callable[[], None]) -> None:
    logs.set_up(settings.log_level)
    with _stop_pipe() as stop:
        asyncio.run(_prepare_store(settings))
        Supervisor(settings, sockets, on_ready).run(stop)


async def _prepare_store(settings: Settings) -> None:
    """Set the store up once, and report its errors once, before the workers open it."""
    store = store_of(settings)
    await store.open()
    await store.close()


@contextmanager
def _stop_pipe() -> Iterator[Connection]:
    """A pipe that can be read after a signal to stop, so that one wait covers signals and workers."""
    reader, writer = Pipe(duplex=False)
    before = {number: signal.signal(number, lambda *_: writer.send_bytes(b"stop")) for number in ServerProcess.stop_signals}
    try:
        yield reader
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class Worker:
    """A child process and its lifetime pipe: the worker writes to it when it is ready, and stops when the supervisor closes it."""

    def __init__(self, settings: Settings, sockets: list[socket.socket], number: int) -> None:
        self.number, self.is_ready = number, False
        self.pipe, theirs = Pipe()
        self.process = start_child(
            f"filon-worker-{number}", work, settings, sockets, theirs, number, daemon=False, grace_seconds=STOP_SECONDS
        )
        theirs.close()

    def receive(self) -> None:
        """The worker is ready, or it has ended."""
        try:
            self.is_ready = bool(self.pipe.recv_bytes())
        except (EOFError, OSError):
            self.process.join()


class Supervisor:
    def __init__(self, settings: Settings, sockets: list[socket.socket], on_ready: Callable[[], None]) -> None:
        self._settings, self._sockets, self._on_ready = settings, sockets, on_ready
        self._workers: dict[int, Worker] = {}
        self._starts = dict.fromkeys(range(settings.workers), 0.0)  # by number: when it is to be started
        self._is_open = False

    def run(self, stop: Connection) -> None:
        try:
            while not stop.poll():
                self._start_due()
                self._wait(stop)
        finally:
            self._stop()

    def _start_due(self) -> None:
        for number in [number for number, at in self._starts.items() if at <= time.monotonic()]:
            del self._starts[number]
            self._workers[number] = Worker(self._settings, self._sockets, number)

    def _wait(self, stop: Connection) -> None:
        """Wait for a signal, for a message from a worker, or until the next start is due."""
        workers = list(self._workers.values())
        seconds = max(0.0, min(self._starts.values()) - time.monotonic()) if self._starts else None
        readable = wait([stop, *(worker.pipe for worker in workers)], seconds)
        for worker in workers:
            if worker.pipe in readable:
                self._receive(worker)

    def _receive(self, worker: Worker) -> None:
        worker.receive()
        if worker.process.exitcode is not None:
            self._ended(worker)
        elif not self._is_open and not self._starts and all(other.is_ready for other in self._workers.values()):
            self._is_open = True
            self._on_ready()

    def _ended(self, worker: Worker) -> None:
        """Before all workers are ready, one that cannot start stops the server; afterwards it is tried again."""
        del self._workers[worker.number]
        worker.pipe.close()
        if not self._is_open and not worker.is_ready:
            raise SettingRefused(f"worker {worker.number} could not be started; its error is above")
        logs.logger().warning("worker ended", worker=worker.number, code=worker.process.exitcode)
        self._starts[worker.number] = time.monotonic() + (0.0 if worker.is_ready else RESTART_SECONDS)

    def _stop(self) -> None:
        until = time.monotonic() + STOP_SECONDS
        for worker in self._workers.values():
            worker.pipe.close()
        for worker in self._workers.values():
            end_child(worker.process, max(0.0, until - time.monotonic()))


# In the worker's process


def work(settings: Settings, sockets: list[socket.socket], pipe: Connection, number: int) -> None:
    logs.set_up(settings.log_level, worker=number)
    try:
        run(WorkerProcess(settings, pipe, number), sockets)
    except (SettingRefused, StoreRefused) as error:
        print(f"filon: {error}", file=sys.stderr)
        sys.exit(REFUSED)


class WorkerProcess(ServerProcess):
    stop_signals = (signal.SIGTERM,)  # the supervisor handles Ctrl-C

    def __init__(self, settings: Settings, pipe: Connection, number: int) -> None:
        super().__init__(settings, self._report_ready, number)
        self._pipe = pipe

    def _report_ready(self) -> None:
        with suppress(OSError):  # closed already
            self._pipe.send_bytes(b"ready")

    async def run(self, sockets: list[socket.socket]) -> None:
        """The supervisor never writes: a readable pipe was closed, because it stops or has ended."""
        asyncio.get_running_loop().add_reader(self._pipe.fileno(), self._pipe_closed)
        await super().run(sockets)

    def _pipe_closed(self) -> None:
        asyncio.get_running_loop().remove_reader(self._pipe.fileno())
        self.stop()
