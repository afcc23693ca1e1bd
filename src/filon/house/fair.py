"""Chance that can be proved: the server's secret is committed to before anybody sits, and everybody may add to it (docs/fairness.md)."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence
from typing import Any

from filon.core.stream import Stream


def commitment(secret: str) -> str:
    """What is published when the table is made: it fixes the secret without telling it."""
    return hashlib.sha256(f"filon secret {secret}".encode()).hexdigest()


class Fairness:
    """All chance of one table, from the server's secret, the set-up and what each seat added."""

    def __init__(self, secret: str, table: str, setup: dict[str, Any], entropy: Sequence[str]) -> None:
        frozen = {"table": table, "setup": setup, "entropy": list(entropy)}
        message = json.dumps(frozen, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        self.key = hmac.digest(bytes.fromhex(secret), f"filon 1 {message}".encode(), "sha256")

    def _derived(self, purpose: str) -> bytes:
        return hmac.digest(self.key, purpose.encode(), "sha256")

    def deal(self) -> Stream:
        return Stream(self._derived("deal"))

    def throw(self, number: int) -> Stream:
        """Chance's move of this number, 0 being the first after the deal."""
        return Stream(self._derived(f"chance {number}"))

    def tremor(self, pull: int, attempt: int) -> int:
        """The seed of a hand's tremor: of which pull of the game, and of which try at it."""
        return int.from_bytes(self._derived(f"tremor {pull} {attempt}")[:4], "big")

    def salt(self, item: int) -> str:
        return self._derived(f"salt {item}")[:16].hex()

    def leaf(self, item: int, value: int) -> str:
        return leaf(item, value, self.salt(item))


def leaf(item: int, value: int, salt: str) -> str:
    """What is published of a hidden item; with its salt it proves what the item was, and nothing else."""
    return hashlib.sha256(f"filon item {item} {value} {salt}".encode()).hexdigest()


class Throws:
    """A source whose every draw is a throw of its own, so that any worker can make the next one."""

    def __init__(self, fairness: Fairness, used: int = 0) -> None:
        self.fairness, self.used = fairness, used

    def below(self, limit: int) -> int:
        self.used += 1
        return self.fairness.throw(self.used - 1).below(limit)
