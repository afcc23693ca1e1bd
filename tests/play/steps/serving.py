"""A real server in a loop and a thread of its own, so that a test may drive a browser beside it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

import uvloop

from tests.server.served import TOO_LONG, Served, served

T = TypeVar("T")


class Serving:
    """Robots answer at once; the store's clock goes as usual, and further when the test says so."""

    served: Served

    def __init__(self, folder: Path, port: int = 0, **how: Any) -> None:
        self._folder, self._port, self._how = folder, port, how
        self._loop = uvloop.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.open()

    @property
    def origin(self) -> str:
        return self.served.origin

    def open(self) -> None:
        """Again after `shut`: on the same port, with what was kept."""
        self._held = served(self._folder, port=self._port, **self._how)
        self.served = self.does(self._held.__aenter__())
        self._port = self.served.settings.port

    def shut(self) -> None:
        """Fails if anything went wrong on the server's side."""
        self.does(self._held.__aexit__(None, None, None))

    def does(self, story: Coroutine[Any, Any, T]) -> T:
        """In the server's loop, such as `server.does(server.served.house.rooms.load(table))`."""
        return asyncio.run_coroutine_threadsafe(story, self._loop).result(TOO_LONG)

    def pass_time(self, seconds: float) -> None:
        """On the store's clock, by which sand runs and absence is counted."""
        self.served.later += round(seconds * 1000)
        self._loop.call_soon_threadsafe(self.served.house.wakeup.set)

    def end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(TOO_LONG)
        self._loop.close()
