"""The PostgreSQL schema. The first worker that opens the store creates or migrates it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from filon.house.stores.store import StoreRefused

if TYPE_CHECKING:
    from filon.house.stores.postgres.connection import Connection

ADVISORY_LOCK = 0x46696C6F6E  # held during a migration, so that workers that start together run it once
MIGRATION_TIMEOUT = 600.0  # seconds: another worker may be migrating many tables
VERSION = "SELECT value FROM filon.settings WHERE name = 'version'"
SET_VERSION = "INSERT INTO filon.settings VALUES ('version', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value"

# Each step migrates a schema to the next version; a released step never changes. `wakes` are timers, `lent_until` is the end of a lease.
# COLLATE "C" compares names byte by byte: quick, and in the same order on every database.
MIGRATIONS = [
    """
    CREATE TABLE filon.settings (name text PRIMARY KEY, value bigint NOT NULL);
    INSERT INTO filon.settings VALUES ('offset', 0);

    CREATE FUNCTION filon.filon_now() RETURNS bigint LANGUAGE sql VOLATILE AS $$
      SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint + (SELECT value FROM filon.settings WHERE name = 'offset')
    $$;
    COMMENT ON FUNCTION filon.filon_now() IS 'the only clock, in milliseconds since 1970; the setting offset is for tests';

    CREATE FUNCTION filon.holders(card json) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
      SELECT array_remove(array_append(ARRAY(SELECT json_array_elements_text(card -> 'holders')), coalesce(card ->> 'host', '')), '')
    $$;
    CREATE TABLE filon.tables (
      id text COLLATE "C" PRIMARY KEY,
      card json NOT NULL,
      status text NOT NULL GENERATED ALWAYS AS (card ->> 'status') STORED,
      is_public boolean NOT NULL GENERATED ALWAYS AS ((card ->> 'is_public')::boolean) STORED,
      since bigint NOT NULL GENERATED ALWAYS AS ((card ->> 'since')::bigint) STORED,
      holders text[] NOT NULL GENERATED ALWAYS AS (filon.holders(card)) STORED
    );
    CREATE INDEX lobby ON filon.tables (since) WHERE is_public AND status IN ('waiting', 'playing');
    CREATE INDEX done ON filon.tables (since) WHERE status IN ('over', 'closed');
    CREATE INDEX held ON filon.tables USING gin (holders);

    CREATE TABLE filon.entries (
      id text COLLATE "C", seq bigint, last bigint NOT NULL CHECK (last >= seq), at bigint NOT NULL,
      command text COLLATE "C" NOT NULL, lines bytea NOT NULL, PRIMARY KEY (id, seq)
    );
    CREATE UNIQUE INDEX commands ON filon.entries (id, command) WHERE command <> '';

    CREATE TABLE filon.wakes (
      id text COLLATE "C", kind text COLLATE "C", at bigint NOT NULL, lent_until bigint NOT NULL DEFAULT 0, PRIMARY KEY (id, kind)
    );
    CREATE INDEX due ON filon.wakes (at);

    CREATE UNLOGGED TABLE filon.here (id text COLLATE "C", seat integer, until bigint NOT NULL, PRIMARY KEY (id, seat));
    """,
    "CREATE TABLE filon.days (day bigint PRIMARY KEY);",  # on which the store was served, since 1970
]


async def migrate(connection: Connection, place: str, for_backup: bool) -> None:
    """Run all missing steps in one transaction; a newer schema is refused unchanged."""
    if await _version(connection, place) == len(MIGRATIONS):
        return
    # Locked before the transaction, which then sees what another worker did meanwhile; closing the connection unlocks.
    await connection.execute("SELECT pg_advisory_lock($1)", ADVISORY_LOCK, timeout=MIGRATION_TIMEOUT)
    async with connection.transaction():
        found = await _version(connection, place)
        if for_backup and 0 < found < len(MIGRATIONS):
            raise StoreRefused(f"PostgreSQL at {place} has a store of an older Filon ({found}); serve from it once to bring it up to date.")
        await _make_schema(connection)
        for step in MIGRATIONS[found:]:
            await connection.execute(step, timeout=MIGRATION_TIMEOUT)
        await connection.execute(SET_VERSION, len(MIGRATIONS))


async def _version(connection: Connection, place: str) -> int:
    if await connection.fetchval("SELECT to_regclass('filon.settings') IS NULL"):
        return 0
    version = int(await connection.fetchval(VERSION) or 0)
    if version > len(MIGRATIONS):
        raise StoreRefused(f"PostgreSQL at {place} has a store of a newer Filon ({version}; this one knows {len(MIGRATIONS)}).")
    return version


async def _make_schema(connection: Connection) -> None:
    """Only where it is missing: a user without the right to create schemas can use an existing one."""
    if await connection.fetchval("SELECT to_regnamespace('filon') IS NULL"):
        await connection.execute("CREATE SCHEMA filon")
