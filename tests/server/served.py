"""A real server on a free port, in the loop of the test, with a store on the disk; its clocks go when the test says so."""

from __future__ import annotations

import asyncio
import atexit
import heapq
import itertools
import logging
import os
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import uvloop
from aiohttp import web

from filon.core.game import Game, found, load
from filon.house.robots.pool import AskRobot, ask_in_process
from filon.house.service import House
from filon.house.stores.postgres.store import PostgresStore
from filon.house.stores.sqlite.store import SQLiteStore, steady_clock
from filon.server.access.limits import Cancellable, Limits, LoopClock, Rate
from filon.server.app import build, runner
from filon.server.http.replays import replay_pool
from filon.server.observe.connections import ConnectionObserver
from filon.server.settings import Settings
from tests.server.devices import Device

TOO_LONG = 6 * 3600 if os.environ.get("FILON_SOAK") else 600  # seconds: whatever hangs fails, and whatever is only slow does not
OFTEN = Rate(1_000_000, 1)
AMPLE = Limits(
    connections_per_address=10_000,
    tcp_connections_per_address=10_000,
    tables=OFTEN,
    replays=OFTEN,
    hints=OFTEN,
    lines=OFTEN,
    messages=OFTEN,
)
REPLAYS = replay_pool()  # one for all tests of a process: starting a child takes half a second
atexit.register(REPLAYS.stop)


def a_game(is_timed: bool = False) -> Game:
    """The first box found of this kind."""
    return next(game for game in map(load, found()) if game.timed == is_timed)


class Hands(LoopClock):
    """A clock whose hands are moved by the test, in seconds."""

    def __init__(self) -> None:
        self._at, self._number = 0.0, itertools.count()
        self._due: list[tuple[float, int, Alarm]] = []

    def now(self) -> float:
        return self._at

    def later(self, seconds: float, do: Callable[[], None]) -> Cancellable:
        alarm = Alarm(do)
        heapq.heappush(self._due, (self._at + seconds, next(self._number), alarm))
        return alarm

    def move(self, seconds: float) -> None:
        until = self._at + seconds
        while self._due and self._due[0][0] <= until:
            self._at, _, alarm = heapq.heappop(self._due)
            alarm.ring()
        self._at = until


class Alarm:
    def __init__(self, do: Callable[[], None]) -> None:
        self._do: Callable[[], None] | None = do

    def cancel(self) -> None:
        self._do = None

    def ring(self) -> None:
        if self._do:
            self._do()


class Overheard(logging.Handler):
    """Errors that libraries log."""

    def __init__(self, failures: list[object]) -> None:
        super().__init__(logging.ERROR)
        self._failures = failures

    def emit(self, record: logging.LogRecord) -> None:
        self._failures.append(self.format(record))


class Served:
    """A house that is open to everybody who knows its port."""

    app: web.Application

    def __init__(self, house: House, settings: Settings, hands: Hands) -> None:
        self.house, self.settings, self.hands = house, settings, hands
        self.failures: list[object] = []  # what the house, the application or aiohttp complains of
        house.failed = self.failures.append
        self._stack = AsyncExitStack()
        self.later = 0  # milliseconds that the store's clock is ahead

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.settings.port}"

    @property
    def socket(self) -> str:
        return f"ws://127.0.0.1:{self.settings.port}/ws"

    def http(self, **headers: str) -> httpx.AsyncClient:
        """A client that remembers its cookies; what is not closed by the test is closed after it."""
        client = httpx.AsyncClient(base_url=self.origin, headers=headers, timeout=TOO_LONG)
        self._stack.push_async_callback(client.aclose)
        return client

    async def browser(self) -> Device:
        """A browser with this server's page open: it has a cookie."""
        device = Device(self, self.http(Origin=self.origin))
        (await device.http.post("/api/device")).raise_for_status()
        return device

    async def outsider(self) -> Device:
        """A program: it has a token, and no Origin."""
        async with httpx.AsyncClient(base_url=self.origin, timeout=TOO_LONG) as asking:
            token = (await asking.post("/api/device")).json()["token"]
        return Device(self, self.http(Authorization=f"Bearer {token}"), token)

    def closing(self, close: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._stack.push_async_callback(close)

    def keep_open(self) -> None:
        """Keep all that was opened until the server stops."""
        self._stack.pop_all()

    async def close(self) -> None:
        await self._stack.aclose()


@asynccontextmanager
async def served(
    folder: Path,
    limits: Limits = AMPLE,
    hands: Hands | None = None,
    port: int = 0,
    pause: float = 0,
    kind: type[SQLiteStore] = SQLiteStore,
    observer: ConnectionObserver | None = None,
    **settings: Any,
) -> AsyncIterator[Served]:
    listening = socket.create_server(("127.0.0.1", port))
    set_to = Settings(str(folder / "filon.db"), **{"host": "127.0.0.1", **settings}, port=listening.getsockname()[1], log_level="error")
    real = steady_clock()
    store = kind(Path(set_to.store), lambda: real() + here.later if here else real())
    here: Served | None = None
    await store.open()
    here = Served(House(store, ask_in_process, pause), set_to, hands or Hands())
    async with opened(here, listening, limits, observer):
        yield here


@asynccontextmanager
async def workers(url: str, think: AskRobot = ask_in_process) -> AsyncIterator[tuple[Served, Served]]:
    """Two servers on one PostgreSQL, as two workers are."""
    async with AsyncExitStack() as stack:
        yield await stack.enter_async_context(worker(url, think)), await stack.enter_async_context(worker(url, think))


@asynccontextmanager
async def worker(url: str, think: AskRobot) -> AsyncIterator[Served]:
    store, listening = PostgresStore(url), socket.create_server(("127.0.0.1", 0))
    await store.open()
    here = Served(House(store, think, 0), Settings(url, port=listening.getsockname()[1], log_level="error"), Hands())
    async with opened(here, listening):
        yield here


@asynccontextmanager
async def opened(
    here: Served, listening: socket.socket, limits: Limits = AMPLE, observer: ConnectionObserver | None = None
) -> AsyncIterator[None]:
    here.app = build(here.house, here.settings, REPLAYS, clock=here.hands, limits=limits, observer=observer)
    overheard = Overheard(here.failures)
    logging.getLogger().addHandler(overheard)
    served = runner(here.app)
    await served.setup()
    await web.SockSite(served, listening).start()
    try:
        yield
    finally:
        await here.close()
        await served.cleanup()
        await REPLAYS.settled()
        await here.house.store.close()
        logging.getLogger().removeHandler(overheard)
    assert here.failures == [], here.failures


def told(story: Coroutine[Any, Any, None]) -> None:
    """Run a test's story in the loop that serves in earnest."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(asyncio.wait_for(story, TOO_LONG))
