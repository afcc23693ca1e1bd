"""Devices and their windows, as the tests use them: real HTTP, real WebSockets."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
from msgspec import structs
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from filon.core.seats import SPECTATOR
from filon.house import protocol
from filon.house.commands.seats import digest

if TYPE_CHECKING:
    from tests.server.served import Served

DECODER = msgspec.json.Decoder(protocol.ToClient)
NUMBERS = itertools.count(1)


class Closed(Exception):
    """The server closed this window."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"{code} {reason}")
        self.code, self.reason = code, reason


class Device:
    def __init__(self, server: Served, http: httpx.AsyncClient, token: str | None = None) -> None:
        self.server, self.http, self.token = server, http, token

    @property
    def secret(self) -> str:
        return self.token or self.http.cookies["filon"]

    @property
    def holder(self) -> str:
        return digest(self.secret)

    async def open(self, game: str, seats: int = 2, **asked: Any) -> protocol.Made:
        sent = msgspec.json.encode(protocol.NewTable(game, seats, **asked))
        response = await self.http.post("/api/tables", content=sent)
        assert response.status_code == 201, response.text
        return msgspec.json.decode(response.content, type=protocol.Made)

    async def window(self, **how: Any) -> Window:
        """A socket that has said nothing yet."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        headers = {} if self.token else {"Cookie": cookies}
        origin = None if self.token else Origin(self.server.origin)
        plain: dict[str, Any] = {"compression": None, "max_size": None, "ping_interval": None, "open_timeout": None}
        socket = await connect(self.server.socket, origin=origin, additional_headers=headers, **plain, **how)
        self.server.closing(socket.close)
        return Window(socket, self.token)

    async def at(self, table: str, seat: int = SPECTATOR, *, how: dict[str, Any] | None = None, **hello: Any) -> Window:
        """A window that has been welcomed, and told where things stand."""
        window = await self.window(**(how or {}))
        await window.hello(table, seat, **hello)
        return window


class Window:
    """A device keeps every message; a wait reads until the awaited one comes."""

    def __init__(self, socket: ClientConnection, token: str | None = None) -> None:
        self.socket, self.token = socket, token
        self.welcome: protocol.Welcome | None = None
        self.news: list[protocol.News] = []
        self.sent_views: list[dict[str, Any]] = []  # without the printed fields, which Welcome holds
        self.pings: list[int] = []
        self.answers_pings = True

    # Saying

    async def say(self, message: Any) -> None:
        await self.raw(msgspec.json.encode(message).decode())

    async def raw(self, message: str | bytes) -> None:
        """Send a message; to a closed socket it is lost, and reading tells why it was closed."""
        with suppress(ConnectionClosed):
            await self.socket.send(message)

    async def hello(self, table: str, seat: int = SPECTATOR, **more: Any) -> protocol.News:
        await self.say(protocol.Hello(table, seat, token=self.token, **more))
        await self.until(lambda said: isinstance(said, protocol.Welcome))
        news: protocol.News = await self.until(lambda said: isinstance(said, protocol.News))
        return news

    async def send(self, kind: type[protocol.Command], *args: Any, **more: Any) -> protocol.Done | protocol.Refused:
        return await self.again(kind(f"t{next(NUMBERS)}", *args, **more))

    async def again(self, command: protocol.Command) -> protocol.Done | protocol.Refused:
        """With an id of the test's own."""
        await self.say(command)
        answer: protocol.Done | protocol.Refused = await self.until(lambda said: getattr(said, "id", None) == command.id)
        return answer

    async def does(self, kind: type[protocol.Command], *args: Any, **more: Any) -> protocol.Done:
        answer = await self.send(kind, *args, **more)
        assert isinstance(answer, protocol.Done), answer
        return answer

    async def is_refused(self, kind: type[protocol.Command], *args: Any, **more: Any) -> str:
        answer = await self.send(kind, *args, **more)
        assert isinstance(answer, protocol.Refused), answer
        return answer.reason

    # Hearing

    async def hear(self) -> protocol.ToClient:
        try:
            said: protocol.ToClient = DECODER.decode(await self.socket.recv())
        except ConnectionClosed as closed:
            raise Closed(closed.rcvd.code if closed.rcvd else 1006, closed.rcvd.reason if closed.rcvd else "") from None
        if isinstance(said, protocol.Ping):
            self.pings.append(said.number)
            if self.answers_pings:
                await self.say(protocol.Pong(said.number))
        elif isinstance(said, protocol.Welcome):
            self.welcome = said
        elif isinstance(said, protocol.News):
            if said.view and self.welcome:
                self.sent_views.append(said.view)
                said = structs.replace(said, view={**said.view, **self.welcome.printed})
            self.news.append(said)
        return said

    async def until(self, is_it: Callable[[Any], bool]) -> Any:
        while True:
            said = await self.hear()
            if is_it(said):
                return said

    async def refusal(self) -> protocol.Refused:
        refused: protocol.Refused = await self.until(lambda said: isinstance(said, protocol.Refused))
        return refused

    async def told(self, seq: int) -> None:
        """Until line `seq` has been told."""
        while not self.news or self.news[-1].seq < seq:
            await self.until(lambda said: isinstance(said, protocol.News))

    async def closed(self) -> Closed:
        """Until the server closes it."""
        while True:
            try:
                await self.hear()
            except Closed as closed:
                return closed

    @property
    def lines(self) -> list[protocol.Line]:
        return [line for news in self.news for line in news.lines]

    @property
    def around(self) -> protocol.Around:
        return next(news.around for news in reversed(self.news) if news.around)

    @property
    def legal(self) -> list[int]:
        return self.news[-1].legal
