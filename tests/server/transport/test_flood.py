"""Every frame costs: control frames, empty pieces, frames without a mask and frames that come before the handshake is answered."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Close, Frame, Opcode

from filon.server.access.limits import Limits, Rate, TokenBucket
from filon.server.state import STATE
from filon.server.transport.frames import FrameLimit
from filon.server.ws.sockets import SOCKETS
from tests.server.served import AMPLE, Hands, Served, a_game, served
from tests.server.ws.test_frames import UPGRADE, Peer, more, peer, raw, text

GAME = a_game().name
FEW = Limits(messages=Rate(100, 20), tables=AMPLE.tables)
TOO_MANY = Close(1008, "too many messages")
FLOODS = [
    [Frame(Opcode.PING, b"")],
    [Frame(Opcode.PONG, b"")],
    [Frame(Opcode.PING, b"p" * 125)],
    [text("", is_last=False), *[more(b"", is_last=False)] * 50],
    [text(" ", is_last=False), *[more(b" ", is_last=False)] * 50],
]


async def hello(server: Served, client: Peer) -> None:
    ada = await server.outsider()
    made = await ada.open(GAME, is_public=True)
    client.send(text(json.dumps({"command": "hello", "table": made.table, "token": ada.token})))
    while (frame := await client.frame()) and b"news" not in frame.data[:20]:
        pass


@pytest.mark.parametrize("is_welcomed", [False, True])
@pytest.mark.parametrize("flood", FLOODS)
async def test_a_flood_of_any_frames_ends_the_connection(tmp_path: Path, flood: list[Frame], is_welcomed: bool) -> None:
    async with served(tmp_path, FEW) as server, peer(server) as client:
        if is_welcomed:
            await hello(server, client)
        client.send(*flood, *(flood[1:] or flood) * 100)
        assert await client.close() == TOO_MANY


async def test_a_message_in_pieces_costs_a_token_for_each(tmp_path: Path) -> None:
    async with served(tmp_path, Limits(messages=Rate(100, 20))) as server, peer(server) as client:
        client.send(text("", is_last=False), *[more(b"", is_last=False)] * 94, more(b"x"))  # 96, and 4 for nonsense
        assert await client.refusal() == "malformed"
        client.send(Frame(Opcode.PONG, b""))
        assert await client.close() == TOO_MANY


@pytest.mark.parametrize("step", [1, 2**20])
@pytest.mark.parametrize("kind", [0x81, 0x82, 0x88, 0x89, 0x8A])
async def test_a_frame_without_a_mask_is_refused(tmp_path: Path, kind: int, step: int) -> None:
    async with served(tmp_path) as server, peer(server) as client:
        client.send(text("{}"), raw(kind, is_masked=False), step=step)
        assert await client.close() == Close(1002, "expected a masked frame")


@pytest.mark.parametrize("early", [raw(0x89) * 10_000, raw(0x89) * 100 + raw(0x89, b"\r\n\r\n"), raw(0x81, b"x", is_masked=False)])
async def test_frames_before_the_handshake_is_answered_cost_too(tmp_path: Path, early: bytes) -> None:
    async with served(tmp_path, FEW) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.settings.port)
        writer.write(UPGRADE.format(more="").encode() + early)
        with suppress(ConnectionResetError):
            await reader.read()
        while server.app[SOCKETS].sessions or len(server.app[STATE].connections) or len(server.app[STATE].tcp_connections):
            await asyncio.sleep(0)
        writer.close()


async def test_what_is_sent_after_too_much_is_not_done(tmp_path: Path) -> None:
    async with served(tmp_path, FEW) as server, peer(server) as client:
        await hello(server, client)
        (room,) = [loaded.room for loaded in server.house.rooms.loaded.values()]
        before = room.seq
        close = text(json.dumps({"command": "close", "id": "a"}))
        client.send(*[Frame(Opcode.PONG, b"")] * 200, close)
        assert await client.close() == TOO_MANY
        assert room.seq == before


# Without a network


class Heard:
    """Stands for aiohttp's reader."""

    def __init__(self) -> None:
        self.data = b""

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        self.data += data
        return False, b""

    def feed_eof(self) -> None:
        """Nothing."""


def cut(data: bytes, ends: list[int]) -> Iterator[bytes]:
    places = sorted(end % (len(data) + 1) for end in ends)
    for start, end in zip([0, *places], [*places, len(data)], strict=True):
        yield data[start:end]


SIZES = st.lists(st.sampled_from([0, 1, 5, 125, 126, 300, 65_535, 65_536]), min_size=1, max_size=8)


@given(SIZES, st.lists(st.integers(0, 10**6), max_size=12), st.integers(1, 9))
def test_frames_are_counted_however_they_are_cut(sizes: list[int], ends: list[int], tokens: int) -> None:
    reader, refused = Heard(), list[tuple[int, str]]()
    limit = FrameLimit(reader, TokenBucket(Rate(tokens, 1), Hands()), lambda *why: refused.append(why))
    data = b"".join(Frame(Opcode.BINARY, b"\x7f" * size).serialize(mask=True) for size in sizes)
    for part in cut(data, ends):
        limit.feed_data(part)
    if len(sizes) <= tokens:
        assert (reader.data, refused) == (data, [])
    else:
        assert refused == [(1008, "too many messages")]
        assert len(reader.data) < len(data)


@given(SIZES, st.lists(st.integers(0, 10**6), max_size=12))
def test_a_missing_mask_is_seen_however_frames_are_cut(sizes: list[int], ends: list[int]) -> None:
    reader, refused = Heard(), list[tuple[int, str]]()
    limit = FrameLimit(reader, TokenBucket(Rate(100, 1), Hands()), lambda *why: refused.append(why))
    masked = b"".join(Frame(Opcode.BINARY, bytes(size)).serialize(mask=True) for size in sizes)
    for part in cut(masked + Frame(Opcode.TEXT, b"x" * 200).serialize(mask=False), ends):
        limit.feed_data(part)
    assert refused == [(1002, "expected a masked frame")]
