"""What all requests and sockets of one server share."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

from filon.house.records.game_file import GameFile
from filon.house.service import House
from filon.server.access.limits import Buckets, Clock, Guests, Limits


@dataclass
class Desk:
    house: House
    origins: frozenset[str]
    clock: Clock = field(default_factory=Clock)
    limits: Limits = field(default_factory=Limits)
    guests: Guests = field(init=False)
    tables: Buckets = field(init=False)
    replays: Buckets = field(init=False)
    hints: Buckets = field(init=False)
    replaying: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))  # whoever looks back does not hold up those who play
    files: dict[str, GameFile] = field(default_factory=dict)  # of games that are over, by table

    def __post_init__(self) -> None:
        self.guests = Guests(self.limits.connections)
        self.tables = Buckets(self.limits.tables, self.clock)
        self.hints = Buckets(self.limits.hints, self.clock)
        self.replays = Buckets(self.limits.replays, self.clock)

    def is_foreign(self, connection: HTTPConnection) -> bool:
        """Whether a browser says that a page of somebody else's sends this."""
        return any(origin not in self.origins for origin in connection.headers.getlist("origin"))


def desk_of(connection: HTTPConnection) -> Desk:
    desk: Desk = connection.app.state.desk
    return desk


def address_of(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""
