"""Every frame of a WebSocket is counted before aiohttp reads it: aiohttp shows neither pieces of a message nor masks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from filon.server.access.limits import TokenBucket

PROTOCOL_ERROR, POLICY = 1002, 1008  # close codes of RFC 6455
MASKED, LONG, LONGEST = 0x80, 0xFE, 0xFF  # second byte of a frame: its mask bit with its length, or how many bytes of length follow
FRAME_COST = 1  # tokens
UNMASKED = -1


class Reader(Protocol):
    def feed_data(self, data: bytes, /) -> tuple[bool, bytes]: ...

    def feed_eof(self) -> None: ...


class FrameLimit:
    """Stands before aiohttp's reader. No more frames pass in one turn of the loop than the bucket has tokens.

    `on_refused` gets the close code and the reason; nothing of a connection is read afterwards.
    """

    __slots__ = ("_is_refused", "_part", "_reader", "_skip", "on_refused", "tokens")

    def __init__(self, reader: Reader, tokens: TokenBucket, on_refused: Callable[[int, str], None]) -> None:
        self._reader, self.tokens, self.on_refused = reader, tokens, on_refused
        self._part, self._skip = b"", 0  # the beginning of a frame's head; bytes of a frame that are to come
        self._is_refused = False

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        frames = 0 if self._is_refused else self._count(data)
        if frames == UNMASKED:
            self._refuse(PROTOCOL_ERROR, "expected a masked frame")
        elif frames and not self.tokens.take(frames * FRAME_COST):
            self._refuse(POLICY, "too many messages")
        return (False, b"") if self._is_refused else self._reader.feed_data(data)

    def feed_eof(self) -> None:
        self._reader.feed_eof()

    def _refuse(self, code: int, reason: str) -> None:
        self._is_refused = True
        self.on_refused(code, reason)

    def _count(self, data: bytes) -> int:
        """Frames whose length is known with this data, or UNMASKED."""
        data, at, frames = self._part + data, self._skip, 0
        size = len(data)
        while at + 2 <= size:
            length = data[at + 1]
            if length < MASKED:
                return UNMASKED
            start = at + 2 + (0 if length < LONG else 2 if length == LONG else 8)
            if start > size:
                break
            at, frames = start + 4 + (length - MASKED if length < LONG else int.from_bytes(data[at + 2 : start], "big")), frames + 1
        self._part, self._skip = data[at:], max(0, at - size)
        return frames
