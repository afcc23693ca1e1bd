"""What a robot is: one method, and nothing to go by but what its seat may know."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path
from traceback import extract_tb
from typing import Any, Protocol

from filon.core.compiled.dice import Dice, below, dice_of
from filon.core.game import Game
from filon.core.level import PLAIN, Level

SECONDS = 1.0  # that a robot may think at a table where people wait
NOT_THEIRS = (str(Path(__file__).parents[1]), str(Path(importlib.__file__).parent), "<")  # where no robot of one's own is written


class RobotRefused(ValueError):
    """A robot nobody knows."""


class RobotFailed(Exception):
    """A robot that broke its game off, by an error of its own or by a move that nobody may play."""

    def __init__(self, name: str, error: Exception) -> None:
        super().__init__(f"{name} broke it off: {type(error).__name__}: {error}{place_of(error)}")


def place_of(error: Exception) -> str:
    """Where in somebody's own file it went wrong, if it did there."""
    places = [frame for frame in extract_tb(error.__traceback__) if not frame.filename.startswith(NOT_THEIRS)]
    return f" ({places[-1].filename}, line {places[-1].lineno})" if places else ""


class Heard(Protocol):
    """A line as a seat was told it."""

    @property
    def seat(self) -> int: ...
    @property
    def move(self) -> Any: ...


class Luck:
    """Dice as a source of chance."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def below(self, limit: int) -> int:
        return below(self.dice, limit)


class Robot:
    """A robot for one seat of one game. Its own luck comes from its own dice."""

    seconds: float | None = SECONDS  # None: for as long as its thinking takes

    def __init__(self, game: Game, seat: int, seed: int, level: Level = PLAIN) -> None:
        self.game, self.seat, self.dice, self.level = game, seat, dice_of(seed), level
        self.luck = Luck(self.dice)

    def choose(self, heard: Sequence[Heard], view: Any, legal: list[int], at: int) -> int:
        """One of the legal ids: everything heard so far, the latest view, the moves it may play, the time."""
        raise RobotRefused(f"{type(self).__name__} does not say how it chooses")

    def recalled(self, heard: Sequence[Heard], view: Any, at: int) -> Any:
        """The view as it stands at a time, with what it remembers filled in."""
        table = view.copy()
        self.game.stamp(table, at)
        self.game.bot.recall(table, self.seat, [(line.seat, line.move) for line in heard], self.level)
        return table


class Custom(Robot):
    """Plays as its game's bot.py says."""

    def choose(self, heard: Sequence[Heard], view: Any, legal: list[int], at: int) -> int:
        if self.level.choose is None:
            raise RobotRefused(f"{self.game.name}: expected a level of player 'custom' to have a way to choose")
        return self.level.choose(self, heard, view, legal, at)
