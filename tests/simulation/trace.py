"""A digest of all events of a schedule: the same seed gives the same digest."""

from __future__ import annotations

import hashlib
from collections import Counter


class Trace:
    """`lines` is filled only where somebody wants to read it."""

    def __init__(self, is_verbose: bool = False) -> None:
        self._hash, self._is_verbose = hashlib.sha256(), is_verbose
        self.counts: Counter[str] = Counter()
        self.lines: list[str] = []

    def note(self, kind: str, *what: object) -> None:
        self.counts[kind] += 1
        text = " ".join([kind, *(one.decode() if isinstance(one, bytes) else str(one) for one in what)])
        self._hash.update(text.encode() + b"\n")
        if self._is_verbose:
            self.lines.append(text)

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()
