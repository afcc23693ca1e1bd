"""`filon serve`: on one port, by this process or by several workers."""

from __future__ import annotations

import socket
from collections.abc import Callable

from filon.server.observe import logs
from filon.server.process.addresses import addresses, listening
from filon.server.process.process import Serving, run
from filon.server.process.supervisor import supervised
from filon.server.settings import Settings


def _told(addresses: list[str]) -> None:
    print(*addresses, flush=True)


def serve(settings: Settings, opened: Callable[[list[str]], None] = _told) -> int:
    """Until Ctrl-C or SIGTERM; once it is open, `opened` is told where: first for this machine, then for those nearby."""
    by = supervised if settings.workers > 1 else _alone
    with listening(settings) as sock:
        by(settings, sock, lambda: opened(addresses(settings)))
    return 0


def _alone(settings: Settings, sock: socket.socket, opened: Callable[[], None]) -> None:
    logs.set_up(settings.log_level)
    run(Serving(settings, opened), sock)
