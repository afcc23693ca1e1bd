"""A server that runs out of file descriptors says so, refuses connections, keeps those it has, and serves again when some are free."""

import resource
import socket
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from filon.server.transport import descriptors
from tests.server.process.server_process import OPEN, Doors, doors, free_port

SOFT, HARD = 120, 200
WHOLE = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def connected(server: Doors) -> socket.socket:
    sock = socket.create_connection(("127.0.0.1", int(server.address.rpartition(":")[2])))
    sock.settimeout(60)
    return sock


def asked(sock: socket.socket) -> bytes:
    """The status line of an answer, or nothing from a connection that was refused."""
    try:
        sock.sendall(WHOLE)
        return sock.recv(2**12).partition(b"\r\n")[0]
    except ConnectionError:
        return b""


def test_a_server_without_descriptors_says_so_and_goes_on(tmp_path: Path) -> None:
    with ExitStack() as stack:
        server = stack.enter_context(doors(tmp_path, "serve", "--port", str(free_port())))
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (SOFT, HARD))  # Python is still starting
        server.until(OPEN)
        assert resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE) == (HARD, HARD)
        held = [stack.enter_context(connected(server)) for _ in range(HARD + 50)]
        statuses = [asked(sock) for sock in held]
        served = statuses.count(b"HTTP/1.1 200 OK")
        assert SOFT - descriptors.RESERVED < served < HARD - descriptors.RESERVED
        assert set(statuses[served:]) <= {b"HTTP/1.1 503 Service Unavailable", b""}
        assert asked(held[0]) == b"HTTP/1.1 200 OK"
        for sock in held[:20]:
            sock.close()
        while asked(connection := stack.enter_context(connected(server))) != b"HTTP/1.1 200 OK":  # closing takes a moment
            connection.close()
        refused = [line for line in server.said["err"] if "connection refused" in line]
        assert len(refused) == 1
        assert '"status": 503' in refused[0]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
@pytest.mark.parametrize(("limits", "raised"), [((1024, 4096), 4096), ((1024, -1), 65_536), ((4096, 1_000_000), 65_536), ((-1, -1), -1)])
def test_the_soft_limit_becomes_the_hard_one(monkeypatch: pytest.MonkeyPatch, limits: tuple[int, int], raised: int) -> None:
    kept = [limits]
    monkeypatch.setattr(resource, "getrlimit", lambda _: kept[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, given: kept.append(given))
    descriptors.raise_descriptor_limit()
    assert kept[-1] == (raised, limits[1])
    assert descriptors.usable_descriptors() == (sys.maxsize if raised == -1 else raised - descriptors.RESERVED)
