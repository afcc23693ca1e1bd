"""What one window is still to be sent. Nothing waits in it but small answers: news is made when there is room to send it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected

from filon.house import wire
from filon.server.limits import Clock, Limits
from filon.server.stack import EXTENSION, Gone, Transport

ENCODER = msgspec.json.Encoder()
News = Callable[[], Awaitable[list[bytes]]]
FAILED = 1011  # the server's own fault


class Outbox:
    """One task writes everything: answers in their order, then a ping if one is due, then one News for all that happened meanwhile."""

    def __init__(self, socket: WebSocket, clock: Clock, limits: Limits, news: News, ping: Callable[[], bytes]) -> None:
        self._socket, self._clock, self._limits, self._news, self._ping = socket, clock, limits, news, ping
        self._transport: Transport = socket.scope["extensions"][EXTENSION]
        self._answers: list[bytes] = []
        self._has_news = self._is_ping_due = self._is_writing = False
        self._end: tuple[int, str] | None = None
        self._stirred = asyncio.Event()

    # What there is to send; none of these waits

    def say(self, message: wire.ToClient) -> None:
        if len(self._answers) >= self._limits.answers:
            return self.hang_up()
        if self.is_idle:
            return self.tell([ENCODER.encode(message)])
        self._answers.append(ENCODER.encode(message))
        self._stirred.set()

    @property
    def is_idle(self) -> bool:
        """Nothing waits to be sent, and what is written leaves at once."""
        waits = self._is_writing or self._answers or self._has_news or self._is_ping_due or self._end
        return not waits and self._transport.is_free()

    def tell(self, messages: list[bytes]) -> None:
        """While it is idle: past the writer, who is woken only if somebody does not take it."""
        with suppress(Gone):
            if messages:
                self._transport.write(messages)
            if not self._transport.is_free():
                self._stirred.set()

    def has_news(self) -> None:
        self._has_news = True
        self._stirred.set()

    def ping(self) -> None:
        self._is_ping_due = True
        self._stirred.set()

    def end(self, code: int, reason: str = "") -> None:
        """Close, after what has been said."""
        self._end = self._end or (code, reason)
        self._stirred.set()

    def hang_up(self) -> None:
        """At once: nobody reads what is sent here."""
        self.end(FAILED)
        self._transport.abort()

    @property
    def is_ending(self) -> bool:
        return self._end is not None

    # Sending

    async def run(self) -> None:
        """Until the end was said, or the other side is gone."""
        with suppress(WebSocketDisconnect, WebSocketDisconnected, Gone):
            while True:
                await self._stirred.wait()
                self._stirred.clear()
                self._is_writing = True
                await self._said()
                self._is_writing = False
                if self._end and not self._answers:
                    return await self._within(self._socket.close(*self._end))

    async def _said(self) -> None:
        """All that there is to say now leaves in one piece."""
        await self._free()
        said, self._answers = self._answers, []
        if self._is_ping_due and not self._end:
            self._is_ping_due = False
            said.append(self._ping())
        if self._has_news and not self._end:
            self._has_news = False
            said += await self._news()
        if said:
            self._transport.write(said)
            await self._free()

    async def _free(self) -> None:
        """Who takes nothing for too long is hung up on."""
        if not self._transport.is_free():
            await self._within(self._transport.free())

    async def _within(self, sending: Awaitable[object]) -> None:
        timer = self._clock.later(self._limits.write, self.hang_up)
        try:
            await sending
        finally:
            timer.cancel()
