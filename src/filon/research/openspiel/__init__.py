"""Every game as a game of OpenSpiel, with Chance and Hand as chance nodes. Needs filon[research].

Importing it registers each game as `filon_NAME`, for `pyspiel.load_game`.
"""

from filon.core.game import found
from filon.research.openspiel.game import TableGame, register, short_name
from filon.research.openspiel.state import TableState, resample

__all__ = ["TableGame", "TableState", "resample", "short_name"]

for name in found():
    register(name)
