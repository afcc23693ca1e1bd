"""The base class of robots: choose() gets what its seat may know, and nothing else."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path
from traceback import extract_tb
from typing import Any, Protocol

from filon.core.compiled.dice import Dice, below, dice_of
from filon.core.game import Game
from filon.core.level import PLAIN, Level, Spoken

SECONDS = 1.0  # of thinking for one move at a table with people
# paths of Filon, of Python and of no file: a user's robot is elsewhere
NOT_THEIRS = (str(Path(__file__).parents[1]), str(Path(importlib.__file__).parent), "<")


class RobotRefused(ValueError):
    """The name of no robot, or a robot that cannot be used."""


class RobotFailed(Exception):
    """An error in a robot, or a move of it that is not legal."""

    def __init__(self, name: str, error: Exception) -> None:
        super().__init__(f"{name} broke it off: {type(error).__name__}: {error}{place_of(error)}")


def place_of(error: Exception) -> str:
    """File and line of an error in a user's robot; empty if the error is elsewhere."""
    places = [frame for frame in extract_tb(error.__traceback__) if not frame.filename.startswith(NOT_THEIRS)]
    return f" ({places[-1].filename}, line {places[-1].lineno})" if places else ""


class Heard(Protocol):
    """A line of the log as one seat got it."""

    @property
    def seat(self) -> int: ...
    @property
    def move(self) -> Any: ...


class Luck:
    """Dice as a Source."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def below(self, limit: int) -> int:
        return below(self.dice, limit)


class Robot:
    """A robot for one seat of one game. Its random numbers come from `dice`, never from the table's Chance."""

    seconds: float | None = SECONDS  # of thinking for one move; None: no limit
    talk: Sequence[Spoken] = ()  # the latest phrases at the table, true or false

    def __init__(self, game: Game, seat: int, seed: int, level: Level = PLAIN) -> None:
        self.game, self.seat, self.dice, self.level = game, seat, dice_of(seed), level
        self.luck = Luck(self.dice)

    def choose(self, heard: Sequence[Heard], view: Any, legal: list[int], at: int) -> int:
        """One of the ids in `legal`; `heard` has every line so far, `at` is the time in hundredths of a second."""
        raise RobotRefused(f"{type(self).__name__} does not say how it chooses")

    def recalled(self, heard: Sequence[Heard], view: Any, at: int) -> Any:
        """The view at a time, with the fields filled in that bot.recall() remembers."""
        table = view.copy()
        self.game.stamp(table, at)
        self.game.bot.recall(table, self.seat, [(line.seat, line.move) for line in heard], self.level)
        return table


class Custom(Robot):
    """A robot whose level brings its own choose()."""

    def choose(self, heard: Sequence[Heard], view: Any, legal: list[int], at: int) -> int:
        if self.level.choose is None:
            raise RobotRefused(f"{self.game.name}: expected a level of player 'custom' to have a way to choose")
        return self.level.choose(self, heard, view, legal, at)
