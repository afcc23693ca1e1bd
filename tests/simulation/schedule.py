"""One schedule: a seed decides the tables, the people, the faults, and the order of everything."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from random import Random

from filon.core.game import Game, found, load
from filon.core.seats import SPECTATOR
from filon.house import background, protocol
from filon.house.new_table import open_table
from filon.house.room.events import Entry
from filon.house.stores.store import StoreRefused
from tests.luck import Luck
from tests.simulation.loop import Endless, SimulatedLoop
from tests.simulation.people import Person, Window
from tests.simulation.pool import Work
from tests.simulation.store import START, Disk, SimulatedStore, StoreFaults
from tests.simulation.trace import Trace
from tests.simulation.worker import Worker

CALM = 2.0  # seconds after the last fault and the last timer, until everybody must have been told everything
LONGEST = 600.0  # seconds that a schedule may take until nothing is due
MOST_FAULTS = 8  # crashes, stalls, cuts and floods
STALLS = (0.1, 0.25, 0.4, 1.0, 4.0, 30.0)  # seconds


@dataclass
class Chaos:
    """The rate of each fault in one schedule; each schedule leaves several out, so that the effect of the others shows alone."""

    store: StoreFaults
    every: float  # seconds between two of the following
    crash: float
    stall: float
    cut: float
    flood: float
    robot_fails: float

    @staticmethod
    def drawn(rng: Random) -> Chaos:
        def some(most: float) -> float:
            return rng.choice((0, 0, most / 4, most))

        store = StoreFaults(some(0.08), some(0.08), some(0.05), some(1.0))
        return Chaos(store, rng.choice((0.5, 2.0, 8.0)), some(1.0), some(1.0), some(2.0), some(1.0), some(0.2))

    def calm(self) -> None:
        self.store.refused = self.store.answer_lost = self.store.slow = self.store.notification_lost = 0
        self.crash = self.stall = self.cut = self.flood = 0


@dataclass
class Stalled:
    """In seconds since the start of the schedule."""

    worker: int
    since: float
    until: float


@dataclass
class Told:
    """Everything a schedule leaves behind for the promises to be checked."""

    seed: int
    games: dict[str, Game]  # by table
    entries: dict[str, list[Entry]]
    people: list[Person]
    workers: list[Worker]
    stalls: list[Stalled]
    crashes: list[float]  # in seconds since the start of the schedule
    is_shared: bool
    ended_at: int | None  # the store's time; None if people waited for ever
    work: list[list[Work]]  # of each worker, those that crashed among them
    trace: Trace
    errors: list[str] = field(default_factory=list)


class Schedule:
    def __init__(self, seed: int, is_verbose: bool = False) -> None:
        self.seed, self.rng, self.trace = seed, Random(seed), Trace(is_verbose)
        self.loop, self.disk, self.chaos = SimulatedLoop(Random(seed + 1)), Disk(), Chaos.drawn(self.rng)
        self.workers: dict[int, Worker] = {}
        self.dead: list[Worker] = []
        self.is_shared = self.rng.random() < 0.6
        self.people: list[Person] = []
        self.games: dict[str, Game] = {}
        self.stalls: list[Stalled] = []
        self.crashes: list[float] = []
        self.ended_at: int | None = None

    def run(self) -> Told:
        with _luck(self.seed), suppress(Endless):  # then it has no end, which breaks a promise
            self.loop.run(self._story())
        entries = {table: kept.entries for table, kept in self.disk.model.kept.items()}
        told = Told(
            self.seed,
            self.games,
            entries,
            self.people,
            list(self.workers.values()),
            self.stalls,
            self.crashes,
            self.is_shared,
            self.ended_at,
            [worker.pool.log for worker in (*self.dead, *self.workers.values())],
            self.trace,
        )
        told.errors = [*self._errors()]
        return told

    async def _story(self) -> None:
        for number in range(2 if self.is_shared else 1):
            self._start_worker(number)
        acting = [task for _ in range(self.rng.choice((1, 1, 1, 2))) for task in await self._set_table()]
        chaos = asyncio.ensure_future(self._make_chaos())
        await asyncio.gather(*acting)
        chaos.cancel()
        self.chaos.calm()
        await self._until_calm()
        self.ended_at = START + int(self.loop.time() * 1000)

    # Workers

    def _start_worker(self, number: int) -> None:
        self.trace.note("start", number)
        self.workers[number] = Worker(number, self._store, self.rng, self.trace, self.chaos.robot_fails)

    def _store(self, number: int) -> SimulatedStore:
        return SimulatedStore(self.disk, number, self.is_shared, self.rng, self.chaos.store, self.trace)

    def _any_worker(self) -> Worker | None:
        return self.rng.choice(list(self.workers.values())) if self.workers else None

    # Tables and people

    async def _set_table(self) -> list[asyncio.Future[None]]:
        """People sit down at a new table, some robots with them; two windows each, and somebody looks on."""
        game = self.rng.choice(_games())
        seats, number = self.rng.choice(game.label.seats[:2]), len(self.games)
        people = self.rng.randint(1, seats)
        table = await self._opened(game, seats, people, f"{number}-0-device")
        self.games[table] = game
        players = [self._person(table, game, f"{number}-{seat}-device", seat) for seat in range(people)]
        spectator = self._person(table, game, f"{number}-s-device", SPECTATOR)
        return [asyncio.ensure_future(self._lives(person)) for person in (*players, spectator)]

    async def _opened(self, game: Game, seats: int, people: int, host: str) -> str:
        asked = protocol.NewTable(game.name, seats, name="Seat 0", robots=["random"] * (seats - people), is_public=True)
        while True:
            try:
                worker = self.workers[0]
                return (await self.loop.create_task(open_table(worker.house, host, asked), context=worker.context)).table
            except StoreRefused:
                continue

    def _person(self, table: str, game: Game, holder: str, seat: int) -> Person:
        person = Person(holder, table, seat, self.rng, len(game.MOVES))
        self.people.append(person)
        for _ in range(self.rng.choice((1, 1, 2))):
            window = Window(len(self.people) * 10 + len(person.windows), person, self.rng, self._any_worker, self.trace)
            person.windows.append(window)
            window.open()
        return person

    async def _lives(self, person: Person) -> None:
        if person.seat > 0:
            await person.sit()
        if person.seat == 0:
            await person.begin()
        await person.act(self.rng.randint(1, 2) if person.is_spectator else self.rng.randint(2, 8))

    # Faults

    async def _make_chaos(self) -> None:
        """So many faults and no more: a house that crashes for ever would never be heard of."""
        chaos, rng = self.chaos, self.rng
        for _ in range(MOST_FAULTS):
            await asyncio.sleep(rng.expovariate(1 / chaos.every))
            kinds = [self._crash, self._stall, self._cut, self._flood]
            rng.choices([*kinds, lambda: None], [chaos.crash, chaos.stall, chaos.cut, chaos.flood, 0.1])[0]()

    def _crash(self) -> None:
        if not self.workers:
            return
        number = self.rng.choice(list(self.workers))
        worker = self.workers.pop(number)
        self.disk.listeners.pop(number, None)
        self.dead.append(worker)
        worker.crash()
        self.crashes.append(self.loop.time())
        self.loop.call_later(self.rng.uniform(0, 3), self._start_worker, number)

    def _stall(self) -> None:
        worker = self._any_worker()
        if worker is not None and not worker.is_stalled:
            length = self.rng.choice(STALLS)
            self.stalls.append(Stalled(worker.number, self.loop.time(), self.loop.time() + length))
            worker.stall(length)

    def _cut(self) -> None:
        self.rng.choice(self.rng.choice(self.people).windows).cut()

    def _flood(self) -> None:
        worker = self._any_worker()
        if worker is not None:
            worker.flood(self.rng.choice(("0-0-device", "flooder")))  # a host, or somebody else

    # The end

    async def _until_calm(self) -> None:
        """No timer waits, and everybody had time to hear it."""
        until = self.loop.time() + LONGEST
        while any(kept.timers for kept in self.disk.model.kept.values()) and self.loop.time() < until:
            await asyncio.sleep(1.0)
        await asyncio.sleep(max([CALM, *(worker.stalled_until - self.loop.time() + CALM for worker in self.workers.values())]) + CALM)

    def _errors(self) -> Iterator[str]:
        """Errors that nobody expects: a refusing store and a failing robot are part of the schedule."""
        for worker in (*self.dead, *self.workers.values()):
            yield from (
                repr(error) for error in worker.failures if not isinstance(error, StoreRefused) and type(error).__name__ != "RobotFailed"
            )
        yield from (str(context.get("exception") or context["message"]) for context in self.loop.errors)


@cache
def _games() -> list[Game]:
    """All that are found, and those with a clock twice: more can go wrong there."""
    games = [load(name) for name in found()]
    return games + [game for game in games if game.timed]


@contextmanager
def _luck(seed: int) -> Iterator[None]:
    """Every secret follows from the seed, and no heart beats: a worker's clock shows stalls alone."""
    luck = Luck(str(seed))
    before = secrets.token_hex, secrets.token_urlsafe, background.BEAT
    secrets.token_hex, secrets.token_urlsafe, background.BEAT = luck.token_hex, luck.token_urlsafe, 3_600_000  # type: ignore[assignment]
    try:
        yield
    finally:
        secrets.token_hex, secrets.token_urlsafe, background.BEAT = before  # type: ignore[assignment]
