"""Files and game folders of a tree, which is given by its root."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SHELVES = ("src/filon/games", "tests/games")  # folders that hold game folders: those of the package, and those of the tests


def games(root: Path) -> list[Path]:
    """The folders that are found as games."""
    return [path.parent for shelf in SHELVES for path in sorted((root / shelf).glob("*/__init__.py"))]


def files(folder: Path, *suffixes: str) -> list[Path]:
    """Files of these kinds at any depth; caches are nobody's work."""
    found = (path for path in folder.rglob("*") if path.suffix in suffixes)
    return sorted(path for path in found if not _is_hidden(path.relative_to(folder)))


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") or part in ("__pycache__", "node_modules") for part in path.parts)


def code(game: Path) -> list[Path]:
    """A game's own code, its tests left out."""
    return [path for path in files(game, ".py") if path.relative_to(game).parts[0] != "tests"]


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def parsed(path: Path) -> ast.Module:
    return ast.parse(text_of(path), str(path))


def complaint(root: Path, path: Path, what: str) -> str:
    return f"{path.relative_to(root).as_posix()}: {what}"


def complaints(root: Path, path: Path, whats: Iterator[str]) -> list[str]:
    return [complaint(root, path, what) for what in whats]
