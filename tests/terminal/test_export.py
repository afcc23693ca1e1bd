"""`filon export`: finished games of a server as rows, without names unless asked."""

import asyncio
from pathlib import Path

import pytest

from filon.core.game import found
from filon.house.room.room import Room
from filon.house.stores.sqlite.store import SQLiteStore
from filon.research.study.parquet import read_games, read_live
from filon.terminal.cli import main
from tests.house.finished import finished, opened_room
from tests.house.records.test_erasing import keep
from tests.terminal.test_forget import TABLES, in_store

GAME = next(iter(found()))


@pytest.fixture
def rooms() -> list[Room]:
    return [finished(GAME, seed) for seed in (1, 2)]


@pytest.fixture
def store(tmp_path: Path, rooms: list[Room], monkeypatch: pytest.MonkeyPatch) -> Path:
    """With two finished games, and a table where nobody has sat down."""
    monkeypatch.setenv("LC_ALL", "C")

    async def made(kept: SQLiteStore) -> None:
        for room in [*rooms, opened_room(rooms[0].live.game, 2, seed=3)]:  # type: ignore[union-attr]
            await keep(kept, room)

    in_store(tmp_path / "filon.db", made)
    return tmp_path / "filon.db"


def test_finished_games_are_rows_without_names(store: Path, rooms: list[Room], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.parquet"
    assert main(["export", str(path), "--store", str(store)]) == 0
    assert capsys.readouterr().out == f"2 finished games written: {path}\n"
    rows, _ = read_games(path)
    assert [(row.match, row.names) for row in rows] == [(None, None)] * 2
    assert not any(secret in path.read_bytes() for secret in (b"Person", b"device", b"an-invitation", TABLES[0].encode()))
    for place, room in enumerate(rooms, 1):
        assert room.live
        assert read_live(path, place).table == room.live.table
    assert main(["replay", f"{path}#1", "--log", "--lang", "en"]) == 0
    assert "a player" in capsys.readouterr().out


def test_names_are_there_where_they_are_asked_for(store: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    assert main(["export", str(path), "--names", "--store", str(store)]) == 0
    rows, _ = read_games(path)
    assert [row.match for row in rows] == TABLES
    assert (rows[0].names or [])[:2] == ["Person 0", "Person 1"]
    assert read_live(path, 1).setup.names == rows[0].names


def test_it_may_run_beside_a_server(store: Path, tmp_path: Path) -> None:
    async def while_served(_: SQLiteStore) -> int:
        return await asyncio.to_thread(main, ["export", str(tmp_path / "games.parquet"), "--store", str(store)])

    assert in_store(store, while_served) == 0


@pytest.mark.parametrize(
    ("file", "store_is", "said"),
    [
        ("there.parquet", "filon.db", "expected a new file; found one that is there"),
        ("no/games.parquet", "filon.db", "expected a file in a folder that is there; found no folder"),
        ("games.parquet", "nowhere.db", "nowhere.db: expected a store; found no such file"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    store: Path, tmp_path: Path, file: str, store_is: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "there.parquet").write_bytes(b"mine")
    before = sorted(tmp_path.iterdir())
    assert main(["export", str(tmp_path / file), "--store", str(tmp_path / store_is)]) == 2
    assert said in capsys.readouterr().err
    assert sorted(tmp_path.iterdir()) == before
    assert (tmp_path / "there.parquet").read_bytes() == b"mine"
