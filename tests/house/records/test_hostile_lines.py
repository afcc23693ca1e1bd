"""Files with lines, talk or names without end are refused with the reason, before the game is followed."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from filon.core.game import Game
from filon.house.errors import CommandRefused
from filon.house.records.game_file import MOST_LINES, GameFile, GameFileRefused, live_of, read_game
from filon.house.records.replay import of_file, of_transcript
from filon.house.records.transcript import TranscriptRefused, parse
from filon.terminal.cli import main
from filon.terminal.commands.common import FILE_BYTES


def recorded(game: Game) -> dict[str, Any]:
    path = min((game.folder / "recorded").glob("room-*.json"), key=lambda path: path.stat().st_size)
    held: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return held


def talk(held: dict[str, Any]) -> None:
    held["talk"] = list(range(10**6, 10**6 + MOST_LINES))


def lines(held: dict[str, Any]) -> None:
    held["lines"] = held["lines"] * (MOST_LINES // len(held["lines"]) + 1)


@pytest.mark.parametrize("spoil", [talk, lines])
def test_lines_and_talk_without_end_are_refused(game: Game, spoil: Callable[[dict[str, Any]], None]) -> None:
    held = recorded(game)
    spoil(held)
    with pytest.raises(GameFileRefused, match=f"expected at most {MOST_LINES} lines"):
        read_game(json.dumps(held), "game.json")
    with pytest.raises(CommandRefused) as refused:
        of_file(msgspec.convert(held, GameFile), 0)
    assert refused.value.detail.startswith(f"expected at most {MOST_LINES} lines")


def test_names_without_end_are_refused_before_the_deal(game: Game) -> None:
    held = recorded(game)
    began = next(line for line in held["lines"] if line["line"] == "began")
    seats, began["names"] = len(began["names"]), ["x"] * 100_000
    with pytest.raises(CommandRefused) as refused:
        of_file(msgspec.convert(held, GameFile), 0)
    assert f"expected the names of the {seats} seats; found 100000 names" in refused.value.detail
    with pytest.raises(GameFileRefused, match="found 100000 names"):
        live_of(read_game(json.dumps(held), "game.json"), "game.json")


def test_a_transcript_without_end_is_refused(game: Game) -> None:
    path = min((game.folder / "recorded").glob("game-*.txt"), key=lambda path: path.stat().st_size)
    text = path.read_text(encoding="utf-8") + "    1       0 0       roll\n" * MOST_LINES
    with pytest.raises(TranscriptRefused, match=f"expected at most {MOST_LINES} lines"):
        parse(text, "game.txt")
    with pytest.raises(CommandRefused) as refused:
        of_transcript(text, 0)
    assert f"expected at most {MOST_LINES} lines" in refused.value.detail


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_large_file_is_refused_before_it_is_read(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    with path.open("wb") as file:
        file.truncate(10**10)
    assert main([command, str(path)]) == 2
    assert f"expected at most {FILE_BYTES} bytes; found more" in capsys.readouterr().err
