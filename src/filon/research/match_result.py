"""The result of a match: shares of victory with confidence intervals, by robot and by seat, game length, thinking time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from filon.bots import UNBOUNDED
from filon.research.match import GameResult, Match

Z = 1.959964  # standard deviations of a 95 % interval


def wilson(share: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of `games` (Wilson 1927)."""
    if games == 0:
        return 0.0, 1.0
    squared = Z * Z / games
    middle, half = share + squared / 2, Z * sqrt(share * (1 - share) / games + squared / (4 * games))
    return max(0.0, (middle - half) / (1 + squared)), min(1.0, (middle + half) / (1 + squared))


@dataclass
class RobotResult:
    """Totals of one robot over its seats and games."""

    seats: int  # in each game
    won: float = 0.0
    score: int = 0
    choices: int = 0
    seconds: float = 0.0
    games_by_seat: list[int] = field(default_factory=list)
    won_by_seat: list[float] = field(default_factory=list)

    def share_on(self, seat: int) -> float | None:
        games = self.games_by_seat[seat]
        return self.won_by_seat[seat] / games if games else None

    def interval_on(self, seat: int) -> tuple[float, float]:
        return wilson(self.share_on(seat) or 0.0, self.games_by_seat[seat])


@dataclass
class MatchResult:
    match: Match
    games: int = 0
    moves: int = 0
    endings: dict[str, int] = field(default_factory=dict)
    sides: dict[str, RobotResult] = field(default_factory=dict)

    def __post_init__(self) -> None:
        robots = self.match.robots
        for name in dict.fromkeys(robots):
            self.sides[name] = RobotResult(robots.count(name), games_by_seat=[0] * len(robots), won_by_seat=[0.0] * len(robots))

    def add(self, played: GameResult) -> None:
        self.games, self.moves = self.games + 1, self.moves + played.moves
        self.endings[played.ending] = self.endings.get(played.ending, 0) + 1
        for seat, name in enumerate(played.robots):
            side = self.sides[name]
            side.won += played.shares[seat]
            side.score += played.scores[seat]
            side.choices += played.choices[seat]
            side.seconds += played.seconds[seat]
            side.games_by_seat[seat] += 1
            side.won_by_seat[seat] += played.shares[seat]

    def share(self, name: str) -> float:
        return self.sides[name].won / self.games if self.games else 0.0

    def interval(self, name: str) -> tuple[float, float]:
        return wilson(self.share(name), self.games)

    def equal(self, name: str) -> float:
        """The share it would win if all robots were equally strong."""
        return self.sides[name].seats / len(self.match.robots)

    def as_json(self) -> dict[str, Any]:
        """Numbers for programs. All but `seconds` are the same for the same seed."""
        return {
            "game": self.match.game,
            "seats": len(self.match.robots),
            "seed": self.match.seed,
            "options": self.match.options,
            "iterations": None if self.match.iterations == UNBOUNDED else self.match.iterations,
            "asked": self.match.games,
            "games": self.games,
            "moves": self.moves,
            "endings": dict(sorted(self.endings.items())),
            "robots": {name: self._robot_json(name, side) for name, side in self.sides.items()},
            "seconds": {name: side.seconds for name, side in self.sides.items()},
        }

    def _robot_json(self, name: str, side: RobotResult) -> dict[str, Any]:
        return {
            "seats": side.seats,
            "won": round(side.won, 6),
            "share": self.share(name),
            "interval": self.interval(name),
            "equal": self.equal(name),
            "score": side.score,
            "choices": side.choices,
            "by_seat": [side.share_on(seat) for seat in range(len(self.match.robots))],
            "interval_by_seat": [side.interval_on(seat) for seat in range(len(self.match.robots))],
        }


def result_of(match: Match, games: Iterable[GameResult]) -> MatchResult:
    """Add the games in the order of their numbers, so that sums do not depend on which ended first."""
    result = MatchResult(match)
    for played in sorted(games, key=lambda one: one.number):
        result.add(played)
    return result
