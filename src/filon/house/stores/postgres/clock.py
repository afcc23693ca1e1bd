"""An estimate of the database's clock between two queries of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from filon.house.stores.monotonic import monotonic
from filon.house.stores.store import MOST_AHEAD, StoreRefused

SAMPLES = 5  # latest ones compared: enough to have a quick one among them, too few for two clocks to drift apart
DRIFT = 2.0  # milliseconds two right samples may differ by, beyond what their round trips leave open


class ClockSample(NamedTuple):
    trip: float  # milliseconds of the round trip: the shortest is the most exact
    offset: float  # milliseconds from our clock to the database's


class DatabaseClock:
    """Follows the database's clock. After that was set back it stands still for as long; after more than MOST_AHEAD it goes back too."""

    def __init__(self) -> None:
        self._samples: deque[ClockSample] = deque(maxlen=SAMPLES)
        self._best: ClockSample | None = None
        self._latest = 0

    def now(self) -> int:
        if not self._best:
            raise StoreRefused("This store is not open: it has not been told the time.")
        now = int(monotonic() + self._best.offset)
        if now > self._latest or now < self._latest - MOST_AHEAD:
            self._latest = now
        return self._latest

    async def measure(self, ask: Callable[[], Awaitable[int]]) -> None:
        sent = monotonic()
        answer = await ask()
        self.add(sent, answer, monotonic())

    def add(self, sent: float, answer: int, received: float) -> None:
        """The database read its clock between `sent` and `received`; the middle is the best estimate."""
        sample = ClockSample(received - sent, answer - (sent + received) / 2)
        if self._best and not _agree(sample, self._best):
            self._samples.clear()  # the database's clock was set, or our machine slept
        self._samples.appendleft(sample)
        self._best = min(self._samples, key=lambda sample: sample.trip)  # of equals the latest


def _agree(one: ClockSample, other: ClockSample) -> bool:
    return abs(one.offset - other.offset) <= (one.trip + other.trip) / 2 + DRIFT
