"""The client's own rate limit: the server closes a connection that sends more than a hundred messages in twenty seconds."""

from __future__ import annotations

import asyncio

BURST = 60  # messages, fewer than the server grants: pongs and a Hello after a lost connection count too
RATE = 4.0  # messages a second after the burst


class RateLimit:
    """A token bucket; without a rate it never waits."""

    def __init__(self, rate: float | None) -> None:
        self._rate = rate
        self._left, self._at = float(BURST), asyncio.get_running_loop().time()

    async def wait(self) -> None:
        if self._rate is None:
            return
        now = asyncio.get_running_loop().time()
        self._left = min(BURST, self._left + (now - self._at) * self._rate) - 1
        self._at = now
        if self._left < 0:
            await asyncio.sleep(-self._left / self._rate)
