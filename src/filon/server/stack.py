"""How uvicorn is set up for this application, and what its WebSockets need beyond ASGI: waiting for a free socket, and hanging up."""

from __future__ import annotations

import asyncio
import socket
from asyncio import BaseTransport
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import uvicorn
from starlette.types import ASGIApp
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from filon.house.wire import MESSAGE
from filon.server.settings import Settings

EXTENSION = "filon.transport"
SEND = 65_536  # bytes that the system holds for a slow reader: what is on its way cannot be replaced by something newer
PENDING = 16_384  # bytes that wait beside those before a socket counts as busy
DEAD = 30_000  # milliseconds after which the system drops a connection that takes nothing, wherever it is in closing
ALIVE = 20  # seconds between two pings of the WebSocket itself, and for each answer
TEXT = 0x81  # the last and only frame of a text message
EXPECTED = 10  # seconds for the head of a first request
LEAVING = 10  # seconds that connections have to end when the server does


class Gone(Exception):
    """Nobody is there to be written to."""


class Transport(NamedTuple):
    """What lies under one WebSocket."""

    write: Callable[[list[bytes]], None]  # messages, in one piece; Gone if the other side is
    is_free: Callable[[], bool]
    free: Callable[[], Awaitable[Any]]  # returns when what was written has left, or the connection is lost
    abort: Callable[[], None]  # hang up at once, whatever is still to be sent


def frame(length: int) -> bytes:
    """What stands before a whole text message from a server (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((TEXT, length))
    return bytes((TEXT, 126)) + length.to_bytes(2, "big") if length < 65_536 else bytes((TEXT, 127)) + length.to_bytes(8, "big")


class Http(HttpToolsProtocol):
    """uvicorn's, which waits for ever for whoever has connected to say something."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expected = self.loop.call_later(EXPECTED, transport.abort)

    def on_headers_complete(self) -> None:
        self._expected.cancel()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._expected.cancel()
        super().connection_lost(exc)


class Socket(WebSocketsSansIOProtocol):
    """uvicorn's, which keeps the transport to itself."""

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=PENDING)
        held: socket.socket | None = transport.get_extra_info("socket")
        if held is not None:
            held.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND)
            if hasattr(socket, "TCP_USER_TIMEOUT") and held.family != getattr(socket, "AF_UNIX", None):
                held.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = Transport(self.write, self.writable.is_set, self.writable.wait, self.transport.abort)

    def write(self, messages: list[bytes]) -> None:
        """Past ASGI, which has no way to say several things at once, and whose every layer would look at each of them."""
        if self.transport.is_closing() or self.conn.state is not State.OPEN:
            raise Gone
        self.transport.write(b"".join(part for message in messages for part in (frame(len(message)), message)))

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if self.initial_response and self.close_sent:  # uvicorn forgets to, and complains of it for every stranger sent away
            self.handshake_complete = True

    def handle_ping(self) -> None:
        """Who does not read needs no answers: they would pile up without end."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()


def config(app: ASGIApp, settings: Settings, **changes: Any) -> uvicorn.Config:
    """Everything that whoever starts a server should not have to know."""
    usual: dict[str, Any] = {
        "host": settings.host,
        "port": settings.port,
        "http": Http,
        "ws": Socket,
        "ws_max_size": MESSAGE,
        "ws_ping_interval": ALIVE,
        "ws_ping_timeout": ALIVE,
        "ws_per_message_deflate": False,  # 40 KB for each connection, and what compresses secrets beside guesses tells them
        "lifespan": "on",
        "log_level": settings.log_level,
        "access_log": False,  # addresses of pages hold invitations
        "server_header": False,
        "proxy_headers": True,
        "forwarded_allow_ips": ["127.0.0.1", "::1"],
        "timeout_graceful_shutdown": LEAVING,
    }
    return uvicorn.Config(app, **{**usual, **changes})
