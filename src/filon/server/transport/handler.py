"""One TCP connection of aiohttp, with what aiohttp leaves out: a limit for each address, a time to read answers, a price for each frame,
no bodies in pieces."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from aiohttp import web

from filon.house.errors import Reason
from filon.server.access.limits import Cancellable, TokenBucket
from filon.server.http.problems import problem
from filon.server.transport.frames import FrameLimit

if TYPE_CHECKING:
    from filon.server.transport.server import Server

READ_SECONDS = 30  # for a client to take 48 KB of an answer
MALFORMED = "expected a request of HTTP/1.1, with a head of at most 64 lines of 8 KB"
FULL = "this server has as many connections as it can hold; try again soon"


class Handler(web.RequestHandler):
    """`frames` counts the frames of a WebSocket; None before the handshake is answered."""

    __slots__ = ("_counted", "_deadline", "_descriptors", "_is_in_pieces", "_state", "frames")

    def __init__(self, server: Server, **options: Any) -> None:
        super().__init__(server, **options)
        self._state, self._descriptors = server.state, server.descriptors
        self._counted: str | None = None  # the address with whose connections this one is counted
        self._deadline: Cancellable | None = None
        self._is_in_pieces = False  # a body has come in pieces: nothing more is read
        self.frames: FrameLimit | None = None

    # Limits of an address

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        address = _address(transport)
        if reason := self._refused(transport, address):
            self.force_close()
            return self._state.observer.refused(_hang_up(cast(asyncio.Transport, transport), *reason), address)
        super().connection_made(transport)

    def _refused(self, transport: asyncio.BaseTransport, address: str) -> tuple[Reason, str] | None:
        """Before a byte is read. A proxy's connections are those of others: only its WebSockets are counted, by their own addresses."""
        held = transport.get_extra_info("socket")
        if held is not None and held.fileno() >= self._descriptors:
            return Reason.TOO_BUSY, FULL
        if self._state.proxies.believes(address):
            return None
        if not self._state.tcp_connections.add(address):
            return Reason.TOO_MANY_WINDOWS, ""
        self._counted = address
        return None

    def connection_lost(self, exc: BaseException | None) -> None:
        self._cancel_deadline()
        if self._counted is not None:
            self._state.tcp_connections.remove(self._counted)
        for message, _ in self._messages:
            _break_cycle(getattr(message, "exc", None))
        super().connection_lost(exc)
        self.frames = None  # it holds aiohttp's reader, which holds this

    # Bodies in pieces

    def data_received(self, data: bytes) -> None:
        """A piece may have one byte, and costs as much as a short frame: what came with the head is parsed, and no more."""
        if self._is_in_pieces:
            return
        super().data_received(data)
        for message, body in self._messages if self.frames is None else ():
            if getattr(message, "chunked", False):
                self._is_in_pieces = True
                if not body.is_eof():
                    body.feed_eof()

    # Answers that are not read

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.frames is None and self.transport is not None:
            self._deadline = self._state.clock.later(READ_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        self._cancel_deadline()
        super().resume_writing()

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    # WebSockets

    def set_parser(self, parser: Any, data_received_cb: Any = None) -> None:
        """aiohttp reads frames from now on."""
        assert self.transport is not None
        self._cancel_deadline()
        tokens = TokenBucket(self._state.limits.messages, self._state.clock)
        self.frames = FrameLimit(parser, tokens, _aborts(self.transport))
        super().set_parser(cast(Any, self.frames), data_received_cb)

    # Requests that are not HTTP

    def handle_error(
        self, request: web.BaseRequest, status: int = 500, exc: BaseException | None = None, message: str | None = None
    ) -> web.StreamResponse:
        """A client's mistake is not logged, and its bytes are not repeated; nothing names the server's software."""
        if status >= 500:
            return super().handle_error(request, status, exc, message)
        _break_cycle(exc)
        response = problem(Reason.MALFORMED, MALFORMED, {"Server": "filon"})
        response.force_close()
        return response


def _break_cycle(error: BaseException | None) -> None:
    """The traceback of a request that is not HTTP holds up to 256 KB of it, and the error itself: the garbage collector looks rarely."""
    if error is not None:
        error.__traceback__ = error.__context__ = None


def _aborts(transport: asyncio.Transport) -> Any:
    """The refusal of frames that came with the handshake, before a Connection exists: abort the transport."""

    def refused(code: int, reason: str) -> None:
        transport.abort()

    return refused


def _address(transport: asyncio.BaseTransport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple | list) and peer else ""


def _hang_up(transport: asyncio.Transport, reason: Reason, detail: str) -> int:
    """Answer without a request; the status."""
    status, answer = _answer(reason, detail)
    transport.write(answer)
    transport.close()
    return status


@cache
def _answer(reason: Reason, detail: str) -> tuple[int, bytes]:
    said = problem(reason, detail)
    body = cast(bytes, said.body)
    fields = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close"
    return said.status, f"HTTP/1.1 {said.status} {said.reason}\r\n{fields}\r\n\r\n".encode() + body
