"""LISTEN/NOTIFY between workers: which tables have new events. Notifications follow the commit and may be lost; workers also poll."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from filon.house.room.events import ENCODER
from filon.house.stores.postgres.connection import FAILURES, Database, Reconnecting, close_connection
from filon.house.stores.store import StoreRefused

if TYPE_CHECKING:
    from filon.house.stores.postgres.connection import Connection

CHANNEL = "filon"
PAYLOAD_LENGTH = 4000  # characters; PostgreSQL takes at most 8000 bytes
RETRY_AFTER = 1.0  # seconds, while the database cannot be reached
NOTIFY = f"SELECT pg_notify('{CHANNEL}', payload) FROM unnest($1::text[]) AS payload"
DECODER = msgspec.json.Decoder(tuple[str, dict[str, int]])


class Notifications:
    """Sends this worker's notifications on one connection and receives those of other workers on another."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._sender = Reconnecting(database, {"synchronous_commit": "off"})
        self._worker = secrets.token_hex(6)
        self._unsent: dict[str, int] = {}
        self._has_unsent, self._is_disconnected = asyncio.Event(), asyncio.Event()
        self._listener: Connection | None = None
        self.notify: Callable[[str, int], None] | None = None

    def send(self, table: str, last: int) -> None:
        self._unsent[table] = last
        self._has_unsent.set()

    async def run_sender(self) -> None:
        """Tables that change while one statement is under way are sent together in the next."""
        while True:
            await self._has_unsent.wait()
            await self.flush()

    async def flush(self) -> None:
        self._has_unsent.clear()
        unsent, self._unsent = self._unsent, {}
        with contextlib.suppress(StoreRefused, *FAILURES):
            if unsent:
                await (await self._sender.connected()).execute(NOTIFY, list(self._payloads(unsent)))

    def _payloads(self, unsent: dict[str, int]) -> Iterator[str]:
        part, size = dict[str, int](), 0
        for table, last in unsent.items():
            if size + len(table) > PAYLOAD_LENGTH:
                yield ENCODER.encode((self._worker, part)).decode()
                part, size = {}, 0
            part[table] = last
            size += len(table) + 20  # digits and punctuation
        yield ENCODER.encode((self._worker, part)).decode()

    async def listen(self) -> None:
        connection = self._listener = await self._database.connect()
        self._is_disconnected.clear()
        connection.add_termination_listener(lambda _: self._is_disconnected.set())
        try:
            with self._database.explained():
                await connection.add_listener(CHANNEL, self._received)
        except StoreRefused:
            connection.terminate()
            raise

    async def run_listener(self) -> None:
        """Listen again after a lost connection; notifications sent meanwhile are lost."""
        while True:
            await self._is_disconnected.wait()
            try:
                await self.listen()
            except StoreRefused:
                await asyncio.sleep(RETRY_AFTER)

    def _received(self, connection: Any, pid: int, channel: str, payload: object) -> None:
        with contextlib.suppress(msgspec.MsgspecError):  # any user of the database can send any payload
            worker, changed = DECODER.decode(str(payload))
            if self.notify and worker != self._worker:
                for table, last in changed.items():
                    self.notify(table, last)

    async def close(self) -> None:
        await self.flush()
        await self._sender.close()
        if self._listener:
            await close_connection(self._listener)
