"""Research: many tables at once and what a player sees as numbers; matches of robots, their results and ratings."""

from filon.research.batched import Batch, batch
from filon.research.deals import ResearchRefused
from filon.research.encoding import Encoding, encoding

__all__ = ["Batch", "Encoding", "ResearchRefused", "batch", "encoding"]
