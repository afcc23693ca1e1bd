"""Research: many tables at once and what a player sees as numbers; matches of robots, their results and ratings."""

from filon.research.batched import Batch, batch
from filon.research.deals import ResearchRefused
from filon.research.encoding import Encoding, encoding
from filon.research.robots.whole_games import Games, play_games

__all__ = ["Batch", "Encoding", "Games", "ResearchRefused", "batch", "encoding", "play_games"]
