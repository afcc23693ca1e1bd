"""One process that serves: a store, a House and an application behind a port, until it is told to stop."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import uvloop
from aiohttp import web

from filon import __version__
from filon.house.service import House
from filon.house.stores.store import MOST_AHEAD
from filon.server.access.addresses import BACKLOG, addresses
from filon.server.app import SHUTDOWN_SECONDS, build, runner
from filon.server.http.replays import replay_pool
from filon.server.observe import logs
from filon.server.observe.connections import ConnectionLog
from filon.server.observe.metrics import Metrics
from filon.server.process.robot_pools import robot_pools
from filon.server.process.stores import place_of, store_of
from filon.server.settings import ROBOT_PAUSE, Settings

GC_THRESHOLDS = 20_000, 1_000, 100  # new objects before the garbage collector looks for cycles, which takes a moment; rooms have none

CLOCK_NOTICE = 1_000  # milliseconds that the store may be ahead of the clock without a word
AHEAD = "the last entry is later than this machine's clock; the tables' time goes on from it"
FAR_AHEAD = "the last entry is more than a day later than this machine's clock; tables of that time stand still until the clock reaches it"


def run(process: ServerProcess, sockets: list[socket.socket]) -> None:
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as loop:
        loop.run(process.run(sockets))


class ServerProcess:
    """`number` is that of a worker among several; `on_ready` is called once the port is served."""

    stop_signals: tuple[signal.Signals, ...] = (signal.SIGINT, signal.SIGTERM)

    def __init__(self, settings: Settings, on_ready: Callable[[], None], number: int = 0) -> None:
        self.settings, self.number, self._on_ready = settings, number, on_ready
        self.metrics, self.store, self.robots = Metrics(), store_of(settings), robot_pools(settings.workers)
        self.replays = replay_pool()
        self.house = House(
            self.store,
            self.metrics.counted(self.robots),
            failed=logs.failed,
            untimed_pause=ROBOT_PAUSE[settings.robots],
            observer=self.metrics,
        )
        self.metrics.rooms.set_function(lambda: len(self.house.rooms.loaded))
        self._stopping = asyncio.Event()
        self._is_ready = False

    async def run(self, sockets: list[socket.socket]) -> None:
        with self._metrics_served():
            serving = asyncio.ensure_future(self._serve(sockets))
            for number in self.stop_signals:
                asyncio.get_running_loop().add_signal_handler(number, self._signalled, number, serving)
            try:
                with suppress(asyncio.CancelledError):
                    await serving
            finally:
                await self._close()

    async def _serve(self, sockets: list[socket.socket]) -> None:
        await self.store.open()
        self._check_clock()
        served = runner(build(self.house, self.settings, self.replays, observer=ConnectionLog(self.metrics)))
        try:
            await served.setup()
            for sock in sockets:
                await web.SockSite(served, sock, backlog=BACKLOG).start()
            self._ready()
            await self._stopping.wait()
        finally:
            await served.cleanup()

    def _check_clock(self) -> None:
        """A last entry that is later than now: this clock is wrong, or an earlier one was."""
        if self.store.ahead > CLOCK_NOTICE:
            said = AHEAD if self.store.ahead <= MOST_AHEAD else FAR_AHEAD
            logs.logger().warning("clock behind the store", seconds=self.store.ahead // 1000, said=said)

    def _signalled(self, number: signal.Signals, serving: asyncio.Future[None]) -> None:
        """Before the server is ready, and at a second Ctrl-C, nothing is waited for."""
        if not self._is_ready or (self._stopping.is_set() and number == signal.SIGINT):
            serving.cancel()
        self.stop()

    def stop(self) -> None:
        """Commands that have begun are stored. A robot that still thinks after SHUTDOWN_SECONDS is asked again later."""
        self._stopping.set()
        asyncio.get_running_loop().call_later(SHUTDOWN_SECONDS, self.robots.stop)

    async def _close(self) -> None:
        await self.store.close()
        self.robots.stop()
        self.replays.stop()
        if self._is_ready:
            logs.logger().info("stopped")

    def _ready(self) -> None:
        logs.logger().info("started", version=__version__, address=addresses(self.settings)[0], store=place_of(self.settings))
        self._is_ready = True
        self.robots.start()
        self._on_ready()

    @contextmanager
    def _metrics_served(self) -> Iterator[None]:
        """Each worker has its own port: their counts differ."""
        if not self.settings.metrics_port:
            yield
            return
        stop = self.metrics.serve(self.settings.metrics_port + self.number)
        try:
            yield
        finally:
            stop()
