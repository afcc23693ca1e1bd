"""The server's log: one line for a start, a stop, a connection, an error; none for a move.

ALLOWED_KEYS lists what a line may hold; all else is dropped. An error is logged by its class and place, without its message, which may hold
a move or a secret; the message of a StoreRefused is written for people and is logged.
"""

from __future__ import annotations

import logging
import sys
import time
import traceback
from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import Any, TextIO

import structlog
from aiohttp.http_exceptions import HttpProcessingError

from filon.house.stores.store import StoreRefused

ALLOWED_KEYS = {
    "event",
    "level",
    "timestamp",
    "worker",
    "version",
    "address",
    "store",
    "connection",
    "code",
    "status",
    "seconds",
    "library",
    "tables",
}
ALLOWED_KEYS |= {"error", "where", "said", "times"}  # of an error; times of a refusal too
REPEAT_SECONDS = 10.0  # before the same message of a store, or the same refusal, is logged again
_repeated: dict[str, tuple[float, int]] = {}  # by message: when it was logged last, and how often it came since
FOR_PEOPLE = (StoreRefused,)  # errors whose message holds no secret
LIBRARIES = ("aiohttp", "aiohttp.access", "aiohttp.server", "aiohttp.web", "aiohttp.websocket", "asyncio", "asyncpg", "concurrent.futures")
FRAMES = 6  # of a traceback
SOURCE_FOLDER = Path(__file__).parents[3]

Event = MutableMapping[str, Any]
Processor = Callable[[Any, str, Event], Event]


def drop_unknown_keys(logger: Any, method: str, event: Event) -> Event:
    """No token, cookie, invitation, pass, entropy, view or move is among the allowed keys."""
    return {key: value for key, value in event.items() if key in ALLOWED_KEYS}


def set_up(level: str, stream: TextIO | None = None, worker: int | None = None) -> None:
    """Readable on a terminal, JSON elsewhere."""
    into = stream or sys.stderr
    _repeated.clear()
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper("iso", utc=True),
            _add_worker(worker),
            drop_unknown_keys,
            structlog.dev.ConsoleRenderer() if into.isatty() else structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=structlog.WriteLoggerFactory(into),  # a line with its end in one write: workers share the stream
        cache_logger_on_first_use=False,
    )
    _handle_libraries()


def _add_worker(worker: int | None) -> Processor:
    def add_worker(logger: Any, method: str, event: Event) -> Event:
        return event if worker is None else {**event, "worker": worker}

    return add_worker


def logger() -> Any:
    return structlog.get_logger()


def failed(error: BaseException) -> None:
    """Log an error that no client is told."""
    if not isinstance(error, FOR_PEOPLE):
        logger().error("failed", error=type(error).__name__, where=place(error))
    elif times := times_to_log(str(error)):
        logger().error("failed", error=type(error).__name__, where=place(error), said=str(error), times=times)


def times_to_log(said: str) -> int:
    """The number of times a message came since it was last logged; 0 if it is not due. A lost store fails several times a second."""
    at, before = _repeated.get(said, (-REPEAT_SECONDS, 0))
    is_due = time.monotonic() - at >= REPEAT_SECONDS
    _repeated[said] = (time.monotonic(), 0) if is_due else (at, before + 1)
    return before + 1 if is_due else 0


def place(error: BaseException) -> str:
    """The last frames of a traceback, the innermost last."""
    frames = traceback.extract_tb(error.__traceback__)[-FRAMES:]
    return " > ".join(f"{_shortened(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames)


def _shortened(filename: str) -> str:
    path = Path(filename)
    return str(path.relative_to(SOURCE_FOLDER)) if path.is_relative_to(SOURCE_FOLDER) else path.name


# Libraries


class LibraryHandler(logging.Handler):
    """Logs a library's warnings without their arguments. Requests that no HTTP parser understands are the client's errors, and left out."""

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, HttpProcessingError):
            return
        message = record.msg.partition("\n")[0] if isinstance(record.msg, str) else type(record.msg).__name__
        about = {"error": type(error).__name__, "where": place(error)} if error else {}
        logger().log(record.levelno, "library", library=record.name, said=message, **about)


def _handle_libraries() -> None:
    """Libraries log warnings and errors at every level of ours: below a warning they log frames, headers and addresses."""
    for name in LIBRARIES:
        logging.getLogger(name).setLevel(logging.WARNING)
    root = logging.getLogger()
    root.setLevel(logging.WARNING)
    root.handlers = [LibraryHandler(logging.WARNING)]
