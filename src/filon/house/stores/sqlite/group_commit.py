"""Group commit: a thread with one connection runs all waiting requests in one transaction."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

import apsw

from filon.house.stores.sqlite.file import refused, roll_back

Work = Callable[..., Any]  # gets the connection and the arguments of the request
Request = tuple[Work, tuple[Any, ...], "asyncio.Future[Any]"]


class GroupCommit:
    """One commit, and one wait for the disk, for all requests that wait: this makes durable appends cheap."""

    def __init__(
        self,
        db: apsw.Connection,
        path: Path,
        begin: str,
        group_size: int,
        clear_cache: Callable[[], None] = lambda: None,
        erasing: Work | None = None,
    ) -> None:
        """`clear_cache` is called in the thread after a rollback and after another process has written to the file.

        After `erasing` the write-ahead log is emptied, which holds what was deleted.
        """
        self._erasing = erasing
        self._db, self._path, self._begin_statement, self._group_size, self._clear_cache = db, path, begin, group_size, clear_cache
        self._data_version = 0  # of SQLite: it changes when another connection writes
        self._loop = asyncio.get_running_loop()
        self._requests: list[Request] = []  # of this iteration of the event loop
        self._queue: SimpleQueue[list[Request] | None] = SimpleQueue()
        self._is_closing = False
        self._thread = Thread(target=self._run, name=f"filon {path.name}: {begin}", daemon=True)
        self._thread.start()

    def submit(self, work: Work, *arguments: Any) -> asyncio.Future[Any]:
        """Requests of one iteration of the event loop enter the queue together: the thread wakes up once and waits once for the disk."""
        answer: asyncio.Future[Any] = self._loop.create_future()
        if not self._requests:
            self._loop.call_soon(self._flush)
        self._requests.append((work, arguments, answer))
        return answer

    def _flush(self) -> None:
        requests, self._requests = self._requests, []
        if requests:
            self._queue.put(requests)

    async def close(self) -> None:
        """Finish all submitted requests, then close the connection."""
        self._flush()
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    # In the thread

    def _run(self) -> None:
        while not self._is_closing:
            if group := self._next_group():
                answers = self._run_group(group)
                with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                    self._loop.call_soon_threadsafe(_set_answers, group, answers)
        with contextlib.suppress(apsw.Error):  # all acknowledged requests are on the disk already
            self._db.close()

    def _next_group(self) -> list[Request]:
        """Wait for a request, then take all that are in the queue."""
        group: list[Request] = []
        requests = self._queue.get()
        with contextlib.suppress(Empty):
            while requests is not None and len(group) + len(requests) < self._group_size:
                group += requests
                requests = []
                requests = self._queue.get_nowait()
        self._is_closing = requests is None
        return [*group, *(requests or [])]

    def _run_group(self, group: list[Request]) -> list[Any]:
        answers = self._in_transaction(group)
        if any(work is self._erasing for work, _, _ in group):
            with contextlib.suppress(apsw.Error):  # a reader is in the way: the next checkpoint overwrites it
                self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return answers

    def _in_transaction(self, group: list[Request]) -> list[Any]:
        """An answer or an exception for each request; if the commit fails, every request is refused."""
        try:
            self._begin()
            answers = self._answers(group)
            self._db.execute("COMMIT")
            return answers
        except Exception as error:
            with contextlib.suppress(apsw.Error):
                roll_back(self._db)
            self._clear_cache()
            return [refused(self._path, error) for _ in group]

    def _begin(self) -> None:
        self._db.execute(self._begin_statement)
        version = self._db.execute("PRAGMA data_version").get
        if version != self._data_version:
            self._data_version = version
            self._clear_cache()

    def _answers(self, group: list[Request]) -> list[Any]:
        """Without savepoints first; they cost time, and few requests are refused."""
        try:
            return [work(self._db, *arguments) for work, arguments, _ in group]
        except Exception:
            roll_back(self._db)
            self._clear_cache()
            self._begin()
            return [self._answer_alone(work, arguments) for work, arguments, _ in group]

    def _answer_alone(self, work: Work, arguments: tuple[Any, ...]) -> Any:
        """A savepoint around one request: its refusal takes back its own changes and no others."""
        self._db.execute("SAVEPOINT alone")
        try:
            answer = work(self._db, *arguments)
        except Exception as error:
            if not self._db.in_transaction:  # SQLite has rolled back the whole transaction
                raise
            self._db.execute("ROLLBACK TO alone")
            answer = refused(self._path, error) if isinstance(error, apsw.Error) else error
        self._db.execute("RELEASE alone")
        return answer


def _set_answers(group: list[Request], answers: list[Any]) -> None:
    for (_, _, future), answer in zip(group, answers, strict=True):
        if future.done():  # the caller was cancelled
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)
