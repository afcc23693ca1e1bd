"""A table that waits for an absent host: seated players may seat robots and begin, and do nothing else that is the host's."""

from pathlib import Path

import pytest

from filon.core.game import Game
from filon.house import protocol
from filon.house.commands.permissions import AWAY_LIVE, AWAY_POST
from filon.house.room.card import PLAYING
from filon.house.stores.store import Store, StoreRefused
from tests.house.at_home import Home, at_home, refused


async def waiting(home: Home, game: Game, host_sits: bool = False, pace: str = "live") -> None:
    """Ada sits; the host looks on, or sits too; the other chairs are free."""
    await home.open(game, seats=3, pace=pace)
    await home.run("ada", protocol.Sit("", 0, "Ada"))
    if host_sits:
        await home.run("host", protocol.Sit("", 1, "Host"))


class Failing:
    """A store that keeps nothing more."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    async def append(self, *asked: object) -> None:
        raise StoreRefused("the disk is full")


async def robots(home: Home, holder: str) -> None:
    for seat, chair in enumerate((await home.room()).chairs):
        if not chair.is_taken:
            await home.run(holder, protocol.Robot("", seat, "random"))


@pytest.mark.parametrize(("pace", "long"), [("live", AWAY_LIVE), ("post", AWAY_POST)])
@pytest.mark.parametrize("host_sits", [True, False])
def test_whoever_sits_may_begin_while_the_host_is_away_for_long(tmp_path: Path, game: Game, host_sits: bool, pace: str, long: int) -> None:
    async def story(home: Home) -> None:
        await waiting(home, game, host_sits, pace)
        ada, host = await home.listen("ada", 0), await home.listen("host", 1)
        around = (await home.hear(host)).around
        assert (around.is_host, around.may_begin) == (True, True)
        home.house.unsubscribe(home.table, host)
        home.clock.now += long - 1
        await home.house.update_presence()
        assert not (await home.hear(ada)).around.may_begin
        with refused("still-here"):
            await home.run("ada", protocol.Robot("", 2, "random"))
        with refused("only-host"):
            await home.run("ada", protocol.Begin(""))
        home.clock.now += 1
        await home.house.update_presence()
        around = (await home.hear(ada)).around
        assert (around.is_host, around.may_begin) == (False, True)
        await robots(home, "ada")
        await home.run("ada", protocol.Begin(""))
        assert (await home.room()).status == PLAYING
        assert not (await home.hear(ada)).around.may_begin

    at_home(tmp_path, story)


def test_only_whoever_sits_may_and_only_until_the_host_is_back(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await waiting(home, game)
        ada, passer_by = await home.listen("ada", 0), await home.listen("passer-by", -122)
        home.clock.now += AWAY_LIVE
        await home.house.update_presence()
        assert not (await home.hear(passer_by)).around.may_begin
        with refused("only-host"):
            await home.run("passer-by", protocol.Begin(""))
        with refused("still-here"):
            await home.run("passer-by", protocol.Robot("", 1, "random"))
        with refused("free-chairs"):
            await home.run("ada", protocol.Begin(""))
        await robots(home, "ada")
        with refused("still-here"):  # once it sits there, a robot is the host's
            await home.run("ada", protocol.Robot("", 2, "beginner"))
        for command in (protocol.Kick("", 2), protocol.Mute("", 0, True), protocol.Close("")):
            with refused("only-host"):
                await home.run("ada", command)
        await home.listen("host", -122)
        assert not (await home.hear(ada)).around.may_begin
        with refused("only-host"):
            await home.run("ada", protocol.Begin(""))

    at_home(tmp_path, story)


def test_a_host_who_looks_on_at_another_worker_is_here(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await waiting(home, game)
        other = home.beside()
        ada, host = await home.listen("ada", 0), await other.listen("host", -122)
        for _ in range(8):
            home.clock.now += AWAY_LIVE // 6
            await other.house.update_presence()
            await home.house.update_presence()
        assert not (await home.hear(ada)).around.may_begin
        other.house.unsubscribe(other.table, host)
        for _ in range(12):  # it takes a while until this worker has heard nothing of the host's
            home.clock.now += AWAY_LIVE // 6
            await other.house.update_presence()
            await home.house.update_presence()
        assert (await home.hear(ada)).around.may_begin

    at_home(tmp_path, story)


def test_a_host_who_came_back_at_another_worker_while_nobody_listened_is_here(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await waiting(home, game)
        other, ada = home.beside(), await home.listen("ada", 0)
        home.house.unsubscribe(home.table, ada)
        home.clock.now += AWAY_LIVE
        await other.listen("host", -122)
        await other.house.update_presence()
        again = await home.listen("ada", 0)
        assert not (await home.hear(again)).around.may_begin
        with refused("only-host"):
            await home.run("ada", protocol.Begin(""))

    at_home(tmp_path, story)


def test_a_host_who_went_on_at_another_device_is_here(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await waiting(home, game, host_sits=True)
        carry = (await home.run("host", protocol.Lend("", 1))).carry
        await home.carry("phone", 1, carry)
        ada, _ = await home.listen("ada", 0), await home.listen("phone", 1)
        home.clock.now += AWAY_LIVE
        await home.house.update_presence()
        assert not (await home.hear(ada)).around.may_begin
        with refused("only-host"):
            await home.run("ada", protocol.Begin(""))

    at_home(tmp_path, story)


def test_where_the_store_could_not_keep_an_ask_everybody_stays_at_the_table(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await waiting(home, game)
        ada, host = await home.listen("ada", 0), await home.listen("host", -122)
        store = home.house.store
        home.house.store = Failing(store)
        with pytest.raises(StoreRefused):
            await home.run("host", protocol.Robot("", 1, "random"))
        await home.house.update_presence()
        home.house.unsubscribe(home.table, host)
        home.house.store = store
        await home.room()
        await home.house.update_presence()
        people = (await home.hear(ada)).around.people
        assert (people[0].is_here, people[1].robot) == (True, "")

    at_home(tmp_path, story)


def test_once_the_game_is_on_nobody_stands_in_for_the_host(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await waiting(home, game)
        await home.run("bram", protocol.Sit("", 1, "Bram"))
        ada, _ = await home.listen("ada", 0), await home.listen("bram", 1)
        home.clock.now += AWAY_LIVE
        await home.house.update_presence()
        await robots(home, "ada")
        await home.run("ada", protocol.Begin(""))
        for seat in (1, 2):
            with refused("still-here"):
                await home.run("ada", protocol.Robot("", seat, "beginner"))
        host = await home.listen("host", -122)
        assert [(await home.hear(subscriber)).around.may_begin for subscriber in (ada, host)] == [False, False]

    at_home(tmp_path, story)
