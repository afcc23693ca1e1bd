"""What a robot is: one method, and nothing to go by but what its seat may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from filon.core.dice import Dice, below, dice_of
from filon.core.game import Game


class RobotRefused(ValueError):
    """A robot nobody knows."""


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

    def __init__(self, game: Game, seat: int, seed: int) -> None:
        self.game, self.seat, self.dice = game, seat, dice_of(seed)
        self.luck = Luck(self.dice)

    def choose(self, heard: Sequence[Heard], view: Any, legal: list[int], at: int) -> int:
        """One of the legal ids: everything heard so far, the latest view, the moves it may play, the time."""
        raise RobotRefused(f"{type(self).__name__} does not say how it chooses")
