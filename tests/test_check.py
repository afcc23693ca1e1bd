"""Each check passes on a small tree, and finds exactly the fault that is planted in it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.check.__main__ import CHECKS, ROOT, counts, main
from tests.check.arrows import HOUSE, MAY_IMPORT
from tests.check.folders import MOST_FILES, crowded
from tests.check.sample import GAME, WORDS, grow, plant, track
from tests.check.words import values_in


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    grow(tmp_path, ROOT / "src/filon/core")
    return tmp_path


@pytest.mark.parametrize("name", CHECKS)
def test_a_tree_without_faults_passes(tree: Path, name: str) -> None:
    assert CHECKS[name](tree) == []


@pytest.mark.parametrize("name", CHECKS)
def test_this_repository_passes(name: str) -> None:
    assert CHECKS[name](ROOT) == []


CLAUSE_FAULTS = [
    ("parts.py", "SP-01, ", "", "clauses.md: SP-01 is in no code"),
    ("tests/test_rules.py", "test_sp_01_", "test_", "clauses.md: SP-01 is in no test's name"),
    ("tests/test_rules.py", "class TestDepth:", "def helper():", "clauses.md: SP-A1 is in no test's name"),
    ("tests/test_rules.py", "sp_a1", "sp_a1_sp_09", "tests/test_rules.py: test_sp_a1_sp_09 names SP-09, which is no clause"),
    ("board.py", "def", "# SP-9\ndef", "board.py: cites SP-9, which is no clause"),
    ("parts.py", '"SP-02"', '"SP2"', "parts.py: CLAUSES gives NOT_YOURS the clause 'SP2', which is no clause"),
    ("label.py", '"SP-02"', '"SP-" "9"', "label.py: option first has the clause 'SP-9', which is no clause"),
    ("clauses.md", "It is advice.", "", "clauses.md: SP-03 needs no code, but gives no reason"),
    ("clauses*.md", "| SP-03 | It", "| SP-04 | It is.|\n| SP-03 | It", "clauses.md: SP-04 needs no code, but is no clause"),
    ("clauses*.md", "| SP-02", "| SP-01 | Twice. |\n| SP-02", "clauses.md: SP-01 stands twice"),
    ("clauses.md", "advice. |\n", "advice. |\n\n## More\n", "clauses.md: expected '## No code needed' to be the last section"),
    ("clauses.fr.md", "| SP-02", "| SP-2", "clauses.fr.md: expected SP-02 as in clauses.md; found SP-2"),
    ("clauses.fr.md", "It is advice.", "It is `deep = 3`.", "clauses.fr.md: expected words for players; found `deep = 3`"),
    ("clauses.nl.md", "| SP-03 | It is advice. |", "", "clauses.nl.md: expected SP-03 as in clauses.md; found the end"),
]


@pytest.mark.parametrize(("path", "old", "new", "said"), CLAUSE_FAULTS)
def test_clauses(tree: Path, path: str, old: str, new: str, said: str) -> None:
    plant(tree, f"{GAME}/{path}", old, new)
    assert CHECKS["clauses"](tree) == [f"{GAME}/{said}"]


def test_french_clauses_keep_double_signs_on_their_line(tree: Path) -> None:
    plant(tree, f"{GAME}/clauses.fr.md", "It is advice.", "Un conseil !")
    assert CHECKS["clauses"](tree) == [f"{GAME}/clauses.fr.md: line 14: expected a no-break space; found ' !'"]
    plant(tree, f"{GAME}/clauses.fr.md", "conseil !", "conseil\u00a0!")
    assert CHECKS["clauses"](tree) == []


FILES = ["label.py", "rules.py", "bot.py", "clauses.md", "clauses.fr.md", "words.nl.json", "content.toml", "lesson.json"]
MORE = ["parts.py", "secrets.py", "board.py", "recorded/moves.txt"]
BOARD = [f"table/{name}" for name in ("index.ts", "Cover.svelte", "Guide.svelte", "types.ts")]


@pytest.mark.parametrize("path", [*FILES, *MORE, *BOARD])
def test_a_missing_file_is_one_complaint(tree: Path, path: str) -> None:
    (tree / GAME / path).unlink()
    assert CHECKS["folders"](tree) == [f"{GAME}/{path}: missing"]
    assert CHECKS["views"](tree) == []


def test_missing_files_are_all_named_and_none_is_a_traceback(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = ["label.py", "parts.py", "rules.py", "clauses.md", "words.en.json", "table/index.ts"]
    for path in missing:
        (tree / GAME / path).unlink()
    assert main(tree) == 1
    said = capsys.readouterr().out.splitlines()
    assert [line for line in said if line.endswith(": missing")] == [f"folders: {GAME}/{path}: missing" for path in missing]


def test_a_game_folder_has_an_init_and_tests(tree: Path) -> None:
    (tree / GAME / "tests/test_rules.py").unlink()
    assert CHECKS["folders"](tree) == [f"{GAME}/tests/test_*.py: missing"]
    (tree / GAME / "__init__.py").unlink()
    assert CHECKS["folders"](tree) == [f"{GAME}/__init__.py: missing"]


@pytest.mark.parametrize("folder", ["src/filon/house/room", f"{GAME}/table", "web/src/kit", "tests/games/sand_pit/tests"])
def test_a_folder_has_at_most_a_dozen_files_of_code(tree: Path, folder: str) -> None:
    """The package's own file, texts and data are not counted."""
    before = len([path for path in (tree / folder).glob("*.*") if path.suffix in (".py", ".ts", ".svelte") and path.name != "__init__.py"])
    for number in range(before, MOST_FILES):
        plant(tree, f"{folder}/file{number}{('.py', '.ts', '.svelte')[number % 3]}", "", " ")
    for name in ("__init__.py", "words.en.json", "picture.svg", "cases.json"):
        plant(tree, f"{folder}/{name}", "", "{}")
    assert crowded(tree) == []
    plant(tree, f"{folder}/Last.svelte", "", " ")
    assert crowded(tree) == [f"{folder}: expected at most 12 files of code; found 13"]
    assert crowded(tree)[0] in CHECKS["folders"](tree)


UNDESCRIBED = "expected a docstring in __init__.py, or a README.md where the folder is no package, that says what the folder may hold"


@pytest.mark.parametrize(
    "folder", ["src/filon/house/clock", "web/src/kit", "tests/house", "bench", f"{GAME}/table/dice", f"{GAME}/tests/hand"]
)
def test_a_folder_of_code_says_what_it_may_hold(tree: Path, folder: str) -> None:
    plant(tree, f"{folder}/code.{'ts' if 'kit' in folder or 'table' in folder else 'py'}", "", " ")
    assert CHECKS["folders"](tree) == [f"{folder}: {UNDESCRIBED}"]
    plant(tree, f"{folder}/README.md", "", "Parts of it.")
    assert CHECKS["folders"](tree) == []
    plant(tree, f"{folder}/__init__.py", "", " ")
    assert CHECKS["folders"](tree) == [f"{folder}: {UNDESCRIBED}"]
    plant(tree, f"{folder}/__init__.py", "", '"""Parts of it."""')
    assert CHECKS["folders"](tree) == []


def test_a_game_among_the_tests_is_checked_too(tree: Path) -> None:
    shutil.move(tree / GAME, tree / "tests/games/sand_pit")
    (tree / "src/filon/games/__init__.py").write_bytes((ROOT / "src/filon/games/__init__.py").read_bytes())
    assert [said for name in CHECKS if name != "repository" for said in CHECKS[name](tree)] == []
    plant(tree, "tests/games/sand_pit/rules.py", "", "import filon.house")
    assert CHECKS["arrows"](tree) == [
        "tests/games/sand_pit/rules.py: line 1 imports filon.house, but games/sand_pit may import only core, games/sand_pit"
    ]


def test_a_game_says_only_what_not_every_game_says(tree: Path) -> None:
    plant(tree, f"{GAME}/words.en.json", '"robot.strong.says": "said"', '"robot.strong.says": "said", "robot.strong.name": "Strong"')
    said = "robot.strong.name says what core/texts/words.en.json says for every game"
    assert CHECKS["words"](tree) == [f"{GAME}/words.en.json: {said}"]
    plant(tree, f"{GAME}/words.en.json", '"Strong"', '"Eager"')
    assert CHECKS["words"](tree) == []


@pytest.mark.parametrize("text", ["sayIn(table.game, 'sea.shore')", "say('board.shore')", "word('do.swim', { who })"])
def test_a_key_that_a_board_asks_for_is_in_the_words(tree: Path, text: str) -> None:
    key = text.split("'")[1]
    plant(tree, f"{GAME}/table/index.ts", "", text)
    assert CHECKS["words"](tree) == [f"{GAME}/words.{language}.json: {key} is missing" for language in ALL]


def among(package: str) -> str:
    return ", ".join(sorted(MAY_IMPORT[package]))


A_GAMES_TESTS = ", ".join(sorted({"bots", "core", "games/sand_pit", *HOUSE}))
ARROW_FAULTS = [
    ("core/new.py", "from filon.bots import robot", "line 1 imports filon.bots.robot, but core may import only core"),
    ("core/new.py", "from filon import __version__", "line 1 imports filon.__version__, but core may import only core"),
    ("bots/new.py", "import filon.games.sand_pit", "line 1 imports filon.games.sand_pit, but bots may import only bots, core, filon"),
    ("house/new.py", "from filon import terminal", f"line 1 imports filon.terminal, but house may import only {among('house')}"),
    (
        "house/room/new.py",
        "from filon.house import service",
        f"line 1 imports filon.house.service, but house/room may import only {among('house/room')}",
    ),
    (
        "server/access/new.py",
        "from filon.server.http import api",
        f"line 1 imports filon.server.http.api, but server/access may import only {among('server/access')}",
    ),
    (
        "research/new.py",
        "import filon.server",
        f"line 1 imports filon.server, but research may import only {among('research')}",
    ),
    (
        "games/sand_pit/new.py",
        "def f():\n    from ..other import parts",
        "line 2 imports filon.games.other.parts, but games/sand_pit may import only core, games/sand_pit",
    ),
    (
        "games/sand_pit/tests/new.py",
        "from filon.core import Row\nfrom ....terminal import cli",
        f"line 2 imports filon.terminal.cli, but games/sand_pit may import only {A_GAMES_TESTS}",
    ),
    ("attic/new.py", "", "nothing says what attic may import"),
]


@pytest.mark.parametrize(("path", "text", "said"), ARROW_FAULTS)
def test_arrows(tree: Path, path: str, text: str, said: str) -> None:
    plant(tree, f"src/filon/{path}", "", text)
    assert CHECKS["arrows"](tree) == [f"src/filon/{path}: {said}"]


@pytest.mark.parametrize(("path", "text"), [("__main__.py", "import filon.terminal.cli"), ("games/sand_pit/new.py", "from . import parts")])
def test_arrows_that_are_right(tree: Path, path: str, text: str) -> None:
    plant(tree, f"src/filon/{path}", "", text)
    assert CHECKS["arrows"](tree) == []


NAME_FAULTS = [
    ("src/filon/core/new.py", "\n# as in sand-pit", "line 2 names a game: sand-pit"),
    ("src/filon/games/other/words.en.json", '{"name": "Sand Pit"}', "line 1 names a game: Sand Pit"),
    ("tests/laws/test_new.py", "def test_sand_pit_ends(): ...", "line 1 names a game: sand_pit"),
    ("tests/laws/test_new.py", "SandPit", "line 1 names a game: SandPit"),
]


@pytest.mark.parametrize(("path", "text", "said"), NAME_FAULTS)
def test_names(tree: Path, path: str, text: str, said: str) -> None:
    plant(tree, path, "", text)
    assert CHECKS["names"](tree) == [f"{path}: {said}"]


@pytest.mark.parametrize("path", [f"{GAME}/new.py", "tests/play/new.py", "README.md", "src/filon/core/.cache/new.json"])
def test_names_where_they_may_stand(tree: Path, path: str) -> None:
    plant(tree, path, "", "Sand Pit")
    assert CHECKS["names"](tree) == []


def test_a_longer_word_is_no_name(tree: Path) -> None:
    plant(tree, "src/filon/core/new.py", "", "# thousand pits, sand pitfall")
    assert CHECKS["names"](tree) == []


ALL = ("en", "fr", "nl")
BRACE = "move.dig: a closing brace too many in 'who} digs{depth, select, none {} other { {depth} deep}}'"
BRANCH = "board.sand: expected plural or select with an 'other' branch; found plural ['many', 'one']"
FRENCH = "move.dig: expected a no-break space, or words that fit every name; found"
VALUES = "move.dig: expected the values depth, who as in English; found depth, whom"
WORD_FAULTS = [
    ("words.fr.json", '"do.dig"', '"do.dog"', ["words.fr.json: do.dig is missing", "words.fr.json: do.dog is used nowhere"]),
    ("words.*.json", ' "tagline": "said",', "", [f"words.{language}.json: tagline is missing" for language in ALL]),
    ("words.*.json", ' "option.deep.true": "said",', "", [f"words.{language}.json: option.deep.true is missing" for language in ALL]),
    (
        "words.*.json",
        "heavy-rain",
        "dig-2",
        [f"words.{x}.json: move.{y}" for x in ALL for y in ("heavy-rain is missing", "dig-2 is used nowhere")],
    ),
    ("words.nl.json", ' "board.toy.spade": "said",\n', "", ["words.nl.json: board.toy.spade is missing"]),
    (
        "board.py",
        "'board.sand'",
        "'board.sea' 'shore'",
        [f"words.{x}.json: board.{y}" for x in ALL for y in ("seashore is missing", "sand is used nowhere")],
    ),
    ("words.*.json", ' "board.toy.spade": "said",\n', "", [": no words begin with 'board.toy.'"]),
    ("words.fr.json", "{who} digs", "{whom} digs", [f"words.fr.json: {VALUES}"]),
    ("words.fr.json", "{who} digs", "{who} digs !", [f"words.fr.json: {FRENCH} ' !'"]),
    ("words.fr.json", "{who} digs", "{who} digs 3 s", [f"words.fr.json: {FRENCH} ' s'"]),
    ("words.fr.json", "{who} digs", "La pelle de {who} digs", [f"words.fr.json: {FRENCH} 'de {{who}}'"]),
    ("words.nl.json", "{who} digs", "who} digs", [f"words.nl.json: {BRACE}"]),
    ("words.en.json", "other {# grains}", "many {# grains}", [f"words.en.json: {BRANCH}"]),
    ("words.en.json", "{who} digs", "{} digs", ["words.en.json: move.dig: expected the name of a value in braces; found ''"]),
    ("words.en.json", '"name": "said"', '"name": "said", "name": "again"', ["words.en.json: name stands twice"]),
    ("words.en.json", '"name": "said"', '"name": {}', ["words.en.json: expected a flat object of texts"]),
    ("words.en.json", '"name": "said"', '"name"', ["words.en.json: Expecting ':' delimiter: line 2 column 8 (char 9)"]),
]


@pytest.mark.parametrize(("path", "old", "new", "said"), WORD_FAULTS)
def test_words_of_a_game(tree: Path, path: str, old: str, new: str, said: list[str]) -> None:
    plant(tree, f"{GAME}/{path}", old, new)
    assert CHECKS["words"](tree) == [f"{GAME}/{one}".replace("/:", ":") for one in said]


TERMINAL_FAULTS = [
    ("terminal/words.nl.json", "undo.never", "undo.ever", ["nl", "undo.never is missing", "undo.ever is used nowhere"]),
    ("terminal/words.fr.json", "{who}", "", ["fr", "play.turn: expected the values who as in English; found none"]),
    ("house/room/live.py", "undo.never", "undo.not", ["*", "undo.not is missing", "undo.never is used nowhere"]),
    ("terminal/cli.py", "play.turn", "turn", ["*", "turn is missing", "play.turn is used nowhere"]),
]


@pytest.mark.parametrize(("path", "old", "new", "said"), TERMINAL_FAULTS)
def test_words_of_the_terminal(tree: Path, path: str, old: str, new: str, said: list[str]) -> None:
    plant(tree, f"src/filon/{path}", old, new)
    languages = ALL if said[0] == "*" else said[:1]
    assert CHECKS["words"](tree) == [f"src/filon/terminal/words.{language}.json: {one}" for language in languages for one in said[1:]]


def test_words_must_be_there(tree: Path) -> None:
    (tree / "src/filon/terminal/words.nl.json").unlink()
    assert CHECKS["words"](tree) == ["src/filon/terminal/words.nl.json: missing"]


def test_values_are_found_in_every_branch() -> None:
    assert values_in("{a} {n, plural, =0 {none} other {# {b, select, x {{c}} other {}}}}") == {"a", "n", "b", "c"}


@pytest.mark.parametrize(
    ("path", "old", "new", "said"),
    [
        ("secrets.py", '"shell"', '""', "expected Table.shell to be declared once, open or secret"),
        ("secrets.py", '"shell"', '"shell sand"', "expected Table.sand to be declared once, open or secret"),
        ("secrets.py", "OPEN, SECRET", "OPEN, SECRETS", "the game cannot be imported: AttributeError: "),
    ],
)
def test_views(tree: Path, path: str, old: str, new: str, said: str) -> None:
    plant(tree, f"{GAME}/{path}", old, new)
    (found,) = CHECKS["views"](tree)
    assert found.startswith(f"{GAME}/{path}: {said}")


def test_a_tree_without_games_does_not_pass(tree: Path) -> None:
    shutil.rmtree(tree / GAME)
    assert CHECKS["views"](tree) == ["src/filon/games: no game is found"]


REPOSITORY_FAULTS = [
    ("see py" + "pi.org/simple", "a package registry: py" + "pi.org"),
    ("index = ht" + "tp://py" + "pi:3141/", "a package registry: //py" + "pi"),
    ("regis" + "try.example.internal", "a package registry: regis" + "try.example.internal"),
    ("cd /" + "tmp/x", "a path of one machine: /" + "tmp/"),
    ("# TO" + "DO later", "work left undone: TO" + "DO"),
]


@pytest.mark.parametrize(("text", "said"), REPOSITORY_FAULTS)
def test_repository(tree: Path, text: str, said: str) -> None:
    plant(tree, f"{GAME}/clauses.md", "# Sand Pit\n", f"# Sand Pit\n{text}\n")
    assert CHECKS["repository"](tree) == [f"{GAME}/clauses.md: line 2 has {said}"]


def test_only_what_is_tracked_counts(tree: Path) -> None:
    plant(tree, "notes.txt", "", REPOSITORY_FAULTS[-1][0])
    assert CHECKS["repository"](tree) == []


def test_the_checks_themselves_pass(tree: Path) -> None:
    shutil.copytree(ROOT / "tests/check", tree / "tests/check", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(__file__, tree / "tests/test_check.py")
    track(tree)
    assert CHECKS["repository"](tree) == []


def test_a_tree_outside_git_does_not_pass(tree: Path) -> None:
    shutil.rmtree(tree / ".git")
    (said,) = CHECKS["repository"](tree)
    assert said.startswith(".: expected a git repository")


def test_main_counts_what_it_checked(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(tree) == 0
    assert capsys.readouterr().out == f"all checks passed: {counts(tree)}\n"
    shared = len(json.loads((tree / "src/filon/core/texts/words.en.json").read_text(encoding="utf-8")))
    assert counts(tree).startswith(f"1 games, 4 clauses, {3 * (len(WORDS) + shared) + 6} sentences, ")


def test_main_prints_complaints(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plant(tree, f"{GAME}/secrets.py", '"shell"', '""')
    assert main(tree) == 1
    said = f"views: {GAME}/secrets.py: expected Table.shell to be declared once, open or secret\n"
    assert capsys.readouterr().out == f"{said}1 complaints\n"
