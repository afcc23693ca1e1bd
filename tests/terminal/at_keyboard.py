"""A person at the keyboard, written down beforehand, and the clock that passes while the table waits."""

import io
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console

import filon.terminal
from filon.core.game import Game
from filon.core.texts.words import read_words
from filon.house.robots.in_memory import Robots
from filon.house.room.live import LiveTable
from filon.house.room.setup import set_up
from filon.terminal.screen import Screen
from filon.terminal.session import Session

FOLDER = Path(filon.terminal.__file__).parent


class Typist:
    """Keys and SessionClock in one: looking at the keyboard takes as long as it was asked to take."""

    def __init__(self, answers: Iterator[str]) -> None:
        self.answers, self.time, self.asked = answers, 0.0, 0

    def now(self) -> int:
        return int(self.time)

    def line(self, seconds: float) -> str | None:
        self.time += seconds * 100
        return next(self.answers)

    key = line

    def forget(self) -> None:
        """Nothing is ever typed ahead here."""


class Patient(Typist):
    """Answers only now and then, as people do."""

    def line(self, seconds: float) -> str | None:
        self.time += max(seconds * 100, 1)
        self.asked += 1
        return next(self.answers) if self.asked % 5 == 0 else None

    key = line


def sitting(
    game: Game,
    answers: Iterator[str],
    saves: Path,
    language: str = "en",
    people: int = 1,
    seats: int = 3,
    typist: Callable[[Iterator[str]], Typist] = Typist,
    seed: int = 5,
    options: dict[str, object] | None = None,
    quick: bool = True,
) -> tuple[Session, io.StringIO]:
    """A session at a table with robots, and what it prints."""
    names = ["Ada", "Bram", "Chloé", "Daan"][:seats]
    robots = [""] * people + ["random"] * (seats - people)
    live = LiveTable(setup := set_up(game, names, options, robots=robots, seed=seed), setup.chance())
    printed, keys = io.StringIO(), typist(answers)
    screen = Screen(Console(file=printed, width=110), live, read_words(FOLDER, language))
    return Session(live, Robots(live, seed), screen, keys, keys, saves, quick), printed
