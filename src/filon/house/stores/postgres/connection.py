"""Connections to PostgreSQL, and the reason in one sentence, without the password, where there is none."""

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

OLDEST_VERSION = 14  # of PostgreSQL
CONNECT_TIMEOUT, QUERY_TIMEOUT, CLOSE_TIMEOUT = 5.0, 10.0, 2.0  # seconds
POOL_SIZE = 8  # connections, beside those of the append queue and of notifications
# The store relies on these, whatever the server's own defaults are.
SETTINGS = {
    "application_name": "filon",
    "search_path": "filon",
    "synchronous_commit": "on",
    "default_transaction_isolation": "read committed",
    "jit": "off",
}
# asyncpg raises InternalClientError on a connection that the database has ended but not yet closed.
FAILURES = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, TimeoutError, ValueError)
UNREADABLE = (
    "The database's address cannot be read: expected postgresql://user:password@host:port/database, with %40 for @ in a password, "
    "%2F for /, %3F for ? and %23 for #."
)


class Database:
    """The address of a database; connects to it."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.place = place_of(url)

    async def connect(self, settings: dict[str, str] | None = None) -> Connection:
        if not self.place:
            raise StoreRefused(UNREADABLE)
        with self.explained():
            connection = await asyncpg.connect(
                self._url, timeout=CONNECT_TIMEOUT, command_timeout=QUERY_TIMEOUT, server_settings={**SETTINGS, **(settings or {})}
            )
        version = connection.get_server_version().major
        if version < OLDEST_VERSION:
            await close_connection(connection)
            raise StoreRefused(f"PostgreSQL at {self.place} is of version {version}: expected {OLDEST_VERSION} or newer.")
        return connection

    async def pool(self) -> Pool:
        """The pool connects when a connection is needed, and again after one was lost."""
        with self.explained():
            return await asyncpg.create_pool(
                self._url,
                min_size=0,
                max_size=POOL_SIZE,
                reset=_no_reset,
                timeout=CONNECT_TIMEOUT,
                command_timeout=QUERY_TIMEOUT,
                server_settings=SETTINGS,
            )

    @contextlib.contextmanager
    def explained(self) -> Iterator[None]:
        """Turn every failure into a StoreRefused without a cause: the original may hold parts of the address."""
        try:
            yield
        except FAILURES as error:
            raise self.refused(error) from None

    def refused(self, error: Exception) -> StoreRefused:
        return error if isinstance(error, StoreRefused) else StoreRefused(f"PostgreSQL at {self.place} {_why(error)}.")


class Reconnecting:
    """One connection for one task; after it was lost, the next use connects again."""

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
        """End a connection in an unknown state: the next use connects again."""
        if self._connection is not None:
            self._connection.terminate()

    async def close(self) -> None:
        if self._connection is not None:
            await close_connection(self._connection)


async def close_connection(connection: Connection) -> None:
    """Close in order, or abort after the timeout."""
    with contextlib.suppress(*FAILURES):
        await connection.close(timeout=CLOSE_TIMEOUT)


async def _no_reset(connection: Connection) -> None:
    """The store leaves no settings or locks on a connection: returning it to the pool needs no round trip."""


def place_of(url: str) -> str:
    """Host and database for messages; empty where it is not certain where the password ends."""
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
