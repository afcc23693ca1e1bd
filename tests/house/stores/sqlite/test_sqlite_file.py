"""The file of the embedded store: what is refused and left alone, what is made, and what is brought up to date."""

from __future__ import annotations

import asyncio
import threading
from asyncio import run
from contextlib import suppress
from pathlib import Path

import apsw
import pytest

from filon.house.room.events import ENCODER, Said
from filon.house.stores.sqlite import file
from filon.house.stores.store import Duplicate, StoreRefused
from tests.house.stores.sqlite.disks import somebody_elses_folder
from tests.house.stores.sqlite.embedded import opened, refusal, sound
from tests.house.stores.trials import SOAK, card, entry, laid

# Files that cannot be used


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    (path := tmp_path / "store.db").write_text("Dear diary, " * 999)
    for for_backup in (False, True):
        assert run(refusal(path, for_backup)) == "expected a store of Filon; found a file that is no database"
    assert path.read_text() == "Dear diary, " * 999
    assert list(tmp_path.iterdir()) == [path]


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

    path, known = tmp_path / "store.db", len(file.MIGRATIONS)
    with monkeypatch.context() as later:
        later.setattr(file, "MIGRATIONS", [*file.MIGRATIONS, *["SELECT 1"] * 6])
        run(newer())
    before = path.read_bytes()
    for for_backup in (False, True):
        assert run(refusal(path, for_backup)) == f"was written by a newer Filon (store version {known + 6}, this one knows {known})"
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
        assert await refusal(path) == await refusal(path, for_backup=True) == "it may not be written to"
        path.chmod(0o600)
        path.with_name("store.db.lock").unlink()
        path.parent.chmod(0o555)
        assert await refusal(path) == "Permission denied"
        assert await refusal(path.parent / "another.db", for_backup=True) == "Permission denied"
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
        with pytest.raises(StoreRefused, match=r"store\.db: it is damaged"):
            async with opened(path) as store:
                await store.tables()

    path = tmp_path / "store.db"
    run(case())


# Migrations


def test_an_older_store_is_brought_up_to_date_with_its_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def case() -> None:
        async with opened(path) as store:
            await laid(store, "a", 3)
        monkeypatch.setattr(file, "MIGRATIONS", [*file.MIGRATIONS, "ALTER TABLE tables ADD COLUMN later INTEGER"])
        older = f"was written by an older Filon (store version {now}); serve from it once to bring it up to date"
        assert await refusal(path, for_backup=True) == older
        for for_backup in (False, False, True):
            async with opened(path, for_backup=for_backup) as store:
                assert len((await sound(store))["a"]) == 3

    path, now = tmp_path / "store.db", len(file.MIGRATIONS)
    run(case())


@pytest.mark.parametrize("version", [1, 2])
def test_a_store_of_an_earlier_version_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: int) -> None:
    """The first kept the last line of each table, and an index over commands, in the file; neither had a staging table."""

    async def case() -> None:
        with monkeypatch.context() as first:
            first.setattr(file, "MIGRATIONS", file.MIGRATIONS[:version])
            connection = file.connect(path)
            file.set_up(connection, path, for_backup=False)
        head = ", 3" if version == 1 else ""
        connection.execute(f"INSERT INTO tables VALUES ('a', ?, 'waiting', 0, 1{head})", (ENCODER.encode(card("a")),))
        for kept in (entry(1, "c1"), entry(2, "c2", Said(0, "2"), Said(0, "3"))):
            row = ("a", kept.seq, kept.command, kept.when, ENCODER.encode(kept.events))
            connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", row)
        connection.close()
        async with opened(path) as store:
            assert await store.last_seqs("a") == {"a": 3}
            with pytest.raises(Duplicate):
                await store.append("a", entry(4, "c2"))
            await store.append("a", entry(4, "c4"))
            assert [kept.seq for kept in await store.read("a")] == [1, 2, 4]

    path = tmp_path / "store.db"
    run(case())


def test_a_migration_that_fails_leaves_the_store_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def case() -> None:
        async with opened(path) as store:
            await laid(store, "a", 3)
        with monkeypatch.context() as wrong:
            wrong.setattr(file, "MIGRATIONS", [*file.MIGRATIONS, "DROP TABLE wakes", "NONSENSE"])
            assert "NONSENSE" in await refusal(path)
        async with opened(path) as store:
            await store.append("a", entry(4), timers={"time": 1})

    path = tmp_path / "store.db"
    run(case())


def test_a_damaged_file_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    async def case() -> None:
        async with opened(path) as store:
            await laid(store, "a", 3)
        path.write_bytes(damaged := path.read_bytes()[:3000])
        assert await refusal(path) == "it is damaged; a backup can be restored into another file"
        assert path.read_bytes() == damaged

    path = tmp_path / "store.db"
    run(case())


def test_many_who_set_up_a_store_at_once_set_up_one(tmp_path: Path) -> None:
    async def one(path: Path, k: int) -> None:
        async with opened(path, for_backup=k > 0) as store:
            await laid(store, f"t{k}")

    async def case(path: Path) -> None:
        await asyncio.gather(*(one(path, k) for k in range(8)))
        async with opened(path) as store:
            assert len(await sound(store)) == 8

    for k in range(200 if SOAK else 10):
        run(case(tmp_path / f"{k}.db"))


def test_two_never_set_up_at_the_same_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite may call the file locked, for all its patience, where two turn to a write-ahead log."""
    both, met, set_up = threading.Barrier(2), list[int](), file.set_up

    def waits_for_another(db: apsw.Connection, path: Path, for_backup: bool) -> None:
        with suppress(threading.BrokenBarrierError):
            met.append(both.wait(0.3))
        set_up(db, path, for_backup)

    async def one() -> None:
        async with opened(tmp_path / "store.db", for_backup=True) as store:
            await store.tables()

    async def case() -> None:
        await asyncio.gather(one(), one())

    monkeypatch.setattr(file, "set_up", waits_for_another)
    run(case())
    assert met == []
