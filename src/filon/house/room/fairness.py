"""Chance that can be proved: the server's secret is committed to before anybody sits, and everybody may add to it.

Every formula here stands byte for byte in docs/fairness.md, from which anybody can write a verifier: change both or neither, and
never for tables that exist.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
import weakref
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from filon.core.stream import Stream

if TYPE_CHECKING:
    from filon.house.room.live import LiveTable

SECRET = re.compile("[0-9a-f]{64}")
FAIRNESS = 2  # version for new tables: their key has hashes of names and not names
MOST = 2**53  # from here on other languages round whole numbers


def commitment(secret: str) -> str:
    """What is published when the table is made: it fixes the secret without telling it."""
    return _digest(f"filon 1 secret {_checked(secret)}")


def leaf(item: int, value: int, salt: str) -> str:
    """What is published of a hidden item; with its salt it proves what the item was, and nothing else."""
    return _digest(f"filon 1 item {item} {value} {salt}")


def new_salt() -> str:
    return secrets.token_hex(16)


def name_hash(name: str, salt: str) -> str:
    """What is frozen of a name. Without its salt nobody can try names against it."""
    return _digest(f"filon 2 name {salt} {name}")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _checked(secret: str) -> str:
    """One way only to write a secret, and no key that is another's with zeros behind it."""
    if not SECRET.fullmatch(secret):
        raise ValueError("a secret: expected 64 digits, 0 to 9 and a to f")
    return secret


# JSON in one form only (RFC 8785): sorted keys, no spaces, numbers as JavaScript writes them, so that a page can do the same


def canonical(value: Any) -> str:
    return json.dumps(_plain(value), separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(value[key]) for key in sorted(value, key=lambda key: key.encode("utf-16-be"))}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return _number(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


def _number(value: float) -> float:
    """30.0 is 30; what two languages would write differently is refused."""
    if value == int(value) and abs(value) < MOST:
        return int(value)
    if isinstance(value, float) and 1e-4 <= abs(value) < MOST:
        return value
    raise ValueError(f"expected a number that every language writes alike; found {value!r}")


class Fairness:
    """All chance of one table, from the server's secret, the set-up and what each seat added."""

    def __init__(self, secret: str, table: str, setup: dict[str, Any], entropy: Sequence[str], version: int = 1) -> None:
        frozen = canonical({"table": table, "setup": setup, "entropy": list(entropy)})
        self.key = hmac.digest(bytes.fromhex(_checked(secret)), f"filon {version} key {frozen}".encode(), "sha256")

    @classmethod
    def from_key(cls, key: str) -> Fairness:
        """Chance that can be repeated but not proved: what the key was made from is gone."""
        fairness = cls.__new__(cls)
        fairness.key = bytes.fromhex(key)
        return fairness

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

    def robot(self, seat: int, move: int) -> int:
        """The seed of a robot's own luck, for this move of the game."""
        return int.from_bytes(self._derived(f"robot {seat} {move}")[:4], "big")

    def salt(self, item: int) -> str:
        return self._derived(f"salt {item}")[:16].hex()

    def leaf(self, item: int, value: int) -> str:
        return leaf(item, value, self.salt(item))


class Throws:
    """A source whose every draw is a throw of its own, so that any worker can make the next one."""

    def __init__(self, fairness: Fairness, made: Callable[[], int]) -> None:
        self._fairness, self._made = fairness, made  # how many throws Chance has made

    @classmethod
    def of(cls, fairness: Fairness, live: LiveTable) -> Throws:
        """The source of a live table, which holds it: if it held the table too, neither would be freed in time."""
        table = weakref.proxy(live)
        return cls(fairness, lambda: table.chances)

    def below(self, limit: int) -> int:
        return self._fairness.throw(self._made()).below(limit)
