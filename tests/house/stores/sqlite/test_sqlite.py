"""The embedded store alone: the processes around it, its clock, and small things."""

from __future__ import annotations

import asyncio
import threading
import time
from asyncio import run
from pathlib import Path

import apsw
import pytest

from filon.house.stores.backup import back_up, restore
from filon.house.stores.sqlite import log_ends, queries
from filon.house.stores.sqlite.store import SQLiteStore
from filon.house.stores.store import Conflict, Duplicate, StoreRefused
from tests.house.stores.sqlite.appender import TABLES
from tests.house.stores.sqlite.embedded import acknowledged, opened, serving, sound
from tests.house.stores.trials import START, card, entry, laid

# Processes


def test_one_process_serves_and_another_is_told_so(tmp_path: Path) -> None:
    async def case() -> None:
        path = tmp_path / "store.db"
        async with serving(path) as process:
            await acknowledged(process, 1)
            with pytest.raises(StoreRefused, match=r"store\.db: another process serves from this store"):
                await SQLiteStore(path).open()
            (link := tmp_path / "link.db").symlink_to(path)
            with pytest.raises(StoreRefused, match=r"link\.db: another process"):
                await SQLiteStore(link).open()
        async with opened(path) as store:  # killed, it holds nothing
            assert await store.tables()

    run(case())


def test_a_store_that_was_refused_can_be_opened_later(tmp_path: Path) -> None:
    async def case() -> None:
        first, second = SQLiteStore(tmp_path / "store.db"), SQLiteStore(tmp_path / "store.db")
        await first.open()
        with pytest.raises(StoreRefused):
            await second.open()
        await first.close()
        await second.open()
        await laid(second, "a")
        await second.close()

    run(case())


def test_a_store_that_is_not_open_says_so(tmp_path: Path) -> None:
    async def case() -> None:
        store = SQLiteStore(tmp_path / "store.db")
        with pytest.raises(StoreRefused, match="not open"):
            await store.tables()
        async with opened(tmp_path / "store.db") as store:
            await laid(store, "a")
        with pytest.raises(StoreRefused, match="not open"):
            await store.append("a", entry(2))

    run(case())


def test_what_was_asked_before_it_was_closed_is_still_done(tmp_path: Path) -> None:
    async def case() -> None:
        go_on = threading.Event()
        async with opened(tmp_path / "store.db") as store:
            await laid(store, "a")
            asked = [
                store._write(lambda _: go_on.wait()),
                asyncio.ensure_future(store.append("a", entry(2))),
                asyncio.ensure_future(store.close()),
            ]
            while store._writer._queue.qsize() < 2:  # the entry, and after it the end
                await asyncio.sleep(0)
            go_on.set()
            assert await asyncio.gather(*asked) == [True, None, None]
        async with opened(tmp_path / "store.db") as store:
            assert await store.last_seqs("a") == {"a": 2}

    run(case())


# What it remembers of each table


def test_more_tables_than_are_remembered_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def case() -> None:
        async with opened(tmp_path / "store.db") as store:
            for table in "abcde":
                await laid(store, table, 2)
            for table in "abcdeabcde":
                with pytest.raises(Duplicate):
                    await store.append(table, entry(3, "c2"))
            await asyncio.gather(*(store.append(table, entry(3, "c3")) for table in "abcde"))
            assert await store.last_seqs("abcde") == dict.fromkeys("abcde", 3)

    monkeypatch.setattr(log_ends, "MOST_COMMANDS", 2)
    run(case())


def test_a_full_staging_table_is_compacted_and_a_log_is_read_from_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def case() -> None:
        async with opened(path) as store:
            for seq in range(1, 6):
                for table in "ba":
                    await store.append(table, entry(seq, f"c{seq}"), card(table) if seq == 1 else None)
            assert [counted(path, "entries"), counted(path, "daybook")] == [8, 2]
            assert {table: len(log) for table, log in (await sound(store)).items()} == {"a": 5, "b": 5}
            assert [kept.seq for kept in await store.read("a", 3)] == [4, 5]
            for known in ("c1", "c5"):  # wherever it stands
                with pytest.raises(Duplicate):
                    await store.append("a", entry(6, known))
            await store.delete("a")
            assert [counted(path, "entries"), counted(path, "daybook")] == [4, 1]

    path = tmp_path / "store.db"
    monkeypatch.setattr(queries, "STAGING_ROWS", 4)
    run(case())


def counted(path: Path, rows: str) -> int:
    db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    count: int = db.execute(f"SELECT count(*) FROM {rows}").get
    db.close()
    return count


def test_who_writes_beside_another_process_against_the_rules_is_outrun(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(tmp_path / "store.db") as store, opened(tmp_path / "store.db", for_backup=True) as beside:
            await laid(store, "a", 2)
            await beside.append("a", entry(3, "theirs"))
            with pytest.raises(Conflict):
                await store.append("a", entry(3, "ours"))
            with pytest.raises(Duplicate):
                await store.append("a", entry(4, "theirs"))
            await store.append("a", entry(4, "ours"))

    run(case())


def test_what_was_taken_back_with_its_whole_group_was_never_there(tmp_path: Path) -> None:
    def give_up(db: apsw.Connection) -> None:
        """Roll back and raise, as SQLite does when the disk is full."""
        db.execute("ROLLBACK")
        raise apsw.FullError

    async def case() -> None:
        async with opened(tmp_path / "store.db") as store:
            await laid(store, "a", 2)
            appending = asyncio.ensure_future(store.append("a", entry(3, "c3")))
            await asyncio.sleep(0)  # it is asked first, and in the same group
            told = await asyncio.gather(appending, store._write(give_up), return_exceptions=True)
            assert [type(said) for said in told] == [StoreRefused, StoreRefused]
            with pytest.raises(Conflict):
                await store.append("a", entry(4, "c4"))
            await store.append("a", entry(3, "c3"))

    run(case())


def test_a_table_that_was_deleted_and_made_again_is_new(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(tmp_path / "store.db") as store:
            await laid(store, "a", 3)
            made = [store.delete("a"), store.append("a", entry(1, "c1"), card("a")), store.append("a", entry(2, "c3"))]
            await asyncio.gather(*made)
            assert await store.last_seqs("a") == {"a": 2}

    run(case())


# Backups beside a serving process


def test_a_backup_beside_a_serving_process_holds_the_beginning_of_every_log(tmp_path: Path) -> None:
    async def case() -> None:
        async with serving(tmp_path / "store.db") as process:
            await acknowledged(process, 500)
            rest = asyncio.create_task(acknowledged(process))
            async with opened(tmp_path / "store.db", for_backup=True) as beside:
                assert await back_up(beside, tmp_path / "all.gz") == len(TABLES)
            assert process.returncode is None
            process.kill()
            await rest
        async with opened(tmp_path / "again.db") as again, opened(tmp_path / "store.db") as store:
            assert await restore(again, tmp_path / "all.gz") == (len(TABLES), 0)
            logs, held = await sound(again), await sound(store)
        assert all(held[table][: len(log)] == log for table, log in logs.items())
        assert sum(map(len, logs.values())) >= 500

    run(case())


def test_tables_are_taken_in_beside_a_serving_process(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(tmp_path / "old.db") as old:
            await laid(old, "old", 5)
            await back_up(old, tmp_path / "all.gz")
        async with serving(tmp_path / "store.db") as process:
            await acknowledged(process, 1)
            rest = asyncio.create_task(acknowledged(process))
            async with opened(tmp_path / "store.db", for_backup=True) as beside:
                assert await restore(beside, tmp_path / "all.gz") == (1, 0)
                assert await restore(beside, tmp_path / "all.gz") == (0, 1)
            process.kill()
            await rest
        async with opened(tmp_path / "store.db") as store:
            assert len((await sound(store))["old"]) == 5

    run(case())


# The clock


def test_a_clock_that_was_set_back_goes_on_from_the_latest_entry(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(path, lambda: START) as store:
            await laid(store, "a")
            await store.append("a", entry(2, when=START + 10_000))
            await laid(store, "b", 3)
        at = START - 1_000_000
        async with opened(path, lambda: at) as store:
            assert store.now() == START + 10_000
            at += 7
            assert store.now() == START + 10_007
            at -= 5
            assert store.now() == START + 10_007

    path = tmp_path / "store.db"
    run(case())


def test_setting_the_machines_clock_changes_nothing_while_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = time.time_ns() // 1_000_000
    store = SQLiteStore(tmp_path / "store.db")
    for jumped in (0, 2 * time.time_ns()):
        monkeypatch.setattr(time, "time_ns", lambda jumped=jumped: jumped)
        assert before <= store.now() < before + 600_000
    assert store.now() <= store.now()


# Small things


def test_who_was_here_long_ago_is_forgotten(tmp_path: Path) -> None:
    async def case() -> None:
        at = START
        async with opened(tmp_path / "store.db", lambda: at) as store:
            await store.touch([("stays", 0)], START + 1_000_000)
            for k in range(5000):
                at += 1
                await store.touch([(f"t{k}", 0)], at + 10)
            assert ("stays", 0) in await store.here(["stays"])
            assert ("t4999", 0) in await store.here(["t4999"])
            assert len(await store.here(f"t{k}" for k in range(5000))) < 3000

    run(case())


def test_no_row_of_a_deleted_table_is_left(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(path) as store:
            await store.append("a", entry(1, "c"), card("a", host="h", holders=["g", ""]), {"time": START, "robot": START})
            await store.delete("a")

    path = tmp_path / "store.db"
    run(case())
    db = apsw.Connection(str(path))
    names = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    assert {name: db.execute(f"SELECT count(*) FROM {name}").get for name in names} == dict.fromkeys(
        ["tables", "holders", "entries", "daybook", "wakes", "days"], 0
    )
    db.close()


def test_a_loop_that_was_left_without_closing_does_no_harm(tmp_path: Path) -> None:
    async def case() -> SQLiteStore:
        store = SQLiteStore(tmp_path / "store.db")
        await store.open()
        await laid(store, "a")
        store._write(lambda _: go_on.wait())
        return store

    async def last_seqs(path: Path) -> dict[str, int]:
        async with opened(path) as store:
            return await store.last_seqs(["a"])

    go_on = threading.Event()
    store = run(case())
    go_on.set()
    run(store.close())
    assert run(last_seqs(tmp_path / "store.db")) == {"a": 1}
