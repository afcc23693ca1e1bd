"""A house with a real store on disk, a clock that is set by hand, and callers who run commands."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest

from filon.core.game import Game
from filon.house import protocol
from filon.house.commands.permissions import Caller
from filon.house.commands.seats import carried
from filon.house.errors import CommandRefused
from filon.house.new_table import open_table
from filon.house.robots.pool import ask_in_process
from filon.house.room.room import Room
from filon.house.rooms import LoadedRoom
from filon.house.service import House
from filon.house.stores.sqlite.store import SQLiteStore
from filon.house.updates.updates import Subscriber

NEWS = msgspec.json.Decoder(protocol.News)


class Hands:
    """A clock whose hands are moved by the test."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000

    def __call__(self) -> int:
        return self.now


class Home:
    """One table in one house."""

    def __init__(self, house: House, clock: Hands) -> None:
        self.house, self.clock = house, clock
        self.table, self.invite = "", ""
        self.commands = 0
        self.failures: list[BaseException] = []
        house.failed = self.failures.append

    def beside(self) -> "Beside":
        """Another worker's house on the same store, at the same table."""
        self.house.store.is_shared = True
        return Beside(self)

    async def open(self, game: Game, seats: int | None = None, **asked: Any) -> None:
        made = await open_table(self.house, "host", protocol.NewTable(game.name, seats or game.label.official[0], **asked))
        self.table, self.invite = made.table, made.invite

    async def full(self, game: Game, **asked: Any) -> Room:
        """Everybody sits, each with a device of their own, and the game begins; the host only looks on."""
        await self.open(game, **asked)
        for seat in range(len((await self.room()).chairs)):
            await self.run(f"device {seat}", protocol.Sit("", seat, f"Seat {seat}"))
        await self.run("host", protocol.Begin(""))
        return await self.room()

    async def loaded(self) -> LoadedRoom:
        return await self.house.rooms.load(self.table)

    async def room(self) -> Room:
        return (await self.loaded()).room

    async def run(self, holder: str, command: Any, seat: int | None = None, trip: int = 0) -> protocol.Done:
        """A command with an empty id gets one."""
        self.commands += 1
        room, loaded = await self.room(), await self.loaded()
        seats = room.seats_of(holder)
        named = type(command)(
            **{name: getattr(command, name) for name in command.__struct_fields__} | {"id": command.id or f"a{self.commands}"}
        )
        who = Caller(holder, seat if seat is not None else (seats or [-122])[0], trip, loaded.presence.away)
        return await self.house.run(self.table, who, named)

    async def play(self, move: int, trip: int = 0) -> protocol.Done:
        """Play a move by the seat whose turn it is."""
        room = await self.room()
        seat = room.game.actor(room.playing.table)
        return await self.run(room.chairs[seat].holder, protocol.Play("", move), seat, trip)

    async def carry(self, holder: str, seat: int, carry: str) -> None:
        await self.house.change(self.table, "", lambda room, now: carried(room, holder, seat, carry, now))

    async def listen(self, holder: str, seat: int) -> Subscriber:
        subscriber = Subscriber(holder, seat, lambda: None)
        await self.house.subscribe(self.table, subscriber)
        return subscriber

    async def hear(self, subscriber: Subscriber) -> protocol.News:
        told = self.house.news(await self.loaded(), subscriber, self.house.store.now())
        return NEWS.decode(told) if told else protocol.News(subscriber.heard, [])

    async def wait(self, milliseconds: int) -> None:
        """Time passes; whatever is due by then happens, and whatever that leads to."""
        self.clock.now += milliseconds
        await self.wake()

    async def wake(self) -> None:
        while True:
            before = (await self.room()).seq
            await self.house.run_due_timers()
            await self.house.settled()
            if (await self.room()).seq == before:
                return


def refused(reason: str) -> "pytest.RaisesExc[CommandRefused]":
    return pytest.raises(CommandRefused, match=f"^{reason}$")


def seen(news: protocol.News) -> dict[str, Any]:
    """The view in a message, as its receiver reads it."""
    view: dict[str, Any] = news.view
    return view


class Beside(Home):
    """Another worker; whatever table its neighbour is at."""

    def __init__(self, neighbour: Home) -> None:
        self.neighbour = neighbour
        super().__init__(House(neighbour.house.store, ask_in_process), neighbour.clock)
        self.commands, self.failures = 1_000_000, neighbour.failures

    @property
    def table(self) -> str:
        return self.neighbour.table

    @table.setter
    def table(self, table: str) -> None:
        assert table == ""


def at_home(tmp_path: Path, story: Callable[[Home], Coroutine[Any, Any, None]]) -> None:
    """Tell a story in a house of its own."""

    async def told() -> None:
        clock = Hands()
        store = SQLiteStore(tmp_path / "filon.db", clock)
        await store.open()
        home = Home(House(store, ask_in_process), clock)
        try:
            await story(home)
            assert home.failures == []
        finally:
            await home.house.settled()
            await store.close()

    asyncio.run(told())
