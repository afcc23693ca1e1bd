"""One server process: a House with its background loops, and a session for each connection. A crash keeps nothing but the disk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import copy_context
from inspect import CORO_CREATED, getcoroutinestate
from random import Random
from typing import Any

from filon.core.stream import seeded
from filon.house import protocol
from filon.house.background import running
from filon.house.commands.permissions import Caller
from filon.house.errors import CommandRefused
from filon.house.jobs.fair_queue import Payer
from filon.house.robots.pool import Question
from filon.house.room.events import ENCODER
from filon.house.rooms import LoadedRoom
from filon.house.service import House
from filon.house.stalls import notice_stall
from filon.house.stores.store import StoreRefused
from filon.house.updates.updates import Subscriber
from tests.simulation.loop import OWNER
from tests.simulation.network import Direction
from tests.simulation.pool import LENGTHS, SimulatedPool
from tests.simulation.store import SimulatedStore
from tests.simulation.trace import Trace

FLOOD = 12  # pieces of work
ROBOT_PAUSE = 20  # hundredths of a second that a robot takes where no time runs


class RobotFailed(Exception):
    """A robot that gave no answer."""


class Worker:
    """`is_dead` and `stalled_until` are what the loop asks: nothing of a dead or stalled process runs."""

    def __init__(self, number: int, store: Callable[[int], SimulatedStore], rng: Random, trace: Trace, robot_fails: float) -> None:
        self.number, self._rng, self._trace, self._robot_fails = number, rng, trace, robot_fails
        self.is_dead, self.stalled_until, self._stalled = False, 0.0, 0.0
        self.failures: list[BaseException] = []
        self.sessions: dict[int, Session] = {}
        self.pool, self._flooding = SimulatedPool(), list[Coroutine[Any, Any, None]]()
        self.context = copy_context()
        self.context.run(self._start, store)

    def _start(self, store: Callable[[int], SimulatedStore]) -> None:
        OWNER.set(self)
        self.house = House(
            store(self.number), self._ask_robot, 1.0, self.failures.append, ROBOT_PAUSE, monotonic=lambda: self._stalled * 1000
        )
        self._running = asyncio.ensure_future(self._run())

    async def _run(self) -> None:
        async with running(self.house):
            await asyncio.get_running_loop().create_future()

    async def _ask_robot(self, question: Question) -> int:
        await self.pool.work(question.payer, self._rng.choice(LENGTHS))
        if self._rng.random() < self._robot_fails:
            raise RobotFailed
        return question.legal[seeded(question.seed).below(len(question.legal))]

    def flood(self, user: str) -> None:
        """One user brings much work at once, such as hints; of a table where nobody sits it comes last."""
        self._trace.note("flood", self.number, user)
        payer = Payer(user, is_last=self._rng.random() < 0.3)
        for _ in range(FLOOD):
            self._flooding.append(self.pool.work(payer, self._rng.choice(LENGTHS)))
            asyncio.get_running_loop().create_task(self._flooding[-1], context=self.context)

    def crash(self) -> None:
        self._trace.note("crash", self.number)
        self.is_dead = True
        for session in list(self.sessions.values()):
            session.hang_up()
        for coroutine in self._flooding:
            if getcoroutinestate(coroutine) == CORO_CREATED:
                coroutine.close()  # it will never run: without this Python warns

    def stall(self, seconds: float) -> None:
        """Its own clock shows only stalls: between them its loop is never late, since no work takes time here."""
        self._trace.note("stall", self.number, seconds)
        self.stalled_until = asyncio.get_running_loop().time() + seconds
        self._stalled += seconds
        asyncio.get_running_loop().call_later(seconds, self._beat, context=self.context)

    def _beat(self) -> None:
        """The heartbeat that was late."""
        notice_stall(self.house)
        self.house.heartbeat.beat()

    @property
    def is_stalled(self) -> bool:
        return self.stalled_until > asyncio.get_running_loop().time()


class CountedSubscriber(Subscriber):
    """With a number as its hash: a set of subscribers has the same order in every run."""

    def __init__(self, number: int, *args: Any, **fields: Any) -> None:
        self.number = number
        super().__init__(*args, **fields)

    def __hash__(self) -> int:
        return self.number


class Session:
    """One connection, served as in server/ws/session.py: a command is answered before the next is read, updates go out in between."""

    def __init__(
        self, number: int, worker: Worker, table: str, subscriber: Subscriber, to_window: Direction, cut: Callable[[], None]
    ) -> None:
        self.number, self._worker, self._table, self.subscriber = number, worker, table, subscriber
        self._to_window, self._cut = to_window, cut
        self._inbox: asyncio.Queue[protocol.AnyCommand] = asyncio.Queue()
        self._loaded: LoadedRoom | None = None
        self._task: asyncio.Task[None] | None = None
        self._waiting: asyncio.Task[None] | None = None
        self._is_waiting = self._is_due = False
        worker.sessions[number] = self

    def receive(self, command: protocol.AnyCommand) -> None:
        self._inbox.put_nowait(command)

    def begin(self) -> None:
        self._task = asyncio.ensure_future(self._run())

    async def _run(self) -> None:
        house = self._worker.house
        try:
            self._loaded = await house.subscribe(self._table, self.subscriber)
            self.changed()
            while self._to_window.is_open:
                await self._answer(await self._inbox.get())
        except StoreRefused:
            self.hang_up()

    async def _answer(self, command: protocol.AnyCommand) -> None:
        subscriber, loaded = self.subscriber, self._loaded
        assert loaded
        caller = Caller(subscriber.holder, subscriber.seat, 20, loaded.presence.away)
        answer: protocol.Done | protocol.Refused
        try:
            answer = await self._worker.house.run(self._table, caller, command)
        except CommandRefused as refused:
            answer = protocol.Refused(command.id, refused.key, refused.clause, refused.detail)
        except StoreRefused:
            answer = protocol.Refused(command.id, "store")
        self._update()
        self._to_window.send(ENCODER.encode(answer))

    def changed(self) -> None:
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._update)

    def _update(self) -> None:
        """News, or later if the room is being changed."""
        self._is_due, house, loaded = False, self._worker.house, self._loaded
        if loaded is None or self._is_waiting or not self._to_window.is_open:
            return
        if not loaded.is_idle or house.rooms.loaded.get(self._table) is not loaded:
            self._is_waiting = True
            self._waiting = asyncio.ensure_future(self._wait())
        elif news := house.news(loaded, self.subscriber, house.store.now()):
            self._to_window.send(news)

    async def _wait(self) -> None:
        try:
            async with self._worker.house.rooms.locked(self._table) as current:
                pass
            self._is_waiting = False
            if current is self._loaded:
                self._update()
            else:
                self.hang_up()
        except StoreRefused:
            self.hang_up()

    def hang_up(self) -> None:
        """The connection ends, from either side. The worker notices when its loop runs."""
        if self._worker.sessions.pop(self.number, None):
            self._cut()
            self._to_window.is_open = False
            asyncio.get_running_loop().call_soon(self._end, context=self._worker.context)

    def _end(self) -> None:
        if self._task is not None:
            self._task.cancel()
        if self._loaded is not None:
            self._worker.house.unsubscribe(self._table, self.subscriber)
