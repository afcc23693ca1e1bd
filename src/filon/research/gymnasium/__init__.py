"""Every game as an environment of Gymnasium: one seat learns, robots or policies of yours play the others. Needs filon[research].

Importing it registers each game as `filon/NAME-vRULES`, for `gymnasium.make` and for `gymnasium.make_vec`.
"""

import gymnasium

from filon.core.game import found
from filon.research.gymnasium.single import SeatEnv
from filon.research.gymnasium.vector import SeatVectorEnv

__all__ = ["SeatEnv", "SeatVectorEnv", "id_of"]


def id_of(game: str) -> str:
    """The name under which a game is registered."""
    return f"filon/{game}-v{found()[game].rules}"


for name in found():
    gymnasium.register(
        id_of(name),
        entry_point="filon.research.gymnasium.single:SeatEnv",
        vector_entry_point="filon.research.gymnasium.vector:SeatVectorEnv",
        kwargs={"game": name},
    )
