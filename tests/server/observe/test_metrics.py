"""Metrics as the observer of a House."""

import asyncio
import socket
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest

from filon.core.game import Game, found, load
from filon.house import protocol
from filon.house.errors import CommandRefused
from filon.house.robots.pool import Question, ask_in_process
from filon.house.service import House
from filon.house.stores.sqlite.store import SQLiteStore
from filon.house.stores.store import StoreRefused
from filon.server.observe.metrics import Metrics
from filon.server.settings import SettingRefused
from tests.house.at_home import Hands, Home
from tests.server.process.server_process import free_port


@pytest.fixture
def game() -> Game:
    return next(load(name) for name in found() if load(name).timed)


def counting(path: Path, story: Callable[[Home, Metrics], Coroutine[Any, Any, None]]) -> Metrics:
    async def thinks(question: Question) -> int:
        assert value(metrics, "filon_robots_thinking") == 1
        return await ask_in_process(question)

    async def run() -> None:
        clock = Hands()
        store = SQLiteStore(path / "filon.db", clock)
        await store.open()
        house = House(store, metrics.counted(thinks), failed=failures.append, observer=metrics)
        metrics.rooms.set_function(lambda: len(house.rooms.loaded))
        home = Home(house, clock)
        try:
            await story(home, metrics)
        finally:
            await home.house.settled()
            await store.close()

    metrics, failures = Metrics(), list[BaseException]()
    asyncio.run(run())
    assert failures == []
    return metrics


def value(metrics: Metrics, name: str, **labels: str) -> float:
    return metrics.registry.get_sample_value(name, labels) or 0.0


def test_asks_are_counted_by_kind_and_outcome(game: Game, tmp_path: Path) -> None:
    async def story(home: Home, metrics: Metrics) -> None:
        await home.full(game)
        with pytest.raises(CommandRefused):
            await home.run("device 0", protocol.Kick("", 1))
        assert value(metrics, "filon_open_rooms") == 1

    metrics = counting(tmp_path, story)
    assert value(metrics, "filon_commands_total", kind="sit", outcome="done") == game.label.official[0]
    assert value(metrics, "filon_commands_total", kind="begin", outcome="done") == 1
    assert value(metrics, "filon_commands_total", kind="kick", outcome="only-host") == 1


def test_an_ask_that_the_store_could_not_keep_is_counted_as_such(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: Any) -> None:
        raise StoreRefused("the disk is full")

    async def story(home: Home, metrics: Metrics) -> None:
        await home.open(game)
        monkeypatch.setattr(SQLiteStore, "append", full)
        with pytest.raises(StoreRefused):
            await home.run("host", protocol.Close(""))

    metrics = counting(tmp_path, story)
    assert value(metrics, "filon_commands_total", kind="close", outcome="store-refused") == 1
    assert value(metrics, "filon_append_seconds_count") == 1  # of the one that was kept


def test_moves_appends_and_robots_are_measured(game: Game, tmp_path: Path) -> None:
    async def story(home: Home, metrics: Metrics) -> None:
        seats = game.label.official[0]
        await home.open(game, seats, robots=["random"] * seats, begin=True)
        for _ in range(20):
            await home.wait(60_000)
        room = await home.room()
        assert value(metrics, "filon_moves_kept_total") == len(room.moves) > 0

    metrics = counting(tmp_path, story)
    assert value(metrics, "filon_append_seconds_count") > 0
    assert value(metrics, "filon_robots_thinking") == 0


def test_the_house_notices_how_late_its_own_time_was(game: Game, tmp_path: Path) -> None:
    """The sand was out a while ago, and nobody was awake."""

    async def story(home: Home, metrics: Metrics) -> None:
        await home.full(game)
        while (at := await home.house.store.next_timer()) is None:
            live = (await home.room()).playing
            await home.play(live.legal(live.actor)[0])
        home.clock.now = at + 40
        await home.wake()

    metrics = counting(tmp_path, story)
    assert value(metrics, "filon_hourglass_late_seconds_sum") == pytest.approx(0.04)
    assert value(metrics, "filon_hourglass_late_seconds_bucket", le="0.02") == 0


def test_news_is_late_by_the_oldest_line_that_a_window_waited_for(game: Game, tmp_path: Path) -> None:
    async def story(home: Home, metrics: Metrics) -> None:
        await home.open(game)
        home.clock.now += 5_000
        subscriber = await home.listen("host", -1)
        await home.hear(subscriber)
        assert value(metrics, "filon_news_seconds_count") == 0  # what was before it came
        await home.run("device 0", protocol.Sit("", 0, "Ada"))
        home.clock.now += 30
        await home.run("device 1", protocol.Sit("", 1, "Bram"))
        home.clock.now += 10
        await home.hear(subscriber)
        await home.hear(subscriber)

    metrics = counting(tmp_path, story)
    assert value(metrics, "filon_news_seconds_count") == 1
    assert value(metrics, "filon_news_seconds_sum") == pytest.approx(0.04)


def test_they_are_asked_for_on_this_machine_until_it_is_over() -> None:
    metrics, port = Metrics(), free_port()
    stop = metrics.serve(port)
    assert "filon_open_rooms 0.0" in httpx.get(f"http://127.0.0.1:{port}/metrics").text
    with socket.create_server(("127.0.0.2", port)):  # bound to one address: the others are free
        pass
    with pytest.raises(SettingRefused, match="another program uses it"):
        Metrics().serve(port)
    stop()
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://127.0.0.1:{port}/metrics")
