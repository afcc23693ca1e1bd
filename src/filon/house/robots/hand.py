"""A robot's hand: the path it draws, and the verdict."""

from __future__ import annotations

from typing import Any

from filon.core.game import Game
from filon.core.level import Level
from filon.core.pull import Chunk
from filon.core.stream import Source


def pull(game: Game, table: Any, level: Level, seed: int, source: Source) -> tuple[Chunk, int]:
    """One whole pull over the tremor of `seed`, and the move of Hand that it gives; the judge treats it like anybody's."""
    hand = game.hand
    samples = hand.reach(hand.seen(table, seed), level.skill or hand.AVERAGE, source)
    chunk = Chunk(samples[-1][0], samples, is_last=True)
    return chunk, int(hand.judge(table, [chunk], 0, seed))
