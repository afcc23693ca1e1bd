"""How uvicorn is set up for this application: it shakes hands, and then lets go of a WebSocket."""

from __future__ import annotations

import asyncio
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from filon.server.settings import Settings
from filon.server.ws.link import Link
from filon.server.ws.write_batcher import Post

EXTENSION = "filon.link"  # in an ASGI scope: a function that takes the WebSocket over once it is accepted; then the Link
EXPECTED = 10  # seconds for the head of a first request
LEAVING = 10  # seconds that connections have to end when the server does


class Http(HttpToolsProtocol):
    """uvicorn's, which waits for ever for whoever has connected to say something."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expected = self.loop.call_later(EXPECTED, transport.abort)

    def on_headers_complete(self) -> None:
        self._expected.cancel()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # the two hold each other, and nobody looks for such pairs while tables are played

    def connection_lost(self, exc: Exception | None) -> None:
        self._expected.cancel()
        super().connection_lost(exc)


class Handshake(WebSocketsSansIOProtocol):
    """uvicorn's: whoever is let in is taken over by a Link, and all of ASGI ends."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self.take_over

    def take_over(self) -> Link:
        self.connections.discard(self)
        assert isinstance(self.config, Config)
        link = Link(self.transport, self.connections, self.tasks, self.config.post)
        self.transport.set_protocol(link)
        self.transport = Nowhere()  # type: ignore[assignment]
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[EXTENSION] = link
        return link

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if message["type"] == "websocket.accept" and self.transport.is_closing():
            raise ClientDisconnected  # uvicorn lets nobody in then, and says nothing
        if self.initial_response and self.close_sent:  # uvicorn forgets to, and complains of it for every stranger sent away
            self.handshake_complete = True

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        self.conn.parser = None  # type: ignore[assignment]  # the two hold each other


class Nowhere:
    """What uvicorn keeps of a connection that was taken over."""

    def close(self) -> None:
        """The Link does that."""


class Config(uvicorn.Config):
    """uvicorn's, with what all links of a server share."""

    def __init__(self, app: ASGIApp, **usual: Any) -> None:
        super().__init__(app, **usual)
        self.post = Post()


def config(app: ASGIApp, settings: Settings, **changes: Any) -> Config:
    """Everything that whoever starts a server should not have to know."""
    usual: dict[str, Any] = {
        "host": settings.host,
        "port": settings.port,
        "http": Http,
        "ws": Handshake,
        "ws_ping_interval": None,  # a Link does that
        "ws_per_message_deflate": False,  # 40 KB for each connection, and what compresses secrets beside guesses tells them
        "lifespan": "on",
        "log_level": settings.log_level,
        "access_log": False,  # addresses of pages hold invitations
        "server_header": False,
        "proxy_headers": True,
        "forwarded_allow_ips": ["127.0.0.1", "::1", *settings.proxies],
        "timeout_graceful_shutdown": LEAVING,
    }
    return Config(app, **{**usual, **changes})
