"""Refusals in HTTP: a status, and a Problem with the reason's key. A malformed request is 400, a refusal of the house 409."""

from __future__ import annotations

from collections.abc import Mapping

from aiohttp import web

from filon.house import protocol
from filon.house.errors import CommandRefused, Reason
from filon.house.room.events import ENCODER
from filon.house.stores.store import NoSuchTable, StoreRefused

REFUSALS = (CommandRefused, NoSuchTable, StoreRefused)
DEFAULT_STATUS = 409
DETAIL_LENGTH = 400  # letters of a decoder's message
STATUS: dict[str, int] = {
    Reason.MALFORMED: 400,
    Reason.NO_DEVICE: 401,
    Reason.FOREIGN_ORIGIN: 403,
    Reason.ONLY_HOST: 403,
    Reason.NO_SUCH_TABLE: 404,
    Reason.NO_SUCH_GAME: 404,
    Reason.NO_SUCH_PAGE: 404,
    Reason.WRONG_METHOD: 405,
    Reason.TOO_LARGE: 413,
    Reason.UNKNOWN_HOST: 421,
    Reason.TOO_MANY_TABLES: 429,
    Reason.TOO_MANY_WINDOWS: 429,
    Reason.TOO_MANY_REPLAYS: 429,
    Reason.TOO_MANY_HINTS: 429,
    Reason.TOO_BUSY: 503,
    Reason.STORE: 503,
    Reason.FAILED: 503,
}
DETAILS: dict[str, str] = {
    Reason.NO_DEVICE: "expected the cookie or the token of a device: POST /api/device gives one",
    Reason.FOREIGN_ORIGIN: "expected a page of this server's, or no Origin and a token",
    Reason.UNKNOWN_HOST: "expected an address, or a name in Host that --origin gives or that this machine has",
    Reason.ONLY_HOST: "expected the table's host",
    Reason.NO_SUCH_TABLE: "no table of this name is open to you",
    Reason.NO_SUCH_GAME: "expected one of GET /api/games",
    Reason.NO_SUCH_PAGE: "nothing is here; GET /api/openapi.json says what there is",
    Reason.WRONG_METHOD: "expected one of the methods in Allow",
    Reason.TOO_LARGE: "expected at most 64 KB",
    Reason.TOO_MANY_TABLES: "expected fewer new tables from one address; wait some minutes",
    Reason.TOO_MANY_WINDOWS: "expected fewer connections from one address",
    Reason.TOO_MANY_HINTS: "expected fewer questions for hints from one address; wait a minute",
    Reason.NO_HINTS: "this table was set up without hints",
    Reason.TOO_MANY_REPLAYS: "expected fewer replays from one address; wait a minute",
    Reason.NO_SUCH_SEAT: "expected one of the table's seats, or -122 for a spectator",
    Reason.STORE: "the store cannot be used now; nothing was changed",
    Reason.FAILED: "the server made a mistake, which has been noted",
    Reason.LESSON: "a lesson proves nothing, and has no game file",
    Reason.HELLO_FIRST: "expected Hello as the first message",
    Reason.NOT_OVER: "expected a game that is over",
    Reason.CLOSED: "the table is closed: nothing more can be asked of it",
    Reason.FREE_CHAIRS: "expected every chair to be taken",
    Reason.HAS_BEGUN: "the game has begun already",
    Reason.MUTED: "the host has muted the holder of this seat",
    Reason.SENT_AWAY: "the host has sent this device away from the table",
    Reason.TOO_OFTEN: "expected fewer things around one table; wait some seconds",
    Reason.TOO_MUCH_TALK: "expected fewer lines of talk; wait some seconds",
    Reason.TOO_BUSY: "others were faster, again and again: ask again",
    Reason.NO_CHANGE: "it is so already",
    Reason.NAME_BLANK: "expected a name with a letter, a number or a symbol that can be seen",
    Reason.NAME_TAKEN: "expected a name that nobody at this table has, nor one that looks like it",
    Reason.SEAT_TAKEN: "expected a free chair",
    Reason.TOO_FEW_CHAIRS: "expected a chair for everybody, robots included",
    Reason.NOBODY_THERE: "expected somebody on that chair",
    Reason.NOT_YOUR_SEAT: "expected a seat that this device holds; where it plays or speaks, the one named in Hello",
    Reason.NOT_YOURS: "it is not your move",
    Reason.NOT_PLAYING: "expected a game that goes on",
    Reason.ROBOT_PLAYS: "a robot plays this seat: return first",
    Reason.NO_ROBOT_THERE: "expected a robot that plays for you",
    Reason.STILL_HERE: "expected a player who is away for long: live a minute, turn-based three days",
    Reason.NO_SUCH_PASS: "expected the latest pass of this seat, which counts once",
    Reason.NO_SUCH_PHRASE: "expected one of the phrases in Welcome",
    Reason.NO_PULL: "expected Grab, and then pieces of that attempt until the hand lets go",
    Reason.UNDO_NEVER: "in this game nothing is taken back",
    Reason.UNDO_NOT_YOURS: "expected a last move of yours, with no move of another seat since",
    Reason.UNDO_TAUGHT: "somebody learned something by it",
    Reason.UNDO_OFTEN: "expected fewer moves taken back in a row",
}
PULL_DETAIL = "no hand draws like that: grab again"


def refusal(error: Exception) -> CommandRefused:
    """One of REFUSALS as a CommandRefused, without the store's own message, which is for the log.

    Its traceback holds the request with its whole head, or the session, and often the error itself: this cycle would wait for the
    garbage collector.
    """
    error.__traceback__ = error.__context__ = None
    if isinstance(error, CommandRefused):
        return error
    return CommandRefused(Reason.STORE if isinstance(error, StoreRefused) else Reason.NO_SUCH_TABLE)


def problem(reason: str, detail: str = "", headers: Mapping[str, str] | None = None) -> web.Response:
    status = STATUS.get(reason, DEFAULT_STATUS)
    more = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    body = ENCODER.encode(protocol.Problem(reason, detail or detail_of(reason)))
    return web.Response(body=body, status=status, headers={**more, **(headers or {})}, content_type="application/json")


def detail_of(reason: str) -> str:
    """A refusal of a game has no detail: its clause says more."""
    return DETAILS.get(reason) or (PULL_DETAIL if reason.startswith("pull-") else reason.replace("-", " "))
