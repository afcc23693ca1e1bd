"""Client of a Filon server: its games and tables over HTTP, and a Table for each WebSocket."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import Any, Self, TypeVar

import aiohttp
import msgspec

from filon.client.connection import TRIES, Refused
from filon.client.rate_limit import RATE
from filon.client.table import Table
from filon.core.seats import SPECTATOR
from filon.house import protocol
from filon.house.room.events import ENCODER

T = TypeVar("T")
HTTP_SECONDS = 30.0  # for an answer over HTTP
ADDRESS = re.compile("https?://[^/]")
JSON = {"Content-Type": "application/json"}


class Client:
    """One device. Its token holds its seats: keep it to come back to them. `rate` is messages a second; None sets no limit."""

    def __init__(self, address: str = "http://localhost:8000", token: str | None = None, rate: float | None = RATE) -> None:
        if not ADDRESS.match(address):
            raise ValueError(f"expected the address of a server, such as http://localhost:8000; found {address!r}")
        self.address, self.token, self.rate = address.rstrip("/"), token or secrets.token_urlsafe(32), rate
        self.socket = f"ws{self.address.removeprefix('http')}/ws"
        self._moves: dict[str, protocol.Moves] = {}

    async def __aenter__(self) -> Self:
        headers = {"Authorization": f"Bearer {self.token}"}
        self.http = aiohttp.ClientSession(f"{self.address}/api/", headers=headers, timeout=aiohttp.ClientTimeout(HTTP_SECONDS))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.close()

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
        made = await self._fetch("POST", "tables", data=ENCODER.encode(asked), headers=JSON)
        return msgspec.json.decode(made, type=protocol.Made)

    async def game_file(self, table: str, invite: str = "") -> dict[str, Any]:
        """A finished game, whole, with everything that proves it."""
        return await self._get(f"tables/{table}/game.json", dict[str, Any], params={"invite": invite})

    async def delete(self, table: str) -> None:
        """Forget a table of ours that is over."""
        await self._fetch("POST", f"tables/{table}/delete")

    def at(self, table: str, seat: int | None = None, invite: str = "", after: int = 0, carry: str = "", tries: int = TRIES) -> Table:
        """Go to a table. `after` is the last line heard before; `carry` a pass that moves the seat to us."""
        hello = protocol.Hello(table, SPECTATOR if seat is None else seat, after, self.token, invite, carry)
        return Table(self, hello, seat is None, tries)

    async def _get(self, path: str, kind: type[T], **more: Any) -> T:
        return msgspec.json.decode(await self._fetch("GET", path, **more), type=kind)

    async def _fetch(self, method: str, path: str, **more: Any) -> bytes:
        async with self.http.request(method, path, **more) as response:
            body = await response.read()
        _check(response, body)
        return body


def _check(response: aiohttp.ClientResponse, body: bytes) -> None:
    """Every refusal of the server has a reason."""
    if response.ok:
        return
    try:
        problem = msgspec.json.decode(body, type=protocol.Problem)
    except msgspec.MsgspecError:
        raise Refused("no-answer", detail=f"{response.status} {response.reason}") from None
    raise Refused(problem.reason, detail=problem.detail)
