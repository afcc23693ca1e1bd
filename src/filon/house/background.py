"""What a house does all the time: wake tables when their time comes, read what other workers kept, notice who is here, forget."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from filon.house.service import House

NAP = 250  # milliseconds: the longest sleep before looking for what is due
LEAST_NAP = 2
CATCH_UP = 1.0  # seconds between looks at what others kept, for hints may be lost
PRESENCE = 10.0
RETENTION = 3_600.0
DAY = 24 * 3_600_000


@asynccontextmanager
async def running(house: House, keep_days: int = 0) -> AsyncIterator[None]:
    """The house is awake within this; leaving it waits for what has been begun."""
    chores = [_wake(house), _every(CATCH_UP, house.catch_up, house), _every(PRESENCE, house.update_presence, house)]
    if keep_days:
        chores.append(_every(RETENTION, lambda: forget(house, keep_days), house))
    tasks = [asyncio.ensure_future(chore) for chore in chores]
    try:
        yield
    finally:
        house.store.listen(_deaf)  # what is heard from now on would be begun when the store is closed
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await house.settled()


def _deaf(table: str, last: int) -> None:
    """Nobody is awake any more."""


async def _wake(house: House) -> None:
    while True:
        house.wakeup.clear()
        try:
            await house.run_due_timers()
            nap = await _until_next(house)
        except Exception as error:  # a store may come back, and what is due waits in it; nobody else would wake it
            house.failed(error)
            nap = NAP
        with suppress(TimeoutError):
            async with asyncio.timeout(nap / 1000):  # wait_for of Python 3.11 loses a cancellation that comes together with the event
                await house.wakeup.wait()


async def _until_next(house: House) -> int:
    due = [at for at in (await house.store.next_timer(), *house.local_timers.values()) if at is not None]
    return max(LEAST_NAP, min([NAP, *(at - house.store.now() for at in due)]))


async def _every(seconds: float, chore: Callable[[], Awaitable[None]], house: House) -> None:
    while True:
        try:
            await chore()
        except Exception as error:
            house.failed(error)
        await asyncio.sleep(seconds)


async def forget(house: House, keep_days: int) -> None:
    """Finished tables, those where no game ever began and lessons that nobody finished: kept for so many days after the last change."""
    before = house.store.now() - keep_days * DAY
    while tables := await house.store.expired(before):
        for table in tables:
            await house.store.delete(table)
            house.drop(table)
