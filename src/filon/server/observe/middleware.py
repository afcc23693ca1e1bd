"""What is seen of every connection, from outside the application."""

from __future__ import annotations

from functools import partial
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from filon.server.observe.logs import Connection
from filon.server.observe.metrics import Metrics
from filon.server.ws.link import Link
from filon.server.ws.stack import EXTENSION

FORBIDDEN, NO_CODE = 403, 1005


class Watched:
    """An application whose connections are logged and counted."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app, self.metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            return await self.app(scope, receive, send)
        seen = _Seen(scope, receive, send, self.metrics)
        try:
            await self.app(scope, seen.receive, seen.send)
        finally:
            link = scope.get("extensions", {}).get(EXTENSION)
            if isinstance(link, Link):  # it goes on when the application has let go of it
                link.when_lost(partial(_closed, seen.connection, self.metrics))
            else:
                seen.ended()


def _closed(connection: Connection, metrics: Metrics, code: int) -> None:
    metrics.connections.dec()
    connection.closed(code)


class _Seen:
    """One connection, between the network and the application."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, metrics: Metrics) -> None:
        self._receive, self._send, self._metrics = receive, send, metrics
        self._address = str((scope.get("client") or [""])[0])
        self.connection, self._is_open, self._code = Connection(), False, NO_CODE

    async def receive(self) -> Message:
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            self._code = message.get("code") or NO_CODE
        return message

    async def send(self, message: Message) -> None:
        kind = message["type"]
        if kind != "websocket.send":
            self._note(kind, message)
        await self._send(message)

    def _note(self, kind: str, message: Any) -> None:
        if kind == "websocket.accept":
            self._is_open = True
            self._metrics.connections.inc()
            self.connection.opened()
        elif kind == "websocket.close" and self._is_open:
            self._code = message.get("code", 1000)
        elif kind in ("websocket.close", "websocket.http.response.start"):
            self._metrics.refused.inc()
            self.connection.refused(message.get("status", FORBIDDEN), self._address)

    def ended(self) -> None:
        if self._is_open:
            _closed(self.connection, self._metrics, self._code)
