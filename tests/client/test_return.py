"""A client reconnects by itself, with the last line it heard and the unanswered command: nothing is lost, nothing counts twice."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from filon.bots import Random
from filon.client import Client, Lost, Table, seat_robot
from filon.core.game import Game, load
from filon.house import protocol
from filon.house.commands.permissions import Caller
from filon.house.room.events import Moved, Said
from filon.house.service import House
from tests.client.flying import time_flies
from tests.server.process.server_process import free_port
from tests.server.served import Served, served

STOPS = 3  # of the server, in one game


class Counted(Random):
    """Plays anything, and tells when it has played so many moves."""

    def __init__(self, table: Table, until: int) -> None:
        super().__init__(load(table.game), table.seat, 11)
        self.chosen, self.until, self.enough = 0, until, asyncio.Event()

    def choose(self, heard: Any, view: Any, legal: list[int], at: int) -> int:
        self.chosen += 1
        if self.chosen >= self.until:
            self.enough.set()
        return super().choose(heard, view, legal, at)


async def said(server: Served, table: str, kind: type) -> list[Any]:
    return [line for _, line in (await server.house.rooms.load(table)).room.log if isinstance(line, kind)]


async def test_a_server_stops_and_starts_in_the_middle_of_a_game(game: Game, tmp_path: Path) -> None:
    port = free_port()
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(Client(f"http://127.0.0.1:{port}", rate=None))
        async with served(tmp_path, port=port):
            made = await client.open_table(game.name, 2, ["random"], name="Ada", begin=True)
            table = await stack.enter_async_context(client.at(made.table))
        robot, kept = Counted(table, 3), keeping_count(table)
        playing = asyncio.create_task(seat_robot(table, robot, second=0))
        for _ in range(STOPS):
            async with served(tmp_path, port=port) as server, time_flies(server, made.table):
                await asyncio.wait((playing, asyncio.create_task(robot.enough.wait())), return_when=asyncio.FIRST_COMPLETED)
            robot.until, robot.enough = robot.chosen + 3, asyncio.Event()
        async with served(tmp_path, port=port) as server, time_flies(server, made.table):
            await playing
            await check_the_log(server, table, kept)


def keeping_count(table: Table) -> list[int]:
    """The line of each move of ours that was answered with Done."""
    play, kept = table.play, []

    async def counted(move: int | str) -> protocol.Done:
        done = await play(move)
        kept.append(done.seq)
        return done

    table.play = counted  # type: ignore[method-assign]
    return kept


async def check_the_log(server: Served, table: Table, kept: list[int]) -> None:
    """The client heard every line once, and every move it was told Done for stands there once, and no other of its own."""
    room = (await server.house.rooms.load(table.welcome.table)).room
    await table.until(lambda: table.seq == room.seq)
    assert [line.seq for line in table.lines] == list(range(1, room.seq + 1))
    own = [number for number, (_, line) in enumerate(room.log, 1) if isinstance(line, Moved) and line.seat == table.seat]
    assert len(own) == len(kept) == len(set(kept))
    assert all(first <= done for first, done in zip(own, kept, strict=True))


class Snapped(Exception):
    """The line to a client broke."""


def snapping(house: House, after_keeping: bool) -> list[str]:
    """The next command is stored or not, but never answered; the ids of all commands from then on."""
    run, ids = house.run, []

    async def snaps(table: str, caller: Caller, command: protocol.AnyCommand) -> protocol.Done:
        ids.append(command.id)
        if len(ids) == 1:
            if after_keeping:
                await run(table, caller, command)
            raise Snapped
        return await run(table, caller, command)

    house.run = snaps  # type: ignore[assignment, method-assign]
    return ids


@pytest.mark.parametrize("after_keeping", [True, False], ids=["kept", "not kept"])
async def test_a_command_without_an_answer_is_sent_again_with_the_same_id(game: Game, tmp_path: Path, after_keeping: bool) -> None:
    async with served(tmp_path) as server, Client(server.origin, rate=None) as client:
        made = await client.open_table(game.name, 2, name="Ada")
        async with client.at(made.table) as table:
            ids = snapping(server.house, after_keeping)
            done = await table.send(protocol.Say, text="Once")
            assert (ids[0], len(ids)) == (ids[1], 2)
            assert table.lines[done.seq - 1].text == "Once"
            assert await said(server, made.table, Said) == [Said(0, "Once")]
            assert [line.text for line in table.lines if line.kind == "said"] == ["Once"]
        assert [type(failure) for failure in server.failures] == [Snapped]
        server.failures.clear()


async def test_a_move_without_an_answer_is_played_once(game: Game, tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.origin, rate=None) as client:
        made = await client.open_table(game.name, 2, ["random"], name="Ada", begin=True, options={"first": 1})
        async with client.at(made.table) as table:
            await table.until(lambda: bool(table.legal))
            snapping(server.house, after_keeping=True)
            done = await table.play(table.legal[0])
            own = [line for line in await said(server, made.table, Moved) if line.seat == 0]
            assert len(own) == 1
            assert table.seq >= done.seq
        server.failures.clear()


async def test_what_happened_meanwhile_is_heard(game: Game, tmp_path: Path) -> None:
    port = free_port()
    async with Client(f"http://127.0.0.1:{port}") as ada, Client(ada.address) as bram, AsyncExitStack() as stack:
        async with served(tmp_path, port=port):
            made = await ada.open_table(game.name, 2, name="Ada")
            table = await stack.enter_async_context(ada.at(made.table))
            seq = table.seq
        async with served(tmp_path, port=port), bram.at(made.table, invite=made.invite) as other:
            await other.sit("Bram")
            await other.send(protocol.Say, text="Where are you?")
            await table.until(lambda: table.seq >= other.seq)
            assert table._greeting().after == table.seq
            assert [line.kind for line in table.lines[seq:]] == ["sat", "said"]
            async with ada.at(made.table, after=seq) as late:
                assert [line.kind for line in late.lines] == ["sat", "said"]


async def test_it_gives_up_after_so_many_tries(game: Game, tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        async with served(tmp_path) as server:
            client = await stack.enter_async_context(Client(server.origin))
            made = await client.open_table(game.name, 2, name="Ada")
            table = await stack.enter_async_context(client.at(made.table, tries=2))
            heard = asyncio.create_task(listened(table))
        with pytest.raises(Lost):
            await table.send(protocol.Say, text="Hello?")
        with pytest.raises(Lost):
            await heard
        with pytest.raises(Lost):
            async with client.at(made.table, tries=0):
                pass


async def listened(table: Table) -> None:
    async for _ in table:
        pass


async def test_a_table_that_was_left_has_no_more_news(game: Game, tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.origin) as client:
        made = await client.open_table(game.name, 2, name="Ada")
        async with client.at(made.table) as table:
            heard = asyncio.create_task(listened(table))
            asked = asyncio.create_task(table.until(lambda: False))
        await heard
        with pytest.raises(Lost):
            await asked
