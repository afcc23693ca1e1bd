"""The application: HTTP and WebSockets around one house."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket
from uvicorn.protocols.utils import ClientDisconnected

from filon.house.background import running
from filon.house.service import House
from filon.server.access.limits import Clock, Limits
from filon.server.access.origins import allowed
from filon.server.http import pages
from filon.server.http.api import WAYS
from filon.server.http.endpoints import routes
from filon.server.http.problems import problem
from filon.server.settings import Settings
from filon.server.state import Desk, desk_of
from filon.server.ws.session import window

SOCKET = "/ws"
HOST = re.compile(r"[A-Za-z0-9.:\[\]-]+")
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'{sockets}; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"
)


def build(house: House, settings: Settings, *, clock: Clock | None = None, limits: Limits | None = None) -> ASGIApp:
    """The store is opened before, and closed after, by whoever calls this."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with running(house, settings.keep_days):
            yield

    app = Starlette(
        routes=[*pages.routes(), *routes(WAYS)],
        middleware=[Middleware(Guard)],
        exception_handlers={HTTPException: _refused},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    app.state.desk = Desk(house, allowed(settings), clock or Clock(), limits or Limits())
    return Front(app)


class Front:
    """Windows stay open for hours: they go past the layers that every request passes, and that would stay in memory with them."""

    def __init__(self, app: Starlette) -> None:
        self._app, self._window = app, Guard(_window)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and scope["path"] == SOCKET:
            scope["app"] = self._app
            await self._window(scope, receive, send)
        else:
            await self._app(scope, receive, send)


async def _window(scope: Scope, receive: Receive, send: Send) -> None:
    await window(WebSocket(scope, receive, send))


async def _refused(request: Request, error: Exception) -> Response:
    """What the router refuses: a path or a method that nobody declared."""
    headers = error.headers if isinstance(error, HTTPException) else None
    is_method = isinstance(error, HTTPException) and error.status_code == 405
    if not is_method and pages.is_for_people(request):
        return await pages.screen(request, status=404)
    return problem("wrong-method" if is_method else "no-such-page", headers=headers)


class Guard:
    """Every answer carries the same headers, and a mistake of ours is noted here, not shown."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_begun = scope["type"] == "websocket"

        async def guarded(message: Message) -> None:
            nonlocal is_begun
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                is_begun = True
                headers = MutableHeaders(scope=message)
                for name, value in _headers(scope).items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await self._app(scope, receive, guarded)
        except ClientDisconnected:
            raise
        except Exception as error:
            desk_of(HTTPConnection(scope)).house.failed(error)
            if not is_begun:
                await problem("failed")(scope, receive, guarded)


def _headers(scope: Scope) -> dict[str, str]:
    host = Headers(scope=scope).get("host", "")
    sockets = f" ws://{host} wss://{host}" if HOST.fullmatch(host) else ""
    return {
        "Content-Security-Policy": POLICY.format(sockets=sockets),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-store",
    }
