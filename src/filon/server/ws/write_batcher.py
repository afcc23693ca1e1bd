"""What is written to many sockets in one round of the loop leaves together: Python and the kernel push each other out of the caches less
often, and whoever reads is woken less often."""

from __future__ import annotations

import asyncio
from typing import Protocol

MOST = 72  # letters that wait for each other: the first of them must not wait for long, for somebody is about to answer it


class Sender(Protocol):
    def leave(self) -> None:
        """What this sender has written goes out now."""


class Post:
    """One for each server."""

    def __init__(self) -> None:
        self._senders: list[Sender] = []

    def take(self, sender: Sender) -> None:
        """It will be asked to let go of what it has, at the end of this round at the latest."""
        if not self._senders:
            asyncio.get_running_loop().call_soon(self.leave)
        self._senders.append(sender)
        if len(self._senders) >= MOST:
            self.leave()

    def leave(self) -> None:
        senders, self._senders = self._senders, []
        for sender in senders:
            sender.leave()
