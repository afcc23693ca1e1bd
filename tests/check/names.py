"""A game's name stands in its own folder, and in no other code or text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.check.facts import Facts, facts
from tests.check.tree import complaints, files, text_of


def check_names(root: Path) -> list[str]:
    found = facts(root)
    read = [path for part in ("src", "tests", "web") for path in files(root / part, ".py", ".json", ".ts", ".svelte")]
    outside = {path: text_of(path) for path in read if not path.is_relative_to(root / "tests/play")}
    return [
        said
        for folder, game in found.items()
        for path, text in outside.items()
        if not path.is_relative_to(folder)
        for said in complaints(root, path, _names(text, _pattern(folder, game)))
    ]


def _pattern(folder: Path, game: Facts) -> re.Pattern[str]:
    """The folder's name and the label's, however their words are joined; an underscore ends a word too."""
    spellings = {r"[\s_-]?".join(map(re.escape, re.split(r"[\s_-]+", name))) for name in (folder.name, game.label) if name}
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(sorted(spellings))})(?![^\W_])", re.IGNORECASE)


def _names(text: str, pattern: re.Pattern[str]) -> Iterator[str]:
    for number, line in enumerate(text.splitlines(), start=1):
        if match := pattern.search(line):
            yield f"line {number} names a game: {match[0]}"
