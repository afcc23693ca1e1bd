"""The aiohttp application: HTTP and WebSockets around one House."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable

from aiohttp import web

from filon.house.background import running
from filon.house.errors import Reason
from filon.house.jobs.worker_pool import WorkerPool
from filon.house.service import House
from filon.server.access.limits import Limits, LoopClock
from filon.server.access.origins import allowed_origins
from filon.server.access.proxies import Proxies
from filon.server.access.transfers import Transfers
from filon.server.http import pages
from filon.server.http.api import ENDPOINTS, HEALTH_PATH
from filon.server.http.endpoints import routes
from filon.server.http.problems import problem
from filon.server.observe.connections import ConnectionObserver
from filon.server.settings import Settings
from filon.server.state import STATE, AppState, address_of, state_of
from filon.server.transport.server import Runner
from filon.server.ws.endpoint import websocket
from filon.server.ws.sockets import SOCKETS, Sockets

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

WEBSOCKET_PATH = "/ws"
KEEPALIVE_SECONDS = 10  # for the head of a request, the first and every later one
LINGER_SECONDS = 10  # for a body that nobody reads, after its request was answered
SHUTDOWN_SECONDS = 5  # for requests that are being answered when the server stops
MAX_HEADERS = 64  # of 8 KB at most each
HOST = re.compile(r"[A-Za-z0-9.:\[\]-]+")
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'{sockets}; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"
)


def build(
    house: House,
    settings: Settings,
    replays: WorkerPool,
    *,
    clock: LoopClock | None = None,
    limits: Limits | None = None,
    observer: ConnectionObserver | None = None,
) -> web.Application:
    """The caller opens the store before and closes it after, and stops the pool."""
    app = web.Application(middlewares=[_guard])
    clock = clock or LoopClock()
    app[STATE] = AppState(
        house,
        allowed_origins(settings),
        replays,
        Transfers(settings, clock),
        Proxies(settings.proxies),
        clock,
        limits or Limits(),
        observer or ConnectionObserver(),
    )
    app[SOCKETS] = Sockets()
    app.add_routes([*pages.routes(), *routes(ENDPOINTS), web.get(WEBSOCKET_PATH, websocket)])
    app.on_response_prepare.append(_set_headers)
    app.cleanup_ctx.append(_background(house, settings.keep_days))
    app.on_shutdown.append(_close_sessions)
    return app


def runner(app: web.Application) -> web.AppRunner:
    """The access log is off: addresses of pages hold invitations. Bodies are read as they are sent: none is decompressed."""
    return Runner(
        app,
        access_log=None,
        keepalive_timeout=KEEPALIVE_SECONDS,
        lingering_time=LINGER_SECONDS,
        max_headers=MAX_HEADERS,
        auto_decompress=False,
        shutdown_timeout=SHUTDOWN_SECONDS,
    )


def _background(house: House, keep_days: int) -> Callable[[web.Application], AsyncIterator[None]]:
    async def background(app: web.Application) -> AsyncIterator[None]:
        async with running(house, keep_days):
            yield

    return background


async def _close_sessions(app: web.Application) -> None:
    app[SOCKETS].shut_down()


@web.middleware
async def _guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Every error becomes a Problem; a bug is logged, not shown."""
    state = state_of(request)
    if "X-Forwarded-For" in request.headers and not state.proxies.believes(address_of(request)):
        state.observer.not_believed(address_of(request))
    request = state.proxies.resolve(request)
    if "Transfer-Encoding" in request.headers:
        return _in_pieces()
    if request.path != HEALTH_PATH and not state.is_called(request):
        return problem(Reason.UNKNOWN_HOST)
    try:
        return await handler(request)
    except web.HTTPException as error:
        return _refused(request, error)
    except ConnectionError:
        return problem(Reason.FAILED)  # the client has gone, and nobody reads this
    except Exception as error:
        state.house.failed(error)
        return problem(Reason.FAILED)


def _in_pieces() -> web.Response:
    """The answer to a body whose length is not known beforehand; Handler reads no more of it."""
    response = problem(Reason.MALFORMED, "expected a body with Content-Length; found one in pieces")
    response.force_close()
    return response


def _refused(request: web.Request, error: web.HTTPException) -> web.Response:
    """The answer to a path or method without a route. aiohttp keeps the error; its traceback, which holds the request, is dropped."""
    error.__traceback__ = error.__context__ = None
    if isinstance(error, web.HTTPMethodNotAllowed):
        return problem(Reason.WRONG_METHOD, headers={"Allow": ", ".join(sorted(error.allowed_methods))})
    return pages.page(request, status=404) if pages.is_for_people(request) else problem(Reason.NO_SUCH_PAGE)


async def _set_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Add security headers, and leave out the name of the server's software."""
    response.headers.popall("Server", None)
    host = request.headers.get("Host", "")
    sockets = f" ws://{host} wss://{host}" if HOST.fullmatch(host) else ""
    response.headers.setdefault("Content-Security-Policy", POLICY.format(sockets=sockets))
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "no-referrer")
    response.headers.setdefault("Cache-Control", "no-store")
