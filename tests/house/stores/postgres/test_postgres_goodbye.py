"""The database says that it ends a connection a moment before it does; what is asked in that moment must not stop a worker's own work."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from filon.house.stores.postgres.connection import Database, Reconnecting
from filon.house.stores.store import StoreRefused
from tests.house.stores.postgres.postgres_server import awaited, fresh, workers
from tests.house.stores.postgres.test_postgres_lost import insist, is_whole
from tests.house.stores.trials import laid

SOCKET = ".s.PGSQL.5432"
FIELDS = b"SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0"
GOODBYE = b"E" + (len(FIELDS) + 4).to_bytes(4, "big") + FIELDS


class Way:
    """A way to a database, on which the goodbye and the end of a connection come when a test says so."""

    def __init__(self, folder: Path, database: str) -> None:
        self._folder, self._database = folder, database
        self._clients, self._told = set[asyncio.StreamWriter](), set[asyncio.StreamWriter]()
        self._doomed: asyncio.StreamWriter | None = None
        self.last = b""  # the query that is answered together with a goodbye
        self._visits = asyncio.TaskGroup()
        self.url = f"postgresql://postgres@/postgres?host={folder}"

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        async with self._visits, await asyncio.start_unix_server(self._begin, self._folder / SOCKET):
            yield

    def _begin(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._visits.create_task(self._visit(reader, writer))

    async def _visit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._clients.add(writer)
        answers, questions = await asyncio.open_unix_connection(Path(self._database) / SOCKET)
        await asyncio.gather(self._carry(reader, questions, writer), self._carry(answers, writer, writer))
        self._clients.discard(writer)

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, client: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while said := await source.read(65536):
                if client not in self._told:  # nothing comes after a goodbye
                    target.write(said + self._farewell(client) if target is client else self._noticed(said, client))
        with contextlib.suppress(OSError):
            target.close()
            await target.wait_closed()

    def _noticed(self, question: bytes, client: asyncio.StreamWriter) -> bytes:
        if self.last and self.last in question:
            self._doomed, self.last = client, b""
        return question

    def _farewell(self, client: asyncio.StreamWriter) -> bytes:
        if client is not self._doomed:
            return b""
        self._told.add(client)
        return GOODBYE

    async def say_goodbye(self) -> None:
        for client in self._clients:
            client.write(GOODBYE)
        self._told |= self._clients
        for _ in range(9):  # it has come: both ends are on this loop
            await asyncio.sleep(0)

    def hang_up(self) -> None:
        for client in self._told:
            client.close()


@pytest.fixture
def way(pytestconfig: pytest.Config, tmp_path: Path) -> Way:
    (database,) = parse_qs(urlsplit(fresh(pytestconfig)).query)["host"]
    return Way(tmp_path, database)


@awaited
async def test_whoever_asks_between_the_goodbye_and_the_end_is_refused_and_connected_anew(way: Way) -> None:
    async with way.open():
        link = Reconnecting(Database(way.url))
        connection = await link.connected()
        assert await connection.fetchval("SELECT 1") == 1
        await way.say_goodbye()
        with pytest.raises(StoreRefused, match=r" was lost\.$"), link.database.explained():
            await connection.fetchval("SELECT 1")
        assert await (await link.connected()).fetchval("SELECT 2") == 2
        await link.close()


@awaited
async def test_a_worker_that_was_told_goodbye_goes_on(way: Way) -> None:
    async with way.open(), workers(way.url) as (a, b):
        heard = asyncio.Event()
        b.listen(lambda *_: heard.set())
        await laid(a, "t")
        await heard.wait()
        await way.say_goodbye()
        for seq in itertools.count(2):
            heard.clear()
            await insist(a, "t", seq)
            if seq == 20:  # appends and notifications have both been asked for before the end
                way.hang_up()
            elif seq > 20 and heard.is_set():
                break
        assert await is_whole(b, "t")


@awaited
async def test_a_worker_that_is_told_goodbye_as_it_begins_to_append_goes_on(way: Way) -> None:
    way.last = b"WITH asked"
    async with way.open(), workers(way.url, 1) as (a,):
        await insist(a, "t", 1)
        assert await is_whole(a, "t")
        assert way.last == b""
