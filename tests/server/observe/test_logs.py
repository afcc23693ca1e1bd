"""The log tells of starts, stops, connections and errors; of no move, and of no secret."""

import asyncio
import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import structlog
from websockets.asyncio.client import connect

from filon.bots import Random
from filon.client import Client, Refused, Table
from filon.client.robots import seat_robot
from filon.core.game import found, load
from filon.house import protocol
from filon.house.commands.seats import digest
from filon.house.room import events
from filon.house.stores.sqlite.store import SQLiteStore
from filon.house.stores.store import StoreRefused
from filon.server.observe import logs
from filon.server.observe.connections import ConnectionLog
from filon.server.observe.metrics import Metrics
from tests.server.process.server_process import PATIENCE, serving
from tests.server.served import served

HELD = ("token", "cookie", "invite", "carry", "secret", "entropy", "view", "move", "moves", "holder", "headers", "query", "path", "body")


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """The log at its most talkative; afterwards everything is as it was."""
    root, stream = logging.getLogger(), io.StringIO()
    before = {name: logging.getLogger(name).level for name in logs.LIBRARIES}
    level, handlers = root.level, root.handlers
    logs.set_up("debug", stream)
    yield stream
    root.level, root.handlers = level, handlers
    for name, was in before.items():
        logging.getLogger(name).setLevel(was)
    structlog.reset_defaults()


def told(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


@pytest.mark.parametrize("key", HELD)
def test_what_could_hold_a_secret_is_dropped(written: io.StringIO, key: str) -> None:
    logs.logger().error("failed", **{key: "opensesame"}, code=1)
    (line,) = told(written)
    assert (line["event"], line["code"], line["level"]) == ("failed", 1, "error")
    assert key not in line
    assert "opensesame" not in written.getvalue()


def test_a_line_is_written_with_its_end_in_one_piece(written: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several workers write to the same place."""
    pieces: list[str] = []
    monkeypatch.setattr(written, "write", pieces.append)
    logs.set_up("info", written)
    logs.logger().info("started")
    assert [piece.endswith("}\n") for piece in pieces] == [True]


def test_an_error_is_told_by_its_kind_and_place(written: io.StringIO) -> None:
    """An error's message may hold a move or a secret; only a store's refusal is logged with its message."""
    for error in (KeyError("opensesame"), StoreRefused("the disk is full")):
        try:
            raise error
        except Exception as raised:
            logs.failed(raised)
    kind, store = told(written)
    assert kind["error"] == "KeyError"
    assert "test_logs.py" in kind["where"]
    assert "said" not in kind
    assert (store["error"], store["said"]) == ("StoreRefused", "the disk is full")
    assert "opensesame" not in written.getvalue()


def test_a_store_that_is_away_does_not_fill_the_log(written: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked several times a second: the same refusal is told now and then, with how often it was said."""
    now = 1_000.0
    monkeypatch.setattr(logs.time, "monotonic", lambda: now)
    for said in ("it was lost", "it was lost", "it cannot be reached", "it was lost"):
        logs.failed(StoreRefused(said))
    now += logs.REPEAT_SECONDS - 1
    logs.failed(StoreRefused("it was lost"))
    now += 1
    logs.failed(StoreRefused("it was lost"))
    told_of = [(line["said"], line["times"]) for line in told(written)]
    assert told_of == [("it was lost", 1), ("it cannot be reached", 1), ("it was lost", 4)]


def test_libraries_are_overheard_without_what_they_talk_about(written: io.StringIO) -> None:
    """At debug level they would tell every frame and every header."""
    for name in logs.LIBRARIES:
        logging.getLogger(name).debug("< TEXT opensesame")
        logging.getLogger(name).info('"WebSocket /ws?invite=opensesame" [accepted]')
    assert told(written) == []
    try:
        raise ValueError("opensesame")
    except ValueError:
        logging.getLogger("aiohttp.server").exception("Error handling request from %s\n", "opensesame")
    logging.getLogger("asyncio").error("Task exception was never retrieved\nfuture: <Task exception=KeyError('opensesame')>")
    logging.getLogger("filon.server.ws.session").error("news has to wait: %s", "opensesame")
    logging.getLogger("aiohttp.server").error(OSError("opensesame"))
    http, task, own, bare = told(written)
    assert (http["said"], http["error"], http["library"]) == ("Error handling request from %s", "ValueError", "aiohttp.server")
    assert (task["said"], own["said"], bare["said"]) == ("Task exception was never retrieved", "news has to wait: %s", "OSError")
    assert "opensesame" not in written.getvalue()


def test_on_a_terminal_it_is_readable_and_quiet_below_its_level(written: io.StringIO) -> None:
    stream = io.StringIO()
    stream.isatty = lambda: True  # type: ignore[method-assign]
    logs.set_up("warning", stream, worker=3)
    logs.logger().info("started")
    assert stream.getvalue() == ""
    logs.logger().warning("worker ended", code=-9)
    assert "worker ended" in stream.getvalue()
    assert "{" not in stream.getvalue()
    assert written.getvalue() == ""


# Connections


def test_a_connection_is_logged_twice_and_not_by_its_address(written: io.StringIO) -> None:
    metrics = Metrics()
    connection = ConnectionLog(metrics).opened()
    assert metrics.registry.get_sample_value("filon_connections") == 1
    connection.closed(1001)
    opened, closed = told(written)
    assert (opened["event"], closed["event"], closed["code"]) == ("connection opened", "connection closed", 1001)
    assert opened["connection"] == closed["connection"]
    assert metrics.registry.get_sample_value("filon_connections") == 0


def test_a_refused_connection_is_logged_with_its_address(written: io.StringIO) -> None:
    metrics = Metrics()
    assert metrics.registry.get_sample_value("filon_connections_refused_total") == 0
    ConnectionLog(metrics).refused(403, "203.0.113.5")
    (line,) = told(written)
    assert (line["event"], line["status"], line["address"]) == ("connection refused", 403, "203.0.113.5")
    assert metrics.registry.get_sample_value("filon_connections_refused_total") == 1


async def test_every_end_of_a_connection_is_logged_with_its_code(tmp_path: Path, written: io.StringIO) -> None:
    """Closed by the client, refused by the server, lost, broken by a wrong frame, and refused before the handshake."""
    metrics = Metrics()
    async with served(tmp_path, observer=ConnectionLog(metrics)) as server:
        ada = await server.browser()
        for sent in (None, "hello?", b"lost", "x" * 9000):
            window = await ada.window()
            if sent == "hello?":
                await window.send(protocol.Begin)
            elif sent == b"lost":
                window.socket.transport.abort()
            elif sent:
                await window.raw(sent)
            else:
                await window.socket.close(4321)
            await window.closed()
        with pytest.raises(Exception, match="403"):
            await connect(server.socket, origin="https://evil.example")
        while metrics.registry.get_sample_value("filon_connections"):
            await asyncio.sleep(0)
    lines = told(written)
    assert sorted(line["code"] for line in lines if line["event"] == "connection closed") == [1006, 1008, 1009, 4321]
    assert [(line["status"], line["address"]) for line in lines if line["event"] == "connection refused"] == [(403, "127.0.0.1")]


# A whole server


def test_no_secret_of_a_game_is_in_the_log_at_debug_level(tmp_path: Path) -> None:
    """Devices, an invitation, a pass, entropy, talk, moves, the server's secret: none is written, whatever is tried."""
    with serving(tmp_path, "--log-level", "debug", "--robots", "quick") as server:
        secrets = asyncio.run(asyncio.wait_for(_played(server.address), PATIENCE))
        assert server.stop() == 0
    secrets |= asyncio.run(_kept(tmp_path / "filon/filon.db"))
    assert len(secrets) > 20
    written = server.errors
    assert written.count("connection opened") >= 2
    assert "connection refused" in written
    assert [secret for secret in secrets if secret in written] == []


async def _played(address: str) -> set[str]:
    """Two devices play, talk and lend a seat; a third comes with a cookie, a fourth from a foreign page."""
    game = next(load(name) for name in found() if not load(name).timed)
    seats = game.label.official[0]
    async with Client(address) as ada, Client(address) as bram:
        made = await ada.open_table(game.name, seats, ["random"] * (seats - 2))
        async with ada.at(made.table, invite=made.invite) as first, bram.at(made.table, invite=made.invite) as second:
            await first.sit("Adaline", entropy="entropy-of-ada")
            await second.sit("Bramwell", entropy="entropy-of-bram")
            await first.send(protocol.Say, text="said-between-us")
            await first.send(protocol.Begin)
            carry = (await first.send(protocol.Lend, seat=first.seat)).carry
            await asyncio.gather(*(_some_moves(table) for table in (first, second)))
        await _strangers(address, ada, made)
        secrets = {ada.token, bram.token, made.invite, carry, "entropy-of-ada", "entropy-of-bram", "said-between-us", "Adaline"}
        return secrets | {digest(ada.token), digest(bram.token), digest(carry)}


async def _some_moves(table: Table) -> None:
    playing = asyncio.create_task(seat_robot(table, Random(load(table.game), table.seat, 7)))
    await table.until(lambda: table.is_over or table.seq > 60)
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)


async def _strangers(address: str, ada: Client, made: protocol.Made) -> None:
    door = f"{address.replace('http', 'ws')}/ws?invite={made.invite}&token={ada.token}"
    async with connect(door, origin=address, additional_headers={"Cookie": f"filon={ada.token}"}) as window:
        await window.send(json.dumps({"command": "hello", "table": made.table, "seat": 0}))
        await window.recv()
        await window.send(json.dumps({"command": "play", "id": "x", "move": 65_000, "token": ada.token}))
        await window.send("x" * 9000)
        await window.wait_closed()
    with pytest.raises(Exception, match="403"):
        await connect(door, origin="https://evil.example")
    async with httpx.AsyncClient() as client:
        await client.get(f"{address}/?invite={made.invite}", headers={"Cookie": f"filon={ada.token}"})
        await client.post(f"{address}/api/tables", content=made.invite, headers={"Authorization": f"Bearer {ada.token}"})
    with pytest.raises(Refused):
        await ada.game_file(made.table)


async def _kept(path: Path) -> set[str]:
    """The server's own secret, and the moves, by their names of several words."""
    store = SQLiteStore(path)
    await store.open(for_backup=True)
    entries = [entry for table in await store.tables() for entry in await store.read(table)]
    await store.close()
    lines = [line for entry in entries for line in entry.events]
    opened = next(line for line in lines if isinstance(line, events.Opened))
    moves = {line.move for line in lines if isinstance(line, events.Moved) and " " in line.move}
    return (
        {opened.secret, opened.invite, opened.host} | moves | {line.leaf for line in lines if isinstance(line, events.Moved) and line.leaf}
    )
