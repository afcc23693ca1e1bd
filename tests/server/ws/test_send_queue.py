"""Readers who are slow, or do not read at all: they hold nobody up, and when they read on they have missed no line."""

import asyncio
import socket
from pathlib import Path
from typing import Any

import pytest

from filon.house import protocol
from filon.house.room.card import Card
from filon.house.room.events import Entry
from filon.house.stores.sqlite.store import SQLiteStore
from filon.house.stores.store import Timers
from filon.server.access.limits import Limits
from filon.server.ws.connection import PENDING_BYTES
from filon.server.ws.sockets import SOCKETS
from tests.server.devices import Device, Window
from tests.server.served import AMPLE, Hands, Served, a_game, served

GAME = a_game().name
LINES = 60  # of some 5 KB each with their views: far more than any socket holds


def narrow(server: Served) -> dict[str, Any]:
    """A connection that holds hardly anything, and is not read from until somebody waits for a message."""
    small = socket.socket()
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    small.connect(("127.0.0.1", server.settings.port))
    small.setblocking(False)
    return {"sock": small, "max_queue": 1}


async def watched(server: Served) -> tuple[Device, str, Window, Window]:
    """Robots about to play, one who reads and one who has stopped reading."""
    ada = await server.browser()
    made = await ada.open(GAME, name="Ada", is_public=True)
    good, bad = await ada.at(made.table, 0), await (await server.outsider()).at(made.table, how=narrow(server))
    await good.does(protocol.Robot, 0, "random")
    await good.does(protocol.Robot, 1, "random")
    return ada, made.table, good, bad


async def over(window: Window) -> int:
    """Until the game is; how many lines there are then."""
    await window.does(protocol.Begin)
    while window.around.status != "over":
        await window.hear()
    assert window.news[-1].seq > LINES
    return window.news[-1].seq


async def test_who_does_not_read_holds_nobody_up_and_is_hung_up_on(tmp_path: Path) -> None:
    hands = Hands()
    async with served(tmp_path, hands=hands) as server:
        _, table, good, bad = await watched(server)
        heard = bad.news[-1].seq
        last = await over(good)
        assert len(server.house.rooms.loaded[table].subscribers) == 2
        hands.move(9.75)
        await good.is_refused(protocol.Begin)
        assert len(server.house.rooms.loaded[table].subscribers) == 2
        hands.move(0.5)
        while good.around.watching:
            await good.hear()
        assert len(server.house.rooms.loaded[table].subscribers) == 1
        assert (await bad.closed()).code == 1006
        back = await (await server.outsider()).at(table, after=heard)
        assert [line.seq for line in back.lines] == list(range(heard + 1, last + 1))


async def test_a_slow_reader_gets_fewer_views_and_never_fewer_lines(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        _, _, good, slow = await watched(server)
        last = await over(good)
        before = len(slow.news)
        await slow.told(last)
        assert [line.seq for line in slow.lines] == list(range(1, last + 1))
        told = [len(news.lines) for news in slow.news[before:]]
        assert len(told) < LINES
        assert max(told) > 10  # what happened while nothing could be sent came at once
        assert slow.news[-1].view == good.news[-1].view
        assert slow.around.status == "over"


async def test_whoever_asks_and_does_not_read_the_answers_is_hung_up_on(tmp_path: Path) -> None:
    async with served(tmp_path, Limits(tables=AMPLE.tables, messages=AMPLE.messages, pending_answers=16)) as server:
        _, _, good, bad = await watched(server)
        await over(good)
        for number in range(17):
            await bad.say(protocol.Begin(f"deaf-{number}"))
        while good.around.watching:
            await good.hear()
        assert (await bad.closed()).code == 1006


async def test_pings_without_end_that_nobody_hears_the_answers_to_do_not_pile_up(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        _, _, good, bad = await watched(server)
        last = await over(good)
        for number in range(5_000):
            await bad.socket.ping(f"{number:0120}")
        for _ in range(100):  # until the server has read all that
            await good.is_refused(protocol.Begin)
        held = [session._connection._transport.get_write_buffer_size() for session in server.app[SOCKETS].sessions]
        assert max(held) < 4 * PENDING_BYTES
        await bad.told(last)


async def test_news_that_cannot_be_made_closes_the_window_and_is_noted(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada = await server.browser()
        made = await ada.open(GAME, name="Ada")
        window = await ada.at(made.table, 0)
        loaded = server.house.rooms.loaded[made.table]
        loaded.room.log.append((0, object()))  # type: ignore[arg-type]
        loaded.notify()
        assert (await window.closed()).code == 1011
        (error,) = server.failures
        assert isinstance(error, KeyError)
        server.failures.clear()
        assert not loaded.subscribers


class Gated(SQLiteStore):
    """A store that takes its time, until the gate is opened."""

    gate: asyncio.Event | None = None
    asked: asyncio.Event | None = None

    async def append(self, table: str, entry: Entry, card: Card | None = None, timers: Timers | None = None) -> None:
        if self.gate and self.asked:
            self.asked.set()
            await self.gate.wait()
        await super().append(table, entry, card, timers)


async def test_nothing_is_told_before_it_is_kept(tmp_path: Path) -> None:
    async with served(tmp_path, kind=Gated) as server:
        store = server.house.store
        assert isinstance(store, Gated)
        ada, bo = await server.browser(), await server.outsider()
        made = await ada.open(GAME, name="Ada", is_public=True)
        window, watching = await ada.at(made.table, 0), await bo.at(made.table)
        store.gate, store.asked = asyncio.Event(), asyncio.Event()
        await window.say(protocol.Say("told", "too early?"))
        await store.asked.wait()
        server.house.rooms.loaded[made.table].notify()  # there may be other reasons to make news
        for _ in range(20):
            await ada.http.get("/healthz")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(watching.until(lambda said: isinstance(said, protocol.News)), 0.05)
        store.gate.set()
        await watching.told(3)
        assert watching.lines[-1].text == "too early?"
        assert (await window.until(lambda said: isinstance(said, protocol.Done))).id == "told"


async def test_no_news_is_not_told(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada = await server.browser()
        window = await ada.at((await ada.open(GAME, name="Ada")).table, 0)
        before = len(window.news)
        for _ in range(3):
            server.house.rooms.loaded[window.welcome.table].notify()  # type: ignore[union-attr]
            assert await window.is_refused(protocol.Begin) == "free-chairs"
        await window.does(protocol.Close)
        await window.told(3)
        assert len(window.news) == before + 1
