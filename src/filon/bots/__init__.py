"""Players that know only core: they hear their seat's News and answer with a move."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from filon.bots.greedy import Greedy
from filon.bots.random import Random
from filon.bots.robot import SECONDS, Custom, Robot, RobotFailed, RobotRefused, place_of
from filon.bots.scripted import Scripted
from filon.bots.searcher import Searcher, is_compilable, warm
from filon.bots.warming import warm_for
from filon.core.game import Game
from filon.core.level import LEVELS, PLAIN, Level

PLAYERS: dict[str, type[Robot]] = {"greedy": Greedy, "search": Searcher, "custom": Custom}  # whom a level may name
# beside the levels: for study, for lessons; and robots of one's own
ROBOTS: dict[str, type[Robot]] = {"greedy": Greedy, "random": Random, "lesson": Scripted}
UNBOUNDED = 2**31 - 1


def level_of(game: Game, name: str) -> Level:
    """What a robot's hand, pause and talk go by."""
    if name in LEVELS:
        level: Level = game.bot.LEVELS[name]
        return level
    known(name)
    return PLAIN


def known(name: str) -> str:
    """A robot's name, if there is such a robot."""
    if name not in LEVELS and name not in ROBOTS:
        names = ", ".join((*LEVELS, *ROBOTS))
        raise RobotRefused(f"no robot is called {name!r}: expected one of {names}, or module:Class for your own")
    return name


def robot_for(game: Game, name: str, seat: int, seed: int, most: int = UNBOUNDED) -> Robot:
    """The robot of this name on a seat, with as much thinking as its level says, and at most so much."""
    level = level_of(game, name)
    try:
        robot = PLAYERS[level.player](game, seat, seed, level) if name in LEVELS else ROBOTS[name](game, seat, seed)
        robot.level = replace(robot.level, thinking=min(robot.level.thinking, most))
    except Exception as error:  # whatever stands in somebody's own file
        raise RobotFailed(name, error) from error
    return robot


def custom_robot(name: str) -> str:
    """A robot of one's own, named module:Class and found from where one stands too: it is known by that name from now on."""
    module, colon, kind = name.partition(":")
    if not colon or name in ROBOTS:
        return known(name)
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)
    try:
        found = getattr(import_module(module), kind)
    except Exception as error:  # whatever stands in somebody's own file
        raise RobotRefused(f"{name}: expected module:Class of a robot of your own; found {error}{place_of(error)}") from None
    if not (isinstance(found, type) and issubclass(found, Robot)):
        raise RobotRefused(f"{name}: expected a class made from filon.bots.Robot; found {found!r}")
    ROBOTS[name] = found
    return name


__all__ = [
    "LEVELS",
    "PLAYERS",
    "ROBOTS",
    "SECONDS",
    "UNBOUNDED",
    "Greedy",
    "Level",
    "Random",
    "Robot",
    "RobotFailed",
    "RobotRefused",
    "custom_robot",
    "is_compilable",
    "known",
    "level_of",
    "robot_for",
    "warm",
    "warm_for",
]
