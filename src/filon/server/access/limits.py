"""How much one caller may ask for, and for how long one is waited for. The clock is handed in."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Protocol

BODY = 65_536  # bytes of an HTTP request: eight times the longest message, and far more than any new table needs
GAME_FILE = 2 * 1024 * 1024  # bytes of a finished game: ten times the longest that was ever recorded
CONNECTIONS = 60  # for each address: a school class or a LAN party behind one router, two windows each
SWEEP = 10_000  # addresses remembered before those that have been quiet are forgotten


class Cancellable(Protocol):
    def cancel(self) -> None: ...


class Clock:
    """Seconds that only go forward; tests hand in a clock that goes when they say so."""

    def now(self) -> float:
        return time.monotonic()

    def later(self, seconds: float, do: Callable[[], None]) -> Cancellable:
        return asyncio.get_running_loop().call_later(seconds, do)


@dataclass(frozen=True)
class Rate:
    """So many at once, and evenly refilled within so many seconds."""

    most: int
    seconds: float


@dataclass(frozen=True)
class Limits:
    """What the server holds its visitors to; only tests need others."""

    connections: int = CONNECTIONS
    tables: Rate = Rate(20, 600)  # for each address: nobody plays more in ten minutes, and each one is kept for good
    hints: Rate = Rate(30, 60)  # for each address: a robot thinks about each of them
    replays: Rate = Rate(20, 120)  # for each address: each one is a whole game played again
    credits: Rate = Rate(100, 20)  # for each connection: what Lichess grants while playing
    hello: float = 10  # seconds until the first message, as for a TLS handshake
    write: float = 10  # seconds for one message to leave; a phone in a tunnel is back sooner, or reconnects
    answers: int = 64  # waiting to be sent: one ask is answered before the next is read, so only a deaf client has more
    ping: float = 5  # seconds between two measures of the network
    ping_timed: float = 2  # where the sand runs, and the network's share of it is forgiven


class Bucket:
    """Tokens that are taken and come back by and by."""

    __slots__ = ("_at", "_clock", "_left", "_rate")

    def __init__(self, rate: Rate, clock: Clock) -> None:
        self._rate, self._clock = rate, clock
        self._left, self._at = float(rate.most), clock.now()

    def take(self, tokens: float = 1) -> bool:
        """Whether there were enough; if not, none are taken."""
        self._refill()
        if self._left < tokens:
            return False
        self._left -= tokens
        return True

    @property
    def is_full(self) -> bool:
        self._refill()
        return self._left >= self._rate.most

    def _refill(self) -> None:
        now, rate = self._clock.now(), self._rate
        self._left = min(rate.most, self._left + (now - self._at) * rate.most / rate.seconds)
        self._at = now


class Buckets:
    """One bucket for each address; one that has filled up again says nothing and is forgotten."""

    def __init__(self, rate: Rate, clock: Clock, sweep: int = SWEEP) -> None:
        self._rate, self._clock, self._sweep = rate, clock, sweep
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        if len(self._buckets) >= self._sweep:
            self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full}
        key = household(address)
        if key not in self._buckets:
            self._buckets[key] = Bucket(self._rate, self._clock)
        return self._buckets[key].take()

    def __len__(self) -> int:
        return len(self._buckets)


class Guests:
    """How many connections each address has open."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._here: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        key = household(address)
        if self._here[key] >= self._most:
            return False
        self._here[key] += 1
        return True

    def leave(self, address: str) -> None:
        key = household(address)
        self._here[key] -= 1
        if not self._here[key]:
            del self._here[key]

    def __len__(self) -> int:
        return self._here.total()


def household(address: str) -> str:
    """Whom an address stands for: with IPv6 everybody has 2**64 of them."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if isinstance(known, IPv6Address):
        return str(known.ipv4_mapped or ip_network((known, 64), strict=False))
    return address
