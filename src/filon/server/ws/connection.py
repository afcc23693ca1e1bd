"""One open WebSocket of aiohttp: messages are written without waiting, and a client that does not read is noticed."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable
from contextlib import suppress

from aiohttp import WSMessage, WSMsgType, web
from aiohttp.abc import AbstractStreamWriter

from filon.house.protocol import MESSAGE
from filon.server.transport.frames import FrameLimit
from filon.server.transport.handler import Handler
from filon.server.ws.framer import Framer, run_without_waiting
from filon.server.ws.write_batcher import WriteBatcher

SEND_BUFFER_BYTES = 65_536  # in the kernel, for a slow reader: an update there cannot be replaced by a newer one
RECEIVE_BUFFER_BYTES = 16_384  # in the kernel, twice the longest message: so much of a flood is parsed in one turn of the loop
REASON_BYTES = 123  # that a close frame holds beside its code
PENDING_BYTES = 16_384  # in the process beside the kernel's buffer, before a client counts as one that does not read
UNACKNOWLEDGED_MS = 30_000  # before the kernel drops a connection whose client acknowledges nothing
CLOSE_SECONDS = 10  # for the client to answer a close frame
NORMAL, GOING_AWAY, NO_CODE, LOST, REFUSED, FAILED, TRY_LATER = 1000, 1001, 1005, 1006, 1008, 1011, 1013  # close codes of RFC 6455
NEVER_SENT = {NO_CODE, LOST}
FRAMER = Framer()
READ = (WSMsgType.TEXT, WSMsgType.BINARY, WSMsgType.PING, WSMsgType.PONG)


class Connection:
    """`code` is the close code at the end; `on_pause` is called when the client stops reading, `on_resume` when it reads on."""

    __slots__ = (
        "_batcher",
        "_closing",
        "_draining",
        "_is_failed",
        "_protocol",
        "_socket",
        "_transport",
        "_unsent",
        "_writer",
        "code",
        "frames",
        "on_pause",
        "on_resume",
    )

    def __init__(self, response: web.WebSocketResponse, request: web.Request, writer: AbstractStreamWriter, batcher: WriteBatcher) -> None:
        if request.transport is None:
            raise ConnectionResetError("the client has gone")
        self._socket, self._transport, self._protocol, self._writer = response, request.transport, request.protocol, writer
        self._batcher, self._unsent = batcher, b""  # frames that the batcher will flush
        self.code, self._is_failed = LOST, False
        self.on_pause: Callable[[], None] = _nothing
        self.on_resume: Callable[[], None] = _nothing
        self._closing: asyncio.Task[bool] | None = None
        self._draining: asyncio.Task[None] | None = None
        self.frames = _frames_of(request)
        self.frames.on_refused = self.fail
        _set_buffers(self._transport)

    # Reading

    async def receive(self) -> WSMessage | None:
        """The next message or control frame; None once the connection ends."""
        message = await self._socket.receive()
        if self._is_failed:
            return None
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
        """Text messages, which leave together at the end of this turn of the loop."""
        if self._closing is not None or not messages:
            return
        is_new = not self._unsent
        self._unsent += FRAMER.frames(messages)
        if len(self._unsent) > PENDING_BYTES:  # whether the client reads is known before more is written
            self.flush()
        elif is_new:
            self._batcher.add(self)

    def flush(self) -> None:
        unsent, self._unsent = self._unsent, b""
        if unsent and not self._transport.is_closing():
            self._transport.write(unsent)
            self._watch()

    def ping(self) -> None:
        if self.is_writable:
            self._send(b"", WSMsgType.PING)

    def pong(self, payload: bytes) -> None:
        """Unanswered while the client does not read: pongs would pile up."""
        if self.is_writable:
            self._send(payload, WSMsgType.PONG)

    def _send(self, payload: bytes, kind: WSMsgType) -> None:
        self.flush()
        with suppress(ConnectionError):  # the client has gone; the reading side notices
            run_without_waiting(self._socket.send_frame(payload, kind))
            self._watch()

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
            self.flush()
            self._closing = asyncio.ensure_future(self._socket.close(code=code, message=close_reason(reason)))

    def fail(self, code: int, reason: str = "") -> None:
        """Send a close frame and read nothing more."""
        self.code, self._is_failed = code, True
        self._send(code.to_bytes(2, "big") + close_reason(reason), WSMsgType.CLOSE)
        self._transport.close()

    def abort(self) -> None:
        """Drop the connection with all that is still to be sent."""
        self._transport.abort()

    async def ended(self) -> None:
        """Wait for the end of a close that was begun, and break the cycle of the response, its error and the error's traceback."""
        self.on_pause = self.on_resume = _nothing
        self.frames.on_refused = _not_refused
        if self._closing is not None:
            await self._closing
        if self._draining is not None:
            self._draining.cancel()
        if (error := self._socket.exception()) is not None:
            error.__traceback__ = error.__context__ = None


def _frames_of(request: web.Request) -> FrameLimit:
    assert isinstance(request.protocol, Handler)
    assert request.protocol.frames is not None
    return request.protocol.frames


def close_reason(reason: str) -> bytes:
    """The first bytes of a reason that fit into a close frame, cut between letters."""
    return reason.encode()[:REASON_BYTES].decode(errors="ignore").encode()


def websocket_response() -> web.WebSocketResponse:
    """A WebSocket without compression, which takes 40 KB a connection and leaks secrets when a peer can put guesses beside them (CRIME)."""
    return web.WebSocketResponse(
        compress=False,
        autoping=False,  # control frames are rate limited too
        autoclose=False,
        max_msg_size=MESSAGE + 1,  # aiohttp refuses messages of this size and above
        timeout=CLOSE_SECONDS,
        writer_limit=sys.maxsize,  # send_frame never waits: Connection looks at the transport itself
    )


def _set_buffers(transport: asyncio.Transport) -> None:
    transport.set_write_buffer_limits(high=PENDING_BYTES)
    held: socket.socket | None = transport.get_extra_info("socket")
    if held is None:
        return
    held.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
    held.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER_BYTES)
    if hasattr(socket, "TCP_USER_TIMEOUT") and held.family != getattr(socket, "AF_UNIX", None):
        held.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNACKNOWLEDGED_MS)


def _not_refused(code: int, reason: str) -> None:
    """The connection has ended already."""


def _nothing() -> None:
    """No listener."""
