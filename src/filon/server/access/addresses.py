"""The listening sockets, and the addresses under which this machine and its neighbours reach the server."""

from __future__ import annotations

import errno
import ipaddress
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from filon.server.access.origins import WILDCARD_HOSTS, lan_hosts, origin
from filon.server.settings import ALL_INTERFACES, LOCAL, SettingRefused, Settings

BACKLOG = 2048
RECEIVE_BUFFER_BYTES = 65_536  # in the kernel, for each connection: so much of a flood is read in one turn of the loop
LOOPBACK = "127.0.0.1", "::1"  # what browsers take localhost for
REASONS = {
    errno.EADDRINUSE: "another program uses it",
    errno.EACCES: "this user may not open it",
    errno.EADDRNOTAVAIL: "this machine has no such address",
}


@contextmanager
def listening(settings: Settings) -> Iterator[list[socket.socket]]:
    """Clients that connect before the server is ready wait in the backlog. For localhost a second socket takes IPv6, where there is any."""
    host, port = settings.host, settings.port
    with ExitStack() as stack:
        sockets = [stack.enter_context(_listen(LOOPBACK[0] if host == LOCAL else host, host, port))]
        if host == LOCAL and _has_ipv6():
            sockets.append(stack.enter_context(_listen(LOOPBACK[1], host, port)))
        yield sockets


def _has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind((LOOPBACK[1], 0))
    except OSError:
        return False
    return True


def _listen(address: str, host: str, port: int) -> socket.socket:
    sock = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER_BYTES)
        sock.bind((address, port))
        sock.listen(BACKLOG)
    except OSError as error:
        sock.close()
        raise cannot_listen(host, port, error) from None
    return sock


def cannot_listen(host: str, port: int, error: OSError) -> SettingRefused:
    return SettingRefused(f"port {port} of {host} cannot be opened: {REASONS.get(error.errno or 0) or error.strerror or error}")


def addresses(settings: Settings) -> list[str]:
    """The address for a browser on this machine; with --lan then those for the local network, the address of the default route first."""
    own = LOCAL if settings.host in WILDCARD_HOSTS else settings.host
    near = [host for host in lan_hosts() if _is_reached(host, settings)] if settings.lan else []
    return [origin(host, settings.port) for host in (own, *near)]


def _is_reached(host: str, settings: Settings) -> bool:
    """Whether the server listens on this IP address. Names do not count: another machine may be unable to resolve them."""
    try:
        version = ipaddress.ip_address(host).version
    except ValueError:
        return False
    return settings.host == host or settings.host == (ALL_INTERFACES if version == 4 else "::")
