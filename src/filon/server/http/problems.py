"""Refusals in HTTP: a status, and a Problem with the reason's key. A malformed request is 400, a refusal of the house 409."""

from __future__ import annotations

from collections.abc import Mapping

from aiohttp import web

from filon.house import protocol
from filon.house.commands.play import CommandRefused
from filon.house.room.events import ENCODER
from filon.house.stores.store import NoSuchTable, StoreRefused

REFUSALS = (CommandRefused, NoSuchTable, StoreRefused)
DEFAULT_STATUS = 409
DETAIL_LENGTH = 400  # letters of a decoder's message
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
    "too-many-replays": 429,
    "too-many-hints": 429,
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
    "too-many-hints": "expected fewer questions for hints from one address; wait a minute",
    "no-hints": "this table was set up without hints",
    "too-many-replays": "expected fewer replays from one address; wait a minute",
    "no-such-seat": "expected one of the table's seats, or -122 for a spectator",
    "store": "the store cannot be used now; nothing was changed",
    "failed": "the server made a mistake, which has been noted",
    "lesson": "a lesson proves nothing, and is not kept as a file",
    "hello-first": "expected Hello as the first message",
    "not-over": "expected a game that is over",
    "closed": "the table is closed: nothing more can be asked of it",
    "free-chairs": "expected every chair to be taken",
    "has-begun": "the game has begun already",
    "muted": "the host has muted whoever holds this seat",
    "sent-away": "the host has sent this device away from the table",
    "too-often": "expected fewer things around one table; wait some seconds",
    "too-much-talk": "expected fewer lines of talk; wait some seconds",
    "too-busy": "others were faster, again and again: ask again",
    "no-change": "it is so already",
    "name-taken": "expected a name that nobody at this table has, nor one that looks like it",
    "seat-taken": "expected a free chair",
    "too-few-chairs": "expected a chair for everybody, robots included",
    "nobody-there": "expected somebody on that chair",
    "not-your-seat": "expected a seat that this device holds; where it plays or speaks, the one named in Hello",
    "not-yours": "it is not your move",
    "not-playing": "expected a game that goes on",
    "robot-plays": "a robot plays this seat: return first",
    "no-robot-there": "expected a robot that plays for you",
    "still-here": "expected a player who is away for long: live a minute, by post three days",
    "no-such-pass": "expected the latest pass of this seat, which counts once",
    "no-such-phrase": "expected one of the phrases in Welcome",
    "no-pull": "expected Grab, and then pieces of that attempt until the hand lets go",
    "undo-never": "in this game nothing is taken back",
    "undo-not-yours": "expected a move of yours in this turn",
    "undo-taught": "somebody learned something by it",
    "undo-often": "expected fewer moves taken back in a row",
}
PULL_DETAIL = "no hand draws like that: grab again"


def refusal(error: Exception) -> CommandRefused:
    """One of REFUSALS as a CommandRefused, without the store's own message, which is for the log."""
    if isinstance(error, CommandRefused):
        return error
    return CommandRefused("store" if isinstance(error, StoreRefused) else "no-such-table")


def problem(reason: str, detail: str = "", headers: Mapping[str, str] | None = None) -> web.Response:
    status = STATUS.get(reason, DEFAULT_STATUS)
    more = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    body = ENCODER.encode(protocol.Problem(reason, detail or detail_of(reason)))
    return web.Response(body=body, status=status, headers={**more, **(headers or {})}, content_type="application/json")


def detail_of(reason: str) -> str:
    """A refusal of a game has no detail: its clause says more."""
    return DETAILS.get(reason) or (PULL_DETAIL if reason.startswith("pull-") else reason.replace("-", " "))
