"""Whole games between robots that play inside a batch: who sat where, every move, who won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from filon.research.batched import LUCK, SEED_STRIDE, Batch, batch
from filon.research.deals import ResearchRefused
from filon.research.robots.greedy import greedy_level

AT_ONCE = 256  # tables that are played together


@dataclass(frozen=True)
class Games:
    """Game i: robots[i], won[i] and scores of `final[i]` go by seat; `start[i]` is the table dealt, `moves[i]` the ids of all moves."""

    robots: list[list[str]]
    deals: list[int]
    start: Any  # packed tables
    moves: list[Any]
    won: Any
    final: Any


def play_games(
    game: str,
    robots: Sequence[str],
    games: int,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    content: dict[str, Any] | None = None,
    pause: int = 30,
    first: int = 0,
) -> Games:
    """Games between robots, one for each seat: "random", "greedy", or a level that is greedy.

    They move one seat on in each game; a deal, its dice included, is played until each has had every seat. Game `first` + i is the
    same whatever the number of games asked for.
    """
    if games < 1 or first < 0:
        raise ResearchRefused(f"games: expected 1 or more, from the first, 0, on; found {games} from {first} on")
    tables = batch(game, min(games, AT_ONCE), len(robots), options, content, see="nothing", pause=pause)
    return games_at(tables, robots, games, seed, first)


def games_at(tables: Batch, robots: Sequence[str], games: int, seed: int, first: int) -> Games:
    """The same games at tables that are there already, as many at once."""
    for robot in robots:
        if robot != "random":
            greedy_level(tables.game, robot)
    starts = range(first, first + games, len(tables))
    parts = [_played(tables, robots, range(at, min(at + len(tables), first + games)), seed) for at in starts]
    return Games(
        [lineup for part in parts for lineup in part.robots],
        [deal for part in parts for deal in part.deals],
        np.concatenate([part.start for part in parts]),
        [moves for part in parts for moves in part.moves],
        np.concatenate([part.won for part in parts]),
        np.concatenate([part.final for part in parts]),
    )


def _played(tables: Batch, robots: Sequence[str], numbers: range, seed: int) -> Games:
    deals, count = [number // len(robots) for number in numbers], len(numbers)
    lineups = [_lineup(robots, number) for number in numbers]
    _begin(tables, deals, numbers, seed)
    start, moves = tables.tables[:count].copy(), [np.zeros(0, np.int16)] * count
    won, final, playing = np.zeros((count, len(robots)), np.float32), start.copy(), np.arange(len(tables)) < count
    sits = {
        robot: np.array([[one == robot for one in lineup] for lineup in lineups + lineups[:1] * (len(tables) - count)]) for robot in robots
    }
    every = np.arange(len(tables))
    while playing.any():
        actions = np.zeros(len(tables), np.int64)
        for robot, seats in sits.items():
            theirs = playing & seats[every, tables.seat]
            if theirs.any():
                actions[theirs] = tables.by(robot, theirs)[theirs]
        tables.step(actions, playing)
        for i in np.flatnonzero(tables.over):
            moves[i], won[i], final[i] = tables.last_log[i, : tables.last_logged[i]].copy(), tables.won[i], tables.final[i]
        playing &= ~tables.over
    return Games(lineups, deals, start, moves, won, final)


def _lineup(robots: Sequence[str], number: int) -> list[str]:
    turn = len(robots) - number % len(robots)
    return [*robots[turn:], *robots[:turn]]


def _begin(tables: Batch, deals: Sequence[int], numbers: Sequence[int], seed: int) -> None:
    """Each table on its deal; tables beyond the last game stand idle."""
    idle = [0] * (len(tables) - len(deals))
    tables.begin([seed * SEED_STRIDE + deal for deal in deals] + idle, [LUCK + seed * SEED_STRIDE + number for number in numbers] + idle)
