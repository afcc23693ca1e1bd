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

from filon.house.stores.sqlite.file import refused, undo

Work = Callable[..., Any]  # with the connection and what else it was asked with
Request = tuple[Work, tuple[Any, ...], "asyncio.Future[Any]"]


class Clerk:
    """One commit, one wait for the disk, for all that wait: what makes durable appends cheap."""

    def __init__(self, db: apsw.Connection, path: Path, begin: str, most: int, forget: Callable[[], None] = lambda: None) -> None:
        """`forget` is called, in the clerk's thread, whenever what is remembered of the file may not be so: something was taken back, or
        another process has written."""
        self._db, self._path, self._how, self._most, self._forget = db, path, begin, most, forget
        self._version = 0  # of the file, as far as others change it
        self._loop = asyncio.get_running_loop()
        self._asked: list[Request] = []  # in this round of the loop
        self._waiting: SimpleQueue[list[Request] | None] = SimpleQueue()
        self._is_leaving = False
        self._thread = Thread(target=self._serve, name=f"filon {path.name}: {begin}", daemon=True)
        self._thread.start()

    def ask(self, work: Work, *what: Any) -> asyncio.Future[Any]:
        """Whatever is asked in one round of the loop is handed over together: the clerk is woken once, and waits once for the disk."""
        answer: asyncio.Future[Any] = self._loop.create_future()
        if not self._asked:
            self._loop.call_soon(self._hand_over)
        self._asked.append((work, what, answer))
        return answer

    def _hand_over(self) -> None:
        asked, self._asked = self._asked, []
        if asked:
            self._waiting.put(asked)

    async def leave(self) -> None:
        """Finish what was asked before, then close the connection."""
        self._hand_over()
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
        group: list[Request] = []
        asked = self._waiting.get()
        with contextlib.suppress(Empty):
            while asked is not None and len(group) + len(asked) < self._most:
                group += asked
                asked = []
                asked = self._waiting.get_nowait()
        self._is_leaving = asked is None
        return [*group, *(asked or [])]

    def _together(self, group: list[Request]) -> list[Any]:
        """The answer to each, or why not; where the whole fails, everybody is refused."""
        try:
            self._begin()
            answers = self._done(group)
            self._db.execute("COMMIT")
            return answers
        except Exception as error:
            with contextlib.suppress(apsw.Error):
                undo(self._db)
            self._forget()
            return [refused(self._path, error) for _ in group]

    def _begin(self) -> None:
        self._db.execute(self._how)
        version = self._db.execute("PRAGMA data_version").get
        if version != self._version:
            self._version = version
            self._forget()

    def _done(self, group: list[Request]) -> list[Any]:
        """One after the other; only where anybody is refused, which is seldom, each is kept apart."""
        try:
            return [work(self._db, *what) for work, what, _ in group]
        except Exception:
            undo(self._db)
            self._forget()
            self._begin()
            return [self._alone(work, what) for work, what, _ in group]

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
