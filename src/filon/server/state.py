"""State that all requests and sessions of one server share."""

from __future__ import annotations

from dataclasses import dataclass, field

from aiohttp import web

from filon.house.jobs.worker_pool import WorkerPool
from filon.house.records.game_file import GameFile
from filon.house.service import House
from filon.server.access.hosts import host_names, is_known
from filon.server.access.limits import AddressBuckets, ConnectionCounts, Limits, LoopClock
from filon.server.access.proxies import Proxies
from filon.server.access.transfers import Transfers
from filon.server.observe.connections import ConnectionObserver


@dataclass
class AppState:
    house: House
    origins: frozenset[str]
    replay_pool: WorkerPool
    transfers: Transfers
    proxies: Proxies = field(default_factory=Proxies)
    clock: LoopClock = field(default_factory=LoopClock)
    limits: Limits = field(default_factory=Limits)
    observer: ConnectionObserver = field(default_factory=ConnectionObserver)
    hosts: frozenset[str] = field(init=False)
    connections: ConnectionCounts = field(init=False)  # WebSockets
    tcp_connections: ConnectionCounts = field(init=False)  # of plain HTTP too
    tables: AddressBuckets = field(init=False)
    replays: AddressBuckets = field(init=False)
    hints: AddressBuckets = field(init=False)
    lines: AddressBuckets = field(init=False)
    files: dict[tuple[str, ...], GameFile] = field(default_factory=dict)  # of finished games, by table and names

    def __post_init__(self) -> None:
        self.hosts = host_names(self.origins)
        self.connections = ConnectionCounts(self.limits.connections_per_address)
        self.tcp_connections = ConnectionCounts(self.limits.tcp_connections_per_address)
        self.tables = AddressBuckets(self.limits.tables, self.clock)
        self.hints = AddressBuckets(self.limits.hints, self.clock)
        self.lines = AddressBuckets(self.limits.lines, self.clock)
        self.replays = AddressBuckets(self.limits.replays, self.clock)

    def is_called(self, request: web.Request) -> bool:
        """Whether the request calls this server by a name of its own."""
        return is_known(request.headers.get("Host", ""), self.hosts)

    def is_foreign(self, request: web.Request) -> bool:
        """Whether a browser names a page of another site."""
        return any(origin not in self.origins for origin in request.headers.getall("Origin", ()))


STATE = web.AppKey("state", AppState)


def state_of(request: web.Request) -> AppState:
    return request.app[STATE]


def address_of(request: web.Request) -> str:
    return request.remote or ""
