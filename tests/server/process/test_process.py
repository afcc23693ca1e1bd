"""Starting and stopping a real server."""

import asyncio
import os
import re
import select
import signal
import socket
from pathlib import Path

import apsw
import httpx
import pytest
from websockets.asyncio.client import connect as connect_later
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from filon.client import Client, Table
from filon.core.game import found
from tests.house.stores.postgres.postgres_server import fresh, server_of
from tests.server.process.server_process import PATIENCE, Doors, doors, free_port, refused, serving

GAME = next(iter(found()))
SEATS = found()[GAME].official[0]


def get(address: str) -> httpx.Response:
    return httpx.get(address, timeout=PATIENCE)


def is_well(address: str) -> bool:
    return bool(get(f"{address}/healthz").json() == {"is_well": True})


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_is_open_and_stops_when_told_to(tmp_path: Path, number: int) -> None:
    with serving(tmp_path) as server:
        assert is_well(server.address)
        assert (tmp_path / "filon/filon.db").exists()
        with connect(f"{server.address.replace('http', 'ws')}/ws", open_timeout=PATIENCE) as window:
            assert server.stop(number) == 0
            with pytest.raises(ConnectionClosed) as end:
                window.recv(PATIENCE)
    assert end.value.rcvd is not None
    assert end.value.rcvd.code == 1001
    assert server.said["out"][1:] == ["Stopped. All games are saved."]
    assert "Traceback" not in server.errors


def test_robots_at_play_stop_with_it_and_go_on_with_it(tmp_path: Path) -> None:
    """Ctrl-C at a terminal is told to all of its processes at once."""
    with serving(tmp_path) as server:
        table, before = asyncio.run(_robots(server, "", moves=2))
        os.killpg(server.process.pid, signal.SIGINT)
        assert server.ended() == 0
    assert "Traceback" not in server.errors
    with serving(tmp_path) as server:
        assert asyncio.run(_robots(server, table, before + 1))[1] > before
        assert server.stop() == 0
    assert "Traceback" not in server.errors


async def _robots(server: Doors, table: str, moves: int) -> tuple[str, int]:
    """Look on at a table of robots until they have made so many moves."""
    async with Client(server.address) as client:
        if not table:
            table = (await client.open_table(GAME, SEATS, ["random"] * SEATS, is_public=True, begin=True)).table
        async with client.at(table) as seen, asyncio.timeout(PATIENCE):
            await seen.until(lambda: _moves(seen) >= moves)
            return table, _moves(seen)


def _moves(table: Table) -> int:
    return sum(line.kind == "moved" for line in table.lines)


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="needs pidfd_open")
def test_nothing_is_left_of_a_server_that_was_killed(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        asyncio.run(_robots(server, "", moves=1))
        children = [os.pidfd_open(child) for child in server.children()]
        assert children
        server.stop(signal.SIGKILL)
        for child in children:
            assert select.select([child], [], [], PATIENCE)[0]
            os.close(child)


# One sentence, and nothing is served


def test_a_port_in_use_is_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refused(tmp_path, "serve", "--port", str(port))
    assert said == f"filon: port {port} of localhost cannot be opened: another program uses it"


def test_a_metrics_port_in_use_is_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"port {port} of 127.0.0.1 cannot be opened" in refused(
            tmp_path, "serve", "--port", str(free_port()), "--metrics-port", str(port)
        )


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        assert "another process serves from this store" in refused(tmp_path, "serve", "--port", str(free_port()))
        assert is_well(first.address)


def test_a_newer_store_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with serving(tmp_path, "--store", str(path)) as server:
        assert server.stop() == 0
    newer = apsw.Connection(str(path))
    newer.pragma("user_version", 99)
    newer.close()
    assert "was written by a newer Filon" in refused(tmp_path, "serve", "--port", str(free_port()), FILON_STORE=str(path))


def test_a_database_that_cannot_be_reached_is_refused_without_its_password(tmp_path: Path) -> None:
    nowhere = f"postgresql://filon:opensesame@127.0.0.1:{free_port()}/filon"
    for workers in ("1", "2"):
        said = refused(tmp_path, "serve", "--port", str(free_port()), "--store", nowhere, "--workers", workers)
        assert "cannot be reached" in said
        assert "opensesame" not in said


def test_two_workers_on_a_file_are_refused_with_the_reason(tmp_path: Path) -> None:
    assert "a file is held by one process" in refused(tmp_path, "serve", "--workers", "2")


def test_a_wrong_variable_is_refused_by_its_name(tmp_path: Path) -> None:
    assert "FILON_PORT: expected a whole number from 1 to 65535; found 'http'" in refused(tmp_path, "serve", FILON_PORT="http")


# Neighbours, and those who watch


def test_lan_shows_the_address_with_a_qr_code_and_lets_its_pages_in(tmp_path: Path) -> None:
    with serving(tmp_path, "--lan") as server:
        near = server.until("In your network: ").split()[-1]
        server.until("▀▀▀▀▀")
        assert near != server.address
        assert is_well(near)
        with connect(f"{near.replace('http', 'ws')}/ws", origin=near, open_timeout=PATIENCE):
            pass
        assert server.stop() == 0


def test_metrics_have_a_port_of_their_own(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, "--metrics-port", str(port)) as server:
        with connect(f"{server.address.replace('http', 'ws')}/ws", open_timeout=PATIENCE):
            assert "filon_connections 1.0" in get(f"http://127.0.0.1:{port}/metrics").text
        assert get(f"{server.address}/metrics").status_code == 404
        assert server.stop() == 0


# Beside a server that runs


def test_a_backup_of_a_running_server_is_restored_into_another(tmp_path: Path) -> None:
    backup, again = str(tmp_path / "all.filon"), str(tmp_path / "again.db")
    with serving(tmp_path) as server:
        table, _ = asyncio.run(_robots(server, "", moves=1))
        assert _done(tmp_path, "backup", backup) == [f"1 table written: {backup}"]
    with serving(tmp_path, "--store", again) as server:
        assert _done(tmp_path, "restore", backup, "--store", again) == ["1 table restored; none was there already."]
        assert asyncio.run(_robots(server, table, moves=2))[1] >= 2
        assert _done(tmp_path, "restore", backup, "--store", again) == ["No tables restored; 1 was there already."]


def _done(folder: Path, *arguments: str) -> list[str]:
    with doors(folder, *arguments) as made:
        assert made.ended() == 0, made.said
        return made.said["out"]


# Workers


def test_workers_share_a_port_and_one_that_dies_is_started_again(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    port = free_port(in_a_row=2)
    arguments = ("--store", fresh(request.config), "--workers", "2", "--metrics-port", str(port))
    with serving(tmp_path, *arguments) as server:
        assert all("filon_connections" in get(f"http://127.0.0.1:{port + worker}").text for worker in range(2))
        os.kill(server.workers()[0], signal.SIGKILL)
        server.until('"started"', "err", times=3)
        assert is_well(server.address)
        assert asyncio.run(_answered(server.address, 20)) == 20
        os.killpg(server.process.pid, signal.SIGINT)
        assert server.ended() == 0
    assert re.search('"code": -9.*"worker ended"', server.errors)
    assert server.said["out"][1:] == ["Stopped. All games are saved."]
    assert "Traceback" not in server.errors


def test_a_worker_that_dies_while_the_database_is_away_comes_back_with_it(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    with serving(tmp_path, "--store", fresh(request.config), "--workers", "2") as server:
        database = server_of(request.config)
        database.pause()
        os.kill(server.workers()[0], signal.SIGKILL)
        server.until("filon: PostgreSQL at", "err")
        server.until('"code": 2', "err")
        database.resume()
        server.until('"started"', "err", times=3)
        assert is_well(server.address)
        assert server.stop(signal.SIGTERM) == 0
    assert "Traceback" not in server.errors


async def _answered(address: str, windows: int) -> int:
    """Open so many connections at once; the system spreads them over the workers."""
    opened = [await connect_later(f"{address.replace('http', 'ws')}/ws", open_timeout=PATIENCE) for _ in range(windows)]
    for window in opened:
        await window.close()
    return len(opened)


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="needs pidfd_open")
def test_workers_end_when_their_supervisor_is_killed(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    with serving(tmp_path, "--store", fresh(request.config), "--workers", "2") as server:
        workers = [os.pidfd_open(worker) for worker in server.workers()]
        assert len(workers) == 2
        server.process.kill()
        for worker in workers:
            assert select.select([worker], [], [], PATIENCE)[0]
            os.close(worker)
