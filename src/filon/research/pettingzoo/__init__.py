"""Every game as an environment of PettingZoo: agents take turns, each sees what its seat may know. Needs filon[research]."""

from filon.research.pettingzoo.aec import TableEnv, env

__all__ = ["TableEnv", "env"]
