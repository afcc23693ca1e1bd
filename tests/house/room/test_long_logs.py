"""A long log is followed in pieces: other tables have their turn meanwhile."""

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from filon.house.room import events
from filon.house.room.events import Entry
from filon.house.room.outcome import Outcome, add_events
from filon.house.room.room import Room
from filon.house.rooms import PIECE
from tests.house.at_home import Home, at_home
from tests.server.served import a_game

LINES = 3 * PIECE


def said(room: Room, now: int) -> Outcome:
    return add_events(room, [events.Said(0, "hello")], now)


async def talk(home: Home) -> str:
    """The name of a table with much chat."""
    await home.full(a_game())
    for _ in range(LINES):
        await home.house.change(home.table, "", said)
    return home.table


def test_no_turn_of_the_loop_follows_more_than_a_piece(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    turn, in_turn, replay = 0, Counter[int](), Room.replay

    def counted(room: Room, entry: Entry) -> None:
        in_turn[turn] += 1
        replay(room, entry)

    async def count_turns() -> None:
        nonlocal turn
        while True:
            turn += 1
            await asyncio.sleep(0)

    async def story(home: Home) -> None:
        rooms, tables = home.house.rooms, [await talk(home) for _ in range(2)]
        before = [(await rooms.load(table)).room for table in tables]
        for table in tables:
            rooms.drop(table)
        monkeypatch.setattr(Room, "replay", counted)
        counting = asyncio.ensure_future(count_turns())
        loaded = await asyncio.gather(*(rooms.load(table) for table in tables))
        counting.cancel()
        assert [one.room.log for one in loaded] == [room.log for room in before]
        assert in_turn.total() > 2 * LINES
        assert max(in_turn.values()) <= PIECE

    at_home(tmp_path, story)
