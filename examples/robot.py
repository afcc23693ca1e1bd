"""A robot of your own: `python examples/robot.py 'http://localhost:8000/t/TABLE?invite=…' --name Rob` sits on a free chair and plays."""

import argparse
import asyncio
import secrets
from collections.abc import Sequence
from typing import Any

from filon.bots import ROBOTS, Robot, RobotFailed, RobotRefused, custom_robot, robot_for
from filon.bots.robot import Heard
from filon.client import Client, Lost, OtherProtocol, Refused, link_of, seat_robot
from filon.core.game import load


class Anything(Robot):
    """Replace this class. `choose` gets the moves and the view of its seat and returns one of the legal ids."""

    def choose(self, heard: Sequence[Heard], view: Any, legal: list[int], at: int) -> int:
        return legal[self.luck.below(len(legal))]


ROBOTS["anything"] = Anything


async def join(link: str, name: str, kind: str) -> None:
    at = link_of(link)
    async with Client(at.address) as client, client.at(at.table, invite=at.invite) as table:
        seat = await table.sit(name)
        await seat_robot(table, robot_for(load(table.game), kind, seat, secrets.randbelow(2**31)))
        print(f"{name} on seat {seat}: {table.around.status}, scores {table.around.scores}, won by {table.around.winners}")


if __name__ == "__main__":
    asked = argparse.ArgumentParser(prog="python examples/robot.py", description=__doc__)
    asked.add_argument("link", help="the invitation to a table")
    asked.add_argument("--name", default="Rob")
    asked.add_argument("--robot", default="anything", help="a level, or module:Class of your own")
    given = asked.parse_args()
    try:
        asyncio.run(join(given.link, given.name, custom_robot(given.robot)))
    except (RobotRefused, RobotFailed, Refused, Lost, OtherProtocol, ValueError) as error:
        asked.error(f"{error}")
