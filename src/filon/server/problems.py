"""Refusals as HTTP says them: a status, and a Problem with the reason's key. What was not understood is 400, what the house refuses 409."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from starlette.responses import Response

from filon.house import wire
from filon.house.moves import AskRefused
from filon.house.store import NoSuchTable, StoreRefused

REFUSALS = (AskRefused, NoSuchTable, StoreRefused)
UNDERSTOOD = 409
LONGEST = 400  # letters of what was expected
STATUS = {
    "malformed": 400,
    "no-device": 401,
    "foreign-origin": 403,
    "only-host": 403,
    "no-such-table": 404,
    "no-such-game": 404,
    "no-such-page": 404,
    "wrong-method": 405,
    "too-large": 413,
    "too-many-tables": 429,
    "too-many-windows": 429,
    "too-busy": 503,
    "store": 503,
    "failed": 503,
}
DETAILS = {
    "no-device": "expected the cookie or the token of a device: POST /api/device gives one",
    "foreign-origin": "expected a page of this server's, or no Origin and a token",
    "only-host": "expected the table's host",
    "no-such-table": "no table of this name is open to you",
    "no-such-game": "expected one of GET /api/games",
    "no-such-page": "nothing is here; GET /api/openapi.json says what there is",
    "wrong-method": "expected one of the methods in Allow",
    "too-large": "expected at most 64 KB",
    "too-many-tables": "expected fewer new tables from one address; wait some minutes",
    "too-many-windows": "expected fewer connections from one address",
    "store": "the store cannot be used now; nothing was changed",
    "failed": "the server made a mistake, which has been noted",
    "hello-first": "expected Hello as the first message",
    "not-over": "expected a game that is over",
}


def refusal(error: Exception) -> AskRefused:
    """One of REFUSALS, as the refusal of an ask; what a store says of itself is for its keeper's eyes."""
    if isinstance(error, AskRefused):
        return error
    return AskRefused("store" if isinstance(error, StoreRefused) else "no-such-table")


def problem(reason: str, detail: str = "", headers: Mapping[str, str] | None = None) -> Response:
    status = STATUS.get(reason, UNDERSTOOD)
    more = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    said = wire.Problem(reason, detail or detail_of(reason))
    return Response(msgspec.json.encode(said), status, {**more, **(headers or {})}, "application/json")


def detail_of(reason: str) -> str:
    return DETAILS.get(reason, reason.replace("-", " "))
