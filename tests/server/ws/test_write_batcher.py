"""Writes to the network: few, in order, and none to a client that has gone."""

import asyncio
from pathlib import Path
from typing import Any

from filon.house import protocol
from filon.server.ws.connection import PENDING_BYTES, Connection
from filon.server.ws.sockets import SOCKETS
from filon.server.ws.write_batcher import MAX_WRITERS, WriteBatcher
from tests.server.devices import Window
from tests.server.served import Served, a_game, served

GAME = a_game().name


class Counted:
    """A writer that counts how often it was flushed."""

    def __init__(self) -> None:
        self.flushed = 0

    def flush(self) -> None:
        self.flushed += 1


async def test_writers_are_flushed_together_at_the_end_of_the_turn() -> None:
    writers, batcher = [Counted() for _ in range(MAX_WRITERS - 1)], WriteBatcher()
    for writer in writers:
        batcher.add(writer)
    assert not any(writer.flushed for writer in writers)
    await asyncio.sleep(0)
    assert all(writer.flushed == 1 for writer in writers)
    await asyncio.sleep(0)
    assert all(writer.flushed == 1 for writer in writers)


async def test_a_full_batch_does_not_wait_for_the_end_of_the_turn() -> None:
    writers, batcher = [Counted() for _ in range(MAX_WRITERS + 1)], WriteBatcher()
    for writer in writers:
        batcher.add(writer)
    assert [writer.flushed for writer in writers] == [1] * MAX_WRITERS + [0]
    await asyncio.sleep(0)
    assert writers[-1].flushed == 1


class Recorded:
    """A transport that notes what is written to it, and passes it on."""

    def __init__(self, connection: Connection) -> None:
        self.written: list[bytes] = []
        self._transport: Any = connection._transport
        connection._transport = self  # type: ignore[assignment]

    def write(self, data: bytes) -> None:
        self.written.append(data)
        self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


async def connected(server: Served) -> tuple[Window, Connection]:
    ada = await server.browser()
    window = await ada.at((await ada.open(GAME, name="Ada")).table, 0)
    (session,) = server.app[SOCKETS].sessions
    return window, session._connection


async def test_an_answer_and_its_update_leave_in_one_write(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        window, connection = await connected(server)
        transport = Recorded(connection)
        done = await window.does(protocol.Robot, 1, "random")
        await window.told(done.seq)
        (written,) = transport.written
        assert written.index(b'"says":"news"') < written.index(b'"says":"done"')


async def test_a_long_message_leaves_at_once_and_nothing_twice(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        window, connection = await connected(server)
        transport = Recorded(connection)
        ping = b'{"says":"ping","number":1%s}' % (b" " * PENDING_BYTES)
        connection.write([ping])
        assert len(transport.written) == 1
        await asyncio.sleep(0)
        assert len(transport.written) == 1
        await window.until(lambda said: isinstance(said, protocol.Ping))


async def test_messages_come_before_the_close_frame(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        window, connection = await connected(server)
        connection.write([b'{"says":"ping","number":7}'])
        connection.close(4000, "why")
        assert str(await window.closed()) == "4000 why"
        assert window.pings[-1] == 7


async def test_nothing_is_written_to_a_client_that_has_gone(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        window, connection = await connected(server)
        transport = Recorded(connection)
        connection.write([b'{"says":"ping","number":7}'])
        connection.abort()
        await asyncio.sleep(0)
        assert transport.written == []
        connection.ping()
        connection.fail(1001)
        assert (await window.closed()).code == 1006
