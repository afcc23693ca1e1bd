"""Finished games played again for whoever looks back: one at a time, in a thread, and only for so long."""

from __future__ import annotations

import asyncio
import gzip
import time
from collections.abc import Callable
from typing import TypeVar

import msgspec
from starlette.responses import Response

from filon.house import protocol
from filon.house.errors import CommandRefused, Reason
from filon.server.http.endpoints import Call
from filon.server.state import address_of

LONGEST = 10.0  # seconds of work, however busy the machine is: a thousand lines take less than one
LEVEL = 4  # of compression: views repeat each other, more effort hardly helps

Hurry = Callable[[], None]
Worked = TypeVar("Worked")


def seat_of(call: Call) -> int | None:
    """Whose eyes are asked for; nobody's where everything is to lie open."""
    asked = call.request.query_params.get("seat")
    try:
        return None if asked is None else msgspec.convert(asked, protocol.Seat, strict=False)
    except msgspec.ValidationError as error:
        raise CommandRefused(Reason.MALFORMED, f"seat: {error}") from None


async def sent(call: Call, played: Callable[[Hurry], protocol.Replay]) -> Response:
    """Packed where the browser takes it: nothing is secret any more, and most of a view was in the one before."""
    is_packed = "gzip" in call.request.headers.get("accept-encoding", "")
    body = await in_turn(call, lambda: _encoded(played, is_packed))
    headers = {"Vary": "Accept-Encoding", **({"Content-Encoding": "gzip"} if is_packed else {})}
    return Response(body, headers=headers, media_type="application/json")


async def in_turn(call: Call, work: Callable[[], Worked]) -> Worked:
    """What takes as long as a whole game, as often as one address may ask for it."""
    if not call.desk.replays.take(address_of(call.request)):
        raise CommandRefused(Reason.TOO_MANY_REPLAYS)
    async with call.desk.replaying:
        return await asyncio.to_thread(work)


def _encoded(played: Callable[[Hurry], protocol.Replay], is_packed: bool) -> bytes:
    until = time.thread_time() + LONGEST

    def check_time() -> None:
        if time.thread_time() > until:
            raise CommandRefused(Reason.FILE_REFUSED, f"expected a game that can be followed within {LONGEST:.0f} seconds")

    body = msgspec.json.encode(played(check_time))
    return gzip.compress(body, LEVEL) if is_packed else body
