"""Every field of every table is declared open or secret."""

from __future__ import annotations

from pathlib import Path

from tests.check.facts import Facts, facts
from tests.check.folders import lacks_code
from tests.check.tree import complaint


def check_views(root: Path) -> list[str]:
    found = facts(root)
    if not found:
        return ["src/filon/games: no game is found"]
    whole = {folder: game for folder, game in found.items() if not lacks_code(folder)}
    return [complaint(root, folder / "secrets.py", what) for folder, game in whole.items() for what in _wrong(game)]


def _wrong(game: Facts) -> list[str]:
    if game.error:
        return [f"the game cannot be imported: {game.error}"]
    return [f"expected {field} to be declared once, open or secret" for field in game.undeclared]
