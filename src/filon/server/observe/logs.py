"""The server's log: one line for a start, a stop, a connection, an error; none for a move, and no secret in any.

What may stand in a line is listed; all else is dropped, whatever it is called. An error is told by its kind and place: what it says may
hold a move or a secret, and is left out unless it was written for people.
"""

from __future__ import annotations

import logging
import secrets
import sys
import time
import traceback
from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import Any, TextIO

import structlog

from filon.house.stores.store import StoreRefused

FREELY_SAID = {"event", "level", "timestamp", "worker", "version", "address", "store", "connection", "code", "status", "seconds", "library"}
FREELY_SAID |= {"error", "where", "said", "times"}  # of what went wrong
AGAIN = 10.0  # seconds before the same refusal of a store is told again
_told: dict[str, tuple[float, int]] = {}  # by what a store said: when it was told last, and how often it was said since
FOR_PEOPLE = (StoreRefused,)  # written for people, without a secret
LIBRARIES = ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi", "websockets", "asyncio", "asyncpg", "concurrent.futures")
FRAMES = 6  # the last so many places of an error
HERE = Path(__file__).parents[3]

Event = MutableMapping[str, Any]
Processor = Callable[[Any, str, Event], Event]


def no_secrets(logger: Any, method: str, event: Event) -> Event:
    """Tokens, cookies, invites, passes, entropy, views, moves: nothing that is not known to be harmless."""
    return {key: value for key, value in event.items() if key in FREELY_SAID}


def set_up(level: str, stream: TextIO | None = None, worker: int | None = None) -> None:
    """Readable on a terminal, JSON elsewhere."""
    into = stream or sys.stderr
    _told.clear()
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper("iso", utc=True),
            _told_by(worker),
            no_secrets,
            structlog.dev.ConsoleRenderer() if into.isatty() else structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=structlog.WriteLoggerFactory(into),  # the line with its end in one piece: workers write to the same place
        cache_logger_on_first_use=False,
    )
    _overhear_libraries()


def _told_by(worker: int | None) -> Processor:
    def told_by(logger: Any, method: str, event: Event) -> Event:
        return event if worker is None else {**event, "worker": worker}

    return told_by


def logger() -> Any:
    return structlog.get_logger()


def failed(error: BaseException) -> None:
    """Something went wrong where nobody waits for an answer."""
    if not isinstance(error, FOR_PEOPLE):
        logger().error("failed", error=type(error).__name__, where=place(error))
    elif times := _times(str(error)):
        logger().error("failed", error=type(error).__name__, where=place(error), said=str(error), times=times)


def _times(said: str) -> int:
    """How often it was said since it was told last; 0 if it need not be told yet: a store that is away is asked several times a second."""
    at, before = _told.get(said, (-AGAIN, 0))
    is_due = time.monotonic() - at >= AGAIN
    _told[said] = (time.monotonic(), 0) if is_due else (at, before + 1)
    return before + 1 if is_due else 0


def place(error: BaseException) -> str:
    """The way an error took, the latest place last."""
    frames = traceback.extract_tb(error.__traceback__)[-FRAMES:]
    return " > ".join(f"{_shortened(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames)


def _shortened(filename: str) -> str:
    path = Path(filename)
    return str(path.relative_to(HERE)) if path.is_relative_to(HERE) else path.name


# Libraries


class Overheard(logging.Handler):
    """What a library warns of, without what it is about: of its words only those that stand in its code."""

    def emit(self, record: logging.LogRecord) -> None:
        said = record.msg.partition("\n")[0] if isinstance(record.msg, str) else type(record.msg).__name__
        error = record.exc_info[1] if record.exc_info else None
        about = {"error": type(error).__name__, "where": place(error)} if error else {}
        logger().log(record.levelno, "library", library=record.name, said=said, **about)


def _overhear_libraries() -> None:
    """At no level do they tell more: below a warning stand frames, headers and addresses."""
    for name in LIBRARIES:
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("uvicorn.access").disabled = True
    root = logging.getLogger()
    root.setLevel(logging.WARNING)
    root.handlers = [Overheard(logging.WARNING)]


# Connections


class Connection:
    """One window's line to the server, by a short name that tells nothing about it."""

    __slots__ = ("began", "name")

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.name = secrets.token_hex(4)

    def opened(self) -> None:
        logger().info("connection opened", connection=self.name)

    def refused(self, status: int, address: str) -> None:
        """Only here an address is needed: whoever keeps the server may want to shut it out."""
        logger().warning("connection refused", connection=self.name, status=status, address=address)

    def closed(self, code: int) -> None:
        seconds = round(time.monotonic() - self.began, 1)
        logger().info("connection closed", connection=self.name, code=code, seconds=seconds)
