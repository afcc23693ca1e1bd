"""Heads, bodies and answers of HTTP are bounded and timed, on the first request of a connection and on every later one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from filon.server import app
from filon.server.access.limits import Limits
from filon.server.http import endpoints
from filon.server.state import STATE
from filon.server.transport.handler import READ_SECONDS
from tests.server.served import AMPLE, Served, served

START = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
WHOLE = START + b"\r\n"
POST = b"POST /api/device HTTP/1.1\r\nHost: 127.0.0.1\r\n"
PIECES = POST + b"Transfer-Encoding: chunked\r\n\r\n"
ENDLESS = {  # what begins a head, and what follows without end
    "fields": (START, b"X-Field: " + b"a" * 46 + b"\r\n"),
    "path": (b"GET /", b"a" * 4096),
    "value": (START + b"X-Field: ", b"a" * 4096),
    "name": (START, b"a" * 4096),
    "method": (b"", b"A" * 4096),
}
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def connected(server: Served, sent: bytes = b"") -> AsyncIterator[Streams]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.settings.port)
    writer.write(sent)
    try:
        yield reader, writer
    finally:
        writer.close()


async def heard(reader: asyncio.StreamReader) -> bytes:
    """Until the server hangs up."""
    said = b""
    with suppress(ConnectionResetError):
        while more := await reader.read(2**16):
            said += more
    return said


@pytest.mark.parametrize("is_second", [False, True])
@pytest.mark.parametrize("kind", ENDLESS)
async def test_a_head_without_end_is_refused_and_hung_up_on(tmp_path: Path, kind: str, is_second: bool) -> None:
    begin, more = ENDLESS[kind]
    async with served(tmp_path) as server, connected(server) as (reader, writer):
        if is_second:
            writer.write(WHOLE)
            await reader.readuntil(b"}")
        writer.write(begin)
        answer, sent = asyncio.ensure_future(heard(reader)), 0
        while not answer.done() and sent < 4_000_000:
            with suppress(ConnectionError):
                writer.write(more * 16)
                await writer.drain()
            sent += len(more) * 16
            await asyncio.sleep(0)
        said = await answer
        assert sent < 4_000_000
        assert said.startswith(b"HTTP/1.0 400 Bad Request") or not said  # a reset may overtake it, for we are still writing


async def test_a_head_of_the_greatest_size_is_read(tmp_path: Path) -> None:
    field = b"X-%d: " + b"a" * 8000 + b"\r\n"
    async with served(tmp_path) as server, connected(server) as (reader, writer):
        for _ in range(2):
            writer.write(START + b"".join(field % number for number in range(app.MAX_HEADERS - 2)) + b"\r\n")
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 OK")
            await reader.readuntil(b"}")


@pytest.mark.parametrize(
    "sent",
    [
        b"nonsense\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\n folded\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        WHOLE + b"\0\0\0\0\r\n",
    ],
)
async def test_what_is_not_http_is_answered_without_a_word_about_the_software(tmp_path: Path, sent: bytes) -> None:
    async with served(tmp_path) as server, connected(server, sent) as (reader, _):
        said = await heard(reader)
    _, _, last = said.partition(b"HTTP/1.0 400 Bad Request")
    assert b'"reason":"malformed"' in last
    assert b"aiohttp" not in said.lower()
    assert b"python" not in said.lower()
    assert sent[-8:] not in last  # nothing of it is repeated


# Time


@pytest.mark.parametrize("begun", [b"", b"G", START, START + b"X: y", WHOLE, WHOLE + b"G", WHOLE + START, WHOLE * 3 + START])
async def test_every_head_has_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun: bytes) -> None:
    monkeypatch.setattr(app, "KEEPALIVE_SECONDS", 0.05)
    async with served(tmp_path) as server, connected(server, begun) as (reader, _):
        assert (await heard(reader)).count(b"HTTP/1.1 200 OK") == begun.count(b"\r\n\r\n")


async def test_a_head_that_drips_gets_no_more_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "KEEPALIVE_SECONDS", 0.2)
    async with served(tmp_path) as server, connected(server, WHOLE + START + b"X: ") as (reader, writer):
        answer = asyncio.ensure_future(heard(reader))
        while not answer.done():
            writer.write(b"y")
            await asyncio.wait([answer], timeout=0.02)
        assert (await answer).count(b"HTTP/1.1 200 OK") == 1


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (POST + b"Content-Length: 100\r\n\r\n", b"400"),  # never comes
        (POST + b"Content-Length: 100000\r\n\r\n" + b" " * 70_000, b"413"),  # too much, and not all of it
        (POST.replace(b"/api/device", b"/api/nothing") + b"Content-Length: 100\r\n\r\n", b"404"),  # nobody reads it
        (START + b"Content-Length: 100\r\n\r\n", b"200"),
    ],
)
async def test_an_unfinished_body_has_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, head: bytes, status: bytes) -> None:
    for place, name in ((endpoints, "BODY_SECONDS"), (app, "LINGER_SECONDS"), (app, "KEEPALIVE_SECONDS")):
        monkeypatch.setattr(place, name, 0.05)
    async with served(tmp_path) as server, connected(server, head) as (reader, _):
        assert (await heard(reader)).split()[1] == status
        assert len(server.app[STATE].tcp_connections) == 0


@pytest.mark.parametrize("more", [b"1\r\na\r\n" * 5000, b"5;" + b"a" * 30_000, b"0" * 30_000, b"0\r\n" + b"X-Field: y\r\n" * 2500])
async def test_a_body_in_pieces_is_refused_and_not_read_on(tmp_path: Path, more: bytes) -> None:
    """A piece of one byte would cost as much as a frame."""
    async with served(tmp_path) as server, connected(server, PIECES) as (reader, writer):
        answer, sent = asyncio.ensure_future(heard(reader)), 0
        while not answer.done() and sent < 4_000_000:
            with suppress(ConnectionError):
                writer.write(more)
                await writer.drain()
            sent += len(more)
            await asyncio.sleep(0)
        said = await answer
        assert sent < 4_000_000
        assert said.split()[1:2] == [b"400"] or not said  # a reset may overtake it, for we are still writing


@pytest.mark.parametrize("body", [b"", b"2\r\n{}", b"2\r\n{}\r\n0\r\n\r\n" + WHOLE * 3])
async def test_a_short_body_in_pieces_is_refused_too_and_the_connection_ends(tmp_path: Path, body: bytes) -> None:
    async with served(tmp_path) as server, connected(server, PIECES + body) as (reader, _):
        said = await heard(reader)
        assert said.count(b"HTTP/1.1") == 1
        assert b"expected a body with Content-Length" in said
        assert len(server.app[STATE].tcp_connections) == 0


async def test_an_answer_that_is_not_read_has_its_time(tmp_path: Path) -> None:
    """Requests are answered until the buffers are full; then they wait, and 30 seconds later the connection is dropped."""
    async with served(tmp_path) as server:
        asking = b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        async with connected(server) as (reader, writer):
            counts = server.app[STATE].tcp_connections
            writer.write(asking)
            await reader.readuntil(b"}")  # and no more
            writer.transport.pause_reading()
            server.hands.move(READ_SECONDS)
            assert len(counts) == 1
            writer.write(asking * 1000)
            while len(counts):
                server.hands.move(READ_SECONDS)
                await asyncio.sleep(0)


# How many


async def test_all_connections_of_an_address_are_counted(tmp_path: Path) -> None:
    few = Limits(tables=AMPLE.tables, tcp_connections_per_address=3)
    async with served(tmp_path, few) as server:
        async with connected(server) as idle, connected(server, START) as half, connected(server, WHOLE) as kept:
            await kept[0].readuntil(b"}")
            async with connected(server, WHOLE) as (reader, _):
                said = await heard(reader)
            assert said.startswith(b"HTTP/1.1 429 Too Many Requests\r\n")
            assert b'"reason":"too-many-windows"' in said
            half[1].write(b"\r\n")
            assert (await half[0].readuntil(b"}")).startswith(b"HTTP/1.1 200 OK")
            idle[1].close()
            while len(server.app[STATE].tcp_connections) == 3:
                await asyncio.sleep(0)
            async with connected(server, WHOLE) as (reader, _):
                assert (await reader.readuntil(b"}")).startswith(b"HTTP/1.1 200 OK")
        while len(server.app[STATE].tcp_connections):
            await asyncio.sleep(0)


async def test_a_proxys_connections_are_not_its_own(tmp_path: Path) -> None:
    few = Limits(tables=AMPLE.tables, tcp_connections_per_address=1)
    async with served(tmp_path, few, proxies=("127.0.0.1",)) as server:
        async with connected(server) as _, connected(server, WHOLE) as (reader, _):
            assert (await reader.readuntil(b"}")).startswith(b"HTTP/1.1 200 OK")
        assert len(server.app[STATE].tcp_connections) == 0
