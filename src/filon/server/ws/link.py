"""An open WebSocket, after its handshake: whole messages in, whole messages out. No task and no queue waits for each of them."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from filon.house.protocol import MESSAGE
from filon.server.ws.frames import (
    BINARY,
    CLOSE,
    CONTINUED,
    LAST,
    LOST,
    PING,
    PONG,
    TEXT,
    WRONG,
    Broken,
    closing,
    code_of,
    frame,
    frame_at,
    text_of,
    texts,
)
from filon.server.ws.write_batcher import Post

SEND = 65_536  # bytes that the system holds for a slow reader: what is on its way cannot be replaced by something newer
PENDING = 16_384  # bytes that wait beside those before a socket counts as busy
DEAD = 30_000  # milliseconds after which the system drops a connection that takes nothing, wherever it is in closing
ASKED, DEAF = 20, 40  # seconds without a word: then the other side is asked whether it is there; then it is not
GOODBYE = 10  # seconds that the other side has to say goodbye as well
GOING_AWAY, FAILED = 1001, 1011


class Listening(Protocol):
    """Whoever is at this end of a link."""

    def heard(self, text: str | None) -> None:
        """A whole message; None if it is not text."""

    def held(self) -> None:
        """What was written does not leave at once."""

    def freed(self) -> None:
        """It has left."""

    def failed(self, error: Exception) -> None:
        """What was begun could not be finished."""

    def lost(self) -> None:
        """Nobody is there any more."""


class Link(asyncio.Protocol):
    """One at a time: while something that was asked for is done, nothing more is read."""

    __slots__ = (
        "_connections",
        "_held",
        "_is_closing",
        "_is_paused",
        "_kind",
        "_left",
        "_listening",
        "_out",
        "_parts",
        "_post",
        "_quiet",
        "_task",
        "_tasks",
        "_timer",
        "code",
        "is_free",
        "transport",
    )

    def __init__(self, transport: asyncio.Transport, connections: set[Any], tasks: set[asyncio.Task[None]], post: Post) -> None:
        self.transport, self._connections, self._tasks, self._post = transport, connections, tasks, post
        self.is_free = True  # what is written leaves at once
        self.code = LOST  # with which it was closed
        self._listening: Listening | None = None
        self._left: list[Callable[[int], None]] = []
        self._held = b""  # what has come and is not whole, or not yet to be read
        self._out = b""  # what is written and leaves with the post
        self._parts: bytearray | None = None  # of a message in several frames
        self._kind = TEXT
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._quiet = 0.0  # seconds without a word
        self._is_closing = self._is_paused = False
        connections.add(self)
        _narrowed(transport)

    def open(self, listening: Listening) -> None:
        self._listening = listening

    def when_lost(self, do: Callable[[int], None]) -> None:
        """It is told the code with which the link was closed."""
        self._left.append(do)

    # Reading

    def data_received(self, data: bytes) -> None:
        self._quiet = 0.0
        self._held = self._held + data if self._held else data
        if self._task is None:
            self._read()
        elif not self._is_paused:
            self._is_paused = True
            self.transport.pause_reading()

    def _read(self) -> None:
        data, at = self._held, 0
        try:
            while self._task is None and (found := frame_at(data, at, MESSAGE - len(self._parts or b""))):
                first, said, at = found
                self._take(first & ~LAST, said, first >= LAST)
            self._held = data[at:]
        except Broken as broken:
            self._held = b""
            self._fail(broken.code, broken.reason)

    def _take(self, kind: int, said: bytes, is_last: bool) -> None:
        if kind == CLOSE:
            self._answer_goodbye(code_of(said))
        elif self._is_closing:
            return
        elif kind == PING:
            if self.is_free:  # who does not read needs no answers: they would pile up without end
                self.transport.write(frame(PONG, said))
        elif kind in (TEXT, BINARY) and is_last and self._parts is None:
            self._hear(kind, said)
        elif kind != PONG:
            self._piece(kind, said, is_last)

    def _piece(self, kind: int, said: bytes, is_last: bool) -> None:
        if (kind == CONTINUED) != (self._parts is not None):
            raise Broken(WRONG, "expected a message to be finished before the next")
        if self._parts is None:
            self._parts, self._kind = bytearray(), kind
        self._parts += said
        if is_last:
            whole, self._parts = bytes(self._parts), None
            self._hear(self._kind, whole)

    def _hear(self, kind: int, said: bytes) -> None:
        if self._listening is not None:
            self._listening.heard(text_of(said) if kind == TEXT else None)

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Nothing more is read until this is done."""
        self._task = asyncio.get_running_loop().create_task(self._done(work))
        self._tasks.add(self._task)

    async def _done(self, work: Coroutine[Any, Any, None]) -> None:
        listening, task = self._listening, self._task
        try:
            await work
        except Exception as error:
            assert listening is not None
            listening.failed(error)
        finally:
            self._tasks.discard(task)
            self._task = None
            self._go_on()

    def _go_on(self) -> None:
        if self._held:
            self._read()
        if self._is_paused and self._task is None:
            self._is_paused = False
            self.transport.resume_reading()

    # Writing

    def write(self, messages: list[bytes]) -> None:
        """In one piece, with the post; nothing is said to whom it has said goodbye."""
        if self._is_closing or self.transport.is_closing():
            return
        waiting = self._out
        out = self._out = waiting + texts(messages)
        if len(out) > PENDING:  # no more is written before it is known whether this leaves
            self.leave()
        elif not waiting:
            self._post.take(self)

    def leave(self) -> None:
        """What was written goes to the system, which may hold it."""
        out, self._out = self._out, b""
        if out and not self.transport.is_closing():
            self.transport.write(out)

    def pause_writing(self) -> None:
        self.is_free = False
        if self._listening is not None:
            self._listening.held()

    def resume_writing(self) -> None:
        self.is_free = True
        if self._listening is not None:
            self._listening.freed()

    def passed(self, seconds: float) -> None:
        """So much time has gone by: whoever has said nothing for long is asked, and then given up."""
        self._quiet += seconds if self._task is None else 0
        if self._quiet >= DEAF:
            self._fail(FAILED, "expected an answer to a ping")
        elif self._quiet >= ASKED and not self._is_closing:
            self.transport.write(frame(PING, b""))

    # Closing

    def close(self, code: int, reason: str = "") -> None:
        """Say goodbye, and wait for the other side to say it too."""
        if not self._is_closing:
            self._say_goodbye(code, reason)
            self._timer = asyncio.get_running_loop().call_later(GOODBYE, self.transport.abort)

    def _say_goodbye(self, code: int, reason: str = "") -> None:
        if not self._is_closing:
            self._is_closing, self.code = True, code
            self.leave()
            self.transport.write(closing(code, reason))

    def _answer_goodbye(self, code: int) -> None:
        self._say_goodbye(code)
        self.transport.close()

    def _fail(self, code: int, reason: str) -> None:
        """Nothing sensible can follow."""
        self._say_goodbye(code, reason)
        self.transport.close()

    def shutdown(self) -> None:
        """The server stops: it is going away, to every client alike."""
        self._say_goodbye(GOING_AWAY)
        self.transport.close()

    def abort(self) -> None:
        """Hang up at once, whatever is still to be sent."""
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.discard(self)
        self._is_closing = self.is_free = True  # whatever is still said is swallowed
        if self._timer is not None:
            self._timer.cancel()
        listening, self._listening, self._held, self._out = self._listening, None, b"", b""
        if listening is not None:
            listening.lost()
        for do in self._left:
            do(self.code)


def _narrowed(transport: asyncio.Transport) -> None:
    transport.set_write_buffer_limits(high=PENDING)
    held: socket.socket | None = transport.get_extra_info("socket")
    if held is not None:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND)
        if hasattr(socket, "TCP_USER_TIMEOUT") and held.family != getattr(socket, "AF_UNIX", None):
            held.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD)
