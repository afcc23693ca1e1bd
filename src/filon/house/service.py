"""The house: all tables of one store. Every change goes one way: run the command, append its events, tell the subscribers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

from filon.core.pull import GOES_ON
from filon.house import protocol
from filon.house.commands import dispatch
from filon.house.commands.permissions import Caller, require_deletable
from filon.house.commands.start import start
from filon.house.errors import CommandRefused, Reason
from filon.house.jobs.users import Users
from filon.house.observer import NoObserver, Observer
from filon.house.rematch import rematch
from filon.house.robots.pool import AskRobot
from filon.house.room.events import AnyEvent, Entry
from filon.house.room.outcome import Outcome, add_events
from filon.house.room.room import Room
from filon.house.rooms import LoadedRoom, Rooms
from filon.house.run_timers import run_robot, run_time
from filon.house.stalls import Heartbeat, Stall, notice_stall, pause, settling
from filon.house.stores.monotonic import monotonic
from filon.house.stores.store import REWRITTEN, ROBOT, TIME, Conflict, Duplicate, Store, StoreRefused, Timer, Timers
from filon.house.timers import timers_of
from filon.house.updates.public_lines import untold_chat
from filon.house.updates.updates import Subscriber, news

Change = Callable[[Room, int], Outcome]  # (room, now): adds events to the room
MOST_TRIES = 20  # of a change, while other workers append first
LEASE = 2_000  # milliseconds for which a worker claims a timer: if it dies, another claims it that much later
PRESENT_FOR = 25_000  # milliseconds that a seat counts as present without a word from its worker


class House:
    """`pause_factor` stretches the time that robots take in timed games; `untimed_pause` is what they take in all others, in hundredths
    of a second; `failed` is told of errors that no caller waits for; `monotonic`, in milliseconds, shows stalls of the event loop."""

    def __init__(
        self,
        store: Store,
        ask_robot: AskRobot,
        pause_factor: float = 1.0,
        failed: Callable[[BaseException], None] = print,
        untimed_pause: int = 0,
        observer: Observer | None = None,
        monotonic: Callable[[], float] = monotonic,
    ) -> None:
        self.store, self.ask_robot, self.failed, self.observer = store, ask_robot, failed, observer or NoObserver()
        self.pause_factor, self.untimed_pause = pause_factor, untimed_pause
        self.rooms = Rooms(store, self._changed)
        self.users = Users()
        self.heartbeat = Heartbeat(monotonic, store.now)
        self.stalled_at = 0  # store's time of the end of the last stall
        self.wakeup = asyncio.Event()  # a timer may be due earlier than the background loop expects
        self.append_failed_at = 0  # store's time of the last failed append; 0 after a successful one
        self.local_timers: dict[str, int] = {}  # by table: timers that only this process has to wait for
        self.robots_asked: set[tuple[str, int]] = set()  # table and number of moves: a timer claimed again does not ask twice
        self.tasks: set[asyncio.Task[None]] = set()
        store.listen(self._notified)

    # Commands

    async def run(self, table: str, caller: Caller, command: protocol.AnyCommand) -> protocol.Done:
        """A command; sent again with the same id, it gets the same answer."""
        try:
            done = await self._run(table, caller, command)
        except Exception as error:
            self.observer.command_run(command, error)
            raise
        self.observer.command_run(command, None)
        return done

    async def _run(self, table: str, caller: Caller, command: protocol.AnyCommand) -> protocol.Done:
        if isinstance(command, protocol.Rematch):
            return await rematch(self, table, caller, command)
        command_id = "" if isinstance(command, protocol.Lend) else f"{caller.holder[:16]}.{command.id}"  # a pass is shown only once
        outcome, seq = await self.change(table, command_id, lambda room, now: dispatch.run(room, caller, command, now))
        return protocol.Done(command.id, seq, **outcome.done)

    async def change(self, table: str, command_id: str, change: Change, by_timer: bool = False) -> tuple[Outcome, int]:
        """Append the events of a change, then tell the subscribers; the number of the last event."""
        notice_stall(self)
        loaded = await self.rooms.acquire(table)
        before = loaded.room.seq
        try:
            outcome, seq = await self._try_changes(table, loaded, command_id, change, by_timer)
        finally:
            loaded.lock.release()
            if loaded.room.seq != before:  # by this change, or by what other workers appended meanwhile
                self._changed(loaded)
        if outcome.refused:
            raise outcome.take_refusal()
        return outcome, seq

    async def _try_changes(self, table: str, loaded: LoadedRoom, command_id: str, change: Change, by_timer: bool) -> tuple[Outcome, int]:
        """If another worker appended first, read its events and try again."""
        if by_timer or not loaded.room.log:
            await self.rooms.read_if_shared(table, loaded)
        for _ in range(MOST_TRIES):
            if command_id in loaded.room.commands:
                return Outcome(), loaded.room.commands[command_id]
            saved = loaded.room.save_pull()
            try:
                outcome = await self._try_change(table, loaded, command_id, change, by_timer)
                if outcome.refused is None or outcome.events or not await self.rooms.read_if_shared(table, loaded):
                    return outcome, loaded.room.seq
            except (Conflict, Duplicate):  # a duplicate is among the room's commands now
                await self.rooms.reload(table, loaded)
            loaded.room.restore_pull(saved)
        raise CommandRefused(Reason.TOO_BUSY)

    async def _try_change(self, table: str, loaded: LoadedRoom, command_id: str, change: Change, by_timer: bool) -> Outcome:
        now, stalls = max(self.store.now(), loaded.room.log[-1][0]), [*loaded.stalls]
        try:
            outcome = self._changed_by(loaded.room, change, now, stalls)
            if outcome.events or not outcome.refused:
                await self._append(table, loaded, outcome, command_id, now, by_timer)
        except (Conflict, Duplicate):
            raise
        except BaseException:
            loaded.room = Room()  # it may have events that the store has not: the next caller reads it anew
            raise
        del loaded.stalls[: len(stalls)]  # others may have come while the store worked
        return outcome

    def _changed_by(self, room: Room, change: Change, now: int, stalls: list[Stall]) -> Outcome:
        """The change counts as if the stalls before it had not been."""
        paused = pause(room, stalls, now, self.store.is_shared)
        try:
            outcome = change(room, now)
        except CommandRefused as refused:
            outcome = Outcome(refused=refused.with_traceback(None))  # which holds this frame, and the frame the room
        outcome.events = [*paused, *outcome.events]
        return outcome

    async def _append(self, table: str, loaded: LoadedRoom, outcome: Outcome, command_id: str, now: int, by_timer: bool) -> None:
        room, timers = loaded.room, timers_of(loaded.room, self.pause_factor, self.untimed_pause)
        self._set_local_timer(table, room, timers)
        if not outcome.events:
            return
        command_id = "" if outcome.refused else command_id
        entry = Entry(room.seq - len(outcome.events) + 1, room.log[-1][0], command_id, outcome.events)
        card = room.card() if room.changes != loaded.stored_changes else None
        is_overdue = timers.get(TIME, now + 1) <= now  # a store may refuse an entry after an overdue timer that does not replace it
        await self._store(table, entry, card, timers if by_timer or is_overdue or timers != loaded.timers else None)
        loaded.timers, loaded.stored_changes = timers, room.changes
        if command_id:
            room.commands[command_id] = entry.last
        if timers:
            self.wakeup.set()

    async def _store(self, table: str, entry: Entry, card: Any, timers: Timers | None) -> None:
        began = time.perf_counter()
        try:
            await self.store.append(table, entry, card, timers)
        except StoreRefused:
            self.append_failed_at = entry.when
            raise
        self.append_failed_at = 0
        self.observer.appended(entry, time.perf_counter() - began)

    # Tables

    async def create(self, table: str, first: list[AnyEvent], begin: bool = False) -> Room:
        """A new room, made by its first events."""
        loaded, now = LoadedRoom(), self.store.now()
        outcome = add_events(loaded.room, first, now)
        if begin:
            outcome.events += start(loaded.room, now).events
        await self._append(table, loaded, outcome, "", now, by_timer=False)
        self.rooms.loaded[table] = loaded
        return loaded.room

    async def delete(self, table: str, caller: Caller) -> None:
        require_deletable((await self.rooms.load(table)).room, caller)
        await self.store.delete(table)
        self.drop(table)

    def drop(self, table: str) -> None:
        """The store has it no longer."""
        self.local_timers.pop(table, None)
        self.rooms.drop(table)

    # Subscribers

    async def subscribe(self, table: str, subscriber: Subscriber) -> LoadedRoom:
        """A window opens: it is told everything up to now as a log may tell it again, and what comes as it happens."""
        if self.store.is_shared:
            await self.rooms.catch_up(table)
            await self._read_presence({table: await self.rooms.load(table)})  # without subscribers nobody has read it
        async with self.rooms.locked(table) as loaded:
            subscriber.joined, subscriber.untold = loaded.room.seq, untold_chat(loaded.room)
            if subscriber.heard > loaded.room.seq:  # it knows events that a restored backup does not have
                subscriber.heard = 0
            loaded.subscribers.add(subscriber)
        self._update_presence(loaded)
        loaded.notify()
        return loaded

    def unsubscribe(self, table: str, subscriber: Subscriber) -> None:
        loaded = self.rooms.loaded.get(table)
        if loaded is not None and subscriber in loaded.subscribers:
            loaded.subscribers.discard(subscriber)
            loaded.used_at = self.store.now()
            self._update_presence(loaded)
            loaded.notify()

    def news(self, loaded: LoadedRoom, subscriber: Subscriber, now: int) -> bytes:
        """The next message for a subscriber; empty where there is none."""
        log, unheard = loaded.room.log, max(subscriber.heard, subscriber.joined)  # it did not wait for events from before it joined
        if unheard < len(log):
            self.observer.told(now - log[unheard][0])
        return news(loaded.room, subscriber, loaded.presence, now)

    def _changed(self, loaded: LoadedRoom) -> None:
        """Tell the subscribers; somebody may have sat down or left."""
        if loaded.seen_changes != loaded.room.changes:
            self._update_presence(loaded)
        loaded.notify()

    # Presence

    async def update_presence(self) -> None:
        """Exchange with other workers who is present."""
        watched = {table: loaded for table, loaded in self.rooms.loaded.items() if loaded.subscribers and loaded.room.log}
        if self.store.is_shared:
            present = [pair for table, loaded in watched.items() for pair in loaded.present(table)]
            await self.store.touch(present, self.store.now() + PRESENT_FOR)
            await self._read_presence(watched)
        for loaded in watched.values():
            if self._update_presence(loaded):
                loaded.notify()

    async def _read_presence(self, watched: dict[str, LoadedRoom]) -> None:
        """Who is present at other workers."""
        until, now = await self.store.here(watched), self.store.now()
        for table, loaded in watched.items():
            loaded.presence.elsewhere = {holder for seat, holder in loaded.room.holders if until.get((table, seat), 0) > now}

    def _update_presence(self, loaded: LoadedRoom) -> bool:
        """Whether anything changed; a room that is to be read anew is updated later."""
        if not loaded.room.log:
            return False
        loaded.seen_changes = loaded.room.changes
        return loaded.presence.update(loaded.room, [subscriber.holder for subscriber in loaded.subscribers], self.store.now())

    # Other workers, and timers

    def _notified(self, table: str, last: int) -> None:
        """Another worker has appended to a table, or a person was erased from it."""
        if last == REWRITTEN:
            self.drop(table)
        loaded = self.rooms.loaded.get(table)
        if loaded is not None and loaded.room.seq < last:
            self.begin_task(self.rooms.catch_up(table))
        self.wakeup.set()

    async def catch_up(self) -> None:
        """Read what other workers have appended, as notifications may be lost; free memory."""
        self.rooms.trim()
        behind, gone = await self.rooms.behind()
        for table in gone:
            self.drop(table)
        for table in behind:
            self.begin_task(self.rooms.catch_up(table))

    async def run_due_timers(self) -> None:
        """Start a task for each due timer; robots go on thinking when this returns."""
        notice_stall(self)
        if settling(self):
            return
        now = self.store.now()
        local = [Timer(table, TIME, now) for table, at in self.local_timers.items() if at <= now]
        claimed = await self.store.claim(LEASE)
        for timer in claimed:
            if timer.kind == TIME:
                self.observer.timer_claimed(max(0, self.store.now() - timer.at))
        for timer in [*local, *claimed]:
            self.begin_task(run_robot(self, timer) if timer.kind == ROBOT else run_time(self, timer))

    def _set_local_timer(self, table: str, room: Room, timers: Timers) -> None:
        """Only this process knows of a hand that was quicker than the rules allow, and waits for it."""
        if room.pulling is not None and room.pulling.verdict != GOES_ON and TIME in timers:
            self.local_timers[table] = timers[TIME]
            self.wakeup.set()
        else:
            self.local_timers.pop(table, None)

    # Tasks

    def begin_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.failed(error)

    async def settled(self) -> None:
        """Wait for all tasks."""
        while self.tasks:
            await asyncio.gather(*self.tasks, return_exceptions=True)
