"""Whole games over the wire, by clients against each other and against the house's robots."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest

from filon.bots import Greedy, Random, Robot
from filon.client import Client, Refused, Table, record_of, seat_robot
from filon.core.game import Game, load
from filon.core.seats import NOBODY, SPECTATOR
from filon.house import protocol
from filon.house.records.game_file import GameFile
from filon.house.room.events import Moved
from tests.client.flying import time_flies
from tests.server.served import Served, served


async def device(server: Served, stack: AsyncExitStack) -> Client:
    return await stack.enter_async_context(Client(server.origin, rate=None))


async def by(table: Table, robot: type[Robot]) -> None:
    await seat_robot(table, robot(load(table.game), table.seat, 5), second=0)


async def looking_on(table: Table) -> None:
    """Every line is told once and in order, however many come together."""
    heard = 0
    async for news in table:
        assert [line.seq for line in news.lines] == list(range(heard + 1, news.seq + 1))
        assert news.legal == []
        heard = news.seq
        if table.is_over:
            return


async def test_a_whole_game_by_two_devices_and_a_robot_of_the_house(game: Game, tmp_path: Path) -> None:
    async with served(tmp_path) as server, AsyncExitStack() as stack:
        ada, bram, chloe = [await device(server, stack) for _ in range(3)]
        made = await ada.open_table(game.name, 3, ["random"], name="Ada")
        host = await stack.enter_async_context(ada.at(made.table))
        guest = await stack.enter_async_context(bram.at(made.table, invite=made.invite))
        looker = await stack.enter_async_context(chloe.at(made.table, invite=made.invite))
        assert await guest.sit("Bram") == 1
        await host.send(protocol.Begin)
        if game.timed:
            await stack.enter_async_context(time_flies(server, made.table))
        await asyncio.gather(by(host, Greedy), by(guest, Random), looking_on(looker))
        await check_the_end(server, game, [host, guest, looker])


async def check_the_end(server: Served, game: Game, tables: list[Table]) -> None:
    """All saw the same end, and no chair's move is missing in the log or stands there twice."""
    host, room = tables[0], (await server.house.rooms.load(tables[0].welcome.table)).room
    file = msgspec.convert(await host.client.game_file(room.opened.table), GameFile)
    for table in tables:
        await table.until(lambda table=table: table.seq == room.seq)  # type: ignore[misc]
        assert [line.seq for line in table.lines] == list(range(1, room.seq + 1))
        assert (table.around.scores, table.around.winners, table.around.ending) == (file.scores, file.winners, file.ending)
        assert game.actor(record_of(game.Table, table.view)) == NOBODY
        assert table.legal == []
    played = [line for _, line in room.log if isinstance(line, Moved)]
    assert {line.seat for line in played if line.seat >= 0} == {0, 1, 2}


async def test_moves_are_played_by_name_and_refused_with_their_clause(game: Game, tmp_path: Path) -> None:
    async with served(tmp_path) as server, AsyncExitStack() as stack:
        ada, bram = [await device(server, stack) for _ in range(2)]
        made = await ada.open_table(game.name, 2, name="Ada", options={"first": 1})
        host = await stack.enter_async_context(ada.at(made.table))
        guest = await stack.enter_async_context(bram.at(made.table, invite=made.invite))
        await guest.sit("Bram")
        await host.send(protocol.Begin)
        await host.until(lambda: bool(host.legal))
        move = host.named(host.legal[0])
        with pytest.raises(Refused) as refused:
            await guest.play(move)
        assert (refused.value.reason, refused.value.clause) == ("not-yours", game.CLAUSES[game.Refusal["NOT_YOURS"]])
        done = await host.play(f" {move.upper()} ")
        assert host.lines[-1].seq >= done.seq > 0
        said = next(line for line in host.lines if line.kind == "moved" and line.seat == 0)
        assert " ".join(map(str, said.move.values())).startswith(move)


async def test_a_table_is_found_looked_at_and_forgotten(game: Game, tmp_path: Path) -> None:
    async with served(tmp_path) as server, AsyncExitStack() as stack:
        ada, bram = [await device(server, stack) for _ in range(2)]
        assert game.name in [card.game for card in await ada.games()]
        made = await ada.open_table(game.name, 2, name="Ada", is_public=True)
        assert [card.table for card in (await bram.tables()).public] == [made.table]
        assert (await ada.tables()).own[0].is_host
        async with ada.at(made.table) as table, bram.at(made.table) as looker:
            assert (table.seat, table.own, table.free) == (0, [0], [1])
            assert (looker.seat, looker.own, looker.view) == (SPECTATOR, [], None)
            await table.send(protocol.Say, text="Anybody there?")
            await table.send(protocol.Close)
            await looker.until(lambda: looker.is_over)
            assert [line.text for line in looker.lines if line.kind == "said"] == ["Anybody there?"]
        with pytest.raises(Refused, match="not-over"):
            await ada.game_file(made.table)
        await ada.delete(made.table)
        with pytest.raises(Refused, match="no-such-table"):
            await ada.game_file(made.table)


async def test_one_device_holds_two_seats_and_looks_from_either(game: Game, tmp_path: Path) -> None:
    async with served(tmp_path) as server, AsyncExitStack() as stack:
        ada = await device(server, stack)
        made = await ada.open_table(game.name, 2, name="Ada", options={"first": 2})
        async with ada.at(made.table) as table, ada.at(made.table, SPECTATOR) as other:
            assert (table.seat, other.seat) == (0, SPECTATOR)
            await table.sit("Bram")
            assert (table.seat, table.own) == (1, [0, 1])
            await table.send(protocol.Begin)
            await table.until(lambda: bool(table.legal))
            await table.look_from(0)
            assert (table.seat, table.legal) == (0, [])
            await table.look_from(1)
            assert table.legal
            await other.look_from()
            assert (other.seat, other.legal) == (SPECTATOR, [])


async def test_what_is_wrong_is_refused_by_name(tmp_path: Path, game: Game) -> None:
    async with served(tmp_path) as server, AsyncExitStack() as stack:
        ada, bram = [await device(server, stack) for _ in range(2)]
        with pytest.raises(Refused, match="option-refused"):
            await ada.open_table(game.name, 2, options={"no such": 1})
        made = await ada.open_table(game.name, 2, name="Ada")
        with pytest.raises(Refused, match="no-such-table"):
            async with bram.at(made.table):
                pass
        async with ada.at(made.table) as table:
            for wrong in (
                table.play(-1),
                table.send(protocol.Say, text=""),
                table.send(protocol.Sit, seat=1, name="B", own={"x": "y" * 9000}),
            ):
                with pytest.raises(Refused, match="malformed"):
                    await wrong
            with pytest.raises(Refused, match="no-such-move"):
                await table.play("stand on one leg")
            with pytest.raises(Refused, match="not-playing"):
                await table.play(0)
        async with Client(server.origin, ada.token) as again, again.at(made.table) as table:
            assert table.own == [0]
