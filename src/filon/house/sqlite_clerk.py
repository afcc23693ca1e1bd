"""A clerk: one thread with one connection, who does whatever waits for it in one transaction."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

import apsw

from filon.house.sqlite_file import refused, undo

Work = Callable[..., Any]  # with the connection and what else it was asked with
Request = tuple[Work, tuple[Any, ...], "asyncio.Future[Any]"]


class Clerk:
    """One commit, one wait for the disk, for all that wait: what makes durable appends cheap."""

    def __init__(self, db: apsw.Connection, path: Path, begin: str, most: int) -> None:
        self._db, self._path, self._begin, self._most = db, path, begin, most
        self._loop = asyncio.get_running_loop()
        self._waiting: SimpleQueue[Request | None] = SimpleQueue()
        self._is_leaving = False
        self._thread = Thread(target=self._serve, name=f"filon {path.name}: {begin}", daemon=True)
        self._thread.start()

    def ask(self, work: Work, *what: Any) -> asyncio.Future[Any]:
        answer: asyncio.Future[Any] = self._loop.create_future()
        self._waiting.put((work, what, answer))
        return answer

    async def leave(self) -> None:
        """Finish what was asked before, then close the connection."""
        self._waiting.put(None)
        await asyncio.to_thread(self._thread.join)

    # In the clerk's own thread

    def _serve(self) -> None:
        while not self._is_leaving:
            if group := self._group():
                answers = self._together(group)
                with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                    self._loop.call_soon_threadsafe(_tell, group, answers)
        with contextlib.suppress(apsw.Error):  # whatever the disk says now, what was acknowledged is kept
            self._db.close()

    def _group(self) -> list[Request]:
        """Whoever waits, once anybody does."""
        group = [self._waiting.get()]
        with contextlib.suppress(Empty):
            while len(group) < self._most:
                group.append(self._waiting.get_nowait())
        self._is_leaving = None in group
        return [request for request in group if request]

    def _together(self, group: list[Request]) -> list[Any]:
        """The answer to each, or why not; where the whole fails, everybody is refused."""
        try:
            self._db.execute(self._begin)
            answers = [self._alone(work, what) for work, what, _ in group]
            self._db.execute("COMMIT")
            return answers
        except Exception as error:
            with contextlib.suppress(apsw.Error):
                undo(self._db)
            return [refused(self._path, error) for _ in group]

    def _alone(self, work: Work, what: tuple[Any, ...]) -> Any:
        """What is refused here takes back only its own."""
        self._db.execute("SAVEPOINT alone")
        try:
            answer = work(self._db, *what)
        except Exception as error:
            if not self._db.in_transaction:  # SQLite gave up the whole
                raise
            self._db.execute("ROLLBACK TO alone")
            answer = refused(self._path, error) if isinstance(error, apsw.Error) else error
        self._db.execute("RELEASE alone")
        return answer


def _tell(group: list[Request], answers: list[Any]) -> None:
    for (_, _, future), answer in zip(group, answers, strict=True):
        if future.done():  # who asked has gone away
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)
