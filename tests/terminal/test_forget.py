"""`filon forget` on the command line: who is found is shown, asked for and erased; everything else stays."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from filon.core.game import found
from filon.house.records.game_file import game_file, text_of
from filon.house.room.room import Room
from filon.house.stores.sqlite.store import SQLiteStore
from filon.terminal.cli import main
from tests.house.earlier import lay, with_status
from tests.house.finished import finished
from tests.house.records.test_erasing import keep, read
from tests.house.stores.sqlite.embedded import opened

GAME = next(iter(found()))
TABLES = ["table-0001", "table-0002"]
NEUTRAL = {"en": "a player", "fr": "quelqu’un", "nl": "een speler"}
WITHDRAWN = {"en": "1 name was deleted", "fr": "1 nom a été supprimé", "nl": "1 naam is"}


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.delenv("FILON_STORE", raising=False)


def in_store(path: Path, work: Callable[[SQLiteStore], Awaitable[Any]]) -> Any:
    async def done() -> Any:
        async with opened(path) as store:
            return await work(store)

    return asyncio.run(done())


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """With two finished games of the same two people."""

    async def made(kept: SQLiteStore) -> None:
        for seed in (1, 2):
            await keep(kept, finished(GAME, seed))

    in_store(tmp_path / "filon.db", made)
    return tmp_path / "filon.db"


def room(path: Path, table: str) -> Room:
    room: Room = in_store(path, lambda store: _room(store, table))
    return room


async def _room(store: SQLiteStore, table: str) -> Room:
    return read(await store.read(table))


def bytes_of(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in path.parent.glob("filon.db*"))


def test_a_name_is_erased_at_every_table(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert b"Person 0" in bytes_of(store)
    assert main(["forget", "--name", "Person 0", "--yes", "--store", str(store)]) == 0
    out = capsys.readouterr().out
    assert [row.split(",")[0] for row in out.splitlines()[:2]] == [f"Table {table}" for table in TABLES]
    assert out.endswith("Erased from 2 tables.\n")
    assert b"Person 0" not in bytes_of(store)
    assert b"Hello, everybody" not in bytes_of(store)
    assert [chair.name for chair in room(store, TABLES[0]).chairs][:2] == ["", "Person 1"]


def test_one_seat_of_one_table_is_erased(store: Path) -> None:
    assert main(["forget", "--table", TABLES[0], "--seat", "2", "--yes", "--store", str(store)]) == 0
    assert [chair.name for chair in room(store, TABLES[0]).chairs][:2] == ["Person 0", ""]
    assert [chair.name for chair in room(store, TABLES[1]).chairs][:2] == ["Person 0", "Person 1"]


@pytest.mark.parametrize(
    ("language", "answer", "code"), [("en", "no", 1), ("en", "", 1), ("fr", "yes", 1), ("fr", "oui", 0), ("nl", "JA ", 0)]
)
def test_it_asks_first(store: Path, monkeypatch: pytest.MonkeyPatch, language: str, answer: str, code: int) -> None:
    monkeypatch.setattr("builtins.input", lambda _: answer)
    assert main(["forget", "--name", "Person 0", "--lang", language, "--store", str(store)]) == code
    assert (b"Person 0" in bytes_of(store)) == bool(code)


def test_nobody_is_found(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = store.read_bytes()
    assert main(["forget", "--name", "Person", "--yes", "--store", str(store)]) == 1
    assert capsys.readouterr().out == "Nobody was found: nothing was changed.\n"
    assert store.read_bytes() == before


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ([], "expected --name NAME, or --table ID --seat N; found neither"),
        (["--table", TABLES[0]], "expected --name NAME, or --table ID --seat N; found neither"),
        (["--seat", "1"], "--seat: expected --table with it; found none"),
        (["--table", "nowhere1", "--seat", "1"], "--table: expected a table of this store; found 'nowhere1'"),
        (["--name", "A", "--store", "nowhere.db"], "nowhere.db: expected a store; found no such file"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(store: Path, typed: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["forget", "--store", str(store), *typed, "--yes"]) == 2
    assert capsys.readouterr().err == f"filon: {said}\n"


def test_a_store_that_is_served_from_is_refused(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def while_served(_: SQLiteStore) -> int:
        return await asyncio.to_thread(main, ["forget", "--name", "Person 0", "--yes", "--store", str(store)])

    assert in_store(store, while_served) == 2
    assert "another process serves from this store" in capsys.readouterr().err


def test_earlier_tables_need_a_word_more_and_tables_in_play_are_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, table = lay(tmp_path / "filon.db"), with_status("over")[0]
    typed = ["forget", "--table", table, "--seat", "1", "--yes", "--store", str(path)]
    assert main(typed) == 2
    assert "expected --breaks-proof for 1 of these tables" in capsys.readouterr().err
    assert room(path, table).chairs[0].name
    assert main([*typed, "--breaks-proof"]) == 0
    assert "Its fairness proof breaks" in capsys.readouterr().out
    assert room(path, table).chairs[0].name == ""
    playing = with_status("playing")[0]
    name = next(chair.name for chair in room(path, playing).chairs if chair.holder)
    assert main(["forget", "--table", playing, "--name", name, "--yes", "--store", str(path)]) == 2
    assert "expected a game that is over" in capsys.readouterr().err
    assert main(["forget", "--name", name, "--yes", "--breaks-proof", "--store", str(path)]) in (0, 1)
    assert f"Table {playing} is still in play" in capsys.readouterr().err


@pytest.mark.parametrize("language", NEUTRAL)
def test_the_game_is_verified_and_shown_without_the_name(
    store: Path, tmp_path: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["forget", "--name", "Person 0", "--yes", "--store", str(store)]) == 0
    file = tmp_path / "game.json"
    file.write_text(text_of(game_file(room(store, TABLES[0]))), encoding="utf-8")
    capsys.readouterr()
    assert main(["verify", str(file), "--lang", language]) == 0
    verdict = capsys.readouterr().out
    assert WITHDRAWN[language] in verdict
    assert f"{NEUTRAL[language]}, Person 1" in verdict
    assert main(["replay", str(file), "--log", "--lang", language]) == 0
    assert NEUTRAL[language] in capsys.readouterr().out
    assert json.loads(file.read_text(encoding="utf-8"))["version"] == 2


def test_help_gives_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["forget", "--help"])
    assert "examples:\n  filon forget " in capsys.readouterr().out
