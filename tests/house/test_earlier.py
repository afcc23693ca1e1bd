"""A store, a backup, a game file and a transcript of an earlier Filon are served, replayed, verified, backed up and restored."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from filon.core.seats import SPECTATOR
from filon.house.records import transcript
from filon.house.records.game_file import read_game, text_of
from filon.house.records.replay import of_file, of_room, of_transcript
from filon.house.records.verify import verify
from filon.house.robots.pool import ask_in_process
from filon.house.service import House
from filon.house.stores.backup import back_up, restore
from filon.house.stores.store import Store
from tests.house.at_home import Hands, Home
from tests.house.earlier import EXPECTED, FOLDER, LATER, STATES, lay, state_of, with_status
from tests.house.stores.sqlite.embedded import opened


def at_home(path: Path, story: Any, table: str = "") -> None:
    """Open the store at `path` and run the story in a house on it."""

    async def told() -> None:
        clock = Hands()
        clock.now = LATER
        async with opened(path, clock) as store:
            home = Home(House(store, ask_in_process), clock)
            home.table = table
            await story(home)
            await home.house.settled()
            assert home.failures == []

    asyncio.run(told())


async def state_at(home: Home) -> dict[str, Any]:
    return state_of(await home.room(), (await home.house.store.export_table(home.table)).timers)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return lay(tmp_path / "filon.db")


# Served


@pytest.mark.parametrize("table", EXPECTED)
def test_a_table_is_as_it_was(path: Path, table: str) -> None:
    async def story(home: Home) -> None:
        assert await state_at(home) == EXPECTED[table]

    at_home(path, story, table)


@pytest.mark.parametrize("table", EXPECTED)
def test_each_seat_gets_an_update(path: Path, table: str) -> None:
    async def story(home: Home) -> None:
        room = await home.room()
        for seat, chair in enumerate(room.chairs):
            news = await home.hear(await home.listen(chair.holder or "passer-by", seat if chair.holder else SPECTATOR))
            assert news.seq == EXPECTED[table]["seq"] == len(news.lines)
            assert (news.view is None) == (room.live is None)

    at_home(path, story, table)


@pytest.mark.parametrize("table", with_status("playing"))
def test_a_game_goes_on(path: Path, table: str) -> None:
    """Time and robots move when their timers are due, then the player who is asked; the moves are stored."""
    after: list[Any] = []

    async def played(home: Home) -> None:
        await home.wake()
        room = await home.room()
        for _ in range(20):
            if room.playing.legal(room.playing.actor):
                break
            await home.wait(5_000)
        before = room.seq
        await home.play(room.playing.legal(room.playing.actor)[0])
        assert room.seq > before >= EXPECTED[table]["seq"]
        after.append(await state_at(home))

    async def read_again(home: Home) -> None:
        assert await state_at(home) == after[0]

    at_home(path, played, table)
    at_home(path, read_again, table)


def test_timers_are_claimed(path: Path) -> None:
    async def story(home: Home) -> None:
        claimed = [(timer.table, timer.kind, timer.at) for timer in await home.house.store.claim(1_000)]
        assert claimed == [(table, kind, at) for table, held in EXPECTED.items() for kind, at in held["timers"].items()]
        assert len(claimed) == 2

    at_home(path, story)


def test_tables_are_listed(path: Path) -> None:
    async def story(home: Home) -> None:
        public, cleos = await home.house.store.cards(), await home.house.store.cards("digest-of-cleos-device")
        assert [card.status for card in public].count("waiting") == 3
        assert {card.table for card in cleos} >= {*with_status("over")}
        for card in (*public, *cleos):
            assert {"status": card.status, "names": card.names, "robots": card.robots}.items() <= EXPECTED[card.table].items()

    at_home(path, story)


# Replayed and verified


@pytest.mark.parametrize("table", with_status("over"))
def test_a_finished_game_is_replayed(path: Path, table: str) -> None:
    async def story(home: Home) -> None:
        room = await home.room()
        for viewpoint in (None, SPECTATOR, *range(len(room.chairs))):
            replay = of_room(room, viewpoint)
            assert (len(replay.frames), replay.seat) == (EXPECTED[table]["seq"], SPECTATOR if viewpoint is None else viewpoint)

    at_home(path, story, table)


def test_a_game_file_is_read_verified_and_replayed() -> None:
    text = (FOLDER / "game-file.txt").read_text()
    game = read_game(text, "game-file.txt")
    assert text_of(game) == text
    assert {check.name: check.count for check in verify(game)} == EXPECTED[game.table]["checks"]
    assert of_file(game, None).ending == game.ending


def test_a_transcript_is_read_and_replayed() -> None:
    text = (FOLDER / "transcript.txt").read_text()
    live = transcript.read_transcript(text, "transcript.txt")
    assert live.is_over
    assert transcript.transcript_of(live) == text.replace('"first": ', '"standstill": "ends", "first": ')  # an option since then
    assert of_transcript(text, SPECTATOR).ending == "announced"


# Backed up and restored


async def states_in(store: Store) -> list[dict[str, Any]]:
    home, states = Home(House(store, ask_in_process), Hands()), []
    for home.table in await store.tables():
        states.append(await state_at(home))
    return states


def test_the_whole_store_is_backed_up_and_restored(path: Path, tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(path) as first, opened(tmp_path / "second.db") as second:
            assert await back_up(first, tmp_path / "backup.gz") == len(EXPECTED)
            assert await restore(second, tmp_path / "backup.gz") == (len(EXPECTED), 0)
            assert [await first.export_table(table) for table in EXPECTED] == [await second.export_table(table) for table in EXPECTED]
            assert await states_in(second) == STATES

    asyncio.run(work())


def test_a_backup_is_restored(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path / "store.db") as store:
            assert await restore(store, FOLDER / "backup.gz") == (5, 0)
            states = await states_in(store)
            assert states == [EXPECTED[state["table"]] for state in states]
            assert any(state["timers"] for state in states)

    asyncio.run(work())
