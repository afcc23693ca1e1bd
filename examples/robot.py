"""A robot from outside: `python examples/robot.py 'http://localhost:8000/t/TABLE?invite=…' --name Rob` sits on a free chair and plays."""

import argparse
import asyncio
import secrets
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qs, urlsplit

from filon.bots import ROBOTS, Robot
from filon.bots.robot import Heard
from filon.client import Client, seat_robot
from filon.core.game import load


class Anything(Robot):
    """Your own goes here. It may know what its seat heard and sees, and answers with one of the legal ids."""

    def choose(self, heard: Sequence[Heard], view: Any, legal: list[int], at: int) -> int:
        return legal[self.luck.below(len(legal))]


KINDS: dict[str, type[Robot]] = {"anything": Anything, **ROBOTS}


async def join(link: str, name: str, kind: type[Robot]) -> None:
    at = urlsplit(link)
    invite = parse_qs(at.query).get("invite", [""])[0]
    async with Client(f"{at.scheme}://{at.netloc}") as client, client.at(at.path.split("/")[-1], invite=invite) as table:
        seat = await table.sit(name)
        await seat_robot(table, kind(load(table.game), seat, secrets.randbelow(2**31)))
        print(f"{name} on seat {seat}: {table.around.status}, scores {table.around.scores}, won by {table.around.winners}")


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("link", help="the invitation to a table")
    asked.add_argument("--name", default="Rob")
    asked.add_argument("--robot", choices=KINDS, default="anything")
    given = asked.parse_args()
    asyncio.run(join(given.link, given.name, KINDS[given.robot]))
