"""An event loop whose time jumps from one event to the next, and which runs what is ready in a seeded order."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar
from random import Random
from typing import Any, Protocol


class Owner(Protocol):
    """A process in the simulation."""

    is_dead: bool  # nothing of it runs any more
    stalled_until: float  # seconds: until then nothing of it runs


MOST_STEPS = 40_000  # of one schedule; about 2,000 are usual


class Endless(Exception):
    """A schedule in which people wait for ever."""


OWNER: ContextVar[Owner | None] = ContextVar("owner", default=None)  # the process whose code runs; None for people


class SimulatedLoop(asyncio.AbstractEventLoop):
    """Seconds since the start of the schedule. No call blocks, and no time passes while something is ready."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._now = 0.0
        self._ready: list[tuple[Owner | None, asyncio.Handle]] = []
        self._timers: list[tuple[float, int, Owner | None, asyncio.Handle]] = []
        self._count = 0  # of timers: a tie is decided by their order
        self.errors: list[dict[str, Any]] = []  # of callbacks and of tasks that nobody awaited

    # What asyncio asks of a loop

    def time(self) -> float:
        return self._now

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return True

    def is_closed(self) -> bool:
        return False

    def call_soon(self, callback: Callable[..., Any], *args: Any, context: Context | None = None) -> asyncio.Handle:  # type: ignore[override]
        handle = asyncio.Handle(callback, args, self, context)
        self._ready.append((_owner(context), handle))
        return handle

    def call_later(self, delay: float, callback: Callable[..., Any], *args: Any, context: Context | None = None) -> asyncio.TimerHandle:  # type: ignore[override]
        return self.call_at(self._now + delay, callback, *args, context=context)

    def call_at(self, when: float, callback: Callable[..., Any], *args: Any, context: Context | None = None) -> asyncio.TimerHandle:  # type: ignore[override]
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        self._add_timer(when, _owner(context), handle)
        return handle

    def _add_timer(self, when: float, owner: Owner | None, handle: asyncio.Handle) -> None:
        self._count += 1
        heapq.heappush(self._timers, (when, self._count, owner, handle))

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """A cancelled timer is passed over when its time comes."""

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(self, coro: Coroutine[Any, Any, Any], *, name: str | None = None, context: Context | None = None) -> asyncio.Task[Any]:  # type: ignore[override]
        return asyncio.Task(coro, loop=self, name=name, context=context)

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if "destroyed" not in context["message"]:  # a task of a dead process
            self.errors.append(context)

    # Running

    def run(self, story: Coroutine[Any, Any, Any]) -> Any:
        """Until the story is told; tasks that are left over are cancelled."""
        asyncio._set_running_loop(self)
        try:
            told = self.create_task(story)
            for _ in range(MOST_STEPS):
                if told.done():
                    break
                self._step()
            for task in asyncio.all_tasks(self):
                task.cancel()
            for _ in range(MOST_STEPS):
                if self._ready:
                    self._ready.pop(0)[1]._run()
            if told.cancelled():
                raise Endless(f"expected an end within {MOST_STEPS} steps, and {self._now:.0f} simulated seconds have passed")
            return told.result()
        finally:
            asyncio._set_running_loop(None)

    def _step(self) -> None:
        if not self._ready:
            self._pass_time()
            return
        place = self._rng.randrange(len(self._ready))
        self._ready[place], self._ready[-1] = self._ready[-1], self._ready[place]
        owner, handle = self._ready.pop()
        if handle.cancelled() or (owner is not None and owner.is_dead):
            return
        if owner is not None and owner.stalled_until > self._now:
            return self._add_timer(owner.stalled_until, owner, handle)
        handle._run()

    def _pass_time(self) -> None:
        """Everything of the next moment becomes ready."""
        if not self._timers:
            raise AssertionError("nothing will ever happen again, and the story is not told")
        self._now = max(self._now, self._timers[0][0])
        while self._timers and self._timers[0][0] <= self._now:
            _, _, owner, handle = heapq.heappop(self._timers)
            self._ready.append((owner, handle))


def _owner(context: Context | None) -> Owner | None:
    return OWNER.get() if context is None else context.get(OWNER)
