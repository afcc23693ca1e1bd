"""`filon verify`, and `filon replay` of a game file."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from filon.core.game import Game, load
from filon.core.texts.words import read_words
from filon.house.records import verify as verifier
from filon.house.records import verify_moves
from filon.house.records.game_file import read_game
from filon.house.records.verify import NAMES, verify
from filon.terminal import cli
from filon.terminal.cli import main

LANGUAGES = {"en": "Everything fits", "fr": "Tout concorde", "nl": "Alles klopt"}


@pytest.fixture
def file(game: Game) -> Path:
    return sorted((game.folder / "recorded").glob("room-*.json"))[0]


def spoilt(file: Path, tmp_path: Path, **changes: object) -> str:
    path = tmp_path / "spoilt.json"
    path.write_text(json.dumps({**json.loads(file.read_text(encoding="utf-8")), **changes}), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_check_has_a_tick_and_then_comes_one_sentence(file: Path, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(file), "--lang", language]) == 0
    *ticks, last = capsys.readouterr().out.splitlines()
    checks = verify(read_game(file.read_text(encoding="utf-8"), file.name))
    assert [tick[:2] for tick in ticks] == ["✓ "] * len(checks)
    assert LANGUAGES[language] in last
    assert json.loads(file.read_text(encoding="utf-8"))["opened"]["commit"] in last


def test_there_are_words_for_every_check() -> None:
    for language in LANGUAGES:
        words = read_words(Path(cli.__file__).parent, language)
        assert all(words.say(f"verify.{name}", count=count) and words.say(f"verify.what.{name}") for name in NAMES for count in (1, 2))


def test_there_are_words_for_whatever_is_expected() -> None:
    sources = (Path(module.__file__ or "").read_text(encoding="utf-8") for module in (verifier, verify_moves))
    keys = {key for source in sources for key in re.findall(r'Message\("([a-z-]+)"', source)}
    assert len(keys) > 15
    for language in LANGUAGES:
        said = {key for key in read_words(Path(cli.__file__).parent, language).messages if key.startswith("verify.said.")}
        assert said == {f"verify.said.{key}" for key in keys | {"nothing"}}


def test_the_first_misfit_is_named_in_the_language_asked_for(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = spoilt(file, tmp_path, digest="00")
    for language, said in (("en", "the result: expected"), ("fr", "le résultat\xa0: attendu"), ("nl", "de uitslag: verwacht")):
        assert main(["verify", path, "--lang", language]) == 1
        printed = capsys.readouterr().out
        assert printed.startswith("✗ ")
        assert printed.count("\n") == 1
        assert said in printed


def moves_of(file: Path) -> list[dict[str, object]]:
    lines: list[dict[str, object]] = json.loads(file.read_text(encoding="utf-8"))["lines"]
    return lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_rules_say_against_a_move_is_said_in_their_own_words(
    file: Path, game: Game, tmp_path: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = moves_of(file)
    line = next(line for line in lines if line["line"] == "moved" and line["seat"] in (0, 1))
    line["seat"] = 1 - int(str(line["seat"]))
    assert main(["verify", spoilt(file, tmp_path, lines=lines), "--lang", language]) == 1
    printed = capsys.readouterr().out
    why = game.words(language).say("refusal.not-yours")
    assert printed.endswith(f" {why} [{game.CLAUSES[game.Refusal['NOT_YOURS']]}]\n")
    assert read_words(Path(cli.__file__).parent, language).say("verify.what.law") in printed
    assert f" {line['seq']}" in printed
    assert str(line["move"]) in printed


def test_what_is_no_move_is_named_once(file: Path, game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = moves_of(file)
    line = next(line for line in lines if line["line"] == "moved" and line["seat"] in (0, 1))
    line["move"] = "dance"
    assert main(["verify", spoilt(file, tmp_path, lines=lines)]) == 1
    assert capsys.readouterr().out == f"✗ Log entry {line['seq']}, the rules: expected a move of {game.label.name}; found dance.\n"


def test_of_many_values_the_first_that_differs_is_named_by_its_place(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    held = json.loads(file.read_text(encoding="utf-8"))
    if not load(held["game"]).SECRET:
        return  # nothing lay hidden
    items, (limit, drawn), last = held["items"], held["deal"][0], held["seq"]
    assert main(["verify", spoilt(file, tmp_path, items=[*items[:2], items[2] + 1, *items[3:]])]) == 1
    expected = f"✗ Log entry {last}, the hidden items: expected {items[2]} at place 2; found {items[2] + 1}.\n"
    assert capsys.readouterr().out == expected
    assert main(["verify", spoilt(file, tmp_path, deal=[[limit, (drawn + 1) % limit], *held["deal"][1:]])]) == 1
    assert f"the setup: expected [{limit}, {drawn}] at place 0; found [{limit}, {(drawn + 1) % limit}]." in capsys.readouterr().out
    assert main(["verify", spoilt(file, tmp_path, items=items[:-1]), "--lang", "fr"]) == 1
    assert capsys.readouterr().out.endswith(f"attendu {items[-1]} en position {len(items) - 1}\xa0; trouvé rien.\n")


def test_a_file_of_another_version_is_refused_as_such(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", spoilt(file, tmp_path, version=3)]) == 2
    assert "expected a file of version 1 or 2; found 3, which this Filon does not know" in capsys.readouterr().err
    assert main(["verify", spoilt(file, tmp_path, filon="backup")]) == 2
    assert "expected a finished game" in capsys.readouterr().err


def test_a_file_is_held_to_the_commitment_that_was_shown(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The server's owner can write another game with a fitting proof: only the commitment shown before tells it from the one played."""
    commit = json.loads(file.read_text(encoding="utf-8"))["opened"]["commit"]
    assert main(["verify", str(file), "--commit", commit]) == 0
    assert main(["verify", str(file), "--commit", "ab" * 32]) == 1
    assert "abab" in capsys.readouterr().out


def test_what_is_no_file_is_refused_with_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe")
    (tmp_path / "text.json").write_text("Filon game 1")
    for name, said in (("nowhere.json", "readable"), ("bytes.json", "no text"), ("text.json", "expected JSON")):
        assert main(["verify", str(tmp_path / name)]) == 2
        error = capsys.readouterr().err
        assert name in error
        assert said in error


def test_it_needs_no_compiler(file: Path) -> None:
    code = "import sys; sys.modules['numba'] = None; from filon.terminal.cli import main; sys.exit(main(sys.argv[1:]))"
    assert subprocess.run([sys.executable, "-c", code, "verify", str(file)], check=False, capture_output=True).returncode == 0


@pytest.mark.parametrize("seat", [[], ["--seat", "2"]])
def test_the_log_of_a_game_file_is_printed(file: Path, seat: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(file), "--log", *seat]) == 0
    held = read_game(file.read_text(encoding="utf-8"), file.name)
    moved = sum(line["line"] == "moved" for line in held.lines)
    assert len(capsys.readouterr().out.splitlines()) >= min(moved, 4)


def test_a_spoilt_game_file_is_not_shown(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", spoilt(file, tmp_path, lines=[]), "--log"]) == 2
    assert "expected a game that is over" in capsys.readouterr().err
    assert main(["replay", spoilt(file, tmp_path, lines=7), "--log"]) == 2
    assert "Expected `array`, got `int` - at `$.lines`" in capsys.readouterr().err
