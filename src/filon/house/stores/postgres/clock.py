"""The database's time in between two times of asking for it."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from filon.house.stores.store import StoreRefused

SAMPLES = 5  # so many of the latest are compared: long enough to meet a quick one, too short for two clocks to drift apart
DRIFT = 2.0  # milliseconds two right samples may differ by, beyond what their round trips leave open


class Sample(NamedTuple):
    trip: float  # the smallest tells the most
    ahead: float  # the database's clock before ours


class Clock:
    """Follows the database's clock, without ever running backwards: set back, it stands still until that has caught up."""

    def __init__(self) -> None:
        self._samples: deque[Sample] = deque(maxlen=SAMPLES)
        self._best: Sample | None = None
        self._latest = 0

    def now(self) -> int:
        if not self._best:
            raise StoreRefused("This store is not open: it has not been told the time.")
        self._latest = max(self._latest, int(running() + self._best.ahead))
        return self._latest

    async def measure(self, ask: Callable[[], Awaitable[int]]) -> None:
        sent = running()
        told = await ask()
        self.learn(sent, told, running())

    def learn(self, sent: float, told: int, received: float) -> None:
        """The database read its clock somewhere in between: in the middle, as far as we know."""
        sample = Sample(received - sent, told - (sent + received) / 2)
        if self._best and not _agree(sample, self._best):
            self._samples.clear()  # the database's clock was set, or our machine slept
        self._samples.appendleft(sample)
        self._best = min(self._samples, key=lambda sample: sample.trip)  # of equals the latest


def _agree(one: Sample, other: Sample) -> bool:
    return abs(one.ahead - other.ahead) <= (one.trip + other.trip) / 2 + DRIFT


def running() -> float:
    """Milliseconds on the machine's steady clock; where there is one, on the clock that counts a machine's sleep too."""
    return time.clock_gettime_ns(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)) / 1e6
