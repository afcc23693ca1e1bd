"""The result of a match: shares of victory with confidence intervals, by robot and by seat, game length, thinking time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from filon.bots import UNBOUNDED
from filon.research.match import GameResult, Match

Z = 1.959964  # standard deviations of a 95 % interval


def wilson(share: float, games: float) -> tuple[float, float]:
    """The 95 % interval of a share of `games` that are independent (Wilson 1927)."""
    if games == 0:
        return 0.0, 1.0
    squared = Z * Z / games
    middle, half = share + squared / 2, Z * sqrt(share * (1 - share) / games + squared / (4 * games))
    return max(0.0, (middle - half) / (1 + squared)), min(1.0, (middle + half) / (1 + squared))


@dataclass
class Wins:
    """Games and victories deal by deal: games on one deal may go together, deals do not."""

    games: dict[int, int] = field(default_factory=dict)  # by deal
    won: dict[int, float] = field(default_factory=dict)

    def add(self, deal: int, won: float) -> None:
        self.games[deal] = self.games.get(deal, 0) + 1
        self.won[deal] = self.won.get(deal, 0.0) + won

    @property
    def share(self) -> float | None:
        return sum(self.won.values()) / sum(self.games.values()) if self.games else None

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's, of as many independent games as vary like these deals (Kish's effective sample size)."""
        return wilson(self.share or 0.0, self.effective)

    @property
    def effective(self) -> float:
        """At least one for each deal, at most all games: from few deals, a variance is known too badly to say more or less."""
        games, deals, share = sum(self.games.values()), len(self.games), self.share or 0.0
        if deals < 2:
            return deals
        off = sum((self.won[deal] - share * count) ** 2 for deal, count in self.games.items())
        variance = off * deals / (deals - 1) / games**2  # of the share, by deals
        return max(deals, min(games, share * (1 - share) / variance if variance else games)) if 0 < share < 1 else deals


@dataclass
class RobotResult:
    """Totals of one robot over its seats and games."""

    seats: int  # in each game
    score: int = 0
    choices: int = 0
    seconds: float = 0.0
    wins: Wins = field(default_factory=Wins)
    wins_by_seat: list[Wins] = field(default_factory=list)

    @property
    def won(self) -> float:
        return sum(self.wins.won.values())

    def share_on(self, seat: int) -> float | None:
        return self.wins_by_seat[seat].share

    def interval_on(self, seat: int) -> tuple[float, float]:
        return self.wins_by_seat[seat].interval


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
            self.sides[name] = RobotResult(robots.count(name), wins_by_seat=[Wins() for _ in robots])

    def add(self, played: GameResult) -> None:
        self.games, self.moves = self.games + 1, self.moves + played.moves
        self.endings[played.ending] = self.endings.get(played.ending, 0) + 1
        deal = self.match.deal(played.number)
        for name, side in self.sides.items():
            side.wins.add(deal, sum(share for robot, share in zip(played.robots, played.shares, strict=True) if robot == name))
        for seat, name in enumerate(played.robots):
            side = self.sides[name]
            side.score += played.scores[seat]
            side.choices += played.choices[seat]
            side.seconds += played.seconds[seat]
            side.wins_by_seat[seat].add(deal, played.shares[seat])

    def share(self, name: str) -> float:
        return self.sides[name].wins.share or 0.0

    def interval(self, name: str) -> tuple[float, float]:
        return self.sides[name].wins.interval

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
