"""Metrics for Prometheus, on a port of their own that only this machine reaches."""

from __future__ import annotations

from collections.abc import Callable
from wsgiref.simple_server import WSGIServer

from prometheus_client import CollectorRegistry, Gauge, disable_created_metrics, start_http_server
from prometheus_client.process_collector import ProcessCollector

from filon.house.errors import CommandRefused
from filon.house.protocol import Command
from filon.house.robots.pool import AskRobot, Question
from filon.house.room.events import Entry, Moved
from filon.house.stores.store import NoSuchTable, StoreRefused
from filon.server.access.addresses import LOOPBACK, cannot_listen
from filon.server.observe.counters import Counter, Histogram
from filon.server.observe.logs import logger

disable_created_metrics()  # type: ignore[no-untyped-call]  # the time of each metric's first value, which has no use here
SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
HELD_BACK = "by the clock they are older than --keep-days, but the store was not served on as many days since; is the clock right?"
STALL_SECONDS = (0.5, 1, 2, 5, 10, 30, 60, 300)
LATE_SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300)


class Metrics:
    """All metrics of one process; the observer of its House, which also logs what became of old tables."""

    def __init__(self) -> None:
        own = self.registry = CollectorRegistry()
        ProcessCollector(registry=own)
        self.moves = Counter("filon_moves_kept", "Moves of seats and of the house in the store", (), own)
        self.commands = Counter("filon_commands", "Commands at tables, and their outcome", ("kind", "outcome"), own)
        self.connections = Gauge("filon_connections", "Open WebSocket connections", registry=own)
        self.refused = Counter("filon_connections_refused", "Refused WebSocket connections", (), own)
        self.rooms = Gauge("filon_open_rooms", "Tables in memory", registry=own)
        self.append = Histogram("filon_append_seconds", "From handing an entry to the store until it is stored", SECONDS, own)
        self.news = Histogram("filon_news_seconds", "From a line's arrival until its update is made for a client", SECONDS, own)
        self.late = Histogram("filon_hourglass_late_seconds", "From the time of a timer until a worker claims it", LATE_SECONDS, own)
        self.forgotten = Counter("filon_tables_forgotten", "Tables deleted by --keep-days", (), own)
        self.stall = Histogram("filon_stall_seconds", "How long the event loop stood still", STALL_SECONDS, own)
        self.thinking = Gauge("filon_robots_thinking", "Robots that think", registry=own)

    def serve(self, port: int) -> Callable[[], None]:
        """Serve the metrics on this port until the returned function is called."""
        try:
            server, thread = start_http_server(port, LOOPBACK[0], self.registry)
        except OSError as error:
            raise cannot_listen(LOOPBACK[0], port, error) from None
        return lambda: _stop(server, thread.join)

    def counted(self, think: AskRobot) -> AskRobot:
        async def counted_think(question: Question) -> int:
            with self.thinking.track_inprogress():
                return await think(question)

        return counted_think

    # As the observer of a House

    def command_run(self, command: Command, error: Exception | None) -> None:
        self.commands.add(str(type(command).__struct_config__.tag), _outcome(error))

    def appended(self, entry: Entry, seconds: float) -> None:
        self.append.add(seconds)
        self.moves.add(times=[type(line) for line in entry.events].count(Moved))

    def told(self, milliseconds: int) -> None:
        self.news.add(milliseconds / 1000)

    def timer_claimed(self, milliseconds: int) -> None:
        self.late.add(milliseconds / 1000)

    def expired(self, deleted: int, held_back: int) -> None:
        self.forgotten.add(times=deleted)
        if deleted:
            logger().info("tables forgotten", tables=deleted)
        if held_back:
            logger().warning("tables held back", tables=held_back, said=HELD_BACK)

    def stalled(self, milliseconds: int) -> None:
        self.stall.add(milliseconds / 1000)
        logger().info("stalled", seconds=milliseconds / 1000)


def _stop(server: WSGIServer, join: Callable[[], None]) -> None:
    server.shutdown()
    server.server_close()
    join()


def _outcome(error: Exception | None) -> str:
    """A key, never a sentence: there are not many of them."""
    match error:
        case None:
            return "done"
        case CommandRefused():
            return error.key
        case NoSuchTable():
            return "no-such-table"
        case StoreRefused():
            return "store-refused"
    return "failed"
