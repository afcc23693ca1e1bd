"""Time flies: where somebody could only wait for the table's clock, it jumps to when they need not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from filon.core.seats import HAND
from filon.house.room.card import PLAYING
from filon.house.room.room import Room
from filon.house.timers import timers_of
from tests.server.served import Served


@asynccontextmanager
async def time_flies(server: Served, table: str) -> AsyncIterator[None]:
    task = asyncio.create_task(_fly(server, table))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _fly(server: Served, table: str) -> None:
    while True:
        room = (await server.house.rooms.load(table)).room
        ahead = _next(room) - server.house.store.now() if room.status == PLAYING else 0
        if ahead > 0:
            server.later += ahead
            server.house.wakeup.set()
        await asyncio.sleep(0)


def _next(room: Room) -> int:
    """When the person who is asked may move; else when something happens by itself."""
    actor, ready = room.game.actor(room.playing.table), room.game.ready(room.playing.table)
    seat = room.playing.last_player if actor == HAND else actor
    if seat >= 0 and not room.chairs[seat].robot:
        return room.clock.when_at(ready)
    return min(timers_of(room, 0).values(), default=0)
