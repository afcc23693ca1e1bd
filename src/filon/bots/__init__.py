"""Players that know only core: they hear their seat's News and answer with a move."""

from filon.bots.greedy import Greedy
from filon.bots.random import Random
from filon.bots.robot import Robot, RobotRefused

ROBOTS: dict[str, type[Robot]] = {"greedy": Greedy, "random": Random}


def robot_called(name: str) -> type[Robot]:
    if name not in ROBOTS:
        raise RobotRefused(f"no robot is called {name!r}: expected one of {', '.join(ROBOTS)}")
    return ROBOTS[name]


__all__ = ["ROBOTS", "Greedy", "Random", "Robot", "RobotRefused", "robot_called"]
