"""Pages opened by 127.0.0.1 go on at localhost, and take the browser's device along if it has tables."""

from __future__ import annotations

from aiohttp import web

from filon.house.commands.seats import digest
from filon.house.stores.store import StoreRefused
from filon.server.access.auth import cookie_of, set_device_cookie
from filon.server.access.transfers import PATH
from filon.server.state import AppState, state_of


async def to_localhost(request: web.Request) -> web.Response | None:
    """None for a page that stays where it is."""
    state, secret = state_of(request), cookie_of(request)
    if not state.transfers.is_for(request, secret):
        return None
    try:
        has_tables = await _has_tables(state, secret)
    except StoreRefused:
        return None
    path = PATH.format(code=state.transfers.code(request, secret)) if has_tables else request.rel_url.raw_path_qs
    return _redirect(state.transfers.localhost + path)


async def arrive(request: web.Request) -> web.Response:
    """A device that has tables at localhost is never replaced: the browser goes back, and keeps both."""
    state, own = state_of(request), cookie_of(request)
    transfer = state.transfers.take(request)
    if transfer is None:
        return _redirect("/")  # used already, or too old
    if own != transfer.secret and await _has_tables(state, own):
        state.transfers.stay(transfer)
        return _redirect(transfer.came_from + transfer.page)
    response = _redirect(state.transfers.localhost + transfer.page)
    set_device_cookie(response, request, transfer.secret)
    return response


async def _has_tables(state: AppState, secret: str) -> bool:
    return bool(secret and await state.house.store.cards(digest(secret), 1))


def _redirect(address: str) -> web.Response:
    return web.Response(status=307, headers={"Location": address})
