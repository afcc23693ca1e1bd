"""`filon serve`, `backup` and `restore` on the command line; a real server is in tests/server."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
import segno
from msgspec import structs

from filon.core.game import found, load
from filon.house import protocol
from filon.house.new_table import opened
from filon.house.room.events import Entry
from filon.house.room.room import Room
from filon.house.stores.sqlite.store import SQLiteStore
from filon.server.settings import NAMES
from filon.terminal.cli import main, parser
from filon.terminal.commands import serve
from filon.terminal.commands.common import words_in
from filon.terminal.commands.serve import has_browser, qr_code

HEAVY = (
    "aiohttp",
    "uvloop",
    "numba",
    "msgspec",
    "apsw",
    "asyncpg",
    "structlog",
    "prometheus_client",
    "segno",
    "rich",
)


async def waiting(store: SQLiteStore, table: str) -> None:
    """A table at which nobody sits yet, as a house would store it."""
    game, room = load(next(iter(found()))), Room()
    first = opened("host", protocol.NewTable(game.name, game.label.official[0]))
    entry = Entry(1, store.now(), "", [structs.replace(first, table=table)])
    room.replay(entry)
    await store.append(table, entry, room.card())


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One with three tables; what else is said must be typed."""
    for name in NAMES:
        monkeypatch.delenv(f"FILON_{name.upper()}", raising=False)
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    async def made() -> None:
        kept = SQLiteStore(tmp_path / "filon.db")
        await kept.open()
        for number in range(3):
            await waiting(kept, f"table-no-{number}")
        await kept.close()

    asyncio.run(made())
    return tmp_path / "filon.db"


@pytest.mark.parametrize("command", ["serve", "backup", "restore"])
def test_help_gives_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([command, "--help"])
    assert end.value.code == 0
    assert f"examples:\n  filon {command} " in capsys.readouterr().out


def test_every_setting_can_be_typed_and_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    printed = capsys.readouterr().out
    for name in NAMES:
        assert f"--{name.replace('_', '-')}" in printed.replace("--no-browser", "--browser")
        assert f"FILON_{name.upper()}" in printed


def test_nothing_heavy_is_imported_to_say_what_there_is() -> None:
    told = f"""
import sys
from filon.terminal.cli import parser
parser().format_help()
parser().parse_args(["serve", "--port", "1"])
print(*(name for name in {HEAVY!r} if name in sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_what_is_typed_comes_as_settings(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FILON_KEEP_DAYS", "7")
    typed = ["--store", str(store), "--lan", "--origin", "https://a.example", "--origin", "https://b.example", "--no-browser"]
    settings = serve.settings_of(parser().parse_args(["serve", *typed]))
    assert (settings.store, settings.lan, settings.browser, settings.keep_days) == (str(store), True, False, 7)
    assert settings.origins == ("https://a.example", "https://b.example")


# Backups


def test_a_backup_is_restored_into_another_store(store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, other = str(tmp_path / "all.filon"), str(tmp_path / "other.db")
    assert main(["backup", file, "--store", str(store)]) == 0
    assert main(["restore", file, "--store", other]) == 0
    assert main(["restore", file, "--store", other, "--lang", "nl"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"3 tables written: {file}",
        "3 tables restored; none was there already.",
        "Geen tafels teruggezet; 3 waren er al.",
    ]


def test_the_environment_names_the_store_too(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FILON_STORE", str(store))
    assert main(["backup", str(tmp_path / "all.filon")]) == 0


def test_both_work_while_the_store_is_served_from(store: Path, tmp_path: Path) -> None:
    async def served() -> tuple[int, int]:
        kept = SQLiteStore(store)
        await kept.open()
        try:
            backup = await asyncio.to_thread(main, ["backup", str(tmp_path / "all.filon"), "--store", str(store)])
            await kept.delete("table-no-1")
            restored = await asyncio.to_thread(main, ["restore", str(tmp_path / "all.filon"), "--store", str(store)])
            assert await kept.tables() == ["table-no-0", "table-no-1", "table-no-2"]
        finally:
            await kept.close()
        return backup, restored

    assert asyncio.run(served()) == (0, 0)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["backup", "FOLDER/all.filon", "--store", "FOLDER/nowhere.db"], "expected a store to back up; found no such file"),
        (["backup", "FOLDER/filon.db", "--store", "FOLDER/filon.db"], "expected a file for the backup; found the store itself"),
        (["backup", "FOLDER/no/such/folder", "--store", "FOLDER/filon.db"], "No such file or directory"),
        (["backup", "FOLDER/all.filon", "--store", "mysql://db"], "--store: expected a file's path or postgresql://"),
        (["restore", "FOLDER/nowhere.filon", "--store", "FOLDER/filon.db"], "No such file or directory"),
        (["restore", "FOLDER/filon.db", "--store", "FOLDER/filon.db"], "expected a whole gzip file"),
        (["restore", "FOLDER/filon.db", "--store", "FOLDER/nowhere.db"], "expected a whole gzip file"),
        (["serve", "--port", "http"], "--port: expected a whole number"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(
    store: Path, tmp_path: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = store.read_bytes()
    assert main([word.replace("FOLDER", str(tmp_path)) for word in arguments]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("filon: ")
    assert said in line
    assert store.read_bytes() == before
    assert not (tmp_path / "nowhere.db").exists()


# What is shown when the doors open


def test_a_qr_code_has_its_colours_on_a_terminal_only() -> None:
    plain, coloured = qr_code("http://192.168.1.2:8000", False).splitlines(), qr_code("http://192.168.1.2:8000", True).splitlines()
    width = segno.make("http://192.168.1.2:8000", micro=False).symbol_size(border=2)[0]
    assert {len(line) for line in plain} == {width}
    assert [line.removeprefix("\x1b[97;40m").removesuffix("\x1b[0m") for line in coloured] == plain


@pytest.mark.parametrize(
    ("environment", "system", "opens"),
    [
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({}, "linux", False),
        ({}, "darwin", True),
        ({"CI": "true"}, "darwin", False),
        ({"DISPLAY": ":0", "CI": "1"}, "linux", False),
    ],
)
def test_a_browser_opens_where_somebody_sees_it(environment: dict[str, str], system: str, opens: bool) -> None:
    assert has_browser(environment, system) is opens


@pytest.mark.parametrize("wanted", [True, False])
def test_the_browser_is_opened_unless_told_not_to(
    wanted: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from filon.server.settings import Settings

    opened: list[str] = []
    monkeypatch.setattr(serve, "_open_browser", opened.append)
    monkeypatch.setattr(serve, "has_browser", lambda _: True)
    words = words_in("en")
    serve._announce(["http://localhost:8000"], Settings("filon.db", browser=wanted, lan=True), words)
    assert opened == (["http://localhost:8000"] if wanted else [])
    assert "No local network was found" in capsys.readouterr().out
