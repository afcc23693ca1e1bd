"""What one window is still to be sent. Nothing waits in it but small answers: news is made when there is room to send it."""

from __future__ import annotations

import msgspec

from filon.house import protocol
from filon.server.access.limits import Cancellable, Clock, Limits
from filon.server.ws.link import FAILED, Link

ENCODER = msgspec.json.Encoder()


class Outbox:
    """One News for all that happened meanwhile, then answers in their order, then a ping if one is due: all in one piece."""

    __slots__ = ("_answers", "_clock", "_end", "_has_news", "_is_ping_due", "_is_sending", "_limits", "_link", "_taking")

    def __init__(self, link: Link, clock: Clock, limits: Limits) -> None:
        self._link, self._clock, self._limits = link, clock, limits
        self._answers: list[bytes] = []
        self._has_news = self._is_ping_due = self._is_sending = False
        self._end: tuple[int, str] | None = None
        self._taking: Cancellable | None = None  # until when the other side has to take what was sent

    def _news(self) -> list[bytes]:
        """All that has not been told yet."""
        raise NotImplementedError

    def _ping(self) -> bytes:
        raise NotImplementedError

    # What there is to send

    def say(self, message: protocol.ToClient) -> None:
        if len(self._answers) >= self._limits.answers:
            return self.hang_up()
        self._answers.append(ENCODER.encode(message))
        self.send()

    def has_news(self) -> None:
        self._has_news = True
        self.send()

    def ping(self) -> None:
        self._is_ping_due = True
        self.send()

    def end(self, code: int, reason: str = "") -> None:
        """Close, after what has been said."""
        self._end = self._end or (code, reason)
        self.send()

    def hang_up(self) -> None:
        """At once: nobody reads what is sent here."""
        self._end = self._end or (FAILED, "")
        self._link.abort()

    # Sending

    def send(self) -> None:
        """All that there is to say, as far as it leaves at once; the rest when the link is free again."""
        if self._is_sending:
            return
        self._is_sending = True
        try:
            while self._link.is_free and (self._has_news or self._answers or self._is_ping_due) and (said := self._said()):
                self._link.write(said)
        finally:
            self._is_sending = False
        if self._end and self._link.is_free:
            self._link.close(*self._end)

    def _said(self) -> list[bytes]:
        said: list[bytes] = []
        if self._has_news and not self._end:
            self._has_news = False
            said = self._news()
        if self._answers:
            said, self._answers = [*said, *self._answers], []
        if self._is_ping_due and not self._end:
            self._is_ping_due = False
            said.append(self._ping())
        return said

    def held(self) -> None:
        """Who takes nothing for too long is hung up on."""
        if self._taking is None:
            self._taking = self._clock.later(self._limits.write, self.hang_up)

    def freed(self) -> None:
        self._rest()
        self.send()

    def _rest(self) -> None:
        """Nobody is waited for."""
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None
