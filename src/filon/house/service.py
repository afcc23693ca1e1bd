"""The house: all its tables, kept in one store. Every change goes the same way: ask, keep, tell."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from filon.core.game import load
from filon.core.pull import GOES_ON
from filon.house import protocol
from filon.house.commands import play, seats
from filon.house.commands.play import CommandRefused, Outcome
from filon.house.commands.seats import Caller, is_host
from filon.house.new_table import rematch
from filon.house.observer import NoObserver, Observer
from filon.house.robots.pool import Think
from filon.house.robots.turn import robot_wakes, time_wakes
from filon.house.room.events import AnyLine, Entry, Opened
from filon.house.room.room import Room
from filon.house.stores.store import CLOSED, OVER, ROBOT, TIME, Conflict, Duplicate, Store, StoreRefused, Wake, Wakes
from filon.house.updates.updates import Presence, Subscriber, news

Answer = Callable[[Room, int], Outcome]
TRIES = 20  # to be first with an append
LEASE = 2_000  # milliseconds that a wake is lent to a worker: if that one dies, the sand is called so much later at most
IDLE = 60_000  # milliseconds after which a room that nobody watches is forgotten
HERE = 25_000  # milliseconds that a seat counts as here without a word from its worker


@dataclass
class LoadedRoom:
    """A room in this process, with its lock and its subscribers."""

    room: Room = field(default_factory=Room)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    subscribers: set[Subscriber] = field(default_factory=set)
    presence: Presence = field(default_factory=Presence)
    wakes: Wakes | None = None  # as they were kept last, if by this process
    changes: int = 0  # of what is around the table, as the card kept last shows it
    looked: int = -1  # of the same, when it was last looked who is here
    used: int = 0  # when somebody last asked for it
    stumbled: tuple[int, int] = 0, 0  # after how many moves a robot failed, and how often
    rested: int = 0  # the last line when it was last looked at whether anything happens here

    @property
    def is_still(self) -> bool:
        """Nobody is at work in it: all that it shows has been kept."""
        return not self.lock.locked() and bool(self.room.log)

    def here(self, table: str) -> list[tuple[str, int]]:
        """The seats, and the host, whose holders listen in this process."""
        holders = {subscriber.holder for subscriber in self.subscribers}
        return [(table, seat) for seat, holder in self.room.holders if holder in holders]

    def changed(self) -> None:
        for subscriber in list(self.subscribers):
            subscriber.changed()

    def rest(self) -> None:
        """Where nothing has happened for a while, nothing but the table is kept in memory."""
        if self.rested == self.room.seq and self.room.live is not None:
            self.room.live.rest()
        self.rested = self.room.seq


class House:
    """`pause` stretches the time robots take where time runs, and `calm` is what they take where none does, in hundredths of a second;
    `failed` is told what went wrong where nobody waits for an answer."""

    def __init__(
        self,
        store: Store,
        think: Think,
        pause: float = 1.0,
        failed: Callable[[BaseException], None] = print,
        calm: int = 0,
        observer: Observer | None = None,
    ) -> None:
        self.store, self.think, self.pause, self.failed, self.calm = store, think, pause, failed, calm
        self.observer = observer or NoObserver()
        self.hosted: dict[str, LoadedRoom] = {}
        self.stirred = asyncio.Event()  # something may be due earlier than was thought
        self.unkept = 0  # when the store last could not keep something, unless it has kept something since
        self.nudges: dict[str, int] = {}  # tables where only this process has something to wait for
        self.tasks: set[asyncio.Task[None]] = set()
        self.pondering: set[tuple[str, int]] = set()  # moves about which a robot thinks here: lent out again, they are not asked twice
        store.listen(self._heard_of)

    # Rooms

    async def host(self, table: str) -> LoadedRoom:
        """The room of this name, read from the store if need be."""
        while True:
            hosted = self.hosted.setdefault(table, LoadedRoom())
            hosted.used = self.store.now()
            if hosted.room.log:
                return hosted
            async with hosted.lock:
                if self.hosted.get(table) is hosted:  # else whoever held the lock could not read it, and let go of it
                    await self._read_on(table, hosted)

    @asynccontextmanager
    async def still(self, table: str) -> AsyncIterator[LoadedRoom]:
        """A room with nobody at work in it: all that it shows has been kept."""
        while True:
            hosted = await self.host(table)
            async with hosted.lock:
                if hosted.room.log:
                    yield hosted
                    return

    async def _read_on(self, table: str, hosted: LoadedRoom) -> bool:
        """Follow what others have kept; whether there was any."""
        try:
            entries = await self.store.read(table, hosted.room.seq)
            if not hosted.room.log:
                _check_rules(entries[0].lines[0])
            for entry in entries:
                hosted.room.follow(entry)
        except StoreRefused:
            raise  # what is known stays true
        except BaseException:
            hosted.room = Room()  # gone, or not to be followed any further
            if not hosted.subscribers:
                self.hosted.pop(table, None)
            raise
        if entries:
            hosted.wakes, hosted.changes = None, hosted.room.changes
        return bool(entries)

    async def _read_again(self, table: str, hosted: LoadedRoom) -> None:
        """What was noted could not be kept: forget it, and begin with what the store has."""
        hosted.room = Room()
        await self._read_on(table, hosted)

    def _heard_of(self, table: str, last: int) -> None:
        hosted = self.hosted.get(table)
        if hosted is not None and hosted.room.seq < last:
            self._begin_task(self.catch_up(table))
        self.stirred.set()

    async def catch_up_all(self) -> None:
        """Hints may be lost: look at every table somebody watches; forget those that nobody has asked for in a while."""
        for table, hosted in list(self.hosted.items()):
            hosted.rest()
            if not hosted.subscribers and not hosted.lock.locked() and self.store.now() - hosted.used > IDLE:
                del self.hosted[table]
        if self.store.is_shared:
            watched = {table: hosted.room.seq for table, hosted in self.hosted.items() if hosted.subscribers}
            heads = await self.store.heads(watched)
            for table, seq in watched.items():
                if table not in heads:
                    self.drop(table)
                elif heads[table] > seq:
                    self._begin_task(self.catch_up(table))

    async def look_around(self) -> None:
        """Tell other workers who is here, and hear it from them."""
        watched = {table: hosted for table, hosted in self.hosted.items() if hosted.subscribers and hosted.room.log}
        if self.store.is_shared:
            here = [pair for table, hosted in watched.items() for pair in hosted.here(table)]
            await self.store.touch(here, self.store.now() + HERE)
            await self._look_elsewhere(watched)
        for hosted in watched.values():
            if self._look(hosted):
                hosted.changed()

    async def _look_elsewhere(self, watched: dict[str, LoadedRoom]) -> None:
        """Who is here at other workers."""
        here, now = await self.store.here(watched), self.store.now()
        for table, hosted in watched.items():
            hosted.presence.elsewhere = {holder for seat, holder in hosted.room.holders if here.get((table, seat), 0) > now}

    async def catch_up(self, table: str) -> None:
        hosted = self.hosted.get(table)
        if hosted is None:
            return
        async with hosted.lock:
            has_news = await self._read_on(table, hosted)
        if has_news:
            self._changed(hosted)

    # Asking

    async def ask(self, table: str, caller: Caller, ask: protocol.AnyAsk) -> protocol.Done:
        """One ask: answered, kept, then told to everybody. Asked again with the same id, it gets the same answer."""
        try:
            done = await self._ask(table, caller, ask)
        except Exception as error:
            self.observer.asked(ask, error)
            raise
        self.observer.asked(ask, None)
        return done

    async def _ask(self, table: str, caller: Caller, ask: protocol.AnyAsk) -> protocol.Done:
        if isinstance(ask, protocol.Rematch):
            return await rematch(self, table, caller, ask)
        command = "" if isinstance(ask, protocol.Lend) else f"{caller.holder[:16]}.{ask.id}"  # a pass is nowhere to be read again
        outcome, seq = await self.keep(table, command, lambda room, now: seats.answer(room, caller, ask, now))
        return protocol.Done(ask.id, seq, **outcome.done)

    async def keep(self, table: str, command: str, answer: Answer, is_woken: bool = False) -> tuple[Outcome, int]:
        """What a room answers is kept, then told to everybody who listens; and the number of its last line."""
        hosted = self.hosted.get(table)
        if hosted is None or not hosted.room.log:
            hosted = await self.host(table)
        before = hosted.room.seq
        try:
            async with hosted.lock:
                outcome, seq = await self._kept(table, hosted, command, answer, is_woken)
        finally:
            if hosted.room.seq != before:  # by this answer, or by what others kept meanwhile
                self._changed(hosted)
        if outcome.refused:
            raise outcome.refused
        return outcome, seq

    async def _kept(self, table: str, hosted: LoadedRoom, command: str, answer: Answer, is_woken: bool) -> tuple[Outcome, int]:
        """If somebody else was first, read what they did and answer again."""
        if is_woken or not hosted.room.log:
            await self._read_if_shared(table, hosted)
        for _ in range(TRIES):
            if command in hosted.room.commands:
                return Outcome(), hosted.room.commands[command]
            hand = hosted.room.hand()
            try:
                outcome = await self._answered(table, hosted, command, answer, is_woken)
                if outcome.refused is None or outcome.lines or not await self._read_if_shared(table, hosted):
                    return outcome, hosted.room.seq
            except Conflict:
                await self._read_again(table, hosted)
            except Duplicate:  # by another worker: it is among the commands now
                await self._read_again(table, hosted)
            hosted.room.take_hand(hand)
        raise CommandRefused("too-busy")

    async def _answered(self, table: str, hosted: LoadedRoom, command: str, answer: Answer, is_woken: bool) -> Outcome:
        now = max(self.store.now(), hosted.room.log[-1][0])
        try:
            outcome = answer(hosted.room, now)
            await self._append(table, hosted, outcome, command, now, is_woken)
        except CommandRefused as refused:
            return Outcome(refused=refused)
        except (Conflict, Duplicate):
            raise
        except BaseException:
            hosted.room = Room()  # it may have noted what was not kept: whoever comes next reads it anew
            raise
        return outcome

    async def _read_if_shared(self, table: str, hosted: LoadedRoom) -> bool:
        """Whether another worker has kept something that this one had not heard of."""
        return (self.store.is_shared or not hosted.room.log) and await self._read_on(table, hosted)

    async def _append(self, table: str, hosted: LoadedRoom, outcome: Outcome, command: str, now: int, is_woken: bool) -> None:
        room, wakes = hosted.room, play.wakes(hosted.room, self.pause, self.calm)
        self._nudge(table, room, wakes)
        if not outcome.lines:
            return
        command = "" if outcome.refused else command
        entry = Entry(room.seq - len(outcome.lines) + 1, room.log[-1][0], command, outcome.lines)
        card = room.card() if room.changes != hosted.changes else None
        is_overdue = wakes.get(TIME, now + 1) <= now  # a store may refuse whatever comes after that and does not take it on
        began = time.perf_counter()
        try:
            await self.store.append(table, entry, card, wakes if is_woken or is_overdue or wakes != hosted.wakes else None)
            self.unkept = 0
            self.observer.appended(entry, time.perf_counter() - began)
        except StoreRefused:
            self.unkept = now
            raise
        hosted.wakes, hosted.changes = wakes, room.changes
        if command:
            room.commands[command] = entry.last
        if wakes:
            self.stirred.set()

    def _nudge(self, table: str, room: Room, wakes: Wakes) -> None:
        """A hand that was too quick is waited for by this process alone."""
        if room.pulling is not None and room.pulling.verdict != GOES_ON and TIME in wakes:
            self.nudges[table] = wakes[TIME]
            self.stirred.set()
        else:
            self.nudges.pop(table, None)

    async def open(self, table: str, lines: list[AnyLine], begin: bool = False) -> Room:
        """A new room, made by its first lines."""
        hosted, now = LoadedRoom(), self.store.now()
        outcome = seats.noted(hosted.room, lines, now)
        if begin:
            outcome.lines += seats.start(hosted.room, now).lines
        await self._append(table, hosted, outcome, "", now, is_woken=False)
        self.hosted[table] = hosted
        return hosted.room

    async def delete(self, table: str, caller: Caller) -> None:
        """What is over can be forgotten by its host."""
        room = (await self.host(table)).room
        if not is_host(room, caller.holder):
            raise CommandRefused("only-host")
        if room.status not in (OVER, CLOSED):
            raise CommandRefused("not-over")
        await self.store.delete(table)
        self.drop(table)

    def drop(self, table: str) -> None:
        """It is gone from the store: whoever still listens is told so."""
        self.nudges.pop(table, None)
        if gone := self.hosted.pop(table, None):
            gone.changed()

    # Listening

    async def join(self, table: str, subscriber: Subscriber) -> LoadedRoom:
        """A window opens: it is told everything up to now as a log tells it, and what comes as it happens."""
        if self.store.is_shared:
            await self.catch_up(table)
            await self._look_elsewhere({table: await self.host(table)})  # for as long as nobody listened, nobody looked
        async with self.still(table) as hosted:
            subscriber.joined = hosted.room.seq
            if subscriber.heard > hosted.room.seq:  # it has heard what was never kept here, before an older backup was taken in
                subscriber.heard = 0
            hosted.subscribers.add(subscriber)
        self._look(hosted)
        hosted.changed()
        return hosted

    def part(self, table: str, subscriber: Subscriber) -> None:
        hosted = self.hosted.get(table)
        if hosted is not None and subscriber in hosted.subscribers:
            hosted.subscribers.discard(subscriber)
            hosted.used = self.store.now()
            self._look(hosted)
            hosted.changed()

    def news(self, hosted: LoadedRoom, subscriber: Subscriber, now: int) -> bytes:
        """As it is sent; empty where there is none."""
        log, unheard = hosted.room.log, max(subscriber.heard, subscriber.joined)  # a line from before it joined was not waited for
        if unheard < len(log):
            self.observer.told(now - log[unheard][0])
        return news(hosted.room, subscriber, hosted.presence, now)

    def _look(self, hosted: LoadedRoom) -> bool:
        """Who came, who went, who has been away for long: whether that has changed. A room to be read anew is looked at later."""
        if not hosted.room.log:
            return False
        hosted.looked = hosted.room.changes
        return hosted.presence.looked(hosted.room, [subscriber.holder for subscriber in hosted.subscribers], self.store.now())

    def _changed(self, hosted: LoadedRoom) -> None:
        """There is news; somebody may have sat down or stood up by it."""
        if hosted.looked != hosted.room.changes:
            self._look(hosted)
        hosted.changed()

    # What happens by itself

    async def wake_due(self) -> None:
        """Time and robots, wherever they are due; robots go on thinking when this returns."""
        now = self.store.now()
        wakes = [Wake(table, TIME, now) for table, at in self.nudges.items() if at <= now]
        claimed = await self.store.claim(LEASE)
        for wake in claimed:
            if wake.kind == TIME:
                self.observer.timer_claimed(max(0, self.store.now() - wake.at))
        for wake in [*wakes, *claimed]:
            self._begin_task(robot_wakes(self, wake) if wake.kind == ROBOT else time_wakes(self, wake))

    def _begin_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.failed(error)

    async def settled(self) -> None:
        """Wait for everything that has been begun."""
        while self.tasks:
            await asyncio.gather(*self.tasks, return_exceptions=True)


def _check_rules(first: AnyLine) -> None:
    """By other rules than its own no table is played: a worker that is still to be upgraded leaves it alone."""
    if isinstance(first, Opened) and first.rules > (known := load(first.game).label.rules):
        raise StoreRefused(f"a table of {first.game} was opened by a newer Filon, with rules {first.rules}; this one knows {known}")
