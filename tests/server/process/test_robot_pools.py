"""Robots' child processes at a server: who waits for whom."""

import asyncio
import os
from pathlib import Path

from filon.bots import LEVELS, is_compilable, level_of
from filon.core.game import found, load
from filon.house.robots import turn
from filon.house.robots.pool import Question
from filon.house.room.events import RobotSeated
from filon.server.process.robot_pools import robot_pools
from tests.house.rooms import WHEN, room_of

TOO_LONG = 600  # seconds


def held(gate: Path) -> None:
    """Busy until the gate is opened."""
    gate.read_bytes()


def asked(level: str, name: str) -> Question:
    room = room_of(load(name), load(name).label.seats[0])
    seat = room.game.actor(room.playing.table)
    room.add(RobotSeated(seat, level), WHEN)
    question = turn.ask(room, seat, WHEN)
    assert question is not None
    return question


def test_those_who_think_for_long_hold_up_nobody_else(tmp_path: Path) -> None:
    pairs = [(level, name) for name in found() for level in LEVELS]
    deep = next(pair for pair in pairs if is_compilable(load(pair[1]), level_of(load(pair[1]), pair[0])))
    quick = next(pair for pair in pairs if not is_compilable(load(pair[1]), level_of(load(pair[1]), pair[0])))
    os.mkfifo(gate := tmp_path / "gate")

    async def story() -> None:
        robots = robot_pools(os.cpu_count() or 1)  # one process that thinks for long
        try:
            robots.slow.pool.running().submit(held, gate)
            waits = asyncio.ensure_future(robots(asked(*deep)))
            assert await robots(asked(*quick)) >= 0
            assert not waits.done()
            gate.write_bytes(b"")
            assert await waits >= 0
        finally:
            robots.stop()

    asyncio.run(asyncio.wait_for(story(), TOO_LONG))
