"""The embedded store alone: its file, its clock, and the processes around it."""

from __future__ import annotations

import asyncio
import threading
import time
from asyncio import run
from contextlib import suppress
from pathlib import Path

import apsw
import pytest

from filon.house import sqlite_file
from filon.house.backup import back_up, restore
from filon.house.sqlite import SQLite
from filon.house.store import StoreRefused
from tests.house.appender import TABLES
from tests.house.disks import somebody_elses_folder
from tests.house.embedded import acknowledged, opened, refusal, serving, sound
from tests.house.stores import SOAK, START, card, entry, laid

# Processes


def test_one_process_serves_and_another_is_told_so(tmp_path: Path) -> None:
    async def case() -> None:
        path = tmp_path / "store.db"
        async with serving(path) as process:
            await acknowledged(process, 1)
            with pytest.raises(StoreRefused, match=r"store\.db: another process serves from this store"):
                await SQLite(path).open()
            (link := tmp_path / "link.db").symlink_to(path)
            with pytest.raises(StoreRefused, match=r"link\.db: another process"):
                await SQLite(link).open()
        async with opened(path) as store:  # killed, it holds nothing
            assert await store.tables()

    run(case())


def test_a_store_that_was_refused_can_be_opened_later(tmp_path: Path) -> None:
    async def case() -> None:
        first, second = SQLite(tmp_path / "store.db"), SQLite(tmp_path / "store.db")
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
        store = SQLite(tmp_path / "store.db")
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
            while store._writer._waiting.qsize() < 2:  # the entry, and after it the end
                await asyncio.sleep(0)
            go_on.set()
            assert await asyncio.gather(*asked) == [True, None, None]
        async with opened(tmp_path / "store.db") as store:
            assert await store.heads("a") == {"a": 2}

    run(case())


# Backups beside a serving process


def test_a_backup_beside_a_serving_process_holds_the_beginning_of_every_log(tmp_path: Path) -> None:
    async def case() -> None:
        async with serving(tmp_path / "store.db") as process:
            await acknowledged(process, 500)
            rest = asyncio.create_task(acknowledged(process))
            async with opened(tmp_path / "store.db", aside=True) as beside:
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
            async with opened(tmp_path / "store.db", aside=True) as beside:
                assert await restore(beside, tmp_path / "all.gz") == (1, 0)
                assert await restore(beside, tmp_path / "all.gz") == (0, 1)
            process.kill()
            await rest
        async with opened(tmp_path / "store.db") as store:
            assert len((await sound(store))["old"]) == 5

    run(case())


# Files that cannot be used


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    (path := tmp_path / "store.db").write_text("Dear diary, " * 999)
    for aside in (False, True):
        assert run(refusal(path, aside)) == "expected a store of Filon; found a file that is no database"
    assert path.read_text() == "Dear diary, " * 999


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    db = apsw.Connection(str(path := tmp_path / "store.db"))
    db.execute("CREATE TABLE tables (theirs)")
    db.close()
    before = path.read_bytes()
    assert run(refusal(path)) == "expected a store of Filon; found another program's database"
    assert path.read_bytes() == before


def test_a_store_by_a_newer_filon_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def newer() -> None:
        async with opened(path) as store:
            await laid(store, "a")

    path, known = tmp_path / "store.db", len(sqlite_file.MIGRATIONS)
    with monkeypatch.context() as later:
        later.setattr(sqlite_file, "MIGRATIONS", [*sqlite_file.MIGRATIONS, *["SELECT 1"] * 6])
        run(newer())
    before = path.read_bytes()
    for aside in (False, True):
        assert run(refusal(path, aside)) == f"was written by a newer Filon (store version {known + 6}, this one knows {known})"
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_made_or_is_no_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert run(refusal(tmp_path / "file/store.db")) in ("File exists", "Not a directory")
    assert run(refusal(tmp_path)) == "it cannot be opened"


def test_missing_folders_are_made_and_nobody_else_may_read_the_store(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(path) as store:
            await laid(store, "a")
            return [one.stat().st_mode & 0o077 for one in path.parent.iterdir()]

    path = tmp_path / "deep/down/store.db"
    assert set(run(case())) == {0}


def test_what_may_not_be_written_to_is_refused_and_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    async def case(path: Path) -> None:
        async with opened(path) as store:
            await laid(store, "a", 3)
        before = path.read_bytes()
        path.chmod(0o444)
        assert await refusal(path) == await refusal(path, aside=True) == "it may not be written to"
        path.chmod(0o600)
        path.with_name("store.db.lock").unlink()
        path.parent.chmod(0o555)
        assert await refusal(path) == "Permission denied"
        assert await refusal(path.parent / "another.db", aside=True) == "Permission denied"
        assert await refusal(path.parent / "deeper/store.db") == "Permission denied"
        assert path.read_bytes() == before
        path.parent.chmod(0o755)
        async with opened(path) as store:
            assert len((await sound(store))["a"]) == 3

    with somebody_elses_folder() as folder:
        run(case(folder / "store.db"))


def test_a_damaged_file_is_a_refusal_and_not_a_crash(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(path) as store:
            for k in range(50):
                await laid(store, f"t{k}", 5)
        content = bytearray(path.read_bytes())
        content[4096:] = bytes(reversed(content[4096:]))
        path.write_bytes(content)
        with pytest.raises(StoreRefused, match=r"store\.db: .*malformed"):
            async with opened(path) as store:
                await store.tables()

    path = tmp_path / "store.db"
    run(case())


# Migrations


def test_an_older_store_is_brought_up_to_date_with_its_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def case() -> None:
        async with opened(path) as store:
            await laid(store, "a", 3)
        monkeypatch.setattr(sqlite_file, "MIGRATIONS", [*sqlite_file.MIGRATIONS, "ALTER TABLE tables ADD COLUMN later INTEGER"])
        assert (
            await refusal(path, aside=True) == "was written by an older Filon (store version 1); serve from it once to bring it up to date"
        )
        for aside in (False, False, True):
            async with opened(path, aside=aside) as store:
                assert len((await sound(store))["a"]) == 3

    path = tmp_path / "store.db"
    run(case())


def test_a_migration_that_fails_leaves_the_store_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def case() -> None:
        async with opened(path) as store:
            await laid(store, "a", 3)
        with monkeypatch.context() as wrong:
            wrong.setattr(sqlite_file, "MIGRATIONS", [*sqlite_file.MIGRATIONS, "DROP TABLE wakes", "NONSENSE"])
            assert "NONSENSE" in await refusal(path)
        async with opened(path) as store:
            await store.append("a", entry(4), wakes={"time": 1})

    path = tmp_path / "store.db"
    run(case())


def test_many_who_set_up_a_store_at_once_set_up_one(tmp_path: Path) -> None:
    async def one(path: Path, k: int) -> None:
        async with opened(path, aside=k > 0) as store:
            await laid(store, f"t{k}")

    async def case(path: Path) -> None:
        await asyncio.gather(*(one(path, k) for k in range(8)))
        async with opened(path) as store:
            assert len(await sound(store)) == 8

    for k in range(200 if SOAK else 10):
        run(case(tmp_path / f"{k}.db"))


def test_two_never_set_up_at_the_same_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite may call the file locked, for all its patience, where two turn to a write-ahead log."""
    both, met, set_up = threading.Barrier(2), list[int](), sqlite_file.set_up

    def waits_for_another(db: apsw.Connection, path: Path, aside: bool) -> None:
        with suppress(threading.BrokenBarrierError):
            met.append(both.wait(0.3))
        set_up(db, path, aside)

    async def one() -> None:
        async with opened(tmp_path / "store.db", aside=True) as store:
            await store.tables()

    async def case() -> None:
        await asyncio.gather(one(), one())

    monkeypatch.setattr(sqlite_file, "set_up", waits_for_another)
    run(case())
    assert met == []


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
    store = SQLite(tmp_path / "store.db")
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
        ["tables", "holders", "entries", "wakes"], 0
    )
    db.close()


def test_a_loop_that_was_left_without_closing_does_no_harm(tmp_path: Path) -> None:
    async def case() -> SQLite:
        store = SQLite(tmp_path / "store.db")
        await store.open()
        await laid(store, "a")
        store._write(lambda _: go_on.wait())
        return store

    async def heads(path: Path) -> dict[str, int]:
        async with opened(path) as store:
            return await store.heads(["a"])

    go_on = threading.Event()
    store = run(case())
    go_on.set()
    run(store.close())
    assert run(heads(tmp_path / "store.db")) == {"a": 1}
