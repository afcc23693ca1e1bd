"""Every game folder is complete; every folder of code says what it may hold, and holds at most a dozen files."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

from filon.core.texts.words import LANGUAGES
from tests.check.tree import SHELVES, complaint, files, games, parsed, text_of

CODE = ("label.py", "parts.py", "rules.py", "secrets.py", "bot.py", "board.py")
TEXTS = ("clauses.md", *(f"clauses.{language}.md" for language in LANGUAGES[1:]), *(f"words.{language}.json" for language in LANGUAGES))
DATA = ("content.toml", "lesson.json", "recorded/moves.txt")
BOARD = ("table/index.ts", "table/Cover.svelte", "table/Guide.svelte", "table/types.ts")
TESTS = "tests/test_*.py"
COUNTED = ("src/filon", "web/src", "tests", "bench")  # trees whose folders hold code
DESCRIBED = "a docstring in __init__.py, or a README.md where the folder is no package, that says what the folder may hold"
MOST_FILES = 12  # of code, in a folder


def check_folders(root: Path) -> list[str]:
    nameless = [
        path.parent for shelf in SHELVES for path in (root / shelf).glob("*/label.py") if not path.with_name("__init__.py").exists()
    ]
    wrong = [complaint(root, folder / "__init__.py", "missing") for folder in sorted(nameless)]
    wrong += [complaint(root, folder / name, "missing") for folder in games(root) for name in missing(folder)]
    return wrong + crowded(root) + undescribed(root)


def crowded(root: Path) -> list[str]:
    return [
        complaint(root, folder, f"expected at most {MOST_FILES} files of code; found {n}")
        for folder, n in _counts(root).items()
        if n > MOST_FILES
    ]


def undescribed(root: Path) -> list[str]:
    """Folders of code without a line that says what they may hold. CONTRIBUTING.md says it of a game, its table/ and its tests/."""
    told = {game / name for shelf in SHELVES for game in (root / shelf).glob("*") for name in ("", "table", "tests")}
    return [
        complaint(root, folder, f"expected {DESCRIBED}") for folder in _counts(root) if folder not in told and not _is_described(folder)
    ]


def _is_described(folder: Path) -> bool:
    init, readme = folder / "__init__.py", folder / "README.md"
    return bool(ast.get_docstring(parsed(init))) if init.exists() else readme.exists() and bool(text_of(readme).strip())


def _counts(root: Path) -> Counter[Path]:
    """Folders with their files of code; a package's __init__.py describes the folder, and is not counted."""
    code = (path for top in COUNTED for path in files(root / top, ".py", ".ts", ".svelte") if path.name != "__init__.py")
    return Counter(path.parent for path in code)


def missing(folder: Path) -> list[str]:
    """The files that this game folder lacks."""
    lacking = [name for name in (*CODE, *TEXTS, *DATA, *BOARD) if not (folder / name).is_file()]
    return lacking + ([] if any(folder.glob(TESTS)) else [TESTS])


def lacks_code(folder: Path) -> bool:
    """Whether it cannot be imported for want of a file."""
    return any(name in CODE for name in missing(folder))
