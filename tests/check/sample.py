"""A small tree without faults, in which tests plant them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

from filon.core.level import LEVELS

GAME = "src/filon/games/sand_pit"
CLAUSES = """# Sand Pit

| id | clause |
|---|---|
| SP-01 | There is one bucket. |
| SP-02 | Dig when it is your turn. |
| SP-A1 | It may be deep. |
| SP-03 | Bring a towel. |

## No code needed

| id | reason |
|---|---|
| SP-03 | It is advice. |
"""
PARTS = '''"""SP-01, SP-02: a bucket to dig with."""
from enum import IntEnum
from filon.core import CHANCE, Record, whole
Kind = IntEnum("Kind", "DIG HEAVY_RAIN", start=0)
Refusal = IntEnum("Refusal", "LEGAL NOT_YOURS", start=0)
Ending = IntEnum("Ending", "NOT_OVER FULL", start=0)
OWNERS = {Kind.HEAVY_RAIN: CHANCE}
CLAUSES = {Refusal.NOT_YOURS: "SP-02"}
class Table(Record):
    sand: int = whole(0, 9)
    shell: int = whole(0, 9)
'''
LABEL = """from filon.core.label import Label, Option
DEEP = Option("deep", {False: 0, True: 1}, False, "SP-A1")
LABEL = Label("Sand Pit", "", "", range(2), range(2), 3, (DEEP, Option("first", {"lot": 0, 1: 1}, 1, "SP-02")))
"""
SECRETS = """from filon.games.sand_pit.parts import Table
OPEN, SECRET = {Table: "sand"}, {Table: "shell"}
"""
BOARD = """def draw(view, words, toy):
    return f"{words.say('board.sand', n=view.sand)}", words.say(f"board.toy.{toy}")
"""
TESTS = """from filon.house import table
def test_sp_01_sp_02_one_bucket_on_2_days(): ...
class TestDepth:
    def test_sp_a1(self): ...
"""
WORDS = {
    **dict.fromkeys(["name", "tagline", "do.dig", "refusal.not-yours", "ending.full"], "said"),
    **dict.fromkeys(["option.deep", "option.deep.false", "option.deep.true", "option.first", "option.first.lot"], "said"),
    **dict.fromkeys(["move.heavy-rain", "board.toy.spade"], "said"),
    **{f"guide.{part}": "said" for part in ("story", "credits", "aim", "turn.1", "turn.2", "end")},
    **{f"robot.{level}.says": "said" for level in LEVELS},
    "move.dig": "{who} digs{depth, select, none {} other { {depth} deep}}",
    "board.sand": "{n, plural, one {# grain} other {# grains}}",
}
CLI = """from filon import __version__
def f(words):
    return words.say("name"), words.say("play.turn", who=1)
"""
FILES = {
    **{f"src/filon/{folder}__init__.py": '"""Parts."""' for folder in ("", "bots/", "games/", "house/", "house/room/", "terminal/")},
    f"{GAME}/__init__.py": "",
    f"{GAME}/clauses.md": CLAUSES,
    f"{GAME}/clauses.fr.md": CLAUSES.replace("No code needed", "Sans code"),
    f"{GAME}/clauses.nl.md": CLAUSES.replace("No code needed", "Zonder code"),
    f"{GAME}/parts.py": PARTS,
    f"{GAME}/label.py": LABEL,
    f"{GAME}/secrets.py": SECRETS,
    f"{GAME}/board.py": BOARD,
    f"{GAME}/tests/test_rules.py": TESTS,
    f"{GAME}/lesson.json": '{"steps": []}',
    **{f"{GAME}/{name}": "" for name in ("rules.py", "bot.py", "content.toml", "recorded/moves.txt")},
    **{f"{GAME}/table/{name}": "" for name in ("index.ts", "Cover.svelte", "Guide.svelte", "types.ts")},
    **{f"{GAME}/words.{language}.json": json.dumps(WORDS, indent=1) for language in ("en", "fr", "nl")},
    "src/filon/house/room/live.py": 'from ...bots import robot\nNEVER = "undo.never"\n',
    "src/filon/terminal/cli.py": CLI,
    **{
        f"src/filon/terminal/words.{language}.json": json.dumps({"undo.never": "No.", "play.turn": "{who}"}, indent=1)
        for language in ("en", "fr", "nl")
    },
    "tests/play/__init__.py": '"""Tests."""',
    "tests/play/test_play.py": "def test_sand_pit(): ...\n",
}


def grow(tree: Path, core: Path) -> None:
    """A repository with the real core and one small game."""
    shutil.copytree(core, tree / "src/filon/core", ignore=shutil.ignore_patterns("__pycache__"))
    for name, text in FILES.items():
        plant(tree, name, "", text)
    track(tree)


def track(tree: Path) -> None:
    clean = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    for command in (["init", "--quiet"], ["add", "."]):
        subprocess.run(["git", *command], cwd=tree, env=clean, check=True, capture_output=True)


def plant(tree: Path, pattern: str, old: str, new: str) -> None:
    """Change a text in all files of this name; without an old text, write a new file."""
    if not old:
        (tree / pattern).parent.mkdir(parents=True, exist_ok=True)
        (tree / pattern).write_text(new, encoding="utf-8")
        return
    for path in tree.glob(pattern):
        assert old in path.read_text(encoding="utf-8")
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
