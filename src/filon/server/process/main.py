"""`filon serve`: one port, served by this process or by several workers."""

from __future__ import annotations

import socket
from collections.abc import Callable

from filon.server.access.addresses import addresses, listening
from filon.server.observe import logs
from filon.server.process.process import ServerProcess, run
from filon.server.process.supervisor import supervise
from filon.server.settings import Settings
from filon.server.transport.descriptors import raise_descriptor_limit


def _print_addresses(addresses: list[str]) -> None:
    print(*addresses, flush=True)


def serve(settings: Settings, on_ready: Callable[[list[str]], None] = _print_addresses) -> int:
    """Serve until Ctrl-C or SIGTERM. `on_ready` gets the server's addresses: first for this machine, then for the local network."""
    serve_on = supervise if settings.workers > 1 else _serve_alone
    raise_descriptor_limit()
    with listening(settings) as sockets:
        serve_on(settings, sockets, lambda: on_ready(addresses(settings)))
    return 0


def _serve_alone(settings: Settings, sockets: list[socket.socket], on_ready: Callable[[], None]) -> None:
    logs.set_up(settings.log_level)
    run(ServerProcess(settings, on_ready), sockets)
