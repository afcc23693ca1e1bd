"""What the server counts and measures, for Prometheus; asked for on a port of its own, which only this machine reaches."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, cast
from wsgiref.simple_server import WSGIServer

from prometheus_client import CollectorRegistry, Counter, Gauge, disable_created_metrics, start_http_server
from prometheus_client.process_collector import ProcessCollector

from filon.house import protocol
from filon.house.commands.permissions import Caller
from filon.house.errors import CommandRefused
from filon.house.robots.pool import AskRobot, Question
from filon.house.room.events import Entry, Moved
from filon.house.rooms import LoadedRoom
from filon.house.service import House
from filon.house.stores.store import TIME, Card, NoSuchTable, Store, StoreRefused, Timer, Timers
from filon.house.updates.updates import Subscriber
from filon.server.observe.counters import Count, Spread
from filon.server.process.addresses import cannot_listen
from filon.server.settings import LOCAL

disable_created_metrics()  # type: ignore[no-untyped-call]  # when each began to be counted, which nobody asks
QUICK = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
LATE = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300)


class Metrics:
    """All of one process; `serve` lets them be asked for."""

    def __init__(self) -> None:
        own = self.registry = CollectorRegistry()
        ProcessCollector(registry=own)
        self.moves = Count("filon_moves_kept", "Moves of seats and of the house that are in the store", (), own)
        self.asks = Count("filon_asks", "What was asked at tables, and what came of it", ("kind", "outcome"), own)
        self.connections = Gauge("filon_connections", "Windows that are connected", registry=own)
        self.refused = Counter("filon_connections_refused", "Connections that were refused", registry=own)
        self.rooms = Gauge("filon_open_rooms", "Tables in memory", registry=own)
        self.append = Spread("filon_append_seconds", "From handing an entry to the store until it is kept", QUICK, own)
        self.news = Spread("filon_news_seconds", "From a line's arrival until its news is made for a window", QUICK, own)
        self.late = Spread("filon_hourglass_late_seconds", "How late the house's own time was noticed", LATE, own)
        self.thinking = Gauge("filon_robots_thinking", "Robots that think", registry=own)

    def serve(self, port: int) -> Callable[[], None]:
        """Until what is returned is called."""
        try:
            server, thread = start_http_server(port, LOCAL, self.registry)
        except OSError as error:
            raise cannot_listen(LOCAL, port, error) from None
        return lambda: _stop(server, thread.join)


def _stop(server: WSGIServer, join: Callable[[], None]) -> None:
    server.shutdown()
    server.server_close()
    join()


# Around the store, the robots and the house


class _Measured:
    """A store whose appends are timed and whose late wakes are noticed; all else it does itself."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store, self._metrics = store, metrics
        self.now = store.now

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(self, table: str, entry: Entry, card: Card | None = None, timers: Timers | None = None) -> None:
        began = time.perf_counter()
        await self._store.append(table, entry, card, timers)
        self._metrics.append.add(time.perf_counter() - began)
        self._metrics.moves.add(times=[type(line) for line in entry.lines].count(Moved))

    async def claim(self, lease: int, limit: int = 100) -> list[Timer]:
        wakes = await self._store.claim(lease, limit)
        for wake in wakes:
            if wake.kind == TIME:
                self._metrics.late.add(max(0, self.now() - wake.at) / 1000)
        return wakes


def measured(store: Store, metrics: Metrics) -> Store:
    return cast(Store, _Measured(store, metrics))


def counted(think: AskRobot, metrics: Metrics) -> AskRobot:
    async def thinking(question: Question) -> int:
        with metrics.thinking.track_inprogress():
            return await think(question)

    return thinking


class WatchedHouse(House):
    """A house that is counted from outside."""

    def __init__(self, metrics: Metrics, store: Store, think: AskRobot, failed: Callable[[BaseException], None], calm: int = 0) -> None:
        super().__init__(measured(store, metrics), counted(think, metrics), failed=failed, untimed_pause=calm)
        self.metrics = metrics
        metrics.rooms.set_function(lambda: len(self.rooms.loaded))

    async def run(self, table: str, caller: Caller, ask: protocol.AnyAsk) -> protocol.Done:
        outcome = "done"
        try:
            return await super().run(table, caller, ask)
        except Exception as error:
            outcome = _outcome(error)
            raise
        finally:
            self.metrics.asks.add(str(type(ask).__struct_config__.tag), outcome)

    def news(self, hosted: LoadedRoom, subscriber: Subscriber, now: int) -> bytes:
        log, unheard = hosted.room.log, max(subscriber.heard, subscriber.joined)  # what was before the window came, it did not wait for
        if unheard < len(log):
            self.metrics.news.add((now - log[unheard][0]) / 1000)
        return super().news(hosted, subscriber, now)


def _outcome(error: Exception) -> str:
    """A key, never a sentence: there are not many of them."""
    match error:
        case CommandRefused():
            return error.reason
        case NoSuchTable():
            return "no-such-table"
        case StoreRefused():
            return "store-refused"
    return "failed"
