"""The big store's own: two workers on one log, the database's clock, claims and notifications."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections import Counter
from typing import Any

import asyncpg
import pytest

from filon.house.room.events import Said
from filon.house.stores.postgres.append import AppendQueue
from filon.house.stores.postgres.clock import DRIFT, SAMPLES, DatabaseClock
from filon.house.stores.postgres.store import PostgresStore
from filon.house.stores.store import ROBOT, TIME, Conflict, Duplicate, NoSuchTable, StoreRefused, Timer
from tests.house.stores.postgres.postgres_server import SET_OFFSET, STANDING_CLOCK, asked, awaited, fresh, made, stranger, workers
from tests.house.stores.trials import START, card, entry, laid

BLOCKED = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"

LEFT_OVER = "SELECT (SELECT count(*) FROM entries) + (SELECT count(*) FROM wakes) + (SELECT count(*) FROM here)"


@pytest.fixture
def url(pytestconfig: pytest.Config) -> str:
    return fresh(pytestconfig)


async def is_blocked(connection: asyncpg.Connection[Any], count: int = 1) -> None:
    while await connection.fetchval(BLOCKED) < count:
        pass


# Two workers, one log


@pytest.mark.parametrize(("ends", "told", "head"), [("COMMIT", Conflict, 4), ("ROLLBACK", None, 2)])
@awaited
async def test_an_entry_on_its_way_makes_others_wait_for_who_is_first(url: str, ends: str, told: type[Exception] | None, head: int) -> None:
    async with workers(url) as (a, _), stranger(url) as first:
        await laid(a, "t")
        await first.execute("BEGIN")
        await first.execute("INSERT INTO entries VALUES ('t', 2, 4, 0, 'theirs', '[]')")
        asking = asyncio.create_task(a.append("t", entry(2, "ours")))
        async with stranger(url) as looks_on:
            await is_blocked(looks_on)
        await first.execute(ends)
        assert [type(said) for said in await asyncio.gather(asking, return_exceptions=True)] == [told or type(None)]
        assert await a.last_seqs(["t"]) == {"t": head}


@awaited
async def test_a_command_on_its_way_is_recognised(url: str) -> None:
    async with workers(url) as (a, _), stranger(url) as first:
        await laid(a, "t")
        await first.execute("BEGIN")
        await first.execute("INSERT INTO entries VALUES ('t', 7, 7, 0, 'once', '[]')")
        asking = asyncio.create_task(a.append("t", entry(2, "once")))
        async with stranger(url) as looks_on:
            await is_blocked(looks_on)
        await first.execute("COMMIT")
        with pytest.raises(Duplicate, match="line 7"):
            await asking


@awaited
async def test_no_entry_is_left_of_a_table_deleted_under_it(url: str) -> None:
    async with workers(url) as (a, b), stranger(url) as holder:
        await laid(a, "t", 3)
        await holder.execute("BEGIN")
        await holder.execute("SELECT FROM tables FOR UPDATE")
        deleting = asyncio.create_task(b.delete("t"))
        async with stranger(url) as looks_on:
            await is_blocked(looks_on)
            asking = asyncio.create_task(a.append("t", entry(4), card("t"), {TIME: START}))
            await is_blocked(looks_on, 2)
        await holder.execute("COMMIT")
        await deleting
        with pytest.raises(NoSuchTable):
            await asking
        await a.touch([("t", 0)], START)
        assert await holder.fetchval(LEFT_OVER) == 0


@awaited
async def test_a_deletion_waits_for_who_appends_and_takes_that_along(url: str) -> None:
    async with workers(url) as (a, b), stranger(url) as holder:
        await laid(a, "t")
        await laid(a, "u")
        await holder.execute("BEGIN")
        await holder.execute("INSERT INTO entries VALUES ('u', 2, 2, 0, '', '[]')")
        asking = [asyncio.create_task(a.append(table, entry(2))) for table in "tu"]
        async with stranger(url) as looks_on:
            await is_blocked(looks_on)
            deleting = asyncio.create_task(b.delete("t"))
            await is_blocked(looks_on, 2)
        await holder.execute("ROLLBACK")
        await asyncio.gather(deleting, *asking)
        assert await holder.fetchval("SELECT count(*) FROM entries WHERE id = 't'") == 0


@awaited
async def test_timers_are_replaced_while_they_are_being_claimed(url: str) -> None:
    async with workers(url) as (a, _), stranger(url) as claims:
        await a.append("t", entry(1), card("t"), {TIME: START, ROBOT: START})
        await claims.execute("BEGIN")
        await claims.execute("UPDATE wakes SET lent_until = 9999999999999")
        asking = asyncio.create_task(a.append("t", entry(2), timers={ROBOT: START + 1}))
        async with stranger(url) as looks_on:
            await is_blocked(looks_on)
        await claims.execute("COMMIT")
        await asking
        assert await a.claim(50) == [Timer("t", ROBOT, START + 1)]


@awaited
async def test_workers_that_append_to_the_same_tables_never_wait_in_a_circle(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL would end it after a second, with an error for a whole batch."""
    apart: list[object] = []
    monkeypatch.setattr(AppendQueue, "_retry_apart", lambda *failed: apart.append(failed))
    async with workers(url) as (a, b), stranger(url) as first, stranger(url) as looks_on:
        for table in "tuv":
            await laid(a, table)
        await first.execute("BEGIN")
        await first.execute("INSERT INTO entries VALUES ('u', 2, 2, 0, '', '[]')")
        asking = [asyncio.create_task(a.append(table, entry(2))) for table in "tuv"]
        await is_blocked(looks_on)
        asking += [asyncio.create_task(b.append(table, entry(2))) for table in "vut"]
        await is_blocked(looks_on, 2)
        await first.execute("ROLLBACK")
        told = Counter(type(said) for said in await asyncio.gather(*asking, return_exceptions=True))
        assert told == {type(None): 3, Conflict: 3}
    assert apart == []


@awaited
async def test_what_postgresql_cannot_take_hurts_nobody_else(url: str) -> None:
    wrong = {"nul": "a\0b", "half": "\ud800", "long": os.urandom(50_000).hex()}
    async with workers(url) as (a, _):
        for table in ["fine", *wrong, "also"]:
            await laid(a, table)
        asking = [a.append(table, entry(2, wrong.get(table, "c"))) for table in ["fine", *wrong, "also"]]
        told = await asyncio.gather(*asking, a.append("x\0", entry(1), card("x")), return_exceptions=True)
        assert [type(said) for said in told] == [type(None), StoreRefused, StoreRefused, StoreRefused, type(None), StoreRefused]
        assert await a.last_seqs(["fine", "nul", "also"]) == {"fine": 2, "nul": 1, "also": 2}


@awaited
async def test_who_went_away_before_is_not_written(url: str) -> None:
    async with workers(url) as (a, _):
        await laid(a, "t")
        asking = [asyncio.create_task(a.append("t", entry(2, f"{n}"))) for n in range(3)]
        await asyncio.sleep(0)
        asking[0].cancel()
        told = await asyncio.gather(*asking, return_exceptions=True)
        assert [type(said) for said in told] == [asyncio.CancelledError, type(None), Conflict]


# Time


@pytest.mark.parametrize(
    ("clock", "when", "timers", "is_kept"),
    [
        (START + 10, START + 10, None, False),  # due, and it knows that it is late, but not of Time
        (START + 99, START + 10, None, False),
        (START + 99, START + 9, None, True),  # it was on its way
        (START + 9, START + 10, None, True),  # its worker's clock is ahead, but nothing is due
        (START + 99, START + 99, {TIME: START + 200}, True),  # Time has moved
        (START + 99, START + 99, {TIME: START + 10}, True),
        (START + 99, START + 99, {}, True),
    ],
)
@awaited
async def test_where_time_has_to_move_first_others_are_outrun(url: str, clock: int, when: int, timers: Any, is_kept: bool) -> None:
    await made(url, STANDING_CLOCK, SET_OFFSET.format(START))
    async with workers(url) as (a, _):
        await a.append("t", entry(1), card("t"), {TIME: START + 10, ROBOT: START})
        await asked(url, SET_OFFSET.format(clock))
        with contextlib.nullcontext() if is_kept else pytest.raises(Conflict):
            await a.append("t", entry(2, when=when), timers=timers)


@awaited
async def test_the_databases_clock_is_followed_and_never_runs_backwards(url: str) -> None:
    async with workers(url) as (a, b):
        before = a.now()
        await asked(url, SET_OFFSET.format(3_600_000))
        for store in (a, b):
            await store.measure_clock()
            assert 3_600_000 <= store.now() - before < 3_660_000
        far = a.now()
        await asked(url, SET_OFFSET.format(0))
        await a.measure_clock()
        assert far <= a.now() <= far + 1000  # it stands
        await asked(url, SET_OFFSET.format(7_200_000))
        await a.measure_clock()
        assert a.now() >= far + 3_000_000


def test_of_several_looks_at_a_clock_the_quickest_counts() -> None:
    clock = DatabaseClock()
    clock.add(0, 1000 + 20, 100)  # 50 in the middle, 20 in truth
    clock.add(200, 1000 + 202, 204)
    clock.add(300, 1000 + 390, 400)
    assert clock._best.offset == 1000
    for n in range(SAMPLES):
        clock.add(1000 * n, 1000 * n + 1006, 1000 * n + 10)  # both drift: what was quick long ago is forgotten
    assert clock._best.offset == 1001


def test_a_clock_that_was_set_is_believed_at_once() -> None:
    clock = DatabaseClock()
    clock.add(0, 1001, 2)
    clock.add(10, 5010 + 50, 110)  # slow, yet it cannot be the same clock
    assert clock._best.offset == 5000
    clock.add(200, 5201 + int(DRIFT), 202)
    assert clock._best.offset == 5000 + DRIFT


def test_who_was_never_told_the_time_does_not_guess() -> None:
    with pytest.raises(StoreRefused, match="not open"):
        PostgresStore("postgresql://nowhere/x").now()


# Claims


@awaited
async def test_a_timer_that_somebody_is_just_claiming_is_passed_over(url: str) -> None:
    async with workers(url) as (a, _), stranger(url) as claims:
        for table in "tu":
            await a.append(table, entry(1), card(table), {TIME: START})
        await claims.execute("BEGIN")
        await claims.execute("SELECT FROM wakes WHERE id = 't' FOR UPDATE")
        assert await a.claim(50) == [Timer("u", TIME, START)]


@awaited
async def test_workers_that_claim_at_once_share_what_is_due(url: str) -> None:
    async with workers(url) as pair:
        tables = [f"t{n}" for n in range(120)]
        await asyncio.gather(*(pair[0].append(table, entry(1), card(table), {TIME: START}) for table in tables))
        leased: Counter[str] = Counter()

        async def claim(store: PostgresStore) -> None:
            while timers := await store.claim(600_000, 3):
                leased.update(timer.table for timer in timers)

        await asyncio.gather(*(claim(store) for store in pair for _ in range(4)))
        assert leased == Counter(tables)


# Notifications


@awaited
async def test_other_workers_hear_of_an_append_and_who_made_it_does_not(url: str) -> None:
    async with workers(url, 3) as three:
        heard: list[asyncio.Queue[Any]] = [asyncio.Queue() for _ in three]
        for store, queue in zip(three, heard, strict=True):
            store.listen(lambda *notification, queue=queue: queue.put_nowait(notification))
        await three[0].append("a table, named so", entry(1, "", Said(0, "1"), Said(0, "2")), card("x"))
        assert [await queue.get() for queue in heard[1:]] == [("a table, named so", 2)] * 2
        await three[1].append("next", entry(1), card("next"))
        assert [await queue.get() for queue in heard[::2]] == [("next", 1)] * 2  # the first one hears this first


@awaited
async def test_many_notifications_at_once_go_in_several(url: str) -> None:
    async with workers(url) as (a, b):
        tables, all_heard = {f"{n:032}" for n in range(500)}, asyncio.Event()

        def heard(table: str, last: int) -> None:
            tables.discard(table)
            if not tables:
                all_heard.set()

        b.listen(heard)
        await asyncio.gather(*(a.append(table, entry(1), card(table)) for table in sorted(tables)))
        await all_heard.wait()


@awaited
async def test_nonsense_on_the_channel_is_nobodys_notification(url: str) -> None:
    wrong: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: wrong.append(context))
    async with workers(url) as (a, b):
        heard: asyncio.Queue[Any] = asyncio.Queue()
        b.listen(lambda *notification: heard.put_nowait(notification))
        for said in ("", "x", "[]", '["", {"t": "x"}]', "null", "é"):
            await asked(url, f"NOTIFY filon, '{said}'")
        await a.append("t", entry(1), card("t"))
        assert await heard.get() == ("t", 1)
    assert wrong == []


@awaited
async def test_who_hears_nothing_catches_up(url: str) -> None:
    async with workers(url, 1) as (a,):
        deaf = PostgresStore(url)
        await deaf.open(for_backup=True)
        await laid(a, "t", 5)
        assert await deaf.last_seqs(["t"]) == {"t": 5}
        assert [kept.seq for kept in await deaf.read("t", 3)] == [4, 5]
        await deaf.close()
