"""The big store when something is gone: the database, a connection, a worker in the middle of its work."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from filon.house.stores.postgres import connection, schema
from filon.house.stores.postgres.store import PostgresStore
from filon.house.stores.store import ROBOT, TIME, Conflict, Duplicate, Store, StoreRefused
from tests.house.stores.postgres.postgres_server import SET_OFFSET, asked, awaited, fresh, made, server_of, stranger, workers
from tests.house.stores.trials import SOAK, START, card, entry, laid

ROOT = Path(__file__).parents[4]
OURS = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'filon'"
HANG_UP = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'filon'"


@pytest.fixture
def url(pytestconfig: pytest.Config) -> str:
    return fresh(pytestconfig)


async def insist(store: Store, table: str, seq: int) -> int:
    """Repeat a command until it is stored, as a client does while the database is away; return how often it was refused."""
    for refused in itertools.count():
        with contextlib.suppress(StoreRefused):
            try:
                await store.append(table, entry(seq, f"c{seq}"), card(table) if seq == 1 else None)
            except Duplicate as repeated:
                if repeated.seq != seq:
                    raise
            return refused
    raise AssertionError


async def is_whole(store: Store, table: str) -> bool:
    log = await store.read(table)
    return [kept.seq for kept in log] == list(range(1, len(log) + 1)) and [kept.command for kept in log] == [f"c{kept.seq}" for kept in log]


async def nobody_is_left(url: str) -> None:
    """A server notices a moment later that somebody has left."""
    while await asked(url, OURS):
        pass


# The database


@awaited
async def test_while_the_database_is_away_everything_is_refused_in_a_sentence(url: str, pytestconfig: pytest.Config) -> None:
    server = server_of(pytestconfig)
    async with workers(url) as (a, _):
        await laid(a, "t", 2)
        await asyncio.to_thread(server.pause)
        try:
            for ask in (
                a.append("t", entry(3, "c3")),
                a.read("t"),
                a.claim(10),
                a.touch([("t", 0)], START),
                a.delete("t"),
                a.measure_clock(),
            ):
                with pytest.raises(StoreRefused, match=r"^PostgreSQL at .* (was lost|is starting or stopping|cannot be reached.*)\.$"):
                    await ask
            assert a.now() > START
        finally:
            await asyncio.to_thread(server.resume)
        await insist(a, "t", 3)
        assert await is_whole(a, "t")


@awaited
async def test_a_database_that_falls_over_keeps_what_it_acknowledged_once(
    url: str, pytestconfig: pytest.Config, record_property: Callable[[str, object], None]
) -> None:
    rounds, enough = (20, 2000) if SOAK else (2, 300)
    async with workers(url) as pair:
        kept, go_on = 0, asyncio.Event()

        async def play(n: int) -> None:
            nonlocal kept
            for seq in itertools.count(1):
                if kept >= rounds * enough:
                    return
                await insist(pair[n % 2], f"t{n}", seq)
                kept += 1
                go_on.set()

        playing = [asyncio.create_task(play(n)) for n in range(16)]
        for fall in range(rounds):
            while kept < fall * enough + enough // 2:
                go_on.clear()
                await go_on.wait()
            await asyncio.to_thread(server_of(pytestconfig).restart)
        await asyncio.gather(*playing)
        assert sum((await pair[0].last_seqs(f"t{n}" for n in range(16))).values()) == kept
        assert all([await is_whole(pair[0], f"t{n}") for n in range(16)])
        record_property("entries acknowledged", kept)
        record_property("falls", rounds)


@awaited
async def test_notifications_come_again_after_the_database_was_away(url: str, pytestconfig: pytest.Config) -> None:
    async with workers(url) as (a, b):
        heard = asyncio.Event()
        await asyncio.to_thread(server_of(pytestconfig).restart)
        b.listen(lambda *_: heard.set())
        for seq in itertools.count(1):
            await insist(a, "t", seq)
            if heard.is_set():
                break


@awaited
async def test_a_connection_that_was_cut_is_made_again(url: str) -> None:
    async with workers(url) as (a, b):
        heard = asyncio.Event()
        b.listen(lambda *_: heard.set())
        for seq in itertools.count(1):
            await insist(a, "t", seq)
            if seq == 3:
                await asked(url, HANG_UP)
                heard.clear()
            elif seq > 3 and heard.is_set():
                break
        assert await is_whole(b, "t")


@awaited
async def test_what_takes_too_long_is_refused_and_may_be_asked_again(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with workers(url) as (a, _), stranger(url) as holder:
        await laid(a, "t")
        with monkeypatch.context() as impatient:
            impatient.setattr(connection, "QUERY_TIMEOUT", 0.3)
            await asked(url, HANG_UP)
            await insist(a, "t", 2)  # by a new connection, which has no patience
        await holder.execute("BEGIN")
        await holder.execute("LOCK TABLE entries IN EXCLUSIVE MODE")
        with pytest.raises(StoreRefused, match="in time"):
            await a.append("t", entry(3, "c3"))
        await holder.execute("ROLLBACK")
        await insist(a, "t", 3)
    async with workers(url, 1) as (again,):
        assert await is_whole(again, "t")


# A worker


def work(url: str, *what: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.house.stores.postgres.postgres_worker", url, *what]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def killed(worker: subprocess.Popen[str], said: int) -> list[str]:
    """Everything it said, until it was killed while saying more than so many."""
    assert worker.stdout
    with worker:
        lines = [worker.stdout.readline() for _ in range(said)]
        worker.kill()
        lines += worker.stdout.readlines()
    return [line.strip() for line in lines if line.endswith("\n")]


@pytest.mark.parametrize("turn", range(20 if SOAK else 2))
def test_what_a_killed_worker_acknowledged_is_there_once(url: str, turn: int) -> None:
    said = killed(work(url, "append", "24"), 200 + 97 * turn)
    last = {table: int(seq) for table, seq in (line.split() for line in said)}
    assert len(said) >= 200

    @awaited
    async def looked_at() -> None:
        async with workers(url, 1) as (a,):
            tables = await a.tables()
            last_seqs = await a.last_seqs(tables)
            assert set(last) <= set(tables)
            assert all(last.get(table, 0) <= last_seqs[table] <= last.get(table, 0) + 1 for table in tables)
            for table in tables:  # a client without an answer asks again
                await insist(a, table, last.get(table, 0) + 1)
                assert await is_whole(a, table)
                assert await a.last_seqs([table]) == {table: last.get(table, 0) + 1}

    looked_at()


def test_what_a_killed_worker_had_claimed_is_due_again_when_its_lease_ends(url: str) -> None:
    @awaited
    async def tried() -> None:
        async with workers(url) as (a, b):
            await a.append("t", entry(1), card("t"), {TIME: START, ROBOT: START})
            worker = work(url, "claim")
            assert set(await asyncio.to_thread(killed, worker, 3)) == {"t time", "t robot", "end"}
            assert await a.claim(50) == []
            assert await a.next_timer() is None
            await asked(url, SET_OFFSET.format(60_001))
            assert len(await a.claim(60_000) + await b.claim(60_000)) == 2

    tried()


# Opening and closing


@awaited
async def test_workers_that_start_together_make_one_store(url: str) -> None:
    for _ in range(2):  # the second time there is nothing to do
        async with workers(url, 6) as all_of_them:
            for n, store in enumerate(all_of_them):
                with contextlib.suppress(Conflict, Duplicate):
                    await store.append("t", entry(n + 1, f"c{n + 1}"), card("t"))
            assert await is_whole(all_of_them[0], "t")
    assert await asked(url, "SELECT value FROM filon.settings WHERE name = 'version'") == len(schema.MIGRATIONS)


@awaited
async def test_steps_are_done_once_and_in_order_and_a_newer_store_is_left_alone(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = schema.MIGRATIONS
    await made(url)
    newer = [*steps, "CREATE TABLE filon.more (n int)", "INSERT INTO filon.more VALUES (1)"]
    monkeypatch.setattr(schema, "MIGRATIONS", newer)
    with pytest.raises(StoreRefused, match=rf"older Filon \({len(steps)}\)"):
        await PostgresStore(url).open(for_backup=True)
    async with workers(url, 4):
        assert await asked(url, "SELECT count(*) FROM filon.more") == 1
    monkeypatch.setattr(schema, "MIGRATIONS", steps)
    with pytest.raises(StoreRefused, match=rf"newer Filon \({len(newer)}; this one knows {len(steps)}\)"):
        await PostgresStore(url).open()
    await nobody_is_left(url)


@awaited
async def test_a_step_that_fails_leaves_nothing_behind(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "MIGRATIONS", [*schema.MIGRATIONS, "SELECT 1 / 0"])
    with pytest.raises(StoreRefused, match="refuses: division by zero"):
        await PostgresStore(url).open()
    assert await asked(url, "SELECT to_regnamespace('filon') IS NULL")
    await nobody_is_left(url)


@awaited
async def test_closing_finishes_what_was_asked_and_leaves_nothing_open(url: str) -> None:
    a, tasks = PostgresStore(url), asyncio.all_tasks()
    await a.open()
    await a.open()
    await laid(a, "t")
    asking = [asyncio.create_task(a.append("t", entry(seq, f"c{seq}"))) for seq in range(2, 9)]
    await asyncio.sleep(0)
    await a.close()
    await a.close()
    assert await asyncio.gather(*asking) == [None] * 7
    assert asyncio.all_tasks() == tasks
    await nobody_is_left(url)
    for ask in (a.append("t", entry(9)), a.read("t")):
        with pytest.raises(StoreRefused, match="not open"):
            await ask
    await a.open()
    assert await is_whole(a, "t")
    await a.close()


@awaited
async def test_a_store_opened_for_backup_is_without_listening_and_appending(url: str) -> None:
    async with workers(url, 1) as (a,):
        await laid(a, "t")
        kept = await a.export_table("t")
    await nobody_is_left(url)
    beside = PostgresStore(url)
    await beside.open(for_backup=True)
    try:
        assert await beside.export_table("t") == kept
        while await asked(url, OURS) > 1:  # the one that looked at the schema has left
            pass
        assert await asked(url, OURS) == 1
        with pytest.raises(StoreRefused, match="for a backup"):
            await beside.append("t", entry(2))
    finally:
        await beside.close()


# Refusals


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("postgresql://ada:s3cret@127.0.0.1:1/filon", r"PostgreSQL at 127.0.0.1:1/filon cannot be reached"),
        ("postgresql://ada:s3cret@nowhere.invalid/filon", r"PostgreSQL at nowhere.invalid/filon cannot be reached"),
        ("postgresql:///filon?host=/nowhere&password=s3cret", r"PostgreSQL at /nowhere/filon cannot be reached"),
        ("postgresql://ada:s3cret@h:x/filon", r"PostgreSQL at h:x/filon cannot be used so"),
        ("postgresql://ada:p@s3cret@h/filon", "cannot be read"),
        ("postgresql://ada:12/s3cret@h/filon", "cannot be read"),
        ("postgresql://ada:12?s3cret@h/filon", "cannot be read"),
        ("postgresql://ada:12#s3cret@h/filon", "cannot be read"),
        ("postgresql://ada:[s3cret@h/filon", "cannot be read"),
        ("mysql://ada:s3cret@h/filon", "cannot be read"),
        ("s3cret", "cannot be read"),
        ("", "cannot be read"),
    ],
)
@awaited
async def test_where_there_is_no_database_one_sentence_says_so_without_the_password(address: str, said: str) -> None:
    with pytest.raises(StoreRefused, match=said) as caught:
        await PostgresStore(address).open()
    assert_discreet(caught.value)


def assert_discreet(error: StoreRefused) -> None:
    assert "s3cret" not in str(error)
    assert str(error).endswith(".")
    assert "\n" not in str(error)
    assert error.__cause__ is None  # nor in a traceback
    assert error.__suppress_context__ or error.__context__ is None


@awaited
async def test_who_is_not_let_in_is_told_so_without_the_password(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    await asked(url, "CREATE ROLE guarded LOGIN PASSWORD 's3cret'")
    wrong = {
        url.replace("postgres@", "guarded:wrong-s3cret@"): "does not let this user in",
        url.replace("/postgres?", "/s3cretless?").replace("s3cretless", "none"): "has no database of this name",
        url.replace("postgres@", "guarded:s3cret@"): "refuses: permission denied for database",
    }
    for address, said in wrong.items():
        with pytest.raises(StoreRefused, match=said) as caught:
            await PostgresStore(address).open()
        assert_discreet(caught.value)
    monkeypatch.setattr(connection, "OLDEST_VERSION", 999)
    with pytest.raises(StoreRefused, match=r"is of version \d+: expected 999 or newer"):
        await PostgresStore(url).open()
    await nobody_is_left(url)


@awaited
async def test_who_may_not_make_the_store_may_use_it(url: str) -> None:
    await made(url, "CREATE ROLE guarded LOGIN PASSWORD 's3cret'", "GRANT USAGE ON SCHEMA filon TO guarded")
    await asked(url, "GRANT ALL ON ALL TABLES IN SCHEMA filon TO guarded")
    async with workers(url.replace("postgres@", "guarded:s3cret@")) as (a, b):
        await laid(a, "t", 3)
        assert await is_whole(b, "t")
