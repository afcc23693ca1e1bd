"""kill -9 in the middle of games: nothing that was acknowledged is lost, nothing counts twice, every hourglass is called once.

Short here; with FILON_SOAK many rounds.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import apsw
import pytest

from filon.client import Client, Refused, Table
from filon.core.game import found, load
from filon.core.seats import TIME
from filon.house import protocol
from filon.house.commands.seats import digest
from filon.house.room.events import Moved
from filon.house.room.room import Room
from filon.house.stores.postgres.store import PostgresStore
from filon.house.stores.sqlite.store import SQLiteStore
from filon.house.stores.store import Store
from tests.house.stores.postgres.postgres_server import asked, fresh
from tests.server.process.server_process import Doors, doors, free_port, serving

SOAK = bool(os.environ.get("FILON_SOAK"))
ROUNDS, TABLES, SEATS, MOVES = (20, 9, 3, 120) if SOAK else (2, 3, 3, 8)  # no more than 60 connections
UNTIMED = next(name for name in found() if not load(name).timed)
TIMED = next(name for name in found() if load(name).timed)
LONG = 60_000  # milliseconds: longer than any sand
TOO_LONG = 3600 if SOAK else 600  # seconds: whatever hangs fails
GLASSES = ROUNDS if SOAK else 1  # how often the sand runs while somebody is killed

Note = Callable[[str, object], None]  # a figure that a soak prints

Acknowledged = list[tuple[str, str, int]]  # table, command, line


class Party:
    """Clients at several tables who play whatever is legal, and remember what was acknowledged."""

    def __init__(self, address: str, stack: AsyncExitStack) -> None:
        self.address, self.stack = address, stack
        self.acknowledged: Acknowledged = []
        self.tables: list[str] = []
        self.seats: list[tuple[Client, Table]] = []
        self.leaving: dict[str, AsyncExitStack] = {}  # by table: closes its windows
        self.moved = asyncio.Event()
        self.rng = random.Random(7)

    async def sit_down(self, game: str, count: int) -> None:
        for _ in range(count):
            host = await self.client()
            made = await host.open_table(game, SEATS)
            self.tables.append(made.table)
            windows = self.leaving[made.table] = await self.stack.enter_async_context(AsyncExitStack())
            devices = [host, *[await self.client() for _ in range(SEATS - 1)]]
            for seat, device in enumerate(devices):
                table = await windows.enter_async_context(device.at(made.table, invite=made.invite, tries=60))
                await table.sit(f"Seat {seat}", seat)
                self.seats.append((device, table))
            await self.seats[-SEATS][1].send(protocol.Begin)

    async def go_on(self, game: str) -> None:
        """Begin another game at a new table for each that is over."""
        over = {table.welcome.table for _, table in self.seats if table.is_over}
        self.seats = [(client, table) for client, table in self.seats if table.welcome.table not in over]
        for table in over:
            await self.leaving.pop(table).aclose()
        await self.sit_down(game, len(over))

    async def client(self) -> Client:
        return await self.stack.enter_async_context(Client(self.address))

    async def play(self, moves: int) -> None:
        """Until so many more moves were acknowledged, or every game is over."""
        goal = len(self.acknowledged) + moves
        await asyncio.gather(*(self._play(client, table, goal) for client, table in self.seats))

    async def _play(self, client: Client, table: Table, goal: int) -> None:
        while len(self.acknowledged) < goal and not table.is_over:
            with suppress(TimeoutError):
                await asyncio.wait_for(table.until(lambda: bool(table.legal) or table.is_over), 0.2)
            if table.legal and not table.is_over:
                await self.send(client, table, self.rng.choice(table.legal))

    async def send(self, client: Client, table: Table, move: int) -> None:
        id = f"k{len(self.acknowledged)}-{self.rng.getrandbits(48):x}"
        with suppress(Refused):
            done = await table.send(protocol.Play(id, move))
            self.acknowledged.append((table.welcome.table, f"{digest(client.token)[:16]}.{id}", done.seq))
            self.moved.set()


async def check(store: Store, party: Party) -> None:
    """Each acknowledged command stands in its log, once, in the line that was told."""
    for table in party.tables:
        entries = await store.read(table)
        commands = [entry.command for entry in entries if entry.command]
        assert len(commands) == len(set(commands))
        lines = {entry.command: entry.last for entry in entries}
        told = {command: seq for at, command, seq in party.acknowledged if at == table}
        assert {command: lines.get(command) for command in told} == told
        followed(entries)


def followed(entries: list[object]) -> Room:
    """The whole game again, by the law."""
    room = Room()
    for entry in entries:
        room.replay(entry)  # type: ignore[arg-type]
    return room


async def sand_outs(store: Store, tables: list[str]) -> list[int]:
    rooms = [followed(list(await store.read(table))) for table in tables]
    return [sum(isinstance(line, Moved) and line.seat == TIME for _, line in room.log) for room in rooms]


async def throw(party: Party) -> None:
    """At every timed table, new and the last of all, the sand begins to run."""
    await party.sit_down(TIMED, TABLES)
    for first in range(len(party.seats) - SEATS * TABLES, len(party.seats), SEATS):
        asked = [asyncio.ensure_future(until_asked(*seat)) for seat in party.seats[first : first + SEATS]]
        (done, *_), others = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        for other in others:
            other.cancel()
        client, table = done.result()
        await party.send(client, table, table.legal[0])


async def until_asked(client: Client, table: Table) -> tuple[Client, Table]:
    await table.until(lambda: bool(table.legal))
    return client, table


async def all_called(party: Party, note: Note) -> None:
    """Everybody has heard that the sand is out, and goes."""
    began = time.monotonic()
    for _, table in party.seats[-SEATS * TABLES :]:
        await table.until(lambda table=table: any(line.kind == "moved" and line.seat == TIME for line in table.lines))  # type: ignore[misc]
    note("seconds until all sands were called", round(time.monotonic() - began, 2))
    for name in party.tables[-TABLES:]:
        await party.leaving.pop(name).aclose()
    del party.seats[-SEATS * TABLES :]


def test_a_killed_sqlite_server_loses_nothing(tmp_path: Path, record_property: Note) -> None:
    port, file = free_port(), tmp_path / "filon.db"
    arguments = ("serve", "--port", str(port), "--store", str(file))

    async def opened(stack: AsyncExitStack) -> Doors:
        server = stack.enter_context(doors(tmp_path, *arguments))
        await asyncio.to_thread(server.until, "Filon is running")
        return server

    async def story() -> None:
        async with AsyncExitStack() as stack:
            server = await opened(stack)
            party = Party(f"http://127.0.0.1:{port}", stack)
            await party.sit_down(UNTIMED, TABLES)
            for _ in range(ROUNDS):
                await party.go_on(UNTIMED)
                playing = asyncio.create_task(party.play(MOVES))
                await until_moved(party, MOVES // 2, playing)
                await asyncio.to_thread(server.stop, signal.SIGKILL)
                server = await opened(stack)
                await playing
            for _ in range(GLASSES):
                await throw(party)
                server.stop(signal.SIGKILL)
                set_back(file, LONG)
                server = await opened(stack)
                await all_called(party, record_property)
            assert await asyncio.to_thread(server.stop) == 0
            await checked(SQLiteStore(file), party, record_property)

    asyncio.run(asyncio.wait_for(story(), TOO_LONG))


async def checked(store: Store, party: Party, note: Note) -> None:
    await store.open()
    await check(store, party)
    glasses = party.tables[-TABLES * GLASSES :]
    assert await sand_outs(store, glasses) == [1] * len(glasses)
    await store.close()
    note("moves acknowledged", len(party.acknowledged))
    note("kills", ROUNDS + GLASSES)
    note("hourglasses", len(glasses))


async def until_moved(party: Party, moves: int, playing: asyncio.Task[None]) -> None:
    goal = len(party.acknowledged) + moves
    while len(party.acknowledged) < goal:
        party.moved.clear()
        moved = asyncio.ensure_future(party.moved.wait())
        await asyncio.wait([moved, playing], return_when=asyncio.FIRST_COMPLETED)
        assert moved.done() or len(party.acknowledged) >= goal, "every game was over before the server was killed"
        moved.cancel()


def set_back(file: Path, milliseconds: int) -> None:
    """Set all times back, as if the machine had been down for so long."""
    with apsw.Connection(str(file)) as connection:
        latest = connection.execute("SELECT max(at) FROM log").get
        for rows in ("entries", "daybook", "wakes"):
            connection.execute(f"UPDATE {rows} SET at = at - ?", (milliseconds,))
        connection.execute("UPDATE wakes SET lent_until = 0")
        assert connection.execute("SELECT max(at) FROM log").get == latest - milliseconds


def test_a_killed_worker_of_two_loses_nothing(tmp_path: Path, pytestconfig: pytest.Config, record_property: Note) -> None:
    url = fresh(pytestconfig)

    async def story() -> None:
        async with AsyncExitStack() as stack:
            server = stack.enter_context(serving(tmp_path, "--store", url, "--workers", "2"))
            party = Party(server.address, stack)
            await party.sit_down(UNTIMED, TABLES)
            for _ in range(ROUNDS):
                await party.go_on(UNTIMED)
                playing = asyncio.create_task(party.play(MOVES))
                await until_moved(party, MOVES // 2, playing)
                kill_one(server)
                await playing
            for _ in range(GLASSES):
                await throw(party)
                kill_one(server)
                await asked(url, f"UPDATE filon.settings SET value = value + {LONG} WHERE name = 'offset'")
                await all_called(party, record_property)
            assert await asyncio.to_thread(server.stop) == 0
            await checked(PostgresStore(url), party, record_property)

    asyncio.run(asyncio.wait_for(story(), TOO_LONG))


def kill_one(server: Doors) -> None:
    """Kill any of the workers; the supervisor starts another."""
    workers = server.workers()
    os.kill(random.Random(len(workers)).choice(workers), signal.SIGKILL)
