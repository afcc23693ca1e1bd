"""A Hello to a table with a long log of chat is answered with its last lines, and with every line of the game."""

from pathlib import Path

import msgspec

from filon.house import protocol
from filon.house.room import events
from filon.house.room.outcome import add_events
from filon.house.updates.public_lines import CHAT_LINES
from tests.server.devices import Device
from tests.server.served import Served, a_game, served

GAME = a_game().name
LINES = 20_000
CHAT = protocol.SaidLine | protocol.PhraseLine
TALK = "x" * 300
MOST_BYTES = 400_000  # of all that is sent for one Hello: 200 lines of chat, and the game


async def table_with_long_chat(server: Served, ada: Device) -> protocol.Made:
    """Half of it before the game, half of it in it."""
    made = await ada.open(GAME, name="Ada", robots=["random"], is_public=True)
    await chat(server, made.table)
    window = await ada.at(made.table, 0)
    await window.does(protocol.Begin)
    await server.house.settled()
    await chat(server, made.table)
    await window.socket.close()
    return made


async def chat(server: Served, table: str) -> None:
    said: list[events.AnyEvent] = [events.Said(0, TALK)] * 1000
    for number in range(LINES // 2000):
        await server.house.change(
            table, f"chat-{server.house.rooms.loaded[table].room.seq}-{number}", lambda room, now: add_events(room, said, now)
        )


async def test_the_last_lines_of_chat_and_all_of_the_game_are_told(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada, bo = await server.browser(), await server.browser()
        made = await table_with_long_chat(server, ada)
        room = server.house.rooms.loaded[made.table].room
        for after in (0, 100, LINES // 2):
            window = await bo.at(made.table, after=after)
            await window.told(room.seq)
            numbers = [line.seq for line in window.lines]
            assert len(window.news) == 1  # nothing is sent for lines that are left out
            assert sum(isinstance(line, CHAT) for line in window.lines) == CHAT_LINES
            assert numbers == sorted(set(numbers))
            others = [number for number, (_, line) in enumerate(room.log, 1) if number > after and not isinstance(line, events.Said)]
            assert [line.seq for line in window.lines if not isinstance(line, CHAT)] == others
            assert len(msgspec.json.encode(window.news)) < MOST_BYTES


async def test_a_subscriber_is_told_every_line_that_comes_while_it_is_there(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada, bo = await server.browser(), await server.browser()
        made = await ada.open(GAME, name="Ada", is_public=True)
        window = await bo.at(made.table)
        heard, room = window.news[-1].seq, server.house.rooms.loaded[made.table].room
        await chat(server, made.table)
        await window.told(room.seq)
        assert [line.seq for line in window.lines if line.seq > heard] == list(range(heard + 1, room.seq + 1))
