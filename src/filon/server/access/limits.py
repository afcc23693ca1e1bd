"""Rate limits, connection limits and timeouts. The clock is an argument, so that tests can move it."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Protocol

BODY_BYTES = 65_536  # of an HTTP request: eight times the longest message, and far more than any new table needs
GAME_FILE_BYTES = 2 * 1024 * 1024  # of a finished game: ten times the longest that was ever recorded
CONNECTIONS_PER_ADDRESS = 60  # WebSockets: a school class or a LAN party behind one router, two each
TCP_CONNECTIONS_PER_ADDRESS = 300  # the same class: two WebSockets each, and six more while a browser loads the page
MAX_BUCKETS = 10_000  # addresses, before those whose bucket is full again are dropped


class Cancellable(Protocol):
    def cancel(self) -> None: ...


class LoopClock:
    """Seconds that only go forward, and timers of the event loop."""

    def now(self) -> float:
        return time.monotonic()

    def later(self, seconds: float, callback: Callable[[], None]) -> Cancellable:
        return asyncio.get_running_loop().call_later(seconds, callback)


@dataclass(frozen=True)
class Rate:
    """Token bucket: `most` at once, refilled within `seconds`."""

    most: int
    seconds: float


@dataclass(frozen=True)
class Limits:
    """The server's limits; only tests need others."""

    connections_per_address: int = CONNECTIONS_PER_ADDRESS
    tcp_connections_per_address: int = TCP_CONNECTIONS_PER_ADDRESS
    tables: Rate = Rate(20, 600)  # new ones for each address: nobody plays more in ten minutes, and each one is stored for good
    hints: Rate = Rate(30, 60)  # for each address: a robot thinks about each of them
    replays: Rate = Rate(20, 120)  # seconds of CPU time for each address, one at least for each game played again
    lines: Rate = Rate(600, 600)  # for each address: lines of the log beside the game, which are stored and told to everyone
    messages: Rate = Rate(100, 20)  # for each connection, control frames and pieces included: what Lichess grants while playing
    hello_seconds: float = 10  # until the first message, as for a TLS handshake
    write_seconds: float = 10  # for a client to take what was written; a phone in a tunnel is back sooner, or reconnects
    pending_answers: int = 64  # a command is answered before the next is read, so only a client that does not read has more
    ping_seconds: float = 5  # between two measurements of the round trip
    ping_seconds_timed: float = 2  # where the sand runs, and the network's share of it is forgiven


class TokenBucket:
    """Tokens that are taken at once and refilled evenly."""

    __slots__ = ("_at", "_clock", "_left", "_rate")

    def __init__(self, rate: Rate, clock: LoopClock) -> None:
        self._rate, self._clock = rate, clock
        self._left, self._at = float(rate.most), clock.now()

    def take(self, tokens: float = 1) -> bool:
        """Take tokens if enough are left; True if they were taken."""
        self._refill()
        if self._left < tokens:
            return False
        self._left -= tokens
        return True

    def spend(self, tokens: float) -> None:
        """Tokens for what has been done already; there may be a debt."""
        self._refill()
        self._left -= max(0.0, tokens)

    @property
    def is_full(self) -> bool:
        self._refill()
        return self._left >= self._rate.most

    def _refill(self) -> None:
        now, rate = self._clock.now(), self._rate
        self._left = min(rate.most, self._left + (now - self._at) * rate.most / rate.seconds)
        self._at = now


class AddressBuckets:
    """One token bucket for each address; a full one is dropped, for a new one is full too."""

    def __init__(self, rate: Rate, clock: LoopClock, max_buckets: int = MAX_BUCKETS) -> None:
        self._rate, self._clock, self._max_buckets = rate, clock, max_buckets
        self._buckets: dict[str, TokenBucket] = {}

    def take(self, address: str) -> bool:
        return self._bucket(address).take()

    def spend(self, address: str, tokens: float) -> None:
        self._bucket(address).spend(tokens)

    def _bucket(self, address: str) -> TokenBucket:
        if len(self._buckets) >= self._max_buckets:
            self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full}
        key = limit_key(address)
        if key not in self._buckets:
            self._buckets[key] = TokenBucket(self._rate, self._clock)
        return self._buckets[key]

    def __len__(self) -> int:
        return len(self._buckets)


class ConnectionCounts:
    """Open connections for each address."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: Counter[str] = Counter()

    def add(self, address: str) -> bool:
        """Count one more connection of the address; False, and not counted, if it has the most already."""
        key = limit_key(address)
        if self._counts[key] >= self._most:
            return False
        self._counts[key] += 1
        return True

    def remove(self, address: str) -> None:
        key = limit_key(address)
        self._counts[key] -= 1
        if not self._counts[key]:
            del self._counts[key]

    def __len__(self) -> int:
        return self._counts.total()


def limit_key(address: str) -> str:
    """The address, or its network of 2**64 addresses with IPv6: one household has so many."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if isinstance(known, IPv6Address):
        return str(known.ipv4_mapped or ip_network((known, 64), strict=False))
    return address
