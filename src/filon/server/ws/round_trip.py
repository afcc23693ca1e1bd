"""How long the network takes there and back: measured by the server's own pings and clock, never by a client's word."""

from __future__ import annotations

import secrets

from filon.house import protocol
from filon.server.access.limits import Clock

LATELY = 5  # answers that count: the quickest of them is the network's, the others waited for something else too


class Trips:
    """There is one for every window: tuples are the smallest to keep."""

    __slots__ = ("_clock", "_lately", "_sent")

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._sent: tuple[tuple[int, float], ...] = ()  # the number of a ping, and when it left
        self._lately: tuple[int, ...] = ()

    def ping(self) -> protocol.Ping:
        """A number that nobody can answer before it came."""
        number = secrets.randbelow(2**31)
        self._sent = (*self._sent, (number, self._clock.now()))[-LATELY:]
        return protocol.Ping(number)

    def pong(self, number: int) -> None:
        for ping in self._sent:
            if ping[0] == number:
                self._sent = tuple(other for other in self._sent if other is not ping)
                self._lately = (*self._lately, round((self._clock.now() - ping[1]) * 1000))[-LATELY:]

    @property
    def trip(self) -> int:
        """In milliseconds; nothing as long as it is not known."""
        return min(self._lately, default=0)
