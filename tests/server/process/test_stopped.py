"""A server process that is stopped and continued: the pause is not charged to the player, and everybody's log says so."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from pathlib import Path

from filon.client import Client, Table
from filon.core.game import found, load
from filon.core.seats import TIME
from filon.house import protocol
from filon.house.stalls import BEAT
from tests.server.process.server_process import serving

TIMED = next(name for name in found() if load(name).timed)
STOPPED = 3.0  # seconds
DELIVERY = 0.2  # seconds that the system may take to stop a process
TOO_LONG = 600  # seconds


def test_a_stopped_server_does_not_charge_the_player(tmp_path: Path) -> None:
    async def story(address: str, process: int) -> None:
        async with Client(address) as client:
            made = await client.open_table(TIMED, 2, ["casual"], name="Ada", begin=True, options={"first": 1})
            async with client.at(made.table) as table:
                await table.until(lambda: bool(table.legal))
                began = time.monotonic()
                await table.play(table.legal[0])  # the sand runs from now on
                await _say_to_stopped(table, process)
                await table.until(lambda: any(line.kind == "paused" for line in table.lines))
                _check(table, time.monotonic() - began)

    with serving(tmp_path, "--store", str(tmp_path / "filon.db")) as server:
        asyncio.run(asyncio.wait_for(story(server.address, server.process.pid), TOO_LONG))


async def _say_to_stopped(table: Table, process: int) -> None:
    """A command that waits in the socket of a stopped process is answered after it."""
    asyncio.get_running_loop().call_later(STOPPED, os.kill, process, signal.SIGCONT)
    os.kill(process, signal.SIGSTOP)
    await table.send(protocol.Say, text="Are you there?")


def _check(table: Table, seconds: float) -> None:
    """`seconds` have passed for the player since before the sand ran, and fewer on the table's clock."""
    kinds = [line.kind for line in table.lines]
    assert kinds.index("paused") < kinds.index("said")
    paused = sum(line.milliseconds for line in table.lines if isinstance(line, protocol.PausedLine))
    assert paused >= 1000 * (STOPPED - DELIVERY) - BEAT
    began = next(line.at for line in table.lines if isinstance(line, protocol.MovedLine) and line.seat == table.seat)
    assert 10 * (table.latest.clock - began) <= 1000 * seconds - paused + 10  # hundredths are rounded
    assert not any(isinstance(line, protocol.MovedLine) and line.seat == TIME for line in table.lines)
