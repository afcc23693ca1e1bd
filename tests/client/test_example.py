"""The robot in examples/ joins a running server by an invitation, in a process of its own, and plays to the end."""

import asyncio
import sys
from pathlib import Path

import pytest

from filon.bots import Random
from filon.client import Client, seat_robot
from filon.house import protocol
from tests.bots.test_custom_robot import STUMBLING, documented
from tests.server.served import a_game, served

ROBOT = Path(__file__).parents[2] / "examples/robot.py"


@pytest.mark.parametrize("level", ["anything", "casual", "my_robots:Eager"])
async def test_the_example_joins_and_plays_to_the_end(tmp_path: Path, level: str) -> None:
    game = a_game()
    (tmp_path / "my_robots.py").write_text(documented(), encoding="utf-8")
    async with served(tmp_path) as server, Client(server.origin, rate=None) as client:
        made = await client.open_table(game.name, 2, name="Ada")
        async with client.at(made.table) as table:
            link = f"{server.origin}/t/{made.table}?invite={made.invite}"
            command = [sys.executable, str(ROBOT), link, "--name", "Rob", "--robot", level]
            pipe = asyncio.subprocess.PIPE
            robot = await asyncio.create_subprocess_exec(*command, cwd=tmp_path, stdout=pipe, stderr=pipe)
            await table.until(lambda: not table.free)
            await table.send(protocol.Begin)
            await seat_robot(table, Random(game, 0, 1))
            said, wrong = await robot.communicate()
            assert (robot.returncode, wrong.decode()) == (0, "")
            assert said.decode() == f"Rob on seat 1: over, scores {table.around.scores}, won by {table.around.winners}\n"


async def test_one_that_stumbles_says_where(tmp_path: Path) -> None:
    game = a_game()
    (tmp_path / "my_robots.py").write_text(STUMBLING, encoding="utf-8")
    async with served(tmp_path) as server, Client(server.origin, rate=None) as client:
        made = await client.open_table(game.name, 2, options={"first": 2}, name="Ada")
        async with client.at(made.table) as table:
            link = f"{server.origin}/t/{made.table}?invite={made.invite}"
            command = [sys.executable, str(ROBOT), link, "--robot", "my_robots:Stumbling"]
            robot = await asyncio.create_subprocess_exec(*command, cwd=tmp_path, stderr=asyncio.subprocess.PIPE)
            await table.until(lambda: not table.free)
            await table.send(protocol.Begin)
            _, wrong = await robot.communicate()
    place = f"({tmp_path}/my_robots.py, line 6)"
    assert robot.returncode == 2
    assert wrong.decode().endswith(f"Stumbling broke it off: AttributeError: 'Stumbling' object has no attribute 'step' {place}\n")


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("ORIGIN/t/no-such-table?invite=x", "no table of this name is open to you"),
        (
            "games.example.org/t/abc",
            "expected a link to a table, such as http://localhost:8000/t/TABLE?invite=…; found 'games.example.org/t/abc'",
        ),
        ("ORIGIN/t/no-such-table --robot nobody", "no robot is called 'nobody'"),
    ],
)
async def test_what_is_wrong_is_said_in_one_sentence(tmp_path: Path, link: str, said: str) -> None:
    async with served(tmp_path) as server:
        command = [sys.executable, str(ROBOT), *link.replace("ORIGIN", server.origin).split()]
        robot = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
        _, wrong = await robot.communicate()
    assert robot.returncode == 2
    assert said in wrong.decode()
    assert "Traceback" not in wrong.decode()
