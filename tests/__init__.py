"""The tests, and their own shelf of games: whatever is run from here finds the games in tests/games beside those of the package."""

import os
from pathlib import Path

SHELF = Path(__file__).parent / "games"
os.environ["FILON_GAMES"] = os.pathsep.join(dict.fromkeys([str(SHELF), *filter(None, os.environ.get("FILON_GAMES", "").split(os.pathsep))]))
