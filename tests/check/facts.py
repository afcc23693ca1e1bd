"""Facts that the games of a tree define: kinds, refusals, options. A process of its own imports them, so that any tree can be read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from tests.check.tree import SHELVES, games

DESCRIBE = Path(__file__).with_name("describe.py")


@dataclass(frozen=True)
class Facts:
    """Names in their spoken form; of a game that cannot be imported, only the error."""

    label: str = ""
    kinds: list[str] = field(default_factory=list)
    players: list[str] = field(default_factory=list)  # the kinds that are not the house's
    refusals: list[str] = field(default_factory=list)
    endings: list[str] = field(default_factory=list)
    clauses: dict[str, str] = field(default_factory=dict)  # by refusal
    options: dict[str, str] = field(default_factory=dict)  # the clause of each
    values: dict[str, list[str]] = field(default_factory=dict)  # of each option, those that need words
    undeclared: list[str] = field(default_factory=list)
    error: str = ""


def facts(root: Path) -> dict[Path, Facts]:
    """By the game's folder."""
    folders = games(root)
    asked = [sys.executable, "-B", "-P", str(DESCRIBE), *(folder.name for folder in folders)]
    shelves = os.pathsep.join(str(root / shelf) for shelf in SHELVES[1:] if (root / shelf).is_dir())
    environment = {**os.environ, "PYTHONPATH": str(root / "src"), "FILON_GAMES": shelves}
    told = subprocess.run(asked, env=environment, check=True, capture_output=True, text=True)
    said = json.loads(told.stdout)
    return {folder: Facts(**said[folder.name]) for folder in folders}
