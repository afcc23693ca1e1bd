"""Fair queue: users take turns on a few slots, and the user whose work has taken the least CPU time comes first."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from itertools import count


class QueueFull(Exception):
    """One user's work already waits, as much as may."""


@dataclass(frozen=True)
class Payer:
    """On whose account work is done: an address, or a host's digest where no address is known."""

    user: str = ""
    is_last: bool = False  # its work waits for all other work: no person waits for the result


ANYBODY = Payer()


@dataclass(eq=False)
class Slot:
    """A place in the queue, and then on the processes."""

    payer: Payer
    order: int
    granted: asyncio.Future[None]
    start: float = field(default=0.0)  # virtual time at which the work began


class FairQueue:
    """Start-time fair queueing; the currency is seconds of CPU time. `most_waiting` bounds the work of one user that waits."""

    def __init__(self, slots: int, most_waiting: int | None = None) -> None:
        self._free, self._most_waiting = slots, most_waiting
        self._waiting: list[Slot] = []
        self._running: Counter[str] = Counter()
        self._finish: dict[str, float] = {}  # virtual time at which a user's last work ended
        self._now = 0.0  # virtual time: the start of the work that began last
        self._order = count()

    def __len__(self) -> int:
        return len(self._waiting)

    async def take(self, payer: Payer) -> Slot:
        """Wait for a slot. A caller that is cancelled leaves the queue."""
        slot = Slot(payer, next(self._order), asyncio.get_running_loop().create_future())
        if self._free <= 0 and self._most_waiting is not None and self._waits(payer.user) >= self._most_waiting:
            raise QueueFull(payer.user)
        self._waiting.append(slot)
        self._grant()
        try:
            await slot.granted
        except asyncio.CancelledError:
            self._leave(slot)
            raise
        return slot

    def give_back(self, slot: Slot, seconds: float) -> None:
        """The work took so many seconds of CPU time."""
        user = slot.payer.user
        self._finish[user] = max(self._finish.get(user, 0.0), slot.start) + seconds
        self._running[user] -= 1
        self._free += 1
        self._forget()
        self._grant()

    def _waits(self, user: str) -> int:
        return sum(slot.payer.user == user for slot in self._waiting)

    def _leave(self, slot: Slot) -> None:
        if slot in self._waiting:
            self._waiting.remove(slot)
        else:  # granted and cancelled at once
            self.give_back(slot, 0.0)

    def _grant(self) -> None:
        while self._free > 0 and self._waiting:
            slot = min(self._waiting, key=self._rank)
            self._waiting.remove(slot)
            slot.start = self._now = max(self._now, self._finish.get(slot.payer.user, 0.0))
            self._free -= 1
            self._running[slot.payer.user] += 1
            slot.granted.set_result(None)

    def _rank(self, slot: Slot) -> tuple[bool, int, float, int]:
        """Work under way has an unknown cost: the user with less of it comes first."""
        user = slot.payer.user
        return slot.payer.is_last, self._running[user], max(self._now, self._finish.get(user, 0.0)), slot.order

    def _forget(self) -> None:
        """Users who owe nothing: a new user begins at the virtual time too."""
        self._running = +self._running
        if not self._running and not self._waiting:
            self._now = 0.0
            self._finish.clear()
        else:
            self._finish = {user: at for user, at in self._finish.items() if at > self._now}
