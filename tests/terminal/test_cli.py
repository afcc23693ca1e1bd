"""The command line."""

import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from filon.core.game import Game, found
from filon.core.level import LEVELS
from filon.core.texts.characters import CHARACTERS, character_names
from filon.core.texts.notation import named
from filon.core.texts.words import LANGUAGES
from filon.house.records.transcript import read_transcript
from filon.house.room.live import not_undone
from filon.terminal.cli import main
from filon.terminal.commands.common import words_in
from filon.terminal.commands.play import _shown_names
from filon.terminal.rulebook import clauses
from tests.terminal.at_keyboard import sitting

TOO_LONG = 600  # seconds: whatever hangs fails


@pytest.fixture
def saved(game: Game, tmp_path: Path) -> Path:
    session, _ = sitting(game, iter([""] * 10_000), tmp_path / "kept.txt", people=0)
    session.robots.play_out(60)
    session.save(tmp_path / "kept.txt")
    return tmp_path / "kept.txt"


def test_help_of_every_command_says_what_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ([], ["play"], ["replay"], ["rules"], ["games"], ["options"], ["robots"], ["arena"]):
        with pytest.raises(SystemExit) as end:
            main([*command, "--help"])
        assert end.value.code == 0
    printed = capsys.readouterr().out
    assert "An unofficial edition" in printed
    assert "filon play --from FILE" in printed


def test_games_names_designers_and_says_that_it_is_unofficial(capsys: pytest.CaptureFixture[str]) -> None:
    for language, word in (("en", "unofficial"), ("fr", "non officielle"), ("nl", "onofficiële")):
        assert main(["games", "--lang", language]) == 0
        printed = capsys.readouterr().out
        assert word in printed
        assert all(label.designer in printed and label.publisher in printed for label in found().values())


def test_games_marks_numbers_of_players_that_the_box_does_not_promise(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--lang", "en"]) == 0
    printed = capsys.readouterr().out
    more = [n for label in found().values() for n in label.seats if n not in label.official]
    assert more
    assert printed.count(", unofficially.") == len(more)
    assert all(f"Playable by {n}, unofficially." in printed for n in more)


def test_rules_are_read_and_searched(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", game.name]) == 0
    whole = capsys.readouterr().out
    assert main(["rules", game.name, game.label.options[0].clause, "--lang", "fr"]) == 0
    assert game.label.options[0].clause in capsys.readouterr().out
    assert main(["rules", game.name, "xyzzy"]) == 2
    assert all(clause in whole for clause in set(game.CLAUSES.values()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_open_with_aim_turn_and_end_before_the_clauses(game: Game, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = game.words(language)
    assert main(["rules", game.name, "--lang", language]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    said = [words.say(f"guide.{part}") for part in ("story", "aim", "turn.1", "turn.2", "end", "credits")]
    found = [printed.index(" ".join(text.split())) for text in said]
    assert found == sorted(found)
    assert found[-1] < printed.index(min(clause.id for clause in clauses(game, language)))
    assert main(["rules", game.name, game.label.options[0].clause]) == 0
    assert game.words("en").say("guide.aim") not in " ".join(capsys.readouterr().out.split())


def test_robots_are_introduced_in_each_language(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    for language in LANGUAGES:
        assert main(["robots", game.name, "--lang", language]) == 0
        printed, words = capsys.readouterr().out, game.words(language)
        assert all(f"{level}: {words.say(f'robot.{level}.name')}\n    {words.say(f'robot.{level}.says')}\n" in printed for level in LEVELS)


@pytest.mark.parametrize("command", ["robots", "options"])
def test_whoever_reads_may_have_read_enough(command: str, game: Game) -> None:
    """The reader has closed the pipe, as `| head` does."""
    nobody, end = os.pipe()
    os.close(nobody)
    told = subprocess.run([sys.executable, "-m", "filon", command, game.name], stdout=end, stderr=subprocess.PIPE, check=False)
    os.close(end)
    assert (told.returncode, told.stderr) == (141, b"")


def test_options_are_explained(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    for language in ("en", "fr", "nl"):
        assert main(["options", game.name, "--lang", language]) == 0
        printed = capsys.readouterr().out
        assert all(f"{option.name} = " in printed and option.clause in printed for option in game.label.options)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "chess"], "no game is called 'chess'"),
        (["play", "GAME", "--options", "colour=red"], "unknown option 'colour'"),
        (["play", "GAME", "--options", "first"], "expected NAME=VALUE"),
        (["play", "GAME", "--options", "first=nobody"], "option first: expected one of"),
        (["play", "GAME", "--seats", "99"], "seats; found 99"),
        (["play", "GAME", "--people", "Ada,Ada"], "a different name for each seat"),
        (["play", "GAME", "--people", "A,B,C", "--seats", "2"], "expected at most 2 names"),
        (["play", "GAME", "--robots", "hal"], "no robot is called 'hal'"),
        (["play", "GAME", "--content", "nowhere.toml"], "nowhere.toml"),
        (["play", "--from", "nowhere.txt"], "nowhere.txt"),
        (["replay", "nowhere.txt"], "nowhere.txt"),
        (["robots", "chess"], "no game is called 'chess'"),
        (["rules", "chess"], "no game is called 'chess'"),
    ],
)
def test_a_wrong_word_is_refused_with_what_was_expected(
    game: Game, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([game.name if word == "GAME" else word for word in arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_wrong_content_file_is_refused_with_file_and_key(game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text((game.folder / "content.toml").read_text(encoding="utf-8") + "\n[surprise]\nvalue = 1\n", encoding="utf-8")
    assert main(["play", game.name, "--content", str(path)]) == 2
    error = capsys.readouterr().err
    assert str(path) in error
    assert "surprise" in error


def test_the_log_of_a_saved_game_is_printed(game: Game, saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moves = len(not_undone(read_transcript(saved.read_text(encoding="utf-8"), saved.name).played))
    for language in ("en", "fr", "nl"):
        assert main(["replay", str(saved), "--log", "--lang", language]) == 0
        assert len(capsys.readouterr().out.splitlines()) >= moves
    assert main(["replay", str(saved), "--seat", "9"]) == 2


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda text: text[:0], "begins with"),
        (lambda text: text.replace("Filon game 1", "Filon game 9"), "begins with"),
        (lambda text: text.replace("\n}\n", "\n"), "no end of it"),
        (lambda text: text.replace('"seed"', '"sead"'), "expected the keys"),
        (lambda text: text.replace('"deal": [', '"deal": [999999999, '), "the deal"),
        (lambda text: re.sub(r'"rules": \d', '"rules": 7', text), "rules version"),
        (lambda text: text + "NEXT 99999 0 dance\n", "found 'dance'"),
        (lambda text: text + "9999 99999 0 dance\n", "expected line NEXT"),
        (lambda text: text + "NEXT 99999 time undo 3\n", "line NEXT"),
    ],
)
def test_a_spoilt_file_is_refused_with_its_line(game: Game, saved: Path, spoil, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = saved.read_text(encoding="utf-8")
    following = str(len(read_transcript(text, saved.name).played) + 1)
    saved.write_text(spoil(text).replace("NEXT", following), encoding="utf-8")
    assert main(["replay", str(saved), "--log"]) == 2
    assert said.replace("NEXT", following) in capsys.readouterr().err


def test_an_illegal_move_in_a_file_is_refused_by_name(game: Game, saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = saved.read_text(encoding="utf-8")
    live = read_transcript(text, saved.name)
    legal = game.legal(live.stamped(live.at), 0)
    refused = next(move for i, move in enumerate(game.MOVES) if i not in legal)
    saved.write_text(f"{text}{len(live.played) + 1} {live.at} 0 {named(refused)}\n", encoding="utf-8")
    assert main(["replay", str(saved), "--log"]) == 2
    error = capsys.readouterr().err
    assert f"line {len(live.played) + 1}, {named(refused)}" in error
    assert game.refusal(live.stamped(live.at), 0, refused).name in error


def test_control_c_leaves_cleanly_and_says_how_to_go_on(game: Game, tmp_path: Path) -> None:
    """A real terminal, a real interrupt, and the game goes on from what was kept."""
    parent, child = pty.openpty()
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "TERM": "xterm", "LANG": "en_GB.UTF-8", "LC_ALL": "", "COLUMNS": "100"}
    command = [sys.executable, "-m", "filon", "play", game.name, "--seed", "7", "--options", "first=1"]
    shown_at = {"stdin": child, "stdout": child, "stderr": child}
    table = subprocess.Popen(command, **shown_at, env=environment, start_new_session=True, preexec_fn=_hear_interrupts)
    os.close(child)
    shown = _until(parent, b"your turn")
    table.send_signal(signal.SIGINT)
    shown += _until(parent, b".txt")
    assert table.wait(TOO_LONG) == 0
    assert b"Traceback" not in shown
    (kept,) = (tmp_path / "filon").glob("*.txt")
    assert read_transcript(kept.read_text(encoding="utf-8"), kept.name).setup.game == game.name


def _hear_interrupts() -> None:
    """A shell's background jobs ignore them, and so do their children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _until(descriptor: int, word: bytes) -> bytes:
    shown = b""
    while word not in shown:
        try:
            read_now = os.read(descriptor, 65536)
        except OSError:
            break
        shown += read_now
    return shown


def test_robots_of_a_level_play_under_different_characters_that_no_person_is_called(game: Game) -> None:
    words = game.words("en") | words_in("en")
    characters = character_names(words)
    names = _shown_names(["casual"] * CHARACTERS + ["random"], [characters[2].upper()], words, seed=1)
    assert set(names[: CHARACTERS - 1]) == set(characters) - {characters[2]}
    assert names[CHARACTERS - 1 :] == ["Robot 8", "Robot 9"]
    assert names == _shown_names(["casual"] * CHARACTERS + ["random"], [characters[2]], words, seed=1)


def test_a_robot_is_shown_with_its_level(game: Game, tmp_path: Path) -> None:
    session, printed = sitting(game, iter([]), tmp_path / "kept.txt", people=0, seats=2)
    session.live.setup.robots[1] = "casual"
    assert [session.screen.name_and_level(seat) for seat in range(2)] == ["Ada", "Bram (Casual)"]
    session.robots.play_out(10_000)
    session.screen.result()
    assert "Bram (Casual)" in printed.getvalue()
