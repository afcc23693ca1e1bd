"""Connections to PostgreSQL: how they are made, and why not in one sentence, in which no password ever stands."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import asyncpg

from filon.house.stores.store import StoreRefused

if TYPE_CHECKING:
    Connection = asyncpg.Connection[asyncpg.Record]
    Pool = asyncpg.Pool[asyncpg.Record]

OLDEST = 14  # the oldest version that its makers still mended when this was written
CONNECTING, ANSWERING, LEAVING = 5.0, 10.0, 2.0  # seconds of patience
READERS = 8  # connections beside those that have one work only
# What we rely on, whatever the server's own defaults are.
SETTINGS = {
    "application_name": "filon",
    "search_path": "filon",
    "synchronous_commit": "on",
    "default_transaction_isolation": "read committed",
    "jit": "off",
}
# InternalClientError comes where a connection is used between the database's goodbye and its hanging up.
FAILURES = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, TimeoutError, ValueError)
UNREADABLE = (
    "The database's address cannot be read: expected postgresql://user:password@host:port/database, with %40 for @ in a password, "
    "%2F for /, %3F for ? and %23 for #."
)


class Database:
    """Where a database is."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.place = place_of(url)

    async def connect(self, settings: dict[str, str] | None = None) -> Connection:
        if not self.place:
            raise StoreRefused(UNREADABLE)
        with self.explained():
            connection = await asyncpg.connect(
                self._url, timeout=CONNECTING, command_timeout=ANSWERING, server_settings={**SETTINGS, **(settings or {})}
            )
        version = connection.get_server_version().major
        if version < OLDEST:
            await left(connection)
            raise StoreRefused(f"PostgreSQL at {self.place} is of version {version}: expected {OLDEST} or newer.")
        return connection

    async def pool(self) -> Pool:
        """Its connections are made when they are needed, and again when they were lost."""
        with self.explained():
            return await asyncpg.create_pool(
                self._url,
                min_size=0,
                max_size=READERS,
                reset=_as_it_is,
                timeout=CONNECTING,
                command_timeout=ANSWERING,
                server_settings=SETTINGS,
            )

    @contextlib.contextmanager
    def explained(self) -> Iterator[None]:
        """Whatever goes wrong here is a StoreRefused; nothing of the original goes along, for it may hold parts of the address."""
        try:
            yield
        except FAILURES as error:
            raise self.refused(error) from None

    def refused(self, error: Exception) -> StoreRefused:
        return error if isinstance(error, StoreRefused) else StoreRefused(f"PostgreSQL at {self.place} {_why(error)}.")


class Link:
    """One connection for one work, made again when it was lost."""

    def __init__(self, database: Database, settings: dict[str, str] | None = None) -> None:
        self.database, self._settings = database, settings
        self._connection: Connection | None = None

    async def connected(self) -> Connection:
        if self._connection is None or self._connection.is_closed():
            self._connection = await self.database.connect(self._settings)
        return self._connection

    @property
    def is_lost(self) -> bool:
        return self._connection is None or self._connection.is_closed()

    def drop(self) -> None:
        """Nobody knows what it is still doing: the next one is new."""
        if self._connection is not None:
            self._connection.terminate()

    async def close(self) -> None:
        if self._connection is not None:
            await left(self._connection)


async def left(connection: Connection) -> None:
    """Say goodbye, or hang up."""
    with contextlib.suppress(*FAILURES):
        await connection.close(timeout=LEAVING)


async def _as_it_is(connection: Connection) -> None:
    """Nobody here leaves settings or locks behind: giving a connection back needs no round trip."""


def place_of(url: str) -> str:
    """Host and database for people; nothing where the address does not say for certain where its password ends."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    if parts.scheme not in ("postgresql", "postgres") or parts.netloc.count("@") > 1 or "@" in parts.path + parts.query + parts.fragment:
        return ""
    host = parts.netloc.rpartition("@")[2] or parse_qs(parts.query).get("host", ["this machine"])[0]
    return host + parts.path


def _why(error: Exception) -> str:
    match error:
        case asyncpg.InvalidPasswordError() | asyncpg.InvalidAuthorizationSpecificationError():
            return "does not let this user in with this password"
        case asyncpg.InvalidCatalogNameError():
            return "has no database of this name"
        case asyncpg.CannotConnectNowError() | asyncpg.OperatorInterventionError():
            return "is starting or stopping"
        case asyncpg.PostgresConnectionError() | ConnectionResetError() | BrokenPipeError():
            return "was lost"
        case asyncpg.InternalClientError(__cause__=None) if type(error) is asyncpg.InternalClientError:
            return "was lost"
        case asyncpg.PostgresError(message=str(said)):
            return f"refuses: {said}"
        case TimeoutError():
            return "does not answer in time"
        case OSError():
            return f"cannot be reached: {error.strerror or type(error).__name__}"
    return f"cannot be used so: {type(error).__name__}"
