"""WebSocket frames (RFC 6455) as a server reads and writes them: no extensions, and nothing from a client that is not masked."""

from __future__ import annotations

from collections.abc import Iterable

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
LAST = 0x80  # the first byte of a message's last frame has it, beside the kind
FIRST_BYTES = {CONTINUED, TEXT, BINARY} | {LAST | kind for kind in (CONTINUED, TEXT, BINARY, CLOSE, PING, PONG)}
MASKED = 0x80
SHORT, SHORTEST = 126, 125  # a length of 126 stands in two more bytes, of 127 in eight; control frames are not longer than 125

WRONG, NO_CODE, LOST, NO_TEXT, TOO_BIG = 1002, 1005, 1006, 1007, 1009
CODES = {1000, 1001, 1002, 1003, *range(1007, 1015), *range(3000, 5000)}  # with which a client may close


class Broken(Exception):
    """What no client may send, with the code to close with."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


def frame_at(data: bytes, at: int, most: int) -> tuple[int, bytes, int] | None:
    """The frame that begins here, if all of it has come: its first byte, what it says, where it ends."""
    if len(data) < at + 2:
        return None
    first, second = data[at], data[at + 1]
    if first not in FIRST_BYTES or second < MASKED or (first >= LAST | CLOSE and second - MASKED > SHORTEST):
        raise Broken(WRONG, "expected a masked frame of a known kind")
    size, begin = second - MASKED, at + 2
    if size >= SHORT:
        begin += 2 if size == SHORT else 8
        if len(data) < begin:
            return None
        size = int.from_bytes(data[at + 2 : begin], "big")
    if size > most and first < LAST | CLOSE:
        raise Broken(TOO_BIG, "")
    end = begin + 4 + size
    return (first, unmasked(data[begin : begin + 4], data[begin + 4 : end]), end) if len(data) >= end else None


def unmasked(mask: bytes, said: bytes) -> bytes:
    """Each byte with that of the mask, as one large number: there is no quicker way in Python."""
    size = len(said)
    key = int.from_bytes((mask * (size // 4 + 1))[:size], "little")
    return (int.from_bytes(said, "little") ^ key).to_bytes(size, "little")


def text_of(said: bytes) -> str:
    try:
        return said.decode()
    except UnicodeDecodeError:
        raise Broken(NO_TEXT, "expected UTF-8") from None


def code_of(said: bytes) -> int:
    """With which code a client closes."""
    if not said:
        return NO_CODE
    code = int.from_bytes(said[:2], "big")
    if len(said) < 2 or code not in CODES:
        raise Broken(WRONG, "expected a code to close with")
    text_of(said[2:])
    return code


def head(kind: int, size: int) -> bytes:
    """What stands before so many bytes of a whole message, or of a control frame, from the server."""
    if size < SHORT:
        return bytes((LAST | kind, size))
    if size < 65_536:
        return bytes((LAST | kind, SHORT, size >> 8, size & 0xFF))
    return bytes((LAST | kind, SHORT + 1)) + size.to_bytes(8, "big")


def frame(kind: int, said: bytes) -> bytes:
    return head(kind, len(said)) + said


def texts(messages: Iterable[bytes]) -> bytes:
    """Several messages in one piece."""
    pieces: list[bytes] = []
    for message in messages:
        pieces += head(TEXT, len(message)), message
    return b"".join(pieces)


def closing(code: int, reason: str = "") -> bytes:
    if code == NO_CODE:
        return frame(CLOSE, b"")
    said = reason.encode()[: SHORTEST - 2].decode(errors="ignore")  # cut between letters
    return frame(CLOSE, code.to_bytes(2, "big") + said.encode())
