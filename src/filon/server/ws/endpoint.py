"""The WebSocket endpoint: strangers are refused before the handshake, then a Session serves the connection until it ends."""

from __future__ import annotations

from aiohttp import web

from filon.house.commands.seats import digest
from filon.house.errors import Reason
from filon.server.access.auth import cookie_of
from filon.server.http.problems import problem
from filon.server.state import AppState, address_of, state_of
from filon.server.ws.connection import Connection, websocket_response
from filon.server.ws.session import Session
from filon.server.ws.sockets import SOCKETS


async def websocket(request: web.Request) -> web.StreamResponse:
    state, response = state_of(request), websocket_response()
    if not response.can_prepare(request):
        return problem(Reason.NO_SUCH_PAGE)
    if state.is_foreign(request):
        return _refused(state, request, Reason.FOREIGN_ORIGIN)
    address = address_of(request)
    if not state.connections.add(address):
        return _refused(state, request, Reason.TOO_MANY_WINDOWS)
    try:
        await _serve(state, request, response, address)
    finally:
        state.connections.remove(address)
    return response


def _refused(state: AppState, request: web.Request, reason: Reason) -> web.Response:
    response = problem(reason)
    state.observer.refused(response.status, address_of(request))
    return response


async def _serve(state: AppState, request: web.Request, response: web.WebSocketResponse, address: str) -> None:
    writer, sockets = await response.prepare(request), request.app[SOCKETS]
    connection = Connection(response, request, writer, sockets.batcher)
    session, log = Session(state, connection, _device(request), address), state.observer.opened()
    sockets.add(session)
    try:
        await session.run()
    finally:
        sockets.sessions.discard(session)
        log.closed(connection.code)


def _device(request: web.Request) -> str:
    """The digest of the cookie. A cookie counts only with an Origin, by which a browser names the page."""
    secret = cookie_of(request) if "Origin" in request.headers else ""
    return digest(secret) if secret else ""
