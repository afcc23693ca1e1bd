"""Round-trip time to a client, measured by the server's own pings and clock."""

from __future__ import annotations

import secrets

from filon.house import protocol
from filon.server.access.limits import LoopClock

SAMPLES = 5  # the shortest of them is the network's; the others waited for something else too


class RoundTrip:
    """The latest pings and pongs of one session, in tuples, which take the least memory."""

    __slots__ = ("_clock", "_samples", "_sent")

    def __init__(self, clock: LoopClock) -> None:
        self._clock = clock
        self._sent: tuple[tuple[int, float], ...] = ()  # number of a ping, and when it was sent
        self._samples: tuple[int, ...] = ()

    def ping(self) -> protocol.Ping:
        """A ping with a random number, so that no client can answer it before it arrives."""
        number = secrets.randbelow(2**31)
        self._sent = (*self._sent, (number, self._clock.now()))[-SAMPLES:]
        return protocol.Ping(number)

    def pong(self, number: int) -> None:
        for ping in self._sent:
            if ping[0] == number:
                self._sent = tuple(other for other in self._sent if other is not ping)
                self._samples = (*self._samples, round((self._clock.now() - ping[1]) * 1000))[-SAMPLES:]

    @property
    def milliseconds(self) -> int:
        """The shortest round trip in milliseconds; 0 before the first pong."""
        return min(self._samples, default=0)
