"""The send queue of one session. Only small answers wait in it: an update is made when the client can take it."""

from __future__ import annotations

from collections.abc import Callable

from filon.house import protocol
from filon.house.room.events import ENCODER
from filon.server.access.limits import Cancellable, Limits, LoopClock
from filon.server.ws.connection import FAILED, Connection


class SendQueue:
    """Sends one update for all that happened, then the answers in their order, then a ping if one is due.

    `make_update` gives the messages that the client has not been sent, `make_ping` a new ping.
    """

    __slots__ = (
        "_answers",
        "_clock",
        "_connection",
        "_deadline",
        "_has_update",
        "_is_ping_due",
        "_is_sending",
        "_limits",
        "_make_ping",
        "_make_update",
        "closing",
    )

    def __init__(
        self,
        connection: Connection,
        clock: LoopClock,
        limits: Limits,
        make_update: Callable[[], list[bytes]],
        make_ping: Callable[[], protocol.Ping],
    ) -> None:
        self._connection, self._clock, self._limits = connection, clock, limits
        self._make_update, self._make_ping = make_update, make_ping
        self._answers: list[bytes] = []
        self._has_update = self._is_ping_due = self._is_sending = False
        self.closing: tuple[int, str] | None = None  # close code and reason
        self._deadline: Cancellable | None = None  # for the client to read on
        connection.on_pause, connection.on_resume = self._paused, self._resumed

    # What to send

    def answer(self, message: protocol.ToClient) -> None:
        if len(self._answers) >= self._limits.pending_answers:
            return self._hang_up()
        self._answers.append(ENCODER.encode(message))
        self.send()

    def update(self, is_held: bool = False) -> None:
        """There is something to tell; held, it leaves with the next answer."""
        self._has_update = True
        if not is_held:
            self.send()

    def ping(self) -> None:
        self._is_ping_due = True
        self.send()

    def close(self, code: int, reason: str = "") -> None:
        """Close the connection after the answers."""
        self.closing = self.closing or (code, reason)
        self.send()

    # Sending

    def send(self) -> None:
        """Write until the client does not read any more; the rest follows when it reads on."""
        if self._is_sending:
            return
        self._is_sending = True
        try:
            while self._connection.is_writable and (messages := self._next()):
                self._connection.write(messages)
        finally:
            self._is_sending = False
        if self.closing and self._connection.is_writable:
            self._connection.close(*self.closing)

    def _next(self) -> list[bytes]:
        messages: list[bytes] = []
        if self._has_update and not self.closing:
            self._has_update = False
            messages = self._make_update()
        if self._answers:
            messages, self._answers = [*messages, *self._answers], []
        if self._is_ping_due and not self.closing:
            self._is_ping_due = False
            messages.append(ENCODER.encode(self._make_ping()))
        return messages

    def _paused(self) -> None:
        self._deadline = self._deadline or self._clock.later(self._limits.write_seconds, self._hang_up)

    def _resumed(self) -> None:
        self._cancel_deadline()
        self.send()

    def _hang_up(self) -> None:
        self.closing = self.closing or (FAILED, "")
        self._connection.abort()

    def stop(self) -> None:
        """The connection has ended. The callbacks are dropped: with them the session and its queue would hold each other."""
        self._cancel_deadline()
        self._make_update, self._make_ping = list, _no_ping
        self._has_update = self._is_ping_due = False

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def _no_ping() -> protocol.Ping:
    return protocol.Ping(0)
