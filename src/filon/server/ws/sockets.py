"""The open WebSockets of one server, and the batch of their writes."""

from __future__ import annotations

from dataclasses import dataclass, field

from aiohttp import web

from filon.server.ws.session import Session
from filon.server.ws.write_batcher import WriteBatcher


@dataclass
class Sockets:
    batcher: WriteBatcher = field(default_factory=WriteBatcher)
    sessions: set[Session] = field(default_factory=set)
    _is_stopped: bool = False

    def add(self, session: Session) -> None:
        """A connection whose handshake ends after `shut_down` is closed at once."""
        self.sessions.add(session)
        if self._is_stopped:
            session.shut_down()

    def shut_down(self) -> None:
        self._is_stopped = True
        for session in list(self.sessions):
            session.shut_down()


SOCKETS = web.AppKey("sockets", Sockets)
