"""Several workers on one port, each with its own connections to the store: one that dies is started again, and all stop together."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, Pipe, wait

from filon.house.stores.store import StoreRefused
from filon.server.observe import logs
from filon.server.process.process import GRACE, Serving, run
from filon.server.process.robot_pools import UndisturbedProcess
from filon.server.process.stores import store_of
from filon.server.settings import SettingRefused, Settings

AGAIN = 1.0  # seconds before one is started that ended before it was ready
PATIENCE = 2 * GRACE  # seconds for a worker to stop
REFUSED = 2


def supervised(settings: Settings, sock: socket.socket, opened: Callable[[], None]) -> None:
    logs.set_up(settings.log_level)
    with _stops() as stops:
        asyncio.run(_prepared(settings))
        Supervisor(settings, sock, opened).run(stops)


async def _prepared(settings: Settings) -> None:
    """What is wrong with the store is said once, and its set-up is not left to all of them."""
    store = store_of(settings)
    await store.open()
    await store.close()


@contextmanager
def _stops() -> Iterator[Connection]:
    """Something to wait for beside the workers: it can be read once a signal came."""
    reader, writer = Pipe(duplex=False)
    before = {number: signal.signal(number, lambda *_: writer.send_bytes(b"stop")) for number in Serving.stops}
    try:
        yield reader
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class Worker:
    """A process, and the leash by which it says that it is ready; when the leash is let go, it stops."""

    def __init__(self, settings: Settings, sock: socket.socket, number: int) -> None:
        self.number, self.is_ready = number, False
        self.leash, end = Pipe()
        self.process = UndisturbedProcess(target=work, args=(settings, sock, end, number))
        self.process.start()
        end.close()

    def hear(self) -> None:
        """It is ready, or it has ended."""
        try:
            self.is_ready = bool(self.leash.recv_bytes())
        except (EOFError, OSError):
            self.process.join()

    def stop(self, until: float) -> None:
        self.process.join(max(0.0, until - time.monotonic()))
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join()


class Supervisor:
    def __init__(self, settings: Settings, sock: socket.socket, opened: Callable[[], None]) -> None:
        self._settings, self._sock, self._opened = settings, sock, opened
        self._workers: dict[int, Worker] = {}
        self._due = dict.fromkeys(range(settings.workers), 0.0)  # by number: when it is to be started
        self._is_open = False

    def run(self, stops: Connection) -> None:
        try:
            while not stops.poll():
                self._wait(stops)
        finally:
            self._stop()

    def _wait(self, stops: Connection) -> None:
        """Start who is due, wait for whatever comes next."""
        for number in [number for number, at in self._due.items() if at <= time.monotonic()]:
            del self._due[number]
            self._workers[number] = Worker(self._settings, self._sock, number)
        workers = list(self._workers.values())
        patience = max(0.0, min(self._due.values()) - time.monotonic()) if self._due else None
        heard = wait([stops, *(worker.leash for worker in workers)], patience)
        for worker in workers:
            if worker.leash in heard:
                self._hear(worker)

    def _hear(self, worker: Worker) -> None:
        worker.hear()
        if worker.process.exitcode is not None:
            self._ended(worker)
        elif not self._is_open and not self._due and all(other.is_ready for other in self._workers.values()):
            self._is_open = True
            self._opened()

    def _ended(self, worker: Worker) -> None:
        """Before the doors open, one that cannot start is a reason to stop; afterwards what ails it may pass."""
        del self._workers[worker.number]
        worker.leash.close()
        if not self._is_open and not worker.is_ready:
            raise SettingRefused(f"worker {worker.number} could not be started; what it said is above")
        logs.logger().warning("worker ended", worker=worker.number, code=worker.process.exitcode)
        self._due[worker.number] = time.monotonic() + (0.0 if worker.is_ready else AGAIN)

    def _stop(self) -> None:
        until = time.monotonic() + PATIENCE
        for worker in self._workers.values():
            worker.leash.close()
        for worker in self._workers.values():
            worker.stop(until)


# In the worker's own process


def work(settings: Settings, sock: socket.socket, leash: Connection, number: int) -> None:
    """Ctrl-C is heard by whoever holds the leash."""
    logs.set_up(settings.log_level, worker=number)
    try:
        run(Leashed(settings, leash, number), sock)
    except (SettingRefused, StoreRefused) as error:
        print(f"filon: {error}", file=sys.stderr)
        sys.exit(REFUSED)


class Leashed(Serving):
    stops = (signal.SIGTERM,)

    def __init__(self, settings: Settings, leash: Connection, number: int) -> None:
        super().__init__(settings, self._ready, number)
        self._leash = leash

    def _ready(self) -> None:
        with suppress(OSError):  # let go already
            self._leash.send_bytes(b"ready")

    async def run(self, sock: socket.socket) -> None:
        """Nothing is ever said to us: a leash that can be read was let go, by a stop or by a death."""
        loop = asyncio.get_running_loop()
        loop.add_reader(self._leash.fileno(), self._let_go)
        await super().run(sock)

    def _let_go(self) -> None:
        asyncio.get_running_loop().remove_reader(self._leash.fileno())
        self.stop()
