"""Writes of one turn of the loop leave together at its end: Python and the kernel take turns less often, and readers wake less often."""

from __future__ import annotations

import asyncio
from typing import Protocol

MAX_WRITERS = 72  # in one batch: the first of them must not wait long, for its client is about to answer


class Writer(Protocol):
    def flush(self) -> None:
        """Hand what was written to the transport."""


class WriteBatcher:
    """One for each server."""

    def __init__(self) -> None:
        self._writers: list[Writer] = []

    def add(self, writer: Writer) -> None:
        """It is flushed at the end of this turn of the loop, or before."""
        if not self._writers:
            asyncio.get_running_loop().call_soon(self.flush)
        self._writers.append(writer)
        if len(self._writers) >= MAX_WRITERS:
            self.flush()

    def flush(self) -> None:
        writers, self._writers = self._writers, []
        for writer in writers:
            writer.flush()
