"""Every game folder is complete, and no folder is crowded: each missing file and each crowded folder is one complaint."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from filon.core.texts.words import LANGUAGES
from tests.check.tree import SHELVES, complaint, files, games

CODE = ("label.py", "parts.py", "rules.py", "secrets.py", "bot.py", "board.py")
TEXTS = ("clauses.md", *(f"clauses.{language}.md" for language in LANGUAGES[1:]), *(f"words.{language}.json" for language in LANGUAGES))
DATA = ("content.toml", "lesson.json", "recorded/moves.txt")
BOARD = ("table/index.ts", "table/Cover.svelte", "table/Guide.svelte", "table/types.ts")
TESTS = "tests/test_*.py"
CROWDED = ("src/filon", "web/src", "tests", "bench")  # where folders are counted
MOST_FILES = 12  # of code, in a folder


def check_folders(root: Path) -> list[str]:
    nameless = [
        path.parent for shelf in SHELVES for path in (root / shelf).glob("*/label.py") if not path.with_name("__init__.py").exists()
    ]
    wrong = [complaint(root, folder / "__init__.py", "missing") for folder in sorted(nameless)]
    wrong += [complaint(root, folder / name, "missing") for folder in games(root) for name in missing(folder)]
    return wrong + crowded(root)


def crowded(root: Path) -> list[str]:
    """A package's __init__.py is no file of its own: it says what the folder holds."""
    code = (path for top in CROWDED for path in files(root / top, ".py", ".ts", ".svelte") if path.name != "__init__.py")
    counts = Counter(path.parent for path in code)
    return [
        complaint(root, path, f"expected at most {MOST_FILES} files of code; found {n}") for path, n in counts.items() if n > MOST_FILES
    ]


def missing(folder: Path) -> list[str]:
    """The files that this game folder lacks."""
    lacking = [name for name in (*CODE, *TEXTS, *DATA, *BOARD) if not (folder / name).is_file()]
    return lacking + ([] if any(folder.glob(TESTS)) else [TESTS])


def lacks_code(folder: Path) -> bool:
    """Whether it cannot be imported for want of a file."""
    return any(name in CODE for name in missing(folder))
