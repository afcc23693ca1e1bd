"""One open WebSocket of aiohttp: frames are written without waiting, and a client that does not read is noticed."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from aiohttp import WSMessage, WSMsgType, web
from aiohttp.abc import AbstractStreamWriter

from filon.house.protocol import MESSAGE

SEND_BUFFER_BYTES = 65_536  # in the kernel, for a slow reader: an update there cannot be replaced by a newer one
RECEIVE_BUFFER_BYTES = 16_384  # in the kernel, twice the longest message: so much of a flood is parsed in one turn of the loop
PENDING_BYTES = 16_384  # in the process beside the kernel's buffer, before a client counts as one that does not read
UNACKNOWLEDGED_MS = 30_000  # before the kernel drops a connection whose client acknowledges nothing
CLOSE_SECONDS = 10  # for the client to answer a close frame
NORMAL, GOING_AWAY, NO_CODE, LOST, REFUSED, FAILED, TRY_LATER = 1000, 1001, 1005, 1006, 1008, 1011, 1013  # close codes of RFC 6455
NEVER_SENT = {NO_CODE, LOST}
READ = (WSMsgType.TEXT, WSMsgType.BINARY, WSMsgType.PING, WSMsgType.PONG)


class Connection:
    """`code` is the close code at the end; `on_pause` is called when the client stops reading, `on_resume` when it reads on."""

    __slots__ = ("_closing", "_draining", "_protocol", "_socket", "_transport", "_writer", "code", "on_pause", "on_resume")

    def __init__(self, response: web.WebSocketResponse, request: web.Request, writer: AbstractStreamWriter) -> None:
        if request.transport is None:
            raise ConnectionResetError("the client has gone")
        self._socket, self._transport, self._protocol, self._writer = response, request.transport, request.protocol, writer
        self.code = LOST
        self.on_pause: Callable[[], None] = _nothing
        self.on_resume: Callable[[], None] = _nothing
        self._closing: asyncio.Task[bool] | None = None
        self._draining: asyncio.Task[None] | None = None
        _set_buffers(self._transport)

    # Reading

    async def receive(self) -> WSMessage | None:
        """The next message or control frame; None once the connection ends."""
        message = await self._socket.receive()
        if message.type in READ:
            return message
        if message.type is WSMsgType.CLOSE and self._closing is None:
            self.code = message.data or NO_CODE
            await self._socket.close(code=NORMAL if self.code in NEVER_SENT else self.code, drain=False)
        elif message.type is WSMsgType.ERROR:
            self.code = getattr(message.data, "code", LOST)
        return None

    # Writing

    @property
    def is_writable(self) -> bool:
        return not self._protocol.writing_paused

    def write(self, messages: list[bytes]) -> None:
        """Text messages; uvloop sends all that is written in one turn of its loop with one system call."""
        if self._closing is None:
            for message in messages:
                self._send(message, WSMsgType.TEXT)
            self._watch()

    def ping(self) -> None:
        if self.is_writable:
            self._send(b"", WSMsgType.PING)

    def pong(self, payload: bytes) -> None:
        """Unanswered while the client does not read: pongs would pile up."""
        if self.is_writable:
            self._send(payload, WSMsgType.PONG)

    def _send(self, payload: bytes, kind: WSMsgType) -> None:
        with suppress(ConnectionError):  # the client has gone; the reading side notices
            run_without_waiting(self._socket.send_frame(payload, kind))

    def _watch(self) -> None:
        if self._protocol.writing_paused and self._draining is None:
            self._draining = asyncio.ensure_future(self._drain())
            self.on_pause()

    async def _drain(self) -> None:
        with suppress(ConnectionError):
            await self._writer.drain()
        self._draining = None
        self.on_resume()

    # Closing

    def close(self, code: int, reason: str = "") -> None:
        """Send a close frame, and wait up to CLOSE_SECONDS for the client's."""
        if self._closing is None:
            self.code = code
            self._closing = asyncio.ensure_future(self._socket.close(code=code, message=reason.encode()))

    def fail(self, code: int, reason: str = "") -> None:
        """Send a close frame and read nothing more."""
        self.code = code
        self._send(code.to_bytes(2, "big") + reason.encode(), WSMsgType.CLOSE)
        self._transport.close()

    def abort(self) -> None:
        """Drop the connection with all that is still to be sent."""
        self._transport.abort()

    async def ended(self) -> None:
        """Wait for the end of a close that was begun."""
        self.on_pause = self.on_resume = _nothing
        if self._closing is not None:
            await self._closing
        if self._draining is not None:
            self._draining.cancel()


def websocket_response() -> web.WebSocketResponse:
    """Without compression, which holds 40 KB a connection and tells secrets to those who can add guesses beside them."""
    return web.WebSocketResponse(
        compress=False,
        autoping=False,  # control frames are rate limited too
        autoclose=False,
        max_msg_size=MESSAGE + 1,  # aiohttp refuses messages of this size and above
        timeout=CLOSE_SECONDS,
        writer_limit=sys.maxsize,  # send_frame never waits: Connection looks at the transport itself
    )


def run_without_waiting(coroutine: Coroutine[Any, Any, None]) -> None:
    """Finish a coroutine that never waits, without a task for it."""
    try:
        coroutine.send(None)
    except StopIteration:
        return
    coroutine.close()
    raise RuntimeError("expected aiohttp to write a frame without waiting")


def _set_buffers(transport: asyncio.Transport) -> None:
    transport.set_write_buffer_limits(high=PENDING_BYTES)
    held: socket.socket | None = transport.get_extra_info("socket")
    if held is None:
        return
    held.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
    held.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER_BYTES)
    if hasattr(socket, "TCP_USER_TIMEOUT") and held.family != getattr(socket, "AF_UNIX", None):
        held.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNACKNOWLEDGED_MS)


def _nothing() -> None:
    """No listener."""
