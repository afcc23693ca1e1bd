"""One connection to one table. It reconnects by itself and sends unanswered commands again, with the same ids."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import aiohttp
import msgspec
from aiohttp import ClientWebSocketResponse, WSMsgType

from filon.client.rate_limit import RateLimit
from filon.house import protocol
from filon.house.room.events import ENCODER

T = TypeVar("T")
Hear = Callable[[protocol.Welcome | protocol.News], None]
TRIES = 12  # to come back, before the connection counts as lost
FIRST_WAIT, LONGEST_WAIT = 0.05, 2.0  # seconds between tries, twice as long each time
REFUSED = 1008  # close code: to come back would not help
HEARTBEAT_SECONDS = 20.0  # without a frame from the server: then it is pinged, and given up after half of it
TEMPORARY = ("store", "too-busy")  # reasons against Hello that may be gone at the next try
DECODER = msgspec.json.Decoder(protocol.ToClient)


class Refused(Exception):
    """Nothing was changed, and why: a key of the server's words, the clause behind it, what else there is to say."""

    def __init__(self, reason: str, clause: str = "", detail: str = "") -> None:
        super().__init__(" ".join(part for part in (reason, clause and f"({clause})", detail) if part))
        self.reason, self.clause, self.detail = reason, clause, detail


class OtherProtocol(Exception):
    """The server speaks another protocol than this client: one of them has to be updated."""

    def __init__(self, found: int) -> None:
        super().__init__(f"expected a server of protocol {protocol.PROTOCOL}; found {found}: install the filon of the server")
        self.found = found


class Closed(ConnectionError):
    """The server closed the connection, with this close code, or lost it."""

    def __init__(self, code: int | None, reason: str) -> None:
        super().__init__(f"closed with code {code} {reason}".rstrip())
        self.code = code


class Lost(ConnectionError):
    """The connection is lost for good. The server may or may not have stored a command that was under way."""


@dataclass(frozen=True)
class Pending:
    command: protocol.Command
    answer: asyncio.Future[protocol.Done]


class Connection:
    """`hello` says who we are and what we heard last; `hear` is told every Welcome and News."""

    def __init__(
        self, http: aiohttp.ClientSession, url: str, hello: Callable[[], protocol.Hello], hear: Hear, tries: int, rate: float | None
    ) -> None:
        self.url, self.hello, self.hear, self.tries, self._http, self._rate_limit = url, hello, hear, tries, http, RateLimit(rate)
        self._pending: dict[str, Pending] = {}
        self._socket: ClientWebSocketResponse | None = None  # while we are welcome
        self._failed = 0  # tries in a row
        self._is_new = False  # welcome, but without news yet
        self._welcome: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._running = asyncio.create_task(self._run())

    # For the table

    async def send(self, command: protocol.Command) -> protocol.Done:
        answer: asyncio.Future[protocol.Done] = asyncio.get_running_loop().create_future()
        self._pending[command.id] = Pending(command, answer)
        try:
            await self._transmit(command)
            return await self.until(answer)
        finally:
            del self._pending[command.id]

    async def greet(self) -> None:
        """Say Hello, again if need be; returns with the first news."""
        if self._welcome.done():
            self._welcome = asyncio.get_running_loop().create_future()
            await self._transmit(self.hello())
        await self.until(self._welcome)

    async def until(self, awaited: Awaitable[T]) -> T:
        """Wait for what can come only while the connection lives."""
        waiting = asyncio.ensure_future(awaited)
        try:
            await asyncio.wait((waiting, self._running), return_when=asyncio.FIRST_COMPLETED)
            if waiting.done():
                return waiting.result()
        finally:
            waiting.cancel()
        if self.is_closed:
            raise Lost("this table was left")
        self._running.result()
        raise Lost("the connection has ended")

    @property
    def is_closed(self) -> bool:
        return self._running.cancelled()

    async def close(self) -> None:
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)

    # Holding it

    async def _run(self) -> None:
        """Until it is closed, refused, or lost once too often."""
        while True:
            try:
                async with self._http.ws_connect(self.url, max_msg_size=0, heartbeat=HEARTBEAT_SECONDS) as socket:
                    await self._hold(socket)
            except (OSError, aiohttp.ClientError) as error:
                self._socket = None
                await self._wait(error)

    async def _hold(self, socket: ClientWebSocketResponse) -> None:
        try:
            await _send(socket, self.hello())
            while True:
                await self._heard(socket, DECODER.decode(await _received(socket)))
        except asyncio.CancelledError:
            await socket.close()  # we leave: without a goodbye it would look like a failure of ours
            raise

    async def _wait(self, error: Exception) -> None:
        """Before the next try, if there is one."""
        self._failed += 1
        if self._failed > self.tries or _is_final(error):
            raise Lost(f"{self.url}: {error}") from error
        await asyncio.sleep(min(LONGEST_WAIT, FIRST_WAIT * 2 ** (self._failed - 1)))

    async def _transmit(self, message: Any) -> None:
        """What cannot be sent now is sent when we are welcome again."""
        await self._rate_limit.wait()
        with suppress(ConnectionError):
            if self._socket is not None:
                await _send(self._socket, message)

    # Hearing

    async def _heard(self, socket: ClientWebSocketResponse, message: protocol.ToClient) -> None:
        match message:
            case protocol.Ping():
                await _send(socket, protocol.Pong(message.number))
            case protocol.Welcome():
                await self._welcomed(socket, message)
            case protocol.News():
                self._told(message)
            case protocol.Done() if message.id in self._pending:
                _settle(self._pending[message.id].answer, message)
            case protocol.Refused():
                self._refused(message)

    async def _welcomed(self, socket: ClientWebSocketResponse, message: protocol.Welcome) -> None:
        if message.protocol != protocol.PROTOCOL:
            raise OtherProtocol(message.protocol)
        was_away, self._socket = self._socket is None, socket
        self._failed, self._is_new = 0, True
        self.hear(message)
        if was_away:
            for pending in list(self._pending.values()):
                await self._transmit(pending.command)

    def _told(self, message: protocol.News) -> None:
        self.hear(message)
        if self._is_new:
            self._is_new = False
            _settle(self._welcome, None)

    def _refused(self, message: protocol.Refused) -> None:
        refused = Refused(message.reason, message.clause, message.detail)
        if message.id in self._pending:
            _settle(self._pending[message.id].answer, refused)
        elif self._socket is None and message.reason not in TEMPORARY:
            raise refused  # the answer to Hello
        elif self._socket is not None and not self._welcome.done():
            self._welcome.set_exception(refused)


def _settle(answer: asyncio.Future[Any], result: Any) -> None:
    if answer.done():
        return
    if isinstance(result, Exception):
        answer.set_exception(result)
    else:
        answer.set_result(result)


async def _send(socket: ClientWebSocketResponse, message: Any) -> None:
    await socket.send_frame(ENCODER.encode(message), WSMsgType.TEXT)


async def _received(socket: ClientWebSocketResponse) -> str:
    message = await socket.receive()
    if message.type is not WSMsgType.TEXT:
        raise Closed(socket.close_code, str(message.extra or ""))
    text: str = message.data
    return text


def _is_final(error: Exception) -> bool:
    if isinstance(error, aiohttp.WSServerHandshakeError):
        return 400 <= error.status < 500
    return isinstance(error, Closed) and error.code == REFUSED
