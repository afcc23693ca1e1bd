"""The embedded store keeps what it acknowledged when the process, the disk or the power fails."""

from __future__ import annotations

import asyncio
import shutil
import threading
from asyncio import run
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import apsw
import pytest

from filon.house.room.events import Said
from filon.house.stores.sqlite import file, queries
from filon.house.stores.sqlite.file import refused
from filon.house.stores.sqlite.store import SQLiteStore
from filon.house.stores.store import Conflict, Duplicate, NoSuchTable, StoreRefused
from tests.house.stores.sqlite.disks import Disk, disk
from tests.house.stores.sqlite.embedded import acknowledged, opened, serving, sound
from tests.house.stores.trials import SOAK, TOO_LONG, card, entry, laid

# Processes that are killed


def test_what_a_killed_process_acknowledged_is_there_once(tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    kills = 100 if SOAK else 3

    async def case() -> None:
        path, luck, heard = tmp_path / "store.db", Random(5), set[tuple[str, int]]()
        for _ in range(kills):
            async with serving(path) as process:
                heard |= await acknowledged(process, luck.randint(1, 1500))
                process.kill()
                heard |= await acknowledged(process)
            async with opened(path) as store:
                logs = await sound(store)
            assert heard <= {(table, kept.seq) for table, log in logs.items() for kept in log}
        record_property("entries acknowledged", len(heard))
        record_property("kills", kills)

    run(case())


# Groups


Asked = list[Coroutine[Any, Any, Any]]


async def together(store: SQLiteStore, asked: Asked, before: Callable[[list[asyncio.Task[Any]]], object] = len) -> list[Any]:
    """Ask while the writer is kept busy, so that all of it waits and is done in one group."""
    go_on, busy = threading.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def keep_busy(db: apsw.Connection) -> None:
        loop.call_soon_threadsafe(busy.set)
        go_on.wait()

    waiting = store._write(keep_busy)
    await busy.wait()
    tasks = [asyncio.create_task(one) for one in asked]
    await asyncio.sleep(0)
    before(tasks)
    go_on.set()
    await waiting
    return await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), TOO_LONG)


def test_all_that_wait_share_one_wait_for_the_disk(tmp_path: Path) -> None:
    async def case(watched: Disk) -> None:
        async with opened(tmp_path / "store.db") as store:
            for k in range(200):
                await laid(store, f"t{k}")
            before = watched.syncs
            assert await together(store, [store.append(f"t{k}", entry(2)) for k in range(200)]) == [None] * 200
            assert watched.syncs == before + 1

    with disk() as watched:
        run(case(watched))


def test_in_a_group_each_is_answered_for_itself(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(tmp_path / "store.db") as store:
            await laid(store, "a", 2)
            await laid(store, "b", 2)
            asked = [
                store.append("a", entry(3, "first")),
                store.append("a", entry(3, "second"), card("a", host="nobody")),
                store.append("a", entry(4, "first")),
                store.append("b", entry(3, "c2"), card("b", host="nobody"), {"time": 1}),
                store.append("nowhere", entry(3)),
                store.import_table("no table"),  # type: ignore[arg-type]
                store.append("b", entry(3)),
                store.delete("a"),
                store.append("a", entry(4, "third")),
            ]
            told = [said and type(said) for said in await together(store, asked)]
            assert told == [None, Conflict, Duplicate, Duplicate, NoSuchTable, AttributeError, None, None, NoSuchTable]
            assert list(await sound(store)) == ["b"]
            assert (await store.last_seqs("b"), await store.cards("nobody"), await store.next_timer()) == ({"b": 3}, [], None)

    run(case())


def test_who_goes_away_from_a_group_leaves_the_others_in_it(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(tmp_path / "store.db") as store:
            await laid(store, "a")
            await laid(store, "b")
            asked: Asked = [store.append("a", entry(2)), store.append("b", entry(2))]
            told = await together(store, asked, lambda tasks: tasks[0].cancel())
            assert [said and type(said) for said in told] == [asyncio.CancelledError, None]
            assert list(await sound(store)) == ["a", "b"]

    run(case())


def test_a_group_that_cannot_be_ended_leaves_no_transaction_behind(tmp_path: Path) -> None:
    def spoils(db: apsw.Connection) -> None:
        db.execute("RELEASE alone")
        raise ValueError("nothing is left to take back")

    async def case() -> None:
        async with opened(tmp_path / "store.db") as store:
            await laid(store, "a")
            with pytest.raises(StoreRefused):
                await store._write(spoils)
            await store.append("a", entry(2))

    run(case())


def test_where_sqlite_gives_up_the_whole_group_everybody_in_it_is_refused(tmp_path: Path) -> None:
    def gives_up(db: apsw.Connection) -> None:
        db.execute("ROLLBACK")
        raise apsw.FullError

    async def case() -> None:
        async with opened(tmp_path / "store.db") as store:
            await laid(store, "a")
            await laid(store, "b")

            async def fails() -> None:
                await store._write(gives_up)

            told = await together(store, [store.append("a", entry(2)), fails(), store.append("b", entry(2))])
            assert [str(said) for said in told] == [f"{store.path}: the disk is full"] * 3
            assert await store.last_seqs("ab") == {"a": 1, "b": 1}
            await store.append("a", entry(2))

    run(case())


# A full disk


def test_a_full_disk_is_refused_and_the_games_go_on_afterwards(tmp_path: Path) -> None:
    async def case(watched: Disk) -> None:
        async with opened(tmp_path / "store.db") as store:
            for table in "abc":
                await laid(store, table, 5)
            watched.is_full = True
            told = await asyncio.gather(*(store.append(table, entry(6)) for table in "abc"), return_exceptions=True)
            assert [(type(said), str(said)) for said in told] == [(StoreRefused, f"{store.path}: the disk is full")] * 3
            assert await store.last_seqs("abc") == {"a": 5, "b": 5, "c": 5}
            with pytest.raises(StoreRefused):
                await store.delete("a")
            watched.is_full = False
            for table in "abc":
                await store.append(table, entry(6, "c6"))
        async with opened(tmp_path / "store.db") as store:
            assert {table: len(log) for table, log in (await sound(store)).items()} == {"a": 6, "b": 6, "c": 6}

    with disk() as watched:
        run(case(watched))


def test_i7_a_disk_without_room_for_sqlites_own_files_is_called_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "store.db"
    assert "full" not in str(refused(path, apsw.IOError("disk I/O error")))
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=4096))
    assert str(refused(path, apsw.IOError("disk I/O error"))) == f"{path}: the disk is full"


def test_a_store_is_not_made_on_a_full_disk_but_when_there_is_room(tmp_path: Path) -> None:
    async def case(watched: Disk) -> None:
        watched.is_full = True
        with pytest.raises(StoreRefused, match="the disk is full"):
            await SQLiteStore(tmp_path / "store.db").open()
        watched.is_full = False
        async with opened(tmp_path / "store.db") as store:
            await laid(store, "a")

    with disk() as watched:
        run(case(watched))


def test_what_does_not_fit_is_refused_and_what_fits_goes_on(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(tmp_path / "store.db") as store:
            await laid(store, "a")

            def limit(db: apsw.Connection, pages: int) -> None:
                db.pragma("max_page_count", pages)

            await store._write(limit, 20)
            big = entry(2, "big", Said(0, "x" * 200_000))
            told = await together(store, [store.append("a", big), store.append("a", entry(2, "small"))])
            assert str(told[0]) == f"{store.path}: the disk is full"
            await store._write(limit, 10_000)
            await store.append("a", entry((await store.last_seqs("a"))["a"] + 1, "big", Said(0, "x" * 200_000)))
            await sound(store)

    run(case())


# Power cuts


def cut_and_looked(tmp_path: Path, seed: int, luckily: float) -> tuple[int, int, int]:
    """Play, cut the power at some moments, look at what is found: how many acknowledged entries were lost, of how many; and the cuts."""
    luck, heard, cuts = Random(seed), list[tuple[str, int]](), list[tuple[dict[str, bytes], int]]()
    moments = {luck.randrange(20, 400) for _ in range(8)}

    async def play(store: SQLiteStore, table: str) -> None:
        await store.append(table, entry(1, "c1"), card(table))
        for seq in range(2, 22):
            heard.append((table, seq - 1))
            await store.append(table, entry(seq, f"c{seq}", Said(0, "x" * luck.randrange(400))))

    async def case() -> None:
        async with opened(tmp_path / f"{seed}.db") as store:
            await asyncio.gather(*(play(store, f"t{k}") for k in range(8)))

    with disk() as watched:
        passed = 0

        def cut() -> None:
            nonlocal passed
            passed += 1
            if passed in moments:
                cuts.append((watched.cut(luck, luckily), len(heard)))

        watched.watched = cut
        run(case())
    assert cuts
    lost = [run(found(tmp_path / f"cut-{seed}-{k}", files, set(heard[:count]))) for k, (files, count) in enumerate(cuts)]
    return sum(lost), sum(count for _, count in cuts), len(cuts)


async def found(folder: Path, files: dict[str, bytes], heard: set[tuple[str, int]]) -> int:
    """The number of acknowledged entries missing when the power is back; a damaged file has lost all of them."""
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    try:
        async with opened(next(folder.glob("*.db"))) as store:
            logs = await sound(store)
    except (AssertionError, StoreRefused):
        return len(heard)
    return len(heard - {(table, kept.seq) for table, log in logs.items() for kept in log})


@pytest.fixture
def much_moved_about(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the log that SQLite writes ahead to its file, and from the staging table to the logs: so that power is cut then, too."""
    monkeypatch.setitem(file.SETTINGS, "wal_autocheckpoint", 12)
    monkeypatch.setattr(queries, "STAGING_ROWS", 10)


@pytest.mark.usefixtures("much_moved_about")
@pytest.mark.parametrize("luckily", [0.0, 0.5, 1.0])
def test_nothing_acknowledged_is_lost_when_the_power_is_cut(
    tmp_path: Path, luckily: float, record_property: Callable[[str, object], None]
) -> None:
    told = [cut_and_looked(tmp_path, seed, luckily) for seed in range(60 if SOAK else 3)]
    lost, heard, cuts = (sum(one) for one in zip(*told, strict=True))
    assert lost == 0
    assert heard > 100 * len(told)
    record_property("entries acknowledged", heard)
    record_property("power cuts", cuts)


@pytest.mark.usefixtures("much_moved_about")
@pytest.mark.parametrize("synchronous", ["normal", "off"])
def test_without_full_synchronization_a_power_cut_does_lose_something(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, synchronous: str
) -> None:
    """So the test above can fail."""
    monkeypatch.setitem(file.SETTINGS, "synchronous", synchronous)
    assert sum(cut_and_looked(tmp_path, seed, 0.0)[0] for seed in range(3)) > 0
