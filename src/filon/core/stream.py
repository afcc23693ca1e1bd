"""Random numbers for Chance at a live table: documented, and the same on every machine.

The stream is HMAC-SHA256 in counter mode: block n is HMAC(key, n as 8 bytes, big end first), read as eight numbers of
32 bits. below(limit) rejects numbers at or above the largest multiple of limit, so that each outcome is equally likely.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")
WORD = 2**32


class Source(Protocol):
    """A table's Chance."""

    def below(self, limit: int) -> int:
        """A whole number from 0 up to but not including limit."""
        ...


class ScriptRefused(ValueError):
    """A script that has run out, or gives what cannot come up."""


class Stream:
    """`fair` when its key is secret until the end, `seeded` when it comes from a seed."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self._words = _words(key)

    def below(self, limit: int) -> int:
        if not 0 < limit <= WORD:
            raise ValueError(f"expected a limit from 1 to {WORD}; found {limit}")
        fair = WORD - WORD % limit
        return next(word for word in self._words if word < fair) % limit


def _words(key: bytes) -> Iterator[int]:
    """Outside the stream: a generator that holds its stream, which holds it, is not freed in time."""
    counter = 0
    while True:
        block = hmac.digest(key, counter.to_bytes(8, "big"), "sha256")
        yield from (int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4))
        counter += 1


def fair() -> Stream:
    return Stream(secrets.token_bytes(32))


def seeded(seed: int) -> Stream:
    return Stream(f"seed {seed}".encode())


class Script:
    """Outcomes written down beforehand: tutorials, recorded examples."""

    def __init__(self, draws: Sequence[int]) -> None:
        self.draws = list(draws)
        self.used = 0

    def below(self, limit: int) -> int:
        if self.used == len(self.draws):
            raise ScriptRefused(f"the script has run out after {self.used} draws")
        draw = self.draws[self.used]
        if not 0 <= draw < limit:
            raise ScriptRefused(f"draw {self.used + 1} of the script: expected 0 to {limit - 1}; found {draw}")
        self.used += 1
        return draw


class Noted:
    """Passes a source on and records its draws, so that a deal can be written down."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.draws: list[int] = []

    def below(self, limit: int) -> int:
        self.draws.append(self.source.below(limit))
        return self.draws[-1]


def shuffled(items: Sequence[T], source: Source) -> list[T]:
    """Fisher and Yates, from the last place down."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = source.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def weighed(weights: Sequence[int], source: Source) -> int:
    """An index, as likely as its weight."""
    left = source.below(sum(weights))
    for index, weight in enumerate(weights):
        if left < weight:
            return index
        left -= weight
    raise AssertionError("weights add up to more than their sum")
