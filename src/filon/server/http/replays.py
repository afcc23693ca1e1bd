"""Finished games played again: one at a time, in a thread, with a limit on CPU time."""

from __future__ import annotations

import asyncio
import gzip
import time
from collections.abc import Callable
from typing import TypeVar

import msgspec
from aiohttp import web

from filon.house import protocol
from filon.house.errors import CommandRefused, Reason
from filon.house.room.events import ENCODER
from filon.server.http.endpoints import Call
from filon.server.state import address_of

CPU_SECONDS = 10.0  # however busy the machine is: a thousand lines take less than one
GZIP_LEVEL = 4  # views repeat each other: more effort hardly helps

CheckTime = Callable[[], None]
Result = TypeVar("Result")


def seat_of(call: Call) -> int | None:
    """The seat whose view is asked for; None for one in which everything is open."""
    asked = call.request.query.get("seat")
    try:
        return None if asked is None else msgspec.convert(asked, protocol.Seat, strict=False)
    except msgspec.ValidationError as error:
        raise CommandRefused(Reason.MALFORMED, f"seat: {error}") from None


async def replay_response(call: Call, replay: Callable[[CheckTime], protocol.Replay]) -> web.Response:
    """Compressed if the browser accepts it: nothing is secret any more, and views repeat each other."""
    is_packed = "gzip" in call.request.headers.get("Accept-Encoding", "")
    body = await one_at_a_time(call, lambda: _encoded(replay, is_packed))
    headers = {"Vary": "Accept-Encoding", **({"Content-Encoding": "gzip"} if is_packed else {})}
    return web.Response(body=body, headers=headers, content_type="application/json")


async def one_at_a_time(call: Call, work: Callable[[], Result]) -> Result:
    """Work that takes as long as a whole game, rate limited for each address."""
    if not call.state.replays.take(address_of(call.request)):
        raise CommandRefused(Reason.TOO_MANY_REPLAYS)
    async with call.state.replaying:
        return await asyncio.to_thread(work)


def _encoded(replay: Callable[[CheckTime], protocol.Replay], is_packed: bool) -> bytes:
    until = time.thread_time() + CPU_SECONDS

    def check_time() -> None:
        if time.thread_time() > until:
            raise CommandRefused(Reason.FILE_REFUSED, f"expected a game that can be followed within {CPU_SECONDS:.0f} seconds")

    body = ENCODER.encode(replay(check_time))
    return gzip.compress(body, GZIP_LEVEL) if is_packed else body
