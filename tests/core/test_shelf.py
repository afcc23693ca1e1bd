"""Game folders outside the package: found through FILON_GAMES, in this process and in those it starts, or refused by name."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from filon.core.game import found, load
from filon.core.shelf import BUILT_IN, VARIABLE, GameRefused, folders_in, game_folders
from tests import SHELF

OUTSIDE = next(path.parent.name for path in SHELF.glob("*/label.py"))
TYPED = OUTSIDE.replace("_", "-")


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A folder of one's own with a game in it."""
    shutil.copytree(SHELF / OUTSIDE, tmp_path / "my games" / OUTSIDE, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "my games"


def filon(value: object, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, VARIABLE: str(value)}
    return subprocess.run([sys.executable, "-m", "filon", *arguments], env=environment, capture_output=True, text=True, check=False)


def test_games_of_the_package_and_of_other_folders_are_found_together() -> None:
    assert TYPED in found()
    assert load(TYPED).folder == SHELF / OUTSIDE
    assert set(game_folders([BUILT_IN])) | set(game_folders([SHELF])) == {name.replace("-", "_") for name in found()}


def test_several_folders_are_separated_as_in_path(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir()
    two.mkdir()
    assert folders_in(f"{one}{os.pathsep}{two}{os.pathsep}{one}") == (one, two)
    assert folders_in("") == folders_in(os.pathsep) == ()


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GameRefused) as refused:
        folders_in(str(tmp_path / "nothing"))
    said = f"FILON_GAMES: expected folders that hold game folders, separated by {os.pathsep!r}; found {str(tmp_path / 'nothing')!r}"
    assert str(refused.value) == said


@pytest.mark.parametrize("name", ["my-game", "2_games", "My_Game"])
def test_a_folder_whose_name_python_cannot_import_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").touch()
    with pytest.raises(GameRefused, match=f"{name}: expected a folder named in small letters and underscores"):
        game_folders([tmp_path])


def test_a_name_that_is_taken_is_refused(tmp_path: Path) -> None:
    taken = next(iter(game_folders([BUILT_IN])))
    (tmp_path / taken).mkdir()
    (tmp_path / taken / "__init__.py").touch()
    with pytest.raises(GameRefused) as refused:
        game_folders([BUILT_IN, tmp_path])
    assert str(refused.value) == f"{tmp_path / taken}: expected a name of its own; found another game folder at {BUILT_IN / taken}"


def test_a_folder_that_is_no_game_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "readme.py").touch()
    assert game_folders([tmp_path]) == {}


def test_the_command_line_lists_a_game_from_outside_without_empty_brackets(shelf: Path) -> None:
    done = filon(shelf, "games")
    assert done.returncode == 0, done.stderr
    assert f"{TYPED}: " in done.stdout
    assert "()" not in done.stdout
    assert not any(line != line.rstrip() for line in done.stdout.splitlines())


def test_robots_play_a_game_from_outside(shelf: Path) -> None:
    done = filon(shelf, "play", TYPED, "--people", "none", "--robots", "strong,casual", "--seed", "3", "--quick")
    assert done.returncode == 0, done.stderr
    assert load(TYPED).words("en").say("ending.goal-reached") in done.stdout


@pytest.mark.parametrize(
    ("path", "text", "said"),
    [
        ("label.py", "LABLE = 1", f"filon.games.{OUTSIDE}.label: expected it to define LABEL"),
        (
            "label.py",
            "import nowhere",
            f"the game folder {OUTSIDE}: expected label.py to be imported; found ModuleNotFoundError",
        ),
        ("rules.py", "1 / 0", f"the game folder {OUTSIDE}: expected rules.py to be imported; found ZeroDivisionError: division by zero"),
    ],
)
def test_a_broken_folder_is_refused_by_name(shelf: Path, path: str, text: str, said: str) -> None:
    (shelf / OUTSIDE / path).write_text(text, encoding="utf-8")
    done = filon(shelf, "play", TYPED, "--people", "none", "--quick")
    assert done.returncode == 2
    assert done.stderr.startswith(f"filon: {said}")
    assert "Traceback" not in done.stderr


def test_a_wrong_value_of_the_variable_is_said_on_the_command_line(tmp_path: Path) -> None:
    done = filon(tmp_path / "nothing", "games")
    assert (done.returncode, done.stderr.startswith("filon: FILON_GAMES: expected folders")) == (2, True)
    assert "Traceback" not in done.stderr
