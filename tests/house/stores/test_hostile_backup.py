"""Backups from anywhere: a table that could not be served is refused before anything is taken in, and before memory is spent."""

import gzip
import json
import subprocess
import sys
from asyncio import run
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from filon.house.stores import backup
from filon.house.stores.backup import HEADER
from filon.terminal.cli import main
from tests.house.earlier import FOLDER
from tests.house.stores.sqlite.embedded import opened

Held = dict[str, Any]  # one table of a backup
ROWS = gzip.decompress((FOLDER / "backup.gz").read_bytes()).splitlines()


def held(status: str) -> Held:
    tables: list[Held] = [json.loads(row) for row in ROWS[1:]]
    return next(one for one in tables if one["card"]["status"] == status)


def lines(one: Held, kind: str) -> list[Held]:
    return [line for entry in one["entries"] for line in entry["lines"] if line["line"] == kind]


def opening(**changes: Any) -> Callable[[Held], None]:
    return lambda one: lines(one, "opened")[0].update(changes)


def seated(seat: int) -> Callable[[Held], None]:
    return lambda one: one["entries"][-1]["lines"].append({"line": "muted", "seat": seat, "on": True})


def robot(**changes: Any) -> Callable[[Held], None]:
    return lambda one: one["entries"][-1]["lines"].append({"line": "robot", "seat": 0, "level": "casual", **changes})


def card(**changes: Any) -> Callable[[Held], None]:
    return lambda one: one["card"].update(changes)


def latest(when: int) -> Callable[[Held], None]:
    return lambda one: one["entries"][-1].update(when=when)


def named(*names: str) -> Callable[[Held], None]:
    return lambda one: lines(one, "began")[0].update(names=list(names))


def timed(**timers: int) -> Callable[[Held], None]:
    return lambda one: one.update(wakes=timers)


HOSTILE: dict[str, tuple[str, Callable[[Held], None], str]] = {
    "unknown game": ("waiting", opening(game="nosuch"), "no game is called 'nosuch'"),
    "newer rules": ("waiting", opening(rules=99), "rules"),
    "seats without end": ("waiting", opening(seats=10**8), "seats; found 100000000"),
    "no seats": ("waiting", opening(seats=0), "seats; found 0"),
    "missing content": ("waiting", opening(content={}), "content"),
    "unknown option": ("waiting", opening(options={"nosuch": 1}), "unknown option 'nosuch'"),
    "another table": ("waiting", opening(table="another-table"), "another-table"),
    "a name no address can have": ("waiting", lambda one: (card(table="a/b")(one), opening(table="a/b")(one))[0], "a/b"),
    "no opening": ("waiting", lambda one: one["entries"].__setitem__(0, {**one["entries"][0], "lines": [{"line": "closed"}]}), "opened"),
    "two openings": ("waiting", lambda one: one["entries"][-1]["lines"].append(lines(one, "opened")[0]), "one opening"),
    "a seat that is not there": ("waiting", seated(99), "found 99"),
    "a seat below the first": ("waiting", seated(-1), "found -1"),
    "an unknown robot": ("playing", robot(level="nosuch"), "no robot is called 'nosuch'"),
    "a move that is none": ("over", lambda one: lines(one, "moved")[0].update(move="nosuch"), "nosuch"),
    "a move against the rules": ("over", lambda one: lines(one, "moved")[1].update(move=lines(one, "moved")[0]["move"]), "line"),
    "names without end": ("over", named(*["x"] * 1000), "names"),
    "an entry of the year 2200": ("over", latest(7_258_118_400_000), "a time"),
    "an entry before 1970": ("over", latest(-1), "a time"),
    "an entry beyond any store": ("over", latest(2**62), "a time"),
    "a card of the future": ("over", card(since=7_258_118_400_000), "a time"),
    "a card that says otherwise": ("over", card(status="waiting"), "card"),
    "a card with foreign holders": ("waiting", card(holders=["x" * 64, ""]), "card"),
    "a timer of no kind": ("playing", timed(nosuch=5), "nosuch"),
    "a timer beyond any store": ("playing", timed(time=2**70), "a time"),
}


def written(path: Path, *tables: Held) -> Path:
    path.write_bytes(gzip.compress(b"\n".join([HEADER, *(json.dumps(one).encode() for one in tables)])))
    return path


def restored(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, Path]:
    store = path.with_name("store.db")
    code = main(["restore", str(path), "--store", str(store), "--lang", "en"])
    return code, "".join(capsys.readouterr()), store


def tables(store: Path) -> list[str]:
    async def listed() -> list[str]:
        async with opened(store) as here:
            return await here.tables()

    return run(listed()) if store.exists() else []


@pytest.mark.parametrize("what", HOSTILE)
def test_a_table_that_could_not_be_served_is_refused_and_nothing_is_taken_in(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, spoil, reason = HOSTILE[what]
    sound, hostile = next(one for one in map(json.loads, ROWS[1:]) if one["card"]["status"] != status), held(status)
    spoil(hostile)
    code, said, store = restored(written(tmp_path / "all.gz", sound, hostile), capsys)
    assert code == 2
    assert "all.gz: line 3: " in said
    assert reason in said
    assert "Nothing was taken in." in said
    assert tables(store) == []


def test_what_can_be_served_is_taken_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "all.gz"
    path.write_bytes((FOLDER / "backup.gz").read_bytes())
    code, said, store = restored(path, capsys)
    assert (code, said) == (0, f"{len(ROWS) - 1} tables restored; none was there already.\n")
    assert sorted(tables(store)) == sorted(json.loads(row)["card"]["table"] for row in ROWS[1:])


@pytest.mark.parametrize("text", [b"[" * 1_000_000, b'{"card":' * 100_000, b'{"card":{"seats":' + b"9" * 100_000 + b"}}"])
def test_depth_and_digits_without_end_are_refused(text: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "all.gz"
    path.write_bytes(gzip.compress(HEADER + b"\n" + text))
    code, said, _ = restored(path, capsys)
    assert code == 2
    assert "line 2: expected a table" in said


MEASURED = """
import re, sys
from pathlib import Path
from filon.terminal.cli import main
code = main(["restore", sys.argv[1], "--store", sys.argv[2], "--lang", "en"])
print(code, int(re.search("VmHWM: *([0-9]+)", Path("/proc/self/status").read_text().replace("\\t", " "))[1]) // 1024)
"""  # not ru_maxrss: a child has that of its parent too


@pytest.mark.parametrize("first", [b"", HEADER + b"\n"])
def test_a_line_without_end_is_refused_before_memory_is_spent(first: bytes, tmp_path: Path) -> None:
    path, zeros = tmp_path / "all.gz", b'"' + b"0" * (1 << 20)
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(first)
        for _ in range(1200):
            file.write(zeros)
    told = subprocess.run(
        [sys.executable, "-c", MEASURED, str(path), str(tmp_path / "store.db")], capture_output=True, text=True, check=True
    )
    code, megabytes = map(int, told.stdout.split())
    assert code == 2
    assert f"expected at most {backup.LINE_BYTES} bytes" in told.stderr
    assert megabytes < 400
