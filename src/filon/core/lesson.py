"""A game's lesson: a fixed secret for Chance, a script for the robot, and the steps that the learner takes."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from filon.core.texts.notation import facts

if TYPE_CHECKING:
    from filon.core.game import Game

Like = dict[str, Any]  # some fields of a move, as it crosses the wire
KINDS = ("do", "watch", "at", "until")


class LessonRefused(ValueError):
    """A lesson that is not written as it should be: the game, the key, what was found."""


@dataclass(frozen=True)
class Step:
    """One step, with the words lesson.N. It ends with the learner's move (do), after the robot's turn (watch), or by Next."""

    do: Like = field(default_factory=dict)  # the move that is asked for
    until: Like = field(default_factory=dict)  # what must have happened before it goes on, where that is another move than `do`
    watch: bool = False  # shown while others move
    at: tuple[str, ...] = ()  # the places it speaks of; where left out, those of the move

    @property
    def done_by(self) -> Like:
        return self.until or self.do


@dataclass(frozen=True)
class Lesson:
    """The learner sits on the first seat, the robot on the second."""

    options: dict[str, Any]
    secret: str  # known to everybody: a lesson proves nothing
    robot: str  # its name
    script: tuple[str, ...]  # its moves by name, in their order
    steps: tuple[Step, ...]

    SEATS = 2


def lesson_of(game: Game) -> Lesson:
    """The lesson.json of the game's folder."""
    return _read(game.folder / "lesson.json")


@cache
def _read(path: Path) -> Lesson:
    held = json.loads(path.read_text(encoding="utf-8"))
    if wrong := [key for step in held["steps"] for key in step if key not in KINDS]:
        raise LessonRefused(f"{path}: expected {', '.join(KINDS)} in a step; found {', '.join(wrong)}")
    steps = tuple(Step(**{**step, "at": tuple(step.get("at", ()))}) for step in held["steps"])
    return Lesson(held["options"], held["secret"], held["robot"], tuple(held["script"]), steps)


def is_like(move: Any, like: Like) -> bool:
    told = facts(move)
    return all(told.get(key) == value for key, value in like.items())
