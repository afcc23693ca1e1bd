"""Memory of a server in a process of its own, after attacks of one client, is within a fifth of what it was."""

import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from tests.server.process.server_process import Doors, serving

START = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
WHOLE = START + b"\r\n"
MUCH = 33_000_000  # bytes
BIG_FIELDS = b"".join(b"X-%d: " % number + b"a" * 8000 + b"\r\n" for number in range(60))
UPGRADE = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"


def address_of(server: Doors) -> tuple[str, int]:
    return "127.0.0.1", int(server.address.rstrip("/").rpartition(":")[2])


def flood(server: Doors, first: bytes, rest: bytes) -> None:
    """Send as much as the server takes, read no answer, then hang up."""
    with socket.create_connection(address_of(server)) as sock, suppress(OSError):
        sock.settimeout(1)  # it takes nothing more
        sock.sendall(first)
        for _ in range(MUCH // len(rest)):
            sock.sendall(rest)


def ask(server: Doors, request: bytes) -> bytes:
    with socket.create_connection(address_of(server)) as sock:
        sock.sendall(request)
        return sock.recv(2**16)


def pipelined(server: Doors) -> None:
    flood(server, b"", WHOLE * 500)


def endless_heads(server: Doors) -> None:
    for before in (b"", WHOLE):
        flood(server, before + START, b"X-Field: " + b"a" * 46 + b"\r\n")
        for begin in (b"", b"GET /", START, START + b"X-Field: "):
            flood(server, before + begin, b"A" * 65_536)


def endless_bodies(server: Doors) -> None:
    post = b"POST /api/device HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    flood(server, post + b"Content-Length: 999999999\r\n\r\n", b"a" * 65_536)
    flood(server, post.replace(b"device", b"nothing") + b"Content-Length: 999999999\r\n\r\n", b"a" * 65_536)
    flood(server, post + b"Transfer-Encoding: chunked\r\n\r\n5;", b"a" * 65_536)
    flood(server, post + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", b"X-Field: y\r\n" * 5000)


def refused_with_big_heads(server: Doors) -> None:
    """Errors hold the requests that they refuse, and one another."""
    for line in (b"GET /api/nothing", b"GET /api/tables/abcdefgh", b"GET /nothing", b"POST /healthz"):
        for _ in range(100):
            assert b"HTTP/1.1 4" in ask(server, line + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n" + BIG_FIELDS + b"\r\n")


def frames(server: Doors) -> None:
    head = b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\n" + UPGRADE + b"\r\n"
    for frame in (b"\x89\x80\0\0\0\0", b"\x8a\x80\0\0\0\0", b"\x00\x80\0\0\0\0", b"\x81\xfe\x1f\xff\0\0\0\0" + b" " * 8191):
        for _ in range(20):
            flood(server, head + b"\x01\x80\0\0\0\0" * (frame[0] == 0), frame * (65_536 // len(frame)))


@pytest.mark.parametrize("attack", [pipelined, endless_heads, endless_bodies, refused_with_big_heads, frames])
def test_memory_after_an_attack_is_what_it_was(tmp_path: Path, attack: Callable[[Doors], None]) -> None:
    with serving(tmp_path) as server:
        process = psutil.Process(server.process.pid)
        for _ in range(50):
            ask(server, WHOLE)
        before = process.memory_info().rss
        for _ in range(3):
            attack(server)
        assert ask(server, WHOLE).startswith(b"HTTP/1.1 200 OK")
        assert process.memory_info().rss < 1.2 * before
        assert not [line for line in server.said["err"] if "Traceback" in line or '"level": "error"' in line]
