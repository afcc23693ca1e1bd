"""Hints between workers: a table got longer. They go after the commit and may be lost; whoever waits looks for itself from time to time."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from filon.house.room.events import ENCODER
from filon.house.stores.postgres.connection import FAILURES, Database, Link, left
from filon.house.stores.store import StoreRefused

if TYPE_CHECKING:
    from filon.house.stores.postgres.connection import Connection

CHANNEL = "filon"
LONGEST = 4000  # characters in one hint, of which PostgreSQL takes 8000 bytes at most
AGAIN = 1.0  # seconds, when the database cannot be reached
NOTIFY = f"SELECT pg_notify('{CHANNEL}', said) FROM unnest($1::text[]) AS said"
HINT = msgspec.json.Decoder(tuple[str, dict[str, int]])


class Hints:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._link = Link(database, {"synchronous_commit": "off"})
        self._ours = secrets.token_hex(6)
        self._news: dict[str, int] = {}
        self._is_news, self._is_deaf = asyncio.Event(), asyncio.Event()
        self._ear: Connection | None = None
        self.heard: Callable[[str, int], None] | None = None

    def tell(self, table: str, last: int) -> None:
        self._news[table] = last
        self._is_news.set()

    async def telling(self) -> None:
        """What came together while the last hints were on their way goes together."""
        while True:
            await self._is_news.wait()
            await self.tell_now()

    async def tell_now(self) -> None:
        self._is_news.clear()
        news, self._news = self._news, {}
        with contextlib.suppress(StoreRefused, *FAILURES):
            if news:
                await (await self._link.connected()).execute(NOTIFY, list(self._said(news)))

    def _said(self, news: dict[str, int]) -> Iterator[str]:
        part, size = dict[str, int](), 0
        for table, last in news.items():
            if size + len(table) > LONGEST:
                yield ENCODER.encode((self._ours, part)).decode()
                part, size = {}, 0
            part[table] = last
            size += len(table) + 20
        yield ENCODER.encode((self._ours, part)).decode()

    async def listen(self) -> None:
        connection = self._ear = await self._database.connect()
        self._is_deaf.clear()
        connection.add_termination_listener(lambda _: self._is_deaf.set())
        try:
            with self._database.explained():
                await connection.add_listener(CHANNEL, self._hear)
        except StoreRefused:
            connection.terminate()
            raise

    async def listening(self) -> None:
        """What was said while nobody listened is not said again: it was a hint."""
        while True:
            await self._is_deaf.wait()
            try:
                await self.listen()
            except StoreRefused:
                await asyncio.sleep(AGAIN)

    def _hear(self, connection: Any, pid: int, channel: str, said: object) -> None:
        with contextlib.suppress(msgspec.MsgspecError):  # anybody with access to the database can say anything
            ours, news = HINT.decode(str(said))
            if self.heard and ours != self._ours:
                for table, last in news.items():
                    self.heard(table, last)

    async def close(self) -> None:
        await self.tell_now()
        await self._link.close()
        if self._ear:
            await left(self._ear)
