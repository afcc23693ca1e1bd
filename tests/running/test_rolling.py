"""An upgrade without losing a game: two servers on one PostgreSQL behind a proxy, restarted one after the other while people play.

Short here; with FILON_SOAK more tables and more upgrades.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from filon.client import Client
from filon.core.game import found, load
from filon.house.stores.postgres.store import PostgresStore
from tests.house.stores.postgres.postgres_server import fresh
from tests.running.proxies import PROXIES, Proxy, Visitor
from tests.server.process.server_process import Doors, doors, free_port
from tests.server.process.test_killed import SEATS, Party, check, until_moved

GAME = min((load(name) for name in found() if not load(name).timed), key=lambda game: len(game.MOVES)).name  # soon over
UPGRADES, TABLES, MOVES = (10, 12, 40) if os.environ.get("FILON_SOAK") else (1, 2, 6)
TOO_LONG = 3600 if os.environ.get("FILON_SOAK") else 300  # seconds


class Visitors(Party):
    """A party behind a proxy, each with an address of their own."""

    def __init__(self, proxy: Proxy, stack: AsyncExitStack) -> None:
        super().__init__(proxy.address, stack)
        self.proxy, self.came = proxy, 0

    async def client(self) -> Client:
        self.came += 1
        return await self.stack.enter_async_context(Visitor(self.proxy, f"127.0.{self.came // 250 + 1}.{self.came % 250 + 1}"))


@pytest.mark.parametrize("name", PROXIES)
def test_a_rolling_restart_loses_no_move_and_every_game_ends(
    name: str, tmp_path: Path, pytestconfig: pytest.Config, record_property: Callable[[str, object], None]
) -> None:
    url, ports = fresh(pytestconfig), (free_port(), free_port())

    async def started(stack: AsyncExitStack, port: int, address: str) -> Doors:
        arguments = "--store", url, "--proxy", "127.0.0.1", "--origin", address
        server = stack.enter_context(doors(tmp_path, "serve", "--port", str(port), *arguments))
        await asyncio.to_thread(server.until, "Filon is running")
        return server

    async def story() -> None:
        async with AsyncExitStack() as stack:
            proxy = stack.enter_context(PROXIES[name](tmp_path, ports))
            servers = [await started(stack, port, proxy.address) for port in ports]
            party = Visitors(proxy, stack)
            await party.sit_down(GAME, TABLES)
            for _ in range(UPGRADES):
                await party.go_on(GAME)
                for number, port in enumerate(ports):
                    playing = asyncio.create_task(party.play(2 * MOVES))
                    await until_moved(party, MOVES, playing)
                    assert await asyncio.to_thread(servers[number].stop, signal.SIGTERM) == 0
                    servers[number] = await started(stack, port, proxy.address)
                    await playing
            await party.play(1_000_000)
            assert all(table.is_over for _, table in party.seats)
            for server in servers:
                assert await asyncio.to_thread(server.stop) == 0
                assert "Traceback" not in server.errors
            await all_kept(url, party)
        record_property("moves acknowledged", len(party.acknowledged))
        record_property("restarts", 2 * UPGRADES)

    asyncio.run(asyncio.wait_for(story(), TOO_LONG))


async def all_kept(url: str, party: Party) -> None:
    store = PostgresStore(url)
    await store.open()
    await check(store, party)
    await store.close()
    assert len(party.acknowledged) > 2 * UPGRADES * MOVES
    assert len(party.seats) == SEATS * TABLES
