"""How long the network takes there and back: measured by the server's own pings and clock, never by a client's word."""

from __future__ import annotations

import secrets
from collections import deque

from filon.house import wire
from filon.server.limits import Clock

LATELY = 5  # answers that count: the quickest of them is the network's, the others waited for something else too


class Trips:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._sent: dict[int, float] = {}
        self._lately: deque[int] = deque(maxlen=LATELY)

    def ping(self) -> wire.Ping:
        """A number that nobody can answer before it came."""
        number = secrets.randbelow(2**31)
        if len(self._sent) >= LATELY:
            del self._sent[next(iter(self._sent))]
        self._sent[number] = self._clock.now()
        return wire.Ping(number)

    def pong(self, number: int) -> None:
        sent = self._sent.pop(number, None)
        if sent is not None:
            self._lately.append(round((self._clock.now() - sent) * 1000))

    @property
    def trip(self) -> int:
        """In milliseconds; nothing as long as it is not known."""
        return min(self._lately, default=0)
