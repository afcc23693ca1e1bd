"""A line that breaks in the middle of a turn against the sand, through a real socket: the turn goes on, and so does a pull."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from filon.client import Client, Table
from filon.core.seats import HAND
from filon.core.stream import seeded
from filon.house import protocol
from filon.house.room.room import Room
from filon.house.stores.sqlite.store import SQLiteStore
from tests.house.at_home import Hands
from tests.server.served import TOO_LONG, Served, a_game, served

GAME = a_game(is_timed=True)
AIR = 2_000
GEMS = (1, 2, 4)  # colours that can be stolen
OPTIONS = {"sand": "exact", "first": 1, "hand": "gesture"}


class Still(SQLiteStore):
    """Its clock moves only when the test says so."""

    def __init__(self, path: Path, clock: Callable[[], int]) -> None:
        self.hands = Hands()
        super().__init__(path, self.hands)


def played(tmp_path: Path, story: Callable[[Served, Hands, Table, Room], Coroutine[Any, Any, None]]) -> None:
    """The first throw has been made, and the dice lie there."""

    async def told() -> None:
        async with served(tmp_path, kind=Still) as server, Client(server.origin, rate=None) as client:
            made = await client.open_table(GAME.name, 2, ["random"], name="Ada", begin=True, options=OPTIONS)
            async with client.at(made.table) as table:
                await table.until(lambda: bool(table.legal))
                await table.play("throw")
                hands = server.house.store.hands  # type: ignore[attr-defined]
                hands.now += AIR
                await story(server, hands, table, (await server.house.rooms.load(made.table)).room)

    asyncio.run(asyncio.wait_for(told(), TOO_LONG))


async def cut(table: Table) -> None:
    """The line breaks; whatever is asked next is answered when it is there again."""
    socket = table._connection._socket
    assert socket
    assert socket._response.connection
    assert socket._response.connection.transport
    socket._response.connection.transport.abort()
    while table._connection._socket is socket:
        await asyncio.sleep(0)


def test_a_turn_goes_on_when_the_line_is_there_again(tmp_path: Path) -> None:
    async def story(server: Served, hands: Hands, table: Table, room: Room) -> None:
        heard = table.seq
        await cut(table)
        hands.now += 5_000
        await table.send(protocol.Say, text="here I am")
        assert (table.latest.clock, table.latest.actor) == ((AIR + 5_000) // 10, 0)
        await table.play("throw")
        assert [line.seq for line in table.lines] == list(range(1, room.seq + 1))
        assert table.seq > heard

    played(tmp_path, story)


def test_a_pull_goes_on_when_the_line_is_there_again(tmp_path: Path) -> None:
    async def story(server: Served, hands: Hands, table: Table, room: Room) -> None:
        lay_out_a_theft(room)
        await table.play("steal gold 1")
        grabbed = await table.send(protocol.Grab)
        path = GAME.hand.reach(grabbed.pull, GAME.hand.AVERAGE, seeded(1))
        hands.now += path[9][0]
        await table.send(protocol.Pull, attempt=grabbed.attempt, samples=path[:10])
        await cut(table)
        hands.now += path[-1][0] - path[9][0]
        await table.send(protocol.Pull, attempt=grabbed.attempt, samples=path[10:], is_last=True)
        hands.now += AIR
        server.house.wakeup.set()
        await table.until(lambda: any(line.kind == "moved" and line.seat == HAND for line in table.lines))
        assert room.playing.pulls == 1

    played(tmp_path, story)


def lay_out_a_theft(room: Room) -> None:
    """One black and one gold lie there, and the other crate holds three colours."""
    table = room.playing.table
    table.shown, table.used = [0, 1, 3, 0, 0, 1], [0] * len(table.used)
    for gem in GEMS:
        table.player[1].crate[gem], table.pool[gem] = 2, table.pool[gem] - 2
    room.playing.cache.clear()
