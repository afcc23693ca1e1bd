"""A connection between a window and a worker: in order, delayed, and cut at any time with everything that is on its way."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextvars import Context
from random import Random
from typing import Any

DELAYS = (0.001, 0.005, 0.02, 0.06, 0.3)  # seconds one way


class Direction:
    """Messages one way. They arrive in the context of the receiver, in the order in which they were sent."""

    def __init__(self, rng: Random, receive: Callable[[Any], None], context: Context) -> None:
        self._rng, self._receive, self._context = rng, receive, context
        self._delay = rng.choice(DELAYS)
        self._last = 0.0  # when the latest message arrives, in seconds
        self._on_the_way: deque[Any] = deque()
        self.is_open = True

    def send(self, message: Any) -> None:
        loop = asyncio.get_running_loop()
        self._last = max(self._last + 1e-6, loop.time() + self._delay * self._rng.uniform(0.5, 2))
        self._on_the_way.append(message)
        loop.call_at(self._last, self._arrive, context=self._context)

    def _arrive(self) -> None:
        """A stalled receiver has several at once, and still in order."""
        message = self._on_the_way.popleft()
        if self.is_open:
            self._receive(message)
