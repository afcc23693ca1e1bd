"""One process that serves: a store, a house and an application behind a port, until somebody says stop."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import uvicorn
import uvloop
from starlette.types import ASGIApp

from filon import __version__
from filon.server.app import build
from filon.server.observe import logs
from filon.server.observe.metrics import Metrics, WatchedHouse
from filon.server.observe.middleware import Watched
from filon.server.process.addresses import addresses
from filon.server.process.robot_pools import beside
from filon.server.process.stores import place_of, store_of
from filon.server.settings import CALM, Settings
from filon.server.ws import stack

RARELY = 20_000, 1_000, 100  # new objects before cycles are looked for among them, which takes a moment; rooms are large and have none
GRACE = 5  # seconds for what has been begun


def run(serving: Serving, sock: socket.socket) -> None:
    gc.freeze()
    gc.set_threshold(*RARELY)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serving.run(sock))


class Serving:
    """Of several workers, that of this number."""

    stops: tuple[signal.Signals, ...] = (signal.SIGINT, signal.SIGTERM)

    def __init__(self, settings: Settings, opened: Callable[[], None], number: int = 0) -> None:
        self.settings, self.number, self._opened = settings, number, opened
        self.metrics, self.store, self.thinkers = Metrics(), store_of(settings), beside(settings.workers)
        self.house = WatchedHouse(self.metrics, self.store, self.thinkers, logs.failed, CALM[settings.robots])
        self.server = Server(config(Watched(build(self.house, settings), self.metrics), settings), self._begun)

    async def run(self, sock: socket.socket) -> None:
        with self._measured():
            opening = asyncio.ensure_future(self.store.open())
            for number in self.stops:
                asyncio.get_running_loop().add_signal_handler(number, self._signalled, number, opening)
            try:
                with suppress(asyncio.CancelledError):
                    await opening
                    await self.server.serve([sock])
            finally:
                await self._left()

    def _signalled(self, number: signal.Signals, opening: asyncio.Future[None]) -> None:
        """Ctrl-C again: without waiting for anybody."""
        opening.cancel()
        self.server.force_exit = self.server.should_exit and number == signal.SIGINT
        self.stop()

    def stop(self) -> None:
        """What has been begun is kept; a robot that still thinks after a while will think again elsewhere, or tomorrow."""
        self.server.should_exit = True
        asyncio.get_running_loop().call_later(GRACE, self.thinkers.leave)

    async def _left(self) -> None:
        await self.store.close()
        self.thinkers.leave()
        if self.server.started:
            logs.logger().info("stopped")

    def _begun(self) -> None:
        logs.logger().info("started", version=__version__, address=addresses(self.settings)[0], store=place_of(self.settings))
        self.thinkers.begin()
        self._opened()

    @contextmanager
    def _measured(self) -> Iterator[None]:
        """Each worker has its own port: what they count is not the same."""
        if not self.settings.metrics_port:
            yield
            return
        stop = self.metrics.serve(self.settings.metrics_port + self.number)
        try:
            yield
        finally:
            stop()


class Server(uvicorn.Server):
    """Tells when it listens; signals are handled by whoever runs it."""

    def __init__(self, config: uvicorn.Config, opened: Callable[[], None]) -> None:
        super().__init__(config)
        self._opened = opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and not self.should_exit:
            self._opened()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def config(app: ASGIApp, settings: Settings) -> uvicorn.Config:
    """The log is ours (logs.py): uvicorn's own, at a low level, would tell every message with its secrets."""
    ours: dict[str, Any] = {"log_config": None, "log_level": None, "timeout_graceful_shutdown": GRACE}
    return stack.config(app, settings, loop="uvloop", interface="asgi3", **ours)
