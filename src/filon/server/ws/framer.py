"""Text frames made by aiohttp, several in one piece: aiohttp alone hands each frame to the transport by itself."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine
from typing import Any, cast

from aiohttp.http import WebSocketWriter, WSMsgType


class Framer(asyncio.Transport):
    """A transport that keeps what aiohttp's writer writes to it. One serves all connections: text frames of a server have no state."""

    def __init__(self) -> None:
        super().__init__()
        self._frames: list[bytes] = []
        protocol = cast(Any, None)  # asked only after `limit` bytes whether it is paused
        self._writer = WebSocketWriter(protocol, self, limit=sys.maxsize)

    def frames(self, messages: list[bytes]) -> bytes:
        for message in messages:
            run_without_waiting(self._writer.send_frame(message, WSMsgType.TEXT))
        made, self._frames = b"".join(self._frames), []
        return made

    def write(self, data: Any) -> None:
        self._frames.append(data)

    def is_closing(self) -> bool:
        return False


def run_without_waiting(coroutine: Coroutine[Any, Any, None]) -> None:
    """Finish a coroutine that never waits, without a task for it."""
    try:
        coroutine.send(None)
    except StopIteration:
        return
    coroutine.close()
    raise RuntimeError("expected aiohttp to write a frame without waiting")
