"""The games behind the report: studies of one match each, the first seat to begin, so that seat 0 is the one that plays first."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from filon.research.analysis.estimates import Estimate
from filon.research.analysis.played import Played, played_file
from filon.research.study import play_study, study_of

SEED = 15
PAUSE = 30  # hundredths of a second for a decision, where time runs: as in studies
GREEDY = "greedy"
BOX: tuple[str, dict[str, Any] | None] = ("box", None)  # the printed numbers


@dataclass
class Run:
    """A folder of games, their number, and matches read so far: several questions need the same match."""

    folder: Path
    scale: float = 1.0
    seed: int = SEED
    workers: int = 1
    games: int = 0
    done: dict[str, Played] = field(default_factory=dict)
    began: float = field(default_factory=time.process_time)

    def many(self, count: int, seats: int = 1) -> int:
        """So many at this scale, a whole number of deals."""
        return max(8, int(count * self.scale)) // seats * seats or seats

    def match(
        self,
        game: str,
        robots: Sequence[str],
        games: int,
        options: Mapping[str, Any] | None = None,
        content: tuple[str, dict[str, Any] | None] = BOX,
        engine: str = "batch",
    ) -> Played:
        """`content` has a name, by which it is known again."""
        chosen = {"first": 1, **(options or {})}
        name = named(game, robots, [*(f"{one} {value}" for one, value in (options or {}).items()), content[0]])
        if name not in self.done:
            asked = {
                "name": name,
                "game": game,
                "robots": list(robots),
                "options": chosen,
                "games": games,
                "engine": engine,
                "seed": self.seed,
            }
            self.done[name] = self._played(name, asked | ({"content": content[1]} if content[1] else {}))
            self.games += games
            self.say(f"{name}: {games} games")
        return self.done[name]

    def _played(self, name: str, asked: dict[str, Any]) -> Played:
        """Play a match, or read it if it was played before."""
        place = self.folder / name
        play_study(study_of({"match": [asked]}), place, self.workers)
        return played_file(place / f"{name}-0000.parquet")

    def say(self, what: str) -> None:
        print(f"{time.process_time() - self.began:6.0f} s  {what}", file=sys.stderr, flush=True)


def named(game: str, robots: Sequence[str], changed: Sequence[str]) -> str:
    """A name for the match: of small letters, digits and dashes."""
    who = [f"{robots.count(one)} {one}" for one in dict.fromkeys(robots)]
    return re.sub(r"[^a-z0-9]+", "-", " ".join([game, *who, *changed]).lower()).strip("-")


def numbers(estimate: Estimate, digits: int = 4) -> list[float]:
    """Value, low, high: as the figures are kept."""
    return [round(float(one), digits) for one in (estimate.value, estimate.low, estimate.high)]


def kinds(played: Played) -> Any:
    """The kind of each move, for looking up ids."""
    return np.array([int(move.kind) for move in played.game.MOVES])


def turns(played: Played, ends: Sequence[int]) -> Any:
    """The number of turns of each game: moves of the kinds that end one."""
    is_end = np.isin(kinds(played), ends)
    return np.array([is_end[moves].sum() for moves in played.moves])
