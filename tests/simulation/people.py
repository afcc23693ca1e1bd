"""People and their windows: they act at random, send again what was not answered, and remember everything they were told."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from contextvars import Context
from dataclasses import dataclass, field
from random import Random

import msgspec

from filon.core.seats import NOBODY, SPECTATOR
from filon.house import protocol
from tests.simulation.network import Direction
from tests.simulation.trace import Trace
from tests.simulation.worker import CountedSubscriber, Session, Worker

UNSURE = {"store", "too-busy"}  # reasons after which a command is sent again
PATIENCE = 2.0  # seconds without an answer, until a command is sent again
AGAIN = 0.3  # seconds until a window that was cut off comes back

OUTSIDE = Context()  # of no worker

Connect = Callable[[], Worker | None]  # a worker that accepts connections


class Said(msgspec.Struct):
    """The fields of a server's message that a person reads; lines and views stay encoded."""

    says: str
    seq: int = 0
    lines: list[msgspec.Raw] = []
    view: msgspec.Raw = msgspec.Raw()  # empty where there is none
    legal: list[int] = []
    ready: int = 0
    actor: int = NOBODY
    id: str = ""
    reason: str = ""


SAID = msgspec.json.Decoder(Said)


@dataclass
class Message:
    """An update as a window got it; `joined` is the last line of the log when its connection began."""

    joined: int
    news: Said
    sent: bytes


class Window:
    """One subscriber. It comes back whenever it was cut off, and asks for the lines after those it has."""

    def __init__(self, number: int, person: Person, rng: Random, connect: Connect, trace: Trace) -> None:
        self.number, self.person, self._rng, self._connect, self._trace = number, person, rng, connect, trace
        self.heard = 0  # number of the last line
        self.messages: list[Message] = []
        self.answers: list[bytes] = []
        self.session: Session | None = None
        self._to_server: Direction | None = None
        self._connections = 0

    def open(self) -> None:
        """Connect to some worker, now or when there is one."""
        worker = self._connect()
        if worker is None or worker.is_dead:
            asyncio.get_running_loop().call_later(AGAIN, self.open, context=OUTSIDE)
            return
        self._connections += 1
        number, person = self.number * 1000 + self._connections, self.person
        to_window = Direction(self._rng, self._receive, OUTSIDE)
        subscriber = CountedSubscriber(number, person.holder, person.seat, lambda: session.changed(), heard=self.heard)
        session = Session(number, worker, person.table, subscriber, to_window, self._was_cut)
        self.session, self._to_server = session, Direction(self._rng, session.receive, worker.context)
        asyncio.get_running_loop().call_later(0.01, session.begin, context=worker.context)

    def send(self, command: protocol.AnyCommand) -> None:
        if self._to_server is not None:
            self._to_server.send(command)

    def cut(self) -> None:
        """The network fails: both sides notice."""
        if self.session is not None:
            self._trace.note("cut", self.number)
            self.session.hang_up()

    def _was_cut(self) -> None:
        if self._to_server is not None:
            self._to_server.is_open = False
            self._to_server, self.session = None, None
            asyncio.get_running_loop().call_later(self._rng.uniform(0, 2 * AGAIN), self.open, context=OUTSIDE)

    def _receive(self, sent: bytes) -> None:
        self._trace.note("to", self.number, sent)
        said = SAID.decode(sent)
        if said.says == "news":
            assert self.session
            self.messages.append(Message(self.session.subscriber.joined, said, sent))
            self.heard = said.seq
        else:
            self.answers.append(sent)
            self.person.answered(said)

    @property
    def legal(self) -> list[int]:
        """The moves that this window offers."""
        return self.messages[-1].news.legal if self.messages else []


@dataclass
class Person:
    """A device: a player on one seat, or a spectator."""

    holder: str
    table: str
    seat: int
    rng: Random
    moves: int  # in the game: ids beyond the legal ones are tried too
    windows: list[Window] = field(default_factory=list)
    sent: dict[str, protocol.AnyCommand] = field(default_factory=dict)  # by id
    copies: Counter[str] = field(default_factory=Counter)  # by id: how often it was sent
    done: dict[str, int] = field(default_factory=dict)  # acknowledged: id and last line
    refused: dict[str, str] = field(default_factory=dict)  # id and reason
    unanswered: dict[str, asyncio.Future[Said]] = field(default_factory=dict)
    contradictions: list[str] = field(default_factory=list)

    def answered(self, said: Said) -> None:
        known = self.done.get(said.id)
        if said.says == "done" and known not in (None, said.seq):
            self.contradictions.append(f"{said.id} was done in line {known}, and then in line {said.seq}")
        if (waiting := self.unanswered.pop(said.id, None)) is not None and not waiting.done():
            waiting.set_result(said)

    async def ask(self, command: protocol.AnyCommand) -> str:
        """The reason against it, or nothing. It is sent until the answer is sure, on any window, now and then on two at once."""
        self.sent[command.id] = command
        while True:
            windows = self.rng.sample(self.windows, 1 if self.rng.random() < 0.8 else len(self.windows))
            for window in windows:
                window.send(command)
            self.copies[command.id] += len(windows)
            said = await self._answer(command.id)
            if said is None or said.reason in UNSURE:
                continue
            if said.says == "done":
                self.done[command.id] = said.seq
                return ""
            if command.id not in self.done:
                self.refused[command.id] = said.reason
            return said.reason

    async def _answer(self, id: str) -> Said | None:
        waiting = self.unanswered[id] = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(PATIENCE * self.rng.uniform(0.5, 1.5)):
                return await waiting
        except TimeoutError:
            return None

    # What they do

    async def sit(self) -> None:
        await self.ask(protocol.Sit(self._id(), self.seat, f"Seat {self.seat}"))

    async def begin(self) -> None:
        """Begin as the host, again and again until everybody sits."""
        while await self.ask(protocol.Begin(self._id())) == "free-chairs":
            await asyncio.sleep(0.5)

    async def act(self, count: int) -> None:
        for _ in range(count):
            await asyncio.sleep(self.rng.choice((0.0, 0.05, 0.3, 1.5, 6.0)))
            await self.ask(self._choose())

    def _choose(self) -> protocol.AnyCommand:
        legal, chance = self.windows[0].legal, self.rng.random()
        if legal and chance < 0.8:
            return protocol.Play(self._id(), self.rng.choice(legal))
        if chance < 0.9:
            return protocol.Say(self._id(), f"{self.seat} says {len(self.sent)}")
        if chance < 0.95:
            return protocol.Undo(self._id())
        return protocol.Play(self._id(), self.rng.randrange(self.moves))

    def key(self, id: str) -> str:
        """Under which the log has the command of this id."""
        return f"{self.holder[:16]}.{id}"

    def _id(self) -> str:
        return f"{self.holder[:3]}-{len(self.sent)}"

    @property
    def is_spectator(self) -> bool:
        return self.seat == SPECTATOR
