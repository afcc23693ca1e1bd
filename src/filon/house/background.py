"""Background loops of a house: run due timers, catch up with other workers, update presence, delete expired tables."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from filon.house.service import House
from filon.house.stalls import BEAT, notice_stall, settling
from filon.house.stores.store import DAY

LONGEST_SLEEP, SHORTEST_SLEEP = 250, 2  # milliseconds before looking for due timers again
CATCH_UP_EVERY = 1.0  # seconds; notifications of other workers may be lost
PRESENCE_EVERY = 10.0  # seconds
EXPIRY_EVERY = 3_600.0  # seconds
WAITING_DAYS = 30  # for a table where no game began
MOST_COUNTED = 1_000_000  # tables that are held back


@asynccontextmanager
async def running(house: House, keep_days: int = 0) -> AsyncIterator[None]:
    """Within this the loops run; leaving it waits for the tasks they have begun."""
    loops = [
        _beat(house),
        _run_timers(house),
        _every(CATCH_UP_EVERY, house.catch_up, house),
        _every(PRESENCE_EVERY, house.update_presence, house),
        _every(EXPIRY_EVERY, lambda: delete_expired(house, keep_days), house),
    ]
    tasks = [asyncio.ensure_future(loop) for loop in loops]
    try:
        yield
    finally:
        house.store.listen(_ignore)  # a task begun from now on would find the store closed
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        house.heartbeat.stop()
        await house.settled()


def _ignore(table: str, last: int) -> None:
    """A notification after the loops have ended."""


async def _beat(house: House) -> None:
    while True:
        notice_stall(house)
        house.heartbeat.beat()
        await asyncio.sleep(BEAT / 1000)


async def _run_timers(house: House) -> None:
    while True:
        house.wakeup.clear()
        try:
            await house.run_due_timers()
            sleep = await _until_next(house)
        except Exception as error:  # the store may come back, and due timers wait in it
            house.failed(error)
            sleep = LONGEST_SLEEP
        with suppress(TimeoutError):
            async with asyncio.timeout(sleep / 1000):  # wait_for of Python 3.11 loses a cancellation that comes together with the event
                await house.wakeup.wait()


async def _until_next(house: House) -> int:
    """Milliseconds until the next timer."""
    if wait := settling(house):
        return wait
    due = [at for at in (await house.store.next_timer(), *house.local_timers.values()) if at is not None]
    return max(SHORTEST_SLEEP, min([LONGEST_SLEEP, *(at - house.store.now() for at in due)]))


async def _every(seconds: float, work: Callable[[], Awaitable[None]], house: House) -> None:
    while True:
        try:
            await work()
        except Exception as error:
            house.failed(error)
        await asyncio.sleep(seconds)


async def delete_expired(house: House, keep_days: int) -> None:
    """Delete finished tables, tables where no game began and unfinished lessons, so many days after their last change.

    With 0 only tables where no game began are deleted, after WAITING_DAYS.
    """
    deleted, held_back = await _delete(house, WAITING_DAYS, only_waiting=True)
    if keep_days:
        more, held_back = await _delete(house, keep_days)
        deleted += more
    house.observer.expired(deleted, held_back)


async def _delete(house: House, days: int, only_waiting: bool = False) -> tuple[int, int]:
    """How many tables were deleted, and how many held back.

    Days count on which the store was served: a clock that is years ahead makes no table older than it is.
    """
    by_clock, since, deleted = house.store.now() - days * DAY, await house.store.served_since(days), 0
    while tables := await house.store.expired(min(by_clock, since), only_waiting=only_waiting):
        for table in tables:
            await house.store.delete(table)
            house.drop(table)
        deleted += len(tables)
    return deleted, len(await house.store.expired(by_clock, MOST_COUNTED, only_waiting))
