"""Files of strangers at the terminal: whatever their texts hold, no control character of theirs is printed."""

import copy
import io
import json
import re
import unicodedata
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from filon.core.game import Game
from filon.core.texts.visible import visible
from filon.core.texts.words import read_words
from filon.house.records.transcript import read_transcript
from filon.terminal import cli
from filon.terminal.cli import main
from filon.terminal.screen import Screen

HOSTILE = "\r\x1b[2K✓ forged\n✓ \x9b8m\x07\u202e\u200b\u2028\ud800\ue000 [red]x[/] [link=http://x]y"
HIDDEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
Place = tuple[str | int, ...]


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "300")


@pytest.fixture
def file(game: Game) -> Path:
    return min((game.folder / "recorded").glob("room-*.json"), key=lambda path: path.stat().st_size)


@pytest.fixture
def transcript(game: Game) -> Path:
    return min((game.folder / "recorded").glob("game-*.txt"), key=lambda path: path.stat().st_size)


def places(held: Any, at: Place = ()) -> Iterator[Place]:
    """Every string within, and every key, as the way to it; of a log's lines each kind once, of the printed content the first two."""
    if isinstance(held, dict):
        for key, value in islice(held.items(), 2 if "content" in at else None):
            yield (*at, key, "the key")
            yield from places(value, (*at, key))
    elif isinstance(held, list):
        seen = set()
        for i, value in enumerate(held):
            kind = value["line"] if isinstance(value, dict) and "line" in value else type(value)
            if kind not in seen:
                yield from places(value, (*at, i))
            seen.add(kind)
    elif isinstance(held, str):
        yield at


def spoilt(held: Any, place: Place) -> Any:
    """A copy with the hostile text in this place."""
    whole = within = copy.deepcopy(held)
    *way, last = place[:-1] if place[-1] == "the key" else place
    for step in way:
        within = within[step]
    if place[-1] == "the key":
        within[HOSTILE] = within.pop(last)
    else:
        within[last] = HOSTILE
    return whole


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    main([*arguments, "--lang", "en"])
    said = capsys.readouterr()
    return said.out + said.err


def assert_harmless(said: str, place: Place) -> None:
    shown = {letter for letter in said if unicodedata.category(letter) in HIDDEN and letter != "\n"}
    assert not shown, (place, shown)
    assert not any(line.startswith("✓ forged") for line in said.splitlines()), place


def test_no_text_of_a_game_file_controls_the_terminal(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    held, path, told = json.loads(file.read_text(encoding="utf-8")), tmp_path / "game.json", 0
    for place in places(held):
        path.write_text(json.dumps(spoilt(held, place)), encoding="utf-8")
        for command in (["verify", str(path)], ["replay", str(path), "--log"]):
            said = printed(capsys, *command)
            assert_harmless(said, place)
            told += "forged" in said
    assert told > 10  # texts of the file were shown, escaped


def test_the_names_of_a_whole_game_are_shown_escaped(transcript: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In its log, on its board and in its result."""
    text, path = transcript.read_text(encoding="utf-8"), tmp_path / "game.txt"
    names = re.search(r'^ "names": (.*),$', text, re.MULTILINE)
    assert names
    hostile = [f"{number}{HOSTILE}" for number, _ in enumerate(json.loads(names[1]))]
    path.write_text(text.replace(names[0], f' "names": {json.dumps(hostile)},'), encoding="utf-8")
    said = printed(capsys, "replay", str(path), "--log")
    live = read_transcript(path.read_text(encoding="utf-8"), "game")
    board = io.StringIO()
    Screen(Console(file=board, width=300), live, read_words(Path(cli.__file__).parent, "en")).board(0, live.at)
    for shown in (said, board.getvalue()):
        assert_harmless(shown, ("names",))
        assert visible(HOSTILE)[:12] in shown
    assert visible(HOSTILE) in said


def test_no_text_of_a_transcript_controls_the_terminal(transcript: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    title, *lines = transcript.read_text(encoding="utf-8").splitlines()
    end, path = lines.index("}") + 1, tmp_path / "game.txt"
    held = json.loads("\n".join(lines[:end]))
    for place in places(held):
        header = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in spoilt(held, place).items())
        path.write_text("\n".join([title, "{", header, "}", *lines[end:]]), encoding="utf-8")
        assert_harmless(printed(capsys, "replay", str(path), "--log"), place)
    for line in (f"    1       0 0       {HOSTILE}", f"{HOSTILE} 0 0 roll", f"    1       0 {HOSTILE} roll"):
        path.write_text("\n".join([title, *lines[:end], line]), encoding="utf-8", errors="replace")
        assert_harmless(printed(capsys, "replay", str(path), "--log"), (line,))


def test_no_text_of_a_content_file_controls_the_terminal(game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / f"con{HOSTILE.encode(errors='ignore').decode().replace('/', '')}.toml"
    escaped = json.dumps(HOSTILE).replace("\\ud800", "")
    for text in (f"{escaped} = 1", f"provenance = {escaped}", "\x1b[2K", f"[{escaped}]\nprovenance = 1"):
        path.write_text(text, encoding="utf-8")
        said = printed(capsys, "play", game.name, "--content", str(path), "--people", "none")
        assert "expected" in said
        assert_harmless(said, (text,))


@pytest.mark.parametrize("harmless", ["Ada", "Chloé", "Zoë 1", "名前", "«\u202fOui\u202f»", "👍", "\\x1b", ""])
def test_what_a_terminal_may_show_stays_as_it_is(harmless: str) -> None:
    assert visible(harmless) == harmless


def test_what_is_hidden_is_written_out() -> None:
    assert visible("a\x1b[31m\r\n\x9b\u202e\u2028\ud800\ue000\U000e0041") == r"a\x1b[31m\r\n\x9b\u202e\u2028\ud800\ue000\U000e0041"
    assert visible(visible(HOSTILE)) == visible(HOSTILE)
