"""Played games as columns: from Parquet files (docs/data.md), or from games played inside a batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from filon.core.game import Game, load
from filon.research.robots.whole_games import Games
from filon.research.study.parquet import read_arrow


@dataclass(frozen=True)
class Played:
    """Game i of one match, in the order of their numbers."""

    game: Game
    numbers: Any  # the same number in two matches of one seed: the same deal, and the same luck of the robots
    robots: list[tuple[str, ...]]  # by seat
    deals: Any
    shares: Any  # [game, seat]: of the victory
    scores: Any  # [game, seat]
    endings: list[str]
    moves: list[Any]  # ids

    @property
    def seats(self) -> int:
        return int(self.shares.shape[1])

    def choices(self) -> Any:
        """The number of moves that players made in each game; the house's are left out."""
        is_players = np.array([move.kind not in self.game.OWNERS for move in self.game.MOVES])
        return np.array([is_players[moves].sum() for moves in self.moves])

    def ended(self, ending: str) -> Any:
        return np.array([one == ending for one in self.endings])


def played_file(path: Path) -> Played:
    """The games of one match of a study. The robots move one seat on in each game, so as many games as seats are on one deal."""
    rows = read_arrow(path)[0].combine_chunks().sort_by("number")
    robots = [tuple(lineup) for lineup in rows["robots"].to_pylist()]
    seats = len(robots[0])
    return Played(
        load(rows["game"][0].as_py()),
        rows["number"].to_numpy(),
        robots,
        rows["number"].to_numpy() // seats,
        np.array(rows["shares"].to_pylist()),
        np.array(rows["scores"].to_pylist()),
        rows["ending"].to_pylist(),
        [moves.values.to_numpy() for moves in rows["moves"]],
    )


def played_games(name: str, games: Games) -> Played:
    """Games from number 0 on."""
    game = load(name)
    finals = [game.Table.unpacked(final) for final in games.final]
    return Played(
        game,
        np.arange(len(games.deals)),
        [tuple(lineup) for lineup in games.robots],
        np.array(games.deals),
        games.won,
        np.array([game.scores(table) for table in finals]),
        [game.Ending(game.ending(table)).name.lower() for table in finals],
        games.moves,
    )


def joined(parts: Sequence[Played]) -> Played:
    """Several matches on the same deals, such as one for each pair of robots."""
    return Played(
        parts[0].game,
        np.concatenate([part.numbers for part in parts]),
        [lineup for part in parts for lineup in part.robots],
        np.concatenate([part.deals for part in parts]),
        np.concatenate([part.shares for part in parts]),
        np.concatenate([part.scores for part in parts]),
        [ending for part in parts for ending in part.endings],
        [moves for part in parts for moves in part.moves],
    )
