"""A match: which robots play, at which table, how many games; and one game of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from filon.bots import UNBOUNDED, RobotFailed, custom_robot
from filon.core.game import load
from filon.house.records.transcript import transcript_of
from filon.house.robots.in_memory import Robots
from filon.house.room.live import LiveTable
from filon.house.room.setup import Setup, set_up

SEED_STRIDE = 1_000_003  # from the seeds of one match's games to those of the next


class MatchRefused(ValueError):
    """A match that cannot be played as asked."""


class GameFailed(MatchRefused):
    """A robot failed in one of the games."""

    number = 0
    text = ""  # the transcript up to there, if asked for


@dataclass(frozen=True)
class Match:
    """Robots move one seat on in each game; each deal is played until every robot has had every seat."""

    game: str
    robots: list[str]  # by seat in the first game
    games: int
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    iterations: int = UNBOUNDED  # of search for a move, at most
    content: dict[str, Any] | None = None  # None: that of the game's box

    def lineup(self, number: int) -> list[str]:
        turn = number % len(self.robots)
        return self.robots[len(self.robots) - turn :] + self.robots[: len(self.robots) - turn]

    def deal(self, number: int) -> int:
        """The deal that this game is played on."""
        return number // len(self.robots)

    def deal_seed(self, number: int) -> int:
        return self.seed * SEED_STRIDE + self.deal(number)

    def setup(self, number: int) -> Setup:
        robots = self.lineup(number)
        names = [f"{name} {seat + 1}" for seat, name in enumerate(robots)]
        return set_up(load(self.game), names, self.options, self.content, robots, self.deal_seed(number))


def match_of(
    game: str,
    robots: list[str],
    seats: int,
    games: int,
    seed: int = 0,
    options: dict[str, Any] | None = None,
    iterations: int = UNBOUNDED,
    content: dict[str, Any] | None = None,
) -> Match:
    """A match with the last robot on all seats that are left; MatchRefused before the first game."""
    load(game).label.check_seats(seats)
    if not 1 <= len(robots) <= seats:
        raise MatchRefused(f"expected 1 to {seats} robots for {seats} seats; found {len(robots)}")
    for name, number in (("games", games), ("iterations", iterations)):
        if number < 1:
            raise MatchRefused(f"{name}: expected 1 or more; found {number}")
    names = [custom_robot(name) for name in robots]
    match = Match(load(game).name, names + names[-1:] * (seats - len(names)), games, seed, options or {}, iterations, content)
    match.setup(0)  # raises its refusals before the first game
    return match


@dataclass(frozen=True)
class GameResult:
    """The result of one game, by seat."""

    number: int
    robots: list[str]
    shares: list[float]  # of the victory: 1, or less if it is shared
    scores: list[int]
    ending: str
    moves: int
    choices: list[int]
    seconds: list[float]  # of thinking
    text: str = ""  # the transcript, if asked for


def play(match: Match, number: int, with_transcript: bool = False) -> GameResult:
    """Play one game; the same number gives the same game in any process."""
    live, robots = play_out(match, number, with_transcript)
    return _result(number, live, robots, transcript_of(live) if with_transcript else "")


def play_out(match: Match, number: int, with_transcript: bool = False) -> tuple[LiveTable, Robots]:
    """The table at the end of the game, and the robots that played there."""
    setup = match.setup(number)
    live = LiveTable(setup, setup.chance())
    try:
        robots = Robots(live, match.seed * SEED_STRIDE + number, match.iterations, seconds=None)
        robots.play_out()
    except RobotFailed as error:
        broken = GameFailed(f"game {number + 1}, line {len(live.played) + 1}: {error}")
        broken.number, broken.text = number, transcript_of(live) if with_transcript else ""
        raise broken from error
    return live, robots


def _result(number: int, live: LiveTable, robots: Robots, text: str) -> GameResult:
    game, seated, winners = live.game, robots.seated, live.game.winners(live.table)
    return GameResult(
        number=number,
        robots=live.setup.robots,
        shares=[1 / len(winners) if seat in winners else 0.0 for seat in seated],
        scores=list(game.scores(live.table)),
        ending=game.Ending(game.ending(live.table)).name.lower(),
        moves=sum(one.seat >= 0 for one in live.played),
        choices=[one.choices for one in seated.values()],
        seconds=[one.seconds for one in seated.values()],
        text=text,
    )
