"""Finished games played again in a child process, with limits on CPU time and memory; addresses share it fairly."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, TypeVar

import msgspec
from aiohttp import web

from filon.core.child_process import ChildContext, cpu_limit, limit_memory
from filon.house import protocol
from filon.house.errors import CommandRefused, Reason
from filon.house.jobs.fair_queue import FairQueue, Payer, QueueFull
from filon.house.jobs.worker_pool import WorkerPool
from filon.house.records.game_file import GameFile, game_file
from filon.house.room.events import ENCODER, AnyEvent, Entry
from filon.house.room.room import Room
from filon.server.access.limits import limit_key
from filon.server.http.endpoints import Call
from filon.server.state import address_of

NICENESS = 10  # robots, and the server's own processes, come first
CPU_SECONDS = 3.0  # a thousand lines take less than one
MEMORY_BYTES = 256 * 1024 * 1024  # for one game, beyond the modules
MOST_WAITING = 2  # replays of one address
GZIP_LEVEL = 4  # views repeat each other: more effort hardly helps
GONE_SECONDS = 0.25  # between two looks whether the client is still there

Log = list[tuple[int, AnyEvent]]
Result = TypeVar("Result")


def replay_pool() -> WorkerPool:
    prepare = partial(limit_memory, MEMORY_BYTES)
    return WorkerPool(ChildContext("filon-replay", NICENESS), FairQueue(1, MOST_WAITING), ends_abandoned=True, prepare=prepare)


def seat_of(call: Call) -> int | None:
    """The seat whose view is asked for; None for one in which everything is open."""
    asked = call.request.query.get("seat")
    try:
        return None if asked is None else msgspec.convert(asked, protocol.Seat, strict=False)
    except msgspec.ValidationError as error:
        raise CommandRefused(Reason.MALFORMED, f"seat: {error}") from None


async def replay_response(call: Call, work: Callable[..., protocol.Replay], *args: Any, is_own: bool = False) -> web.Response:
    """Compressed if the browser accepts it: nothing is secret any more, and views repeat each other."""
    is_packed = "gzip" in call.request.headers.get("Accept-Encoding", "")
    body = await in_child(call, encoded, is_packed, work, *args, is_own=is_own)
    headers = {"Vary": "Accept-Encoding", **({"Content-Encoding": "gzip"} if is_packed else {})}
    return web.Response(body=body, headers=headers, content_type="application/json")


async def in_child(call: Call, work: Callable[..., Result], *args: Any, is_own: bool) -> Result:
    """Work that takes as long as a whole game. Files of strangers wait for all tables of this server."""
    address, replays = address_of(call.request), call.state.replays
    if not replays.take(address):
        raise CommandRefused(Reason.TOO_MANY_REPLAYS)
    payer = Payer(limit_key(address), is_last=not is_own)
    run = call.state.replay_pool.run(payer, limited, CPU_SECONDS, work, *args, charge=lambda seconds: replays.spend(address, seconds - 1))
    try:
        return await while_connected(call.request, run)
    except QueueFull:
        raise CommandRefused(Reason.TOO_MANY_REPLAYS) from None


async def while_connected(request: web.Request, work: Coroutine[Any, Any, Result]) -> Result:
    """Cancel the work when the client has gone."""
    task = asyncio.ensure_future(work)
    try:
        while not (await asyncio.wait([task], timeout=GONE_SECONDS))[0]:
            if request.transport is None or request.transport.is_closing():
                raise ConnectionResetError("the client has gone")
        return task.result()
    finally:
        task.cancel()


# In the child process


def limited(seconds: float, work: Callable[..., Result], *args: Any) -> Result:
    try:
        with cpu_limit(seconds):
            return work(*args)
    except TimeoutError:
        detail = f"expected a game that can be followed within {seconds:.0f} seconds of CPU time"
    except MemoryError:
        detail = f"expected a game that can be followed with {MEMORY_BYTES // 1024**2} MB of memory"
    raise CommandRefused(Reason.FILE_REFUSED, detail)


def encoded(is_packed: bool, work: Callable[..., protocol.Replay], *args: Any) -> bytes:
    body = ENCODER.encode(work(*args))
    return gzip.compress(body, GZIP_LEVEL) if is_packed else body


def file_of_log(log: Log) -> GameFile:
    return game_file(_room(log))


def _room(log: Log) -> Room:
    """A table of this server again, by its log."""
    room = Room()
    for when, line in log:
        room.replay(Entry(room.seq + 1, when, "", [line]))
    return room
