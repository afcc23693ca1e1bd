"""Game folders are found in filon.games, and in the folders that the environment variable FILON_GAMES names."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path

VARIABLE = "FILON_GAMES"
BUILT_IN = Path(__file__).parent.parent / "games"


class GameRefused(ValueError):
    """A folder that does not keep the contract, or the name of a game that is in no folder."""


@cache
def outside() -> tuple[Path, ...]:
    """The folders that FILON_GAMES names."""
    return folders_in(os.environ.get(VARIABLE, ""))


def folders_in(value: str) -> tuple[Path, ...]:
    """A value of FILON_GAMES as folders: separated as in PATH, each holding game folders."""
    named = [Path(part).expanduser() for part in value.split(os.pathsep) if part.strip()]
    for folder in named:
        if not folder.is_dir():
            raise GameRefused(f"{VARIABLE}: expected folders that hold game folders, separated by {os.pathsep!r}; found {str(folder)!r}")
    return tuple(dict.fromkeys(folder.resolve() for folder in named))


def game_folders(shelves: Iterable[Path]) -> dict[str, Path]:
    """Every game folder by its name; a game folder has an __init__.py."""
    found: dict[str, Path] = {}
    for folder in (path.parent for shelf in shelves for path in sorted(shelf.glob("*/__init__.py"))):
        if not folder.name.isidentifier() or folder.name != folder.name.lower():
            raise GameRefused(f"{folder}: expected a folder named in small letters and underscores, as in my_game")
        if folder.name in found:
            raise GameRefused(f"{folder}: expected a name of its own; found another game folder at {found[folder.name]}")
        found[folder.name] = folder
    return dict(sorted(found.items()))
