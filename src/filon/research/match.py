"""One match in the arena: who plays whom, at what table, how often; and one of its games."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from filon.bots import UNBOUNDED, RobotFailed, custom_robot
from filon.core.game import load
from filon.house.paper import written
from filon.house.robots import Robots
from filon.house.setup import Setup, set_up
from filon.house.table import LiveTable

FAR = 1_000_003  # between the seeds of two matches' games


class MatchRefused(ValueError):
    """A match that cannot be played as asked."""


class BrokenOff(MatchRefused):
    """A robot that broke off one of its games."""

    number = 0
    text = ""  # as far as it was played, where it is wanted


@dataclass(frozen=True)
class Match:
    """In each game everybody sits one seat further on; a deal is used until everybody has had every seat."""

    game: str
    robots: list[str]  # by seat in the first game
    games: int
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    most: int = UNBOUNDED  # thinking of any robot, in iterations

    def lineup(self, number: int) -> list[str]:
        turn = number % len(self.robots)
        return self.robots[len(self.robots) - turn :] + self.robots[: len(self.robots) - turn]

    def setup(self, number: int) -> Setup:
        robots, deal = self.lineup(number), number // len(self.robots)
        names = [f"{name} {seat + 1}" for seat, name in enumerate(robots)]
        return set_up(load(self.game), names, self.options, robots=robots, seed=self.seed * FAR + deal)


def match_of(
    game: str, robots: list[str], seats: int, games: int, seed: int = 0, options: dict[str, Any] | None = None, most: int = UNBOUNDED
) -> Match:
    """As asked for: the last robot takes all seats that are left."""
    load(game).label.check_seats(seats)
    if not 1 <= len(robots) <= seats:
        raise MatchRefused(f"expected 1 to {seats} robots for {seats} seats; found {len(robots)}")
    for name, number in (("games", games), ("iterations", most)):
        if number < 1:
            raise MatchRefused(f"{name}: expected 1 or more; found {number}")
    names = [custom_robot(name) for name in robots]
    match = Match(load(game).name, names + names[-1:] * (seats - len(names)), games, seed, options or {}, most)
    match.setup(0)  # whatever it refuses is told before anybody plays
    return match


@dataclass(frozen=True)
class Played:
    """How one game went, by seat."""

    number: int
    robots: list[str]
    shares: list[float]  # of the victory: 1, or less where it is shared
    scores: list[int]
    ending: str
    moves: int
    choices: list[int]
    seconds: list[float]  # of thinking
    text: str = ""  # the whole game on paper, where it is wanted


def play(match: Match, number: int, is_kept: bool = False) -> Played:
    """The same again for the same number, in whatever process."""
    setup = match.setup(number)
    live = LiveTable(setup, setup.chance())
    try:
        robots = Robots(live, match.seed * FAR + number, match.most, seconds=None)
        robots.play_out()
    except RobotFailed as error:
        broken = BrokenOff(f"game {number + 1}, line {len(live.lines) + 1}: {error}")
        broken.number, broken.text = number, written(live) if is_kept else ""
        raise broken from error
    return _played(number, live, robots, written(live) if is_kept else "")


def _played(number: int, live: LiveTable, robots: Robots, text: str) -> Played:
    game, seated, winners = live.game, robots.seated, live.game.winners(live.table)
    return Played(
        number=number,
        robots=live.setup.robots,
        shares=[1 / len(winners) if seat in winners else 0.0 for seat in seated],
        scores=list(game.scores(live.table)),
        ending=game.Ending(game.ending(live.table)).name.lower(),
        moves=sum(line.seat >= 0 for line in live.lines),
        choices=[one.choices for one in seated.values()],
        seconds=[one.seconds for one in seated.values()],
        text=text,
    )
