"""Frames of RFC 6455 over a real socket: messages arrive whole however they are cut, and a wrong frame ends the connection."""

import asyncio
import gc
import json
import random
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from websockets.frames import Close, Frame, Opcode
from websockets.streams import StreamReader

from filon.house.protocol import MESSAGE
from filon.house.updates.updates import Subscriber
from filon.server.access.limits import Limits, Rate
from filon.server.state import STATE
from filon.server.ws.connection import Connection, close_reason
from filon.server.ws.framer import run_without_waiting
from filon.server.ws.send_queue import SendQueue
from filon.server.ws.session import DEAD_SECONDS, SILENT_SECONDS, Session
from filon.server.ws.sockets import SOCKETS
from tests.server.devices import Device
from tests.server.served import AMPLE, Served, a_game, served

GAME = a_game().name
UPGRADE = (
    "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n{more}\r\n"
)


class Peer:
    """A client that sends bytes as a test wants them, and reads frames as a library of somebody else's reads them."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer, self.head = reader, writer, ""
        self._buffer = StreamReader()
        self._parsing: Any = None

    def send(self, *frames: Frame | bytes, step: int = 2**20) -> None:
        data = b"".join(frame if isinstance(frame, bytes) else frame.serialize(mask=True) for frame in frames)
        for at in range(0, len(data), step):
            self.writer.write(data[at : at + step])

    async def frame(self) -> Frame | None:
        """The next one, or None at the end of the connection."""
        self._parsing = self._parsing or Frame.parse(self._buffer.read_exact, mask=False)
        while True:
            try:
                next(self._parsing)
            except StopIteration as ended:
                self._parsing = None
                parsed: Frame = ended.value
                return parsed
            if not (data := await self.reader.read(2**16)):
                return None
            self._buffer.feed_data(data)

    async def refusal(self) -> str:
        """The reason of the next refusal."""
        while frame := await self.frame():
            if frame.opcode == Opcode.TEXT and (said := json.loads(frame.data)).get("says") == "refused":
                return str(said["reason"])
        raise AssertionError

    async def close(self) -> Close | None:
        """The close frame, which is the last one."""
        while frame := await self.frame():
            if frame.opcode == Opcode.CLOSE:
                assert await self.frame() is None
                return Close.parse(frame.data)
        return None


@asynccontextmanager
async def peer(server: Served, more: str = "") -> AsyncIterator[Peer]:
    made = Peer(*await asyncio.open_connection("127.0.0.1", server.settings.port))
    made.writer.write(UPGRADE.format(more=more).encode())
    made.head = (await made.reader.readuntil(b"\r\n\r\n")).decode()
    assert made.head.startswith("HTTP/1.1 101")
    try:
        yield made
    finally:
        made.writer.close()


def text(said: str = "nonsense", is_last: bool = True) -> Frame:
    return Frame(Opcode.TEXT, said.encode(), is_last)


def more(said: bytes, is_last: bool = True) -> Frame:
    return Frame(Opcode.CONT, said, is_last)


def raw(first: int, said: bytes = b"", is_masked: bool = True) -> bytes:
    return bytes((first, len(said) | 0x80 * is_masked)) + bytes(4) * is_masked + said


# What may be sent


async def test_a_message_arrives_whole_however_it_is_cut_with_control_frames_between(tmp_path: Path) -> None:
    luck = random.Random(7)
    async with served(tmp_path) as server, peer(server) as client:
        for size in (0, 1, 125, 126, 127, 1000, MESSAGE):
            said = b" " * size
            ends = sorted(luck.randrange(size + 1) for _ in range(3))
            parts = [said[start:end] for start, end in zip([0, *ends], [*ends, size], strict=True)]
            first, *rest = [Frame(Opcode.CONT, part, number == 3) for number, part in enumerate(parts)]
            between = Frame(Opcode.PING, b"p" * luck.randrange(126))
            frames = [Frame(Opcode.TEXT, first.data, False), between, Frame(Opcode.PONG, b""), *rest]
            client.send(*frames, step=luck.choice((1, 7, 2**20)) if size < 1000 else 2**20)
            pong = await client.frame()
            while pong and pong.opcode == Opcode.TEXT:
                pong = await client.frame()
            assert pong
            assert (pong.opcode, pong.data) == (Opcode.PONG, between.data)
            assert await client.refusal() == "malformed"


async def test_compression_is_refused(tmp_path: Path) -> None:
    async with served(tmp_path) as server, peer(server, "Sec-WebSocket-Extensions: permessage-deflate\r\n") as client:
        assert "extensions" not in client.head.lower()
        client.send(raw(0xC1, b"x"))
        close = await client.close()
        assert close
        assert close.code == 1002


# What may not


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ([raw(0xC1)], 1002),
        ([raw(0xA1)], 1002),
        ([raw(0x91)], 1002),
        *(([raw(0x80 | kind)], 1002) for kind in (3, 7, 11, 15)),
        ([raw(0x09)], 1002),  # a control frame in several pieces
        ([raw(0x08)], 1002),
        ([bytes((0x89, 0xFE))], 1002),  # a control frame that is too long
        ([more(b"x")], 1002),
        ([text("a", False), text("b")], 1002),
        ([text("a", False), Frame(Opcode.BINARY, b"b", False)], 1002),
        ([raw(0x81, b"\xff")], 1007),
        ([raw(0x81, b"\xed\xa0\x80")], 1007),  # half of a pair
        ([raw(0x01, b"\xc3"), more(b"x")], 1007),
        ([bytes((0x81, 0xFE)) + (MESSAGE + 1).to_bytes(2, "big")], 1009),
        ([bytes((0x82, 0xFF)) + (2**63).to_bytes(8, "big")], 1009),
        ([bytes((0x81, 0xFF)) + (2**64 - 1).to_bytes(8, "big")], 1009),
        ([text("x" * MESSAGE, False), Frame(Opcode.PING, b""), more(b"x")], 1009),
        ([raw(0x88, b"\x03")], 1002),
        *(([raw(0x88, struct.pack("!H", wrong))], 1002) for wrong in (0, 999, 1004, 1005, 1015, 2999)),
        ([raw(0x88, struct.pack("!H", 1000) + b"\xff")], 1007),
    ],
)
async def test_a_wrong_frame_ends_the_connection(tmp_path: Path, sent: list[Frame | bytes], code: int) -> None:
    async with served(tmp_path) as server:
        for step in (1, 2**20):
            async with peer(server) as client:
                client.send(*sent, step=step if sum(map(_size, sent)) < 1000 else 2**20)
                close = await client.close()
                assert close
                assert close.code == code


def _size(frame: Frame | bytes) -> int:
    return len(frame if isinstance(frame, bytes) else frame.data)


# Floods


@pytest.mark.parametrize("flood", [Frame(Opcode.PING, b""), Frame(Opcode.PONG, b""), text("")])
async def test_control_frames_are_rate_limited_like_messages(tmp_path: Path, flood: Frame) -> None:
    async with served(tmp_path, Limits(messages=Rate(100, 20))) as server, peer(server) as client:
        client.send(*[flood] * (100 // (5 if flood.opcode == Opcode.TEXT else 1)))
        client.send(Frame(Opcode.PING, b"over"))
        close = await client.close()
        assert close
        assert (close.code, close.reason) == (1008, "too many messages")


async def test_a_flood_ends_while_it_is_sent(tmp_path: Path) -> None:
    async with served(tmp_path, Limits(tables=AMPLE.tables)) as server, peer(server) as client:
        with suppress(ConnectionError):
            while not client.reader.at_eof():
                client.send(raw(0x89) * 10_000)
                await client.writer.drain()
        while server.app[SOCKETS].sessions:
            await asyncio.sleep(0)


async def test_empty_pieces_without_end_are_not_kept(tmp_path: Path) -> None:
    async with served(tmp_path) as server, peer(server) as client:
        client.send(text("", False), *[more(b"", False)] * 10_000, more(b"x"))
        assert await client.refusal() == "malformed"


# Closing


@pytest.mark.parametrize(
    ("said", "code"),
    [(b"", 1000), (struct.pack("!H", 1000), 1000), (struct.pack("!H", 4999) + b"why", 4999), (struct.pack("!H", 1006), 1000)],
)
async def test_a_close_frame_is_answered_and_nothing_follows(tmp_path: Path, said: bytes, code: int) -> None:
    async with served(tmp_path) as server, peer(server) as client:
        client.send(Frame(Opcode.CLOSE, said), text("after it"))
        close = await client.close()
        assert close
        assert close.code == code


async def test_the_servers_close_frame_waits_for_the_clients(tmp_path: Path) -> None:
    async with served(tmp_path) as server, peer(server) as client:
        server.hands.move(10)
        frame = await client.frame()
        assert frame
        assert frame.opcode == Opcode.CLOSE
        assert Close.parse(frame.data) == Close(1008, "expected Hello")
        client.send(text("not heard any more"), Frame(Opcode.PING, b"nor answered"))
        assert server.app[SOCKETS].sessions
        client.send(Frame(Opcode.CLOSE, frame.data))
        assert await client.frame() is None


# Whether the client is there


async def test_a_silent_client_is_pinged_and_then_closed(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada: Device = await server.outsider()
        made = await ada.open(GAME, is_public=True)
        async with peer(server) as client:
            hello = json.dumps({"command": "hello", "table": made.table, "token": ada.token})
            client.send(text(hello))
            while (frame := await client.frame()) and b"news" not in frame.data[:20]:
                pass
            for _ in range(SILENT_SECONDS // 5):
                server.hands.move(5)
            while (frame := await client.frame()) and frame.opcode != Opcode.PING:
                pass
            client.send(Frame(Opcode.PONG, b""))
            client.send(Frame(Opcode.PING, b"heard"))
            while (frame := await client.frame()) and frame.opcode != Opcode.PONG:
                pass
            for _ in range(DEAD_SECONDS // 5 - 1):
                server.hands.move(5)
            assert server.app[SOCKETS].sessions
            server.hands.move(5)
            while (frame := await client.frame()) and frame.opcode != Opcode.CLOSE:
                pass
            assert frame
            assert Close.parse(frame.data).code == 1011


async def test_nothing_of_a_connection_is_left_without_the_garbage_collector(tmp_path: Path) -> None:
    """It looks for cycles rarely, and a server has thousands of connections."""
    async with served(tmp_path) as server:
        ada = await server.outsider()
        made = await ada.open(GAME, is_public=True)
        gc.collect()
        gc.disable()
        try:
            for number in range(8):
                window = await (ada.at(made.table) if number % 2 else ada.window())
                if number % 4 < 2:
                    window.socket.transport.abort()
                else:
                    await window.socket.close()
            while server.app[SOCKETS].sessions or len(server.app[STATE].connections):
                await asyncio.sleep(0)
            for _ in range(20):
                await asyncio.sleep(0)
            left = [one for one in gc.get_objects() if type(one) in (Session, SendQueue, Connection, web.WebSocketResponse, Subscriber)]
        finally:
            gc.enable()
        assert left == []


async def test_a_frame_that_would_wait_is_noticed() -> None:
    """The session writes without a task: aiohttp must not wait in between."""

    async def waits() -> None:
        await asyncio.Event().wait()

    with pytest.raises(RuntimeError, match="without waiting"):
        run_without_waiting(waits())


def test_a_close_reason_is_cut_between_letters() -> None:
    assert close_reason("too many messages") == b"too many messages"
    assert close_reason("é" * 100).decode() == "é" * 61


async def test_a_session_that_begins_while_the_server_stops_is_closed(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada = await server.browser()
        server.app[SOCKETS].shut_down()
        window = await ada.window()
        assert (await window.closed()).code == 1001
