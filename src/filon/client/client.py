"""A Filon server seen from outside: its games and tables over HTTP, and a door to each table."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import Any, Self, TypeVar

import httpx
import msgspec

from filon.client.connection import TRIES, Refused
from filon.client.rate_limit import RATE
from filon.client.table import Table
from filon.core.seats import SPECTATOR
from filon.house import protocol

T = TypeVar("T")
PATIENCE = 30.0  # seconds for an answer over HTTP
ADDRESS = re.compile("https?://[^/]")
JSON = {"Content-Type": "application/json"}


class Client:
    """One device. Its token holds its seats: keep it to come back to them. `rate` is messages a second; None sets no limit."""

    def __init__(self, address: str = "http://localhost:8000", token: str | None = None, rate: float | None = RATE) -> None:
        if not ADDRESS.match(address):
            raise ValueError(f"expected the address of a server, such as http://localhost:8000; found {address!r}")
        self.address, self.token, self.rate = address.rstrip("/"), token or secrets.token_urlsafe(32), rate
        self.socket = f"ws{self.address.removeprefix('http')}/ws"
        self._http = httpx.AsyncClient(base_url=f"{self.address}/api/", headers={"Authorization": f"Bearer {self.token}"}, timeout=PATIENCE)
        self._moves: dict[str, protocol.Moves] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def games(self) -> list[protocol.GameCard]:
        return (await self._get("games", protocol.Games)).games

    async def moves(self, game: str) -> protocol.Moves:
        """What each id of this game's moves stands for."""
        if game not in self._moves:
            self._moves[game] = await self._get(f"games/{game}/moves", protocol.Moves)
        return self._moves[game]

    async def tables(self) -> protocol.Tables:
        """Our own, and those open to everybody."""
        return await self._get("tables", protocol.Tables)

    async def open_table(self, game: str, seats: int, robots: Sequence[str] = (), **more: Any) -> protocol.Made:
        """A new table; we are its host. More: options, name, entropy, is_public, pace, begin (protocol.NewTable)."""
        asked = protocol.NewTable(game, seats, robots=list(robots), **more)
        return _read(await self._http.post("tables", content=msgspec.json.encode(asked), headers=JSON), protocol.Made)

    async def game_file(self, table: str, invite: str = "") -> dict[str, Any]:
        """A finished game, whole, with everything that proves it."""
        return await self._get(f"tables/{table}/game.json", dict[str, Any], invite=invite)

    async def delete(self, table: str) -> None:
        """Forget a table of ours that is over."""
        _checked(await self._http.post(f"tables/{table}/delete"))

    def at(self, table: str, seat: int | None = None, invite: str = "", after: int = 0, carry: str = "", tries: int = TRIES) -> Table:
        """Go to a table. `after` is the last line heard before; `carry` a pass that moves the seat to us."""
        hello = protocol.Hello(table, SPECTATOR if seat is None else seat, after, self.token, invite, carry)
        return Table(self, hello, seat is None, tries)

    async def _get(self, path: str, kind: type[T], **query: str) -> T:
        return _read(await self._http.get(path, params=query), kind)


def _read(response: httpx.Response, kind: type[T]) -> T:
    return msgspec.json.decode(_checked(response).content, type=kind)


def _checked(response: httpx.Response) -> httpx.Response:
    """What the server refuses, it refuses by name."""
    if response.is_success:
        return response
    try:
        problem = msgspec.json.decode(response.content, type=protocol.Problem)
    except msgspec.MsgspecError:
        raise Refused("no-answer", detail=f"{response.status_code} {response.reason_phrase}") from None
    raise Refused(problem.reason, detail=problem.detail)
