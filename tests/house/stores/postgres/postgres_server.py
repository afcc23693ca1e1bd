"""A private PostgreSQL for tests: one for each pytest process, started when it is first needed, stopped at its end."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from filon.house.stores.postgres import clock
from filon.house.stores.postgres.store import PostgresStore
from filon.house.stores.store import Store

TOO_LONG = 3600 if os.environ.get("FILON_SOAK") else 180  # seconds
HINT = "scripts/install-postgresql.sh installs it"
# Users that are not named need no password; no other machine can connect, for there is only a socket in our own folder.
ACCESS = "local all guarded scram-sha-256\nlocal all all trust\n"
GUARD = 'read -r _; "$@"; rm -rf "$0"'  # waits until its input is closed, by us or because we were killed: no server outlives us
OPTIONS = "-c listen_addresses='' -c max_connections=60 -c shared_buffers=32MB"
UNSAFE = " -c fsync=off"  # quicker, and only the machine's own death would lose something by it
OTHERS = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
SET_OFFSET = "UPDATE filon.settings SET value = {} WHERE name = 'offset'"
STANDING_CLOCK = """
CREATE OR REPLACE FUNCTION filon.filon_now() RETURNS bigint LANGUAGE sql VOLATILE AS
$$ SELECT value FROM filon.settings WHERE name = 'offset' $$
"""


def programs() -> Path | None:
    """The folder with initdb and pg_ctl: on the path, or the newest where Debian puts them."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return debian[-1].parent if debian else None


class Server:
    def __init__(self, programs: Path, is_durable: bool = True) -> None:
        self._programs, self._options = programs, OPTIONS + ("" if is_durable else UNSAFE)
        self._folder = Path(tempfile.mkdtemp(prefix="filon-"))
        self._user: dict[str, Any] = {}
        if os.geteuid() == 0:  # PostgreSQL does not run as root; Debian's package makes this user
            user = pwd.getpwnam("postgres")
            os.chown(self._folder, user.pw_uid, user.pw_gid)
            self._user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        self.url = f"postgresql://postgres@/postgres?host={self._folder}"

    def start(self) -> None:
        guard = ["sh", "-c", GUARD, str(self._folder), *self._command("pg_ctl", "stop", "--mode=fast")]
        self._guard = subprocess.Popen(guard, stdin=subprocess.PIPE, start_new_session=True, **self._manner())
        self._run("initdb", "--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C")
        (self._folder / "data/pg_hba.conf").write_text(ACCESS)
        self._control("start")

    def restart(self, mode: str = "immediate") -> None:
        """Immediate is as good as kill -9."""
        self._control("restart", f"--mode={mode}")

    def pause(self) -> None:
        self._control("stop", "--mode=immediate")

    def resume(self) -> None:
        self._control("start")

    def stop(self) -> None:
        self._guard.communicate()

    def _control(self, *what: str) -> None:
        self._run("pg_ctl", *what, f"--log={self._folder / 'log'}", f"--options=-k '{self._folder}' {self._options}")

    def _run(self, *command: str) -> None:
        if subprocess.run(self._command(*command), stdin=subprocess.DEVNULL, check=False, **self._manner()).returncode:
            log = self._folder / "log"
            raise RuntimeError(f"{command[0]} failed: {log.read_text() if log.exists() else 'there is no log'}")

    def _command(self, program: str, *options: str) -> list[str]:
        return [str(self._programs / program), f"--pgdata={self._folder / 'data'}", *options]

    def _manner(self) -> dict[str, Any]:
        """No pipes to read from: the server would keep them open."""
        nothing = subprocess.DEVNULL
        return {"cwd": self._folder, "stdout": nothing, "stderr": nothing, **self._user}


RUNNING = pytest.StashKey[Server]()


def server_of(config: pytest.Config) -> Server:
    """The one of this pytest process; without PostgreSQL the test that asks is skipped."""
    if RUNNING not in config.stash:
        found = programs()
        if not found:
            pytest.skip(f"PostgreSQL is not installed: {HINT}")
        config.stash[RUNNING] = server = Server(found, is_durable=bool(os.environ.get("FILON_SOAK")))
        config.add_cleanup(server.stop)
        server.start()
    return config.stash[RUNNING]


def fresh(config: pytest.Config) -> str:
    """The address of a database that nobody uses and where no store is."""
    url = server_of(config).url
    asyncio.run(asked(url, OTHERS, "DROP SCHEMA IF EXISTS filon CASCADE", "DROP ROLE IF EXISTS guarded"))
    return url


async def asked(url: str, *statements: str) -> Any:
    """The answer of the last statement."""
    connection = await asyncpg.connect(url)
    try:
        return [await connection.fetchval(statement) for statement in ("SELECT 1", *statements)][-1]
    finally:
        await connection.close()


def awaited(case: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Whatever hangs fails."""

    @functools.wraps(case)
    def test(**given: Any) -> None:
        asyncio.run(asyncio.wait_for(case(**given), TOO_LONG))

    return test


@contextlib.asynccontextmanager
async def workers(url: str, count: int = 2) -> AsyncIterator[list[PostgresStore]]:
    opened = [PostgresStore(url) for _ in range(count)]
    try:
        await asyncio.gather(*(store.open() for store in opened))
        yield opened
    finally:
        for store in opened:
            await store.close()


@contextlib.asynccontextmanager
async def stranger(url: str) -> AsyncIterator[asyncpg.Connection[Any]]:
    """Somebody who holds what they touch, until they commit."""
    connection = await asyncpg.connect(url, server_settings={"search_path": "filon"})
    try:
        yield connection
    finally:
        await connection.close()


async def made(url: str, *statements: str) -> None:
    """An empty store, changed by these."""
    store = PostgresStore(url)
    await store.open(for_backup=True)
    await store.close()
    await asked(url, *statements)


class PostgresTrial:
    """Two workers on one database, whose clock stands still, as do their own."""

    def __init__(self, request: pytest.FixtureRequest, start: int) -> None:
        self._url = fresh(request.config)
        request.getfixturevalue("monkeypatch").setattr(clock, "monotonic", lambda: 0.0)
        asyncio.run(made(self._url, STANDING_CLOCK, SET_OFFSET.format(start)))
        self._workers = [PostgresStore(self._url), PostgresStore(self._url)]
        self.stores: list[Store] = list(self._workers)

    async def open(self) -> None:
        await asyncio.gather(*(worker.open() for worker in self._workers))

    async def close(self) -> None:
        await asyncio.gather(*(worker.close() for worker in self._workers))

    async def set_clock(self, at: int) -> None:
        await asked(self._url, SET_OFFSET.format(at))
        await asyncio.gather(*(worker.measure_clock() for worker in self._workers))
