"""The robot in examples/ joins a running server by an invitation, in a process of its own, and plays to the end."""

import asyncio
import sys
from pathlib import Path

import pytest

from filon.bots import Random
from filon.client import Client, seat_robot
from filon.house import wire
from tests.server.served import a_game, served

ROBOT = Path(__file__).parents[2] / "examples/robot.py"


@pytest.mark.parametrize("level", ["anything", "greedy"])
async def test_the_example_joins_and_plays_to_the_end(tmp_path: Path, level: str) -> None:
    game = a_game()
    async with served(tmp_path) as server, Client(server.origin, rate=None) as client:
        made = await client.open_table(game.name, 2, name="Ada")
        async with client.at(made.table) as table:
            link = f"{server.origin}/t/{made.table}?invite={made.invite}"
            command = [sys.executable, str(ROBOT), link, "--name", "Rob", "--robot", level]
            robot = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
            await table.until(lambda: not table.free)
            await table.ask(wire.Begin)
            await seat_robot(table, Random(game, 0, 1))
            said, wrong = await robot.communicate()
            assert (robot.returncode, wrong.decode()) == (0, "")
            assert said.decode() == f"Rob on seat 1: over, scores {table.around.scores}, won by {table.around.winners}\n"
