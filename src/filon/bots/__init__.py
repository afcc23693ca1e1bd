"""Robots that know only core: each gets what its seat is told and answers with the id of a move. Games name them in their levels."""

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
from filon.core.level import LEVELS, PLAIN, Level, current_name

PLAYERS: dict[str, type[Robot]] = {"greedy": Greedy, "search": Searcher, "custom": Custom}  # the robots that Level.player may name
# robots that are no level: for study, for lessons, and those that custom_robot() has imported
ROBOTS: dict[str, type[Robot]] = {"greedy": Greedy, "random": Random, "lesson": Scripted}
UNBOUNDED = 2**31 - 1


def level_of(game: Game, name: str) -> Level:
    """The level behind a robot's name; PLAIN for a robot that is no level."""
    level: Level = game.bot.LEVELS.get(known(name), PLAIN)
    return level


def known(name: str) -> str:
    """The robot's name today, or RobotRefused if no robot has it."""
    current = current_name(name)
    if current not in LEVELS and current not in ROBOTS:
        names = ", ".join((*LEVELS, *ROBOTS))
        raise RobotRefused(f"no robot is called {name!r}: expected one of {names}, or module:Class for your own")
    return current


def robot_for(game: Game, name: str, seat: int, seed: int, most: int = UNBOUNDED) -> Robot:
    """A robot for one seat; its level's `thinking`, cut down to `most`."""
    level, name = level_of(game, name), current_name(name)
    try:
        robot = PLAYERS[level.player](game, seat, seed, level) if name in LEVELS else ROBOTS[name](game, seat, seed)
        robot.level = replace(robot.level, thinking=min(robot.level.thinking, most))
    except Exception as error:  # a user's module may raise anything
        raise RobotFailed(name, error) from error
    return robot


def custom_robot(name: str) -> str:
    """Import a user's robot, named module:Class, also from the working directory; ROBOTS has it under that name afterwards."""
    module, colon, kind = name.partition(":")
    if not colon or name in ROBOTS:
        return known(name)
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)
    try:
        found = getattr(import_module(module), kind)
    except Exception as error:  # a user's module may raise anything
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
