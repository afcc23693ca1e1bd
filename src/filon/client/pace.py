"""How fast a client may ask: the server closes a window that says more than a hundred messages in twenty seconds."""

from __future__ import annotations

import asyncio

AT_ONCE = 60  # fewer than the server grants: pings are answered too, and whoever comes back says Hello
RATE = 4.0  # messages a second from then on


class Pace:
    """Waits before a message that would come too soon; without a rate it never does."""

    def __init__(self, rate: float | None) -> None:
        self._rate = rate
        self._left, self._at = float(AT_ONCE), asyncio.get_running_loop().time()

    async def wait(self) -> None:
        if self._rate is None:
            return
        now = asyncio.get_running_loop().time()
        self._left = min(AT_ONCE, self._left + (now - self._at) * self._rate) - 1
        self._at = now
        if self._left < 0:
            await asyncio.sleep(-self._left / self._rate)
