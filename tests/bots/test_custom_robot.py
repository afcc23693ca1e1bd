"""A robot of one's own, as docs/robots.md shows it: from a folder of one's own, through the same commands."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from filon.bots import LEVELS, ROBOTS, RobotRefused, custom_robot, robot_for
from filon.core.game import Game, found, load
from filon.house.records.transcript import read_transcript

DOCS = Path(__file__).parents[2] / "docs/robots.md"
UNTIMED = [load(name) for name in found() if not load(name).timed]  # against the sand a whole game would take its time

STUMBLING = """\
from filon.bots import Robot


class Stumbling(Robot):
    def choose(self, heard, view, legal, at):
        return legal[self.step]
"""


def documented() -> str:
    block = re.search(r"```python\n(# my_robots\.py\n.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    return block[1]


def filon(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "LANG": "en_GB.UTF-8", "LC_ALL": ""}
    command = [sys.executable, "-m", "filon", *words]
    return subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)


def kept(folder: Path) -> str:
    (path,) = (folder / "filon").glob("*.txt")
    return path.read_text(encoding="utf-8")


def test_it_plays_in_the_arena_in_every_process(game: Game, tmp_path: Path) -> None:
    (tmp_path / "my_robots.py").write_text(documented(), encoding="utf-8")
    told = filon(tmp_path, "arena", game.name, "my_robots:Eager", "random", "--games", "2", "--processes", "2", "--json")
    assert (told.returncode, told.stderr) == (0, "")
    assert json.loads(told.stdout)["robots"]["my_robots:Eager"]["choices"] > 0


@pytest.mark.parametrize("untimed", UNTIMED, ids=lambda game: game.name)
def test_it_plays_in_the_terminal(untimed: Game, tmp_path: Path) -> None:
    (tmp_path / "my_robots.py").write_text(documented(), encoding="utf-8")
    told = filon(tmp_path, "play", untimed.name, "--people", "none", "--robots", "my_robots:Eager", "--quick", "--seed", "1")
    assert (told.returncode, told.stderr) == (0, "")
    live = read_transcript(kept(tmp_path), "kept")
    assert live.is_over
    assert set(live.setup.robots) == {"my_robots:Eager"}


@pytest.mark.parametrize("untimed", UNTIMED, ids=lambda game: game.name)
def test_one_that_stumbles_is_named_with_the_place_and_the_game_is_kept(untimed: Game, tmp_path: Path) -> None:
    (tmp_path / "my_robots.py").write_text(STUMBLING, encoding="utf-8")
    why = f"broke it off: AttributeError: 'Stumbling' object has no attribute 'step' ({tmp_path}/my_robots.py, line 6)\n"
    told = filon(tmp_path, "play", untimed.name, "--people", "none", "--robots", "my_robots:Stumbling", "--quick", "--options", "first=1")
    assert (told.returncode, told.stderr) == (2, f"filon: Robot 1 {why}")
    assert read_transcript(kept(tmp_path), "kept").played == []
    told = filon(tmp_path, "arena", untimed.name, "my_robots:Stumbling", "--games", "1", "--options", "first=1")
    assert (told.returncode, told.stderr) == (2, f"filon: game 1, line 1: my_robots:Stumbling 1 {why}")


UNMADE = """\
from filon.bots import Robot


class Unmade(Robot):
    def __init__(self, game, seat, seed):
        self.plan = plans[game.name]
"""
UNDECIDED = """\
from filon.bots import Robot


class Undecided(Robot):
    def choose(self, heard, view, legal, at):
        legal[0]
"""


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        (UNMADE, "Unmade", "broke it off: NameError: name 'plans' is not defined ({}/my_robots.py, line 6)\n"),
        (UNDECIDED, "Undecided", "broke it off: RobotRefused: expected one of the ids in legal; found None\n"),
    ],
    ids=["unmade", "undecided"],
)
@pytest.mark.parametrize("untimed", UNTIMED, ids=lambda game: game.name)
def test_one_that_cannot_begin_or_decide_is_named_too(untimed: Game, tmp_path: Path, text: str, name: str, said: str) -> None:
    (tmp_path / "my_robots.py").write_text(text, encoding="utf-8")
    for asked in (["play", untimed.name, "--people", "none", "--quick", "--robots"], ["arena", untimed.name, "--games", "1"]):
        told = filon(tmp_path, *asked, f"my_robots:{name}")
        assert told.returncode == 2
        assert told.stderr.endswith(said.format(tmp_path))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("class Robot(:\n", r"found .*\(mistaken_0\.py, line 1\)"),
        ("import json\n\nstrategies = json.loads(plan)\n", r"found name 'plan' is not defined \(.*mistaken_1\.py, line 3\)"),
        ("class Timid:\n    pass\n", "found module 'mistaken_2' has no attribute 'Bold'"),
    ],
)
def test_a_file_with_a_mistake_is_refused_with_its_place(
    tmp_path: Path, text: str, said: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    number = request.node.callspec.indices["text"]
    (tmp_path / f"mistaken_{number}.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(RobotRefused, match=said):
        custom_robot(f"mistaken_{number}:Bold")


def test_nobody_thinks_for_more_iterations_than_asked_for(game: Game) -> None:
    assert all(robot_for(game, name, 0, 1, most=2).level.thinking <= 2 for name in (*LEVELS, *ROBOTS))
