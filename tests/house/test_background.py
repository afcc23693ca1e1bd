"""The background work of a house from its start."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from filon.core.game import Game
from filon.house import protocol
from filon.house.background import delete_expired, running
from filon.house.lessons import open_lesson
from filon.house.new_table import open_table
from filon.house.robots.pool import ask_in_process
from filon.house.service import House
from filon.house.stores.sqlite.store import SQLiteStore
from filon.house.stores.store import DAY
from tests.house.at_home import Hands, Home, at_home

TOO_LONG = 600  # seconds
KEEP = 30  # days


async def laid(home: Home, game: Game) -> set[str]:
    """A table that is closed, one that waits, a lesson; and one where a game goes on, whose name is returned."""
    for name in ("closed", "waiting"):
        await home.open(game, seats=2, name="Ada")
        if name == "closed":
            await home.run("host", protocol.Close(""))
    await open_lesson(home.house, "learner", game.name, protocol.NewLesson("Bo"))
    playing = await open_table(home.house, "host", protocol.NewTable(game.name, 2, name="Ada", robots=["random"], begin=True, pace="post"))
    return {playing.table}


async def until_only(home: Home, tables: set[str]) -> None:
    while set(await home.house.store.tables()) != tables:
        await asyncio.sleep(0)


def test_what_was_promised_to_be_forgotten_is_forgotten_as_soon_as_the_house_is_awake(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        playing = await laid(home, game)
        for _ in range(KEEP):
            await delete_expired(home.house, KEEP)
            home.clock.now += DAY
        late = await open_table(home.house, "host", protocol.NewTable(game.name, 2))
        home.clock.now += 1
        async with running(home.house, KEEP):
            await asyncio.wait_for(until_only(home, playing | {late.table}), TOO_LONG)
        assert set(home.house.rooms.loaded) <= playing | {late.table}

    at_home(tmp_path, story)


def test_without_a_promise_nothing_is_forgotten(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await laid(home, game)
        before = await home.house.store.tables()
        home.clock.now += 1000 * DAY
        async with running(home.house):
            await home.house.update_presence()
        assert await home.house.store.tables() == before

    at_home(tmp_path, story)


class Shared(SQLiteStore):
    """Tells of what other workers kept whenever the test says so."""

    is_shared = True

    def listen(self, heard: Callable[[str, int], None]) -> None:
        self.tell = heard


def test_what_is_heard_when_the_house_goes_to_sleep_begins_nothing(tmp_path: Path, game: Game) -> None:
    """The store is closed next: whatever was begun then would fail."""

    async def story() -> None:
        store = Shared(tmp_path / "filon.db", Hands())
        await store.open()
        home = Home(House(store, ask_in_process), Hands())
        await home.open(game)
        async with running(home.house):
            store.tell(home.table, 99)
            assert home.house.tasks
        store.tell(home.table, 99)
        assert not home.house.tasks
        await store.close()
        assert home.failures == []

    asyncio.run(story())
