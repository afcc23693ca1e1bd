"""Backups: everything comes back, into any store; a file that is not whole changes nothing."""

from __future__ import annotations

import gzip
import os
from asyncio import run
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from filon.house.room.card import Card
from filon.house.room.events import ENCODER, Entry, Said
from filon.house.stores.backup import HEADER, BackupRefused, back_up, restore
from filon.house.stores.store import ROBOT, TIME, Store, StoreRefused, TableBackup
from tests.house.stores.sqlite.embedded import opened
from tests.house.stores.trials import SOAK, START, Trial, card, entry, laid, of_all_stores


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "all.gz"


async def everything(store: Store) -> dict[str, TableBackup]:
    return {table: await store.export_table(table) for table in await store.tables()}


async def furnished(store: Store) -> dict[str, TableBackup]:
    await laid(store, "a", 5, host="h", holders=["h", "g"])
    await store.append(
        "b", entry(1, "c", Said(0, "é \0 \n"), Said(1, "2")), card("b", scores=[1, 2], winners=[1]), {TIME: START + 5, ROBOT: 7}
    )
    await laid(store, "c")
    return await everything(store)


# There and back


@of_all_stores
async def test_everything_comes_back(trial: Trial) -> None:
    store, told = trial.stores[0], list[tuple[int, int]]()
    before = await furnished(store)
    with TemporaryDirectory() as name:
        folder = Path(name)
        assert await back_up(store, folder / "all.gz", lambda *far: told.append(far)) == 3
        assert told == [(1, 3), (2, 3), (3, 3)]
        for table in "ab":
            await store.delete(table)
        await store.append("c", entry(2, "later"))
        assert await restore(store, folder / "all.gz") == (2, 1)
        after = await everything(store)
        assert {table: after[table] for table in "ab"} == {table: before[table] for table in "ab"}
        assert len(after["c"].entries) == 2
        assert await restore(store, folder / "all.gz") == (0, 3)


@of_all_stores
async def test_tables_move_from_an_embedded_store_to_any_other(trial: Trial) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        async with opened(folder / "embedded.db") as embedded:
            before = await furnished(embedded)
            await back_up(embedded, folder / "all.gz")
        assert await restore(trial.stores[0], folder / "all.gz") == (3, 0)
    assert await everything(trial.stores[0]) == before
    assert [held.table for held in await trial.stores[0].cards("g")] == ["a"]


def test_an_empty_store_has_an_empty_backup(path: Path) -> None:
    async def case() -> None:
        async with opened(path.with_name("store.db")) as store:
            assert await back_up(store, path) == 0
            assert await restore(store, path) == (0, 0)

    run(case())
    assert gzip.decompress(path.read_bytes()) == HEADER + b"\n" == b'{"filon":"backup","version":1}\n'


def test_a_table_that_is_deleted_meanwhile_is_left_out(path: Path) -> None:
    async def case() -> None:
        async with opened(path.with_name("store.db")) as store:
            await furnished(store)
            kept = store.export_table

            async def then_delete(table: str) -> TableBackup:
                if table == "b":
                    await store.delete("b")
                return await kept(table)

            store.export_table = then_delete  # type: ignore[method-assign]
            assert await back_up(store, path) == 2

    run(case())


# The file


def test_a_backup_is_there_when_it_is_whole_and_for_its_owner_alone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    def noted(name: str, do: Callable[..., object]) -> Callable[..., object]:
        return lambda *what: (done.append(name), do(*what))[1]

    async def case() -> None:
        async with opened(path.with_name("store.db")) as store:
            await furnished(store)
            monkeypatch.setattr(os, "fsync", noted("sync", os.fsync))
            monkeypatch.setattr(os, "replace", noted("name", os.replace))
            await back_up(store, path, lambda *_: done.append("there" if path.exists() else "not yet"))

    run(case())
    assert done == ["not yet"] * 3 + ["sync", "name", "sync"]
    assert path.stat().st_mode & 0o077 == 0


def test_a_backup_that_fails_leaves_the_last_one(path: Path) -> None:
    async def case() -> None:
        async with opened(path.with_name("store.db")) as store:
            await furnished(store)
            await back_up(store, path)
            before = path.read_bytes()

            async def fails(table: str) -> TableBackup:
                raise StoreRefused("gone")

            store.export_table = fails  # type: ignore[method-assign]
            with pytest.raises(StoreRefused, match="gone"):
                await back_up(store, path)
            assert path.read_bytes() == before

    run(case())
    assert not list(path.parent.glob("*.part"))


def test_where_nothing_can_be_written_or_read_the_reason_is_given(path: Path) -> None:
    async def case() -> None:
        async with opened(path.with_name("store.db")) as store:
            with pytest.raises(BackupRefused, match=r"all\.gz: No such file or directory"):
                await restore(store, path)
            with pytest.raises(BackupRefused, match=r"nowhere/all\.gz: No such file or directory"):
                await back_up(store, path.parent / "nowhere/all.gz")
            with pytest.raises(BackupRefused, match=r"Is a directory"):
                await restore(store, path.parent)

    run(case())


# Files that are not whole, or no backups


def a_table(*entries: Entry, held: Card | None = None) -> bytes:
    return ENCODER.encode(TableBackup(held or card("a"), list(entries), {}))


SOUND = a_table(entry(1))
WRONG = {
    "no gzip": (b"Dear diary", r"line 1: expected a whole gzip file, as a backup is; found Not a gzipped file"),
    "nothing": (b"", r"line 1: expected .* with which a backup begins; found nothing"),
    "another header": ([b"id,name", SOUND], r'line 1: expected {"filon":"backup","version":1}, .*; found id,name'),
    "newer": ([b'{"filon":"backup","version":2}', SOUND], r'line 1: expected .*; found {"filon":"backup","version":2}'),
    "no table": ([HEADER, SOUND, b'{"card":{}}'], r"line 3: expected a table; found Object missing required field"),
    "no JSON": ([HEADER, SOUND, b"{"], r"line 3: expected a table; found Input data was truncated"),
    "no UTF-8": ([HEADER, SOUND.replace(b"Ada", b"\xc3")], r"line 2: expected a table; found 'utf-8' codec can't decode"),
    "too deep": ([HEADER, b'{"card":{"scores":' + b"[" * 9999], r"line 2: expected a table; found"),
    "an empty line": ([HEADER, b"", SOUND], r"line 2: expected a table; found"),
    "a line is missing": ([HEADER, a_table(entry(1), entry(3))], r"line 2: expected an entry from line 2 on; found one from 3 to 3"),
    "no first line": ([HEADER, a_table(entry(2))], r"line 2: expected an entry from line 1 on; found one from 2 to 2"),
    "an empty entry": ([HEADER, a_table(Entry(1, 0, "", []))], r"line 2: expected an entry from line 1 on; found one from 1 to 0"),
    "no entries": ([HEADER, a_table()], r"line 2: expected a table with entries; found none"),
    "a command twice": ([HEADER, a_table(entry(1, "c"), entry(2, "c"))], r"line 2: expected each command once; found one again"),
    "a table twice": ([HEADER, SOUND, SOUND], r"line 3: expected each table once; found a again"),
}


@pytest.mark.parametrize(("content", "said"), WRONG.values(), ids=list(WRONG))
def test_what_is_wrong_is_named_and_nothing_is_taken_in(path: Path, content: bytes | list[bytes], said: str) -> None:
    async def case() -> None:
        async with opened(path.with_name("store.db")) as store:
            with pytest.raises(BackupRefused, match=said):
                await restore(store, path)
            assert await store.tables() == []

    path.write_bytes(content if isinstance(content, bytes) else gzip.compress(b"".join(line + b"\n" for line in content)))
    run(case())


def test_the_house_may_append_without_a_command_many_times(path: Path) -> None:
    path.write_bytes(gzip.compress(HEADER + b"\n" + a_table(entry(1), entry(2), entry(3)) + b"\n"))

    async def case() -> None:
        async with opened(path.with_name("store.db")) as store:
            assert await restore(store, path) == (1, 0)

    run(case())


@pytest.fixture
def whole(path: Path) -> bytes:
    async def case() -> None:
        async with opened(path.with_name("first.db")) as store:
            await furnished(store)
            await back_up(store, path)

    run(case())
    return path.read_bytes()


class Counted:
    """A store that only counts what it is asked to take in."""

    def __init__(self) -> None:
        self.taken: list[TableBackup] = []

    async def import_table(self, kept: TableBackup) -> bool:
        self.taken.append(kept)
        return True


@settings(
    max_examples=3000 if SOAK else 150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(data=st.data())
def test_a_spoilt_file_is_refused_and_changes_nothing(path: Path, whole: bytes, data: st.DataObject) -> None:
    """Or the spoilt bits said nothing, as a date in gzip's own header or what fills its last byte."""
    at = data.draw(st.integers(0, len(whole) - 1))
    if data.draw(st.booleans()):
        path.write_bytes(whole[:at])
    else:
        path.write_bytes(whole[:at] + bytes([whole[at] ^ data.draw(st.integers(1, 255))]) + whole[at + 1 :])
    store = Counted()
    told = run(outcome(store, path))
    if isinstance(told, str):
        assert told.startswith(f"{path}: line ")
        assert store.taken == []
    else:
        assert told == (3, 0)
        assert gzip.decompress(path.read_bytes()) == gzip.decompress(whole)


async def outcome(store: Counted, path: Path) -> tuple[int, int] | str:
    try:
        return await restore(store, path)  # type: ignore[arg-type]
    except BackupRefused as error:
        return str(error)


def test_a_store_that_fills_up_in_the_middle_can_be_asked_again(path: Path, whole: bytes) -> None:
    async def case() -> None:
        async with opened(path.with_name("second.db")) as store:
            import_table = store.import_table

            async def full(kept: TableBackup) -> bool:
                if kept.card.table == "b":
                    raise StoreRefused("the disk is full")
                return await import_table(kept)

            store.import_table = full  # type: ignore[method-assign]
            with pytest.raises(StoreRefused):
                await restore(store, path)
            store.import_table = import_table  # type: ignore[method-assign]
            assert await restore(store, path) == (2, 1)

    run(case())
