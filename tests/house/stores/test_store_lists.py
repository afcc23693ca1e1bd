"""The contract of every store beside the logs: lists, timers, presence, deletion, backups. Tested on each of them."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from filon.house.room.card import CLOSED, OVER, PLAYING, WAITING
from filon.house.room.events import LESSON, Said
from filon.house.stores.store import ROBOT, TIME, Duplicate, TableBackup, Timer
from tests.house.stores.trials import START, Trial, card, entry, laid, of_all_stores

# Cards


@of_all_stores
async def test_the_lobby_lists_public_tables_that_wait_or_play_the_latest_first(trial: Trial) -> None:
    store, other = trial.stores
    for k, (table, status) in enumerate(zip("abcd", [WAITING, PLAYING, OVER, CLOSED], strict=True)):
        await laid(store, table, status=status, since=START + k)
        await laid(store, f"hidden {table}", status=status, since=START + k, is_public=False, host="h")
    await laid(store, "e", since=START - 5)
    assert [held.table for held in await other.cards()] == ["b", "a", "e"]
    assert [held.table for held in await other.cards(limit=2)] == ["b", "a"]
    await store.append("e", entry(2), card("e", since=START + 9))
    await store.append("a", entry(2), card("a", status=OVER, since=START + 9))
    assert [held.table for held in await other.cards()] == ["e", "b"]
    assert (await other.cards())[0] == card("e", since=START + 9)


@of_all_stores
async def test_a_holder_finds_all_tables_where_it_is_host_or_sits(trial: Trial) -> None:
    store, other = trial.stores
    await laid(store, "hosts", host="h", since=START + 1, is_public=False, status=OVER)
    await laid(store, "sits", host="x", holders=["", "h"], since=START + 3, status=PLAYING)
    await laid(store, "both", host="h", holders=["h", "h"], since=START + 2, status=CLOSED)
    await laid(store, "others", host="x", holders=["y", ""])
    assert [held.table for held in await other.cards("h")] == ["sits", "both", "hosts"]
    assert [held.table for held in await other.cards("h", 1)] == ["sits"]
    await store.append("sits", entry(2), card("sits", host="x", holders=["", "y"], since=START + 4))
    assert [held.table for held in await other.cards("h")] == ["both", "hosts"]
    assert [held.table for held in await other.cards("y")] == ["sits", "others"]
    assert await other.cards("nobody") == []


# Waking


@of_all_stores
async def test_what_is_due_is_leased_to_one_caller_until_its_lease_ends(trial: Trial) -> None:
    first, second = trial.stores
    await first.append("a", entry(1), card("a"), {TIME: START + 10, ROBOT: START + 99})
    assert await second.claim(50) == []
    await trial.set_clock(START + 10)
    assert await second.claim(50) == [Timer("a", TIME, START + 10)]
    for at in (START + 10, START + 59):
        await trial.set_clock(at)
        assert await first.claim(50) == await second.claim(50) == []
    await trial.set_clock(START + 60)
    assert await first.claim(50) == [Timer("a", TIME, START + 10)]
    await trial.set_clock(START + 109)
    assert await second.claim(50) == [Timer("a", ROBOT, START + 99)]


@of_all_stores
async def test_an_append_with_timers_ends_the_lease_and_one_without_does_not(trial: Trial) -> None:
    first, second = trial.stores
    await first.append("a", entry(1), card("a"), {ROBOT: START})
    assert len(await first.claim(50)) == 1
    await second.append("a", entry(2), card("a", since=START + 1))
    assert await second.claim(50) == []
    await first.append("a", entry(3), timers={ROBOT: START})
    assert len(await second.claim(50)) == 1
    await first.append("a", entry(4), timers={})
    await trial.set_clock(START + 50)
    assert await first.claim(50) == []


@of_all_stores
async def test_callers_at_once_never_get_the_same_timer(trial: Trial) -> None:
    tables = [f"t{k}" for k in range(40)]
    for k, table in enumerate(tables):
        await trial.stores[k % 2].append(table, entry(1), card(table), {TIME: START - k, ROBOT: START - k})
    for _ in range(2):  # once more when all leases have passed
        asked = [trial.stores[k % 2].claim(500, limit=3) for k in range(40)]
        leased = Counter((timer.table, timer.kind) for timers in await asyncio.gather(*asked) for timer in timers)
        assert leased == Counter((table, kind) for table in tables for kind in (TIME, ROBOT))
        await trial.set_clock(trial.stores[0].now() + 500)


@of_all_stores
async def test_no_more_timers_are_leased_than_were_asked_for(trial: Trial) -> None:
    for k in range(5):
        await trial.stores[0].append(f"t{k}", entry(1), card(f"t{k}"), {TIME: START - k})
    assert [len(await trial.stores[0].claim(500, limit=2)) for _ in range(4)] == [2, 2, 1, 0]


@of_all_stores
async def test_the_next_timer_is_the_earliest_that_is_not_leased(trial: Trial) -> None:
    first, second = trial.stores
    assert await first.next_timer() is None
    await first.append("a", entry(1), card("a"), {TIME: START + 10, ROBOT: START + 30})
    await first.append("b", entry(1), card("b"), {TIME: START + 20})
    assert await second.next_timer() == START + 10
    await trial.set_clock(START + 25)
    assert await second.next_timer() == START + 10
    assert len(await first.claim(50)) == 2
    assert await second.next_timer() == START + 30
    await second.append("b", entry(2), timers={TIME: START + 26})
    assert await first.next_timer() == START + 26
    await trial.set_clock(START + 75)
    assert await first.next_timer() == START + 10


# Who is here


@of_all_stores
async def test_seats_are_here_until_then_unless_they_are_touched_again(trial: Trial) -> None:
    first, second = trial.stores
    await laid(first, "a")
    await laid(first, "b")
    await first.touch([("a", 0), ("a", 1), ("b", 0)], START + 10)
    await second.touch(iter([("a", 1)]), START + 20)
    assert await second.here(["a"]) == {("a", 0): START + 10, ("a", 1): START + 20}
    assert await first.here(iter(["b", "nowhere", "a"])) == {("a", 0): START + 10, ("a", 1): START + 20, ("b", 0): START + 10}
    await first.touch([("a", 1)], START + 5)
    assert (await second.here(["a"]))["a", 1] == START + 5
    assert await first.here([]) == {}


# Forgetting


@of_all_stores
async def test_a_deleted_table_is_forgotten_with_everything_about_it(trial: Trial) -> None:
    first, second = trial.stores
    for table in "ab":
        await first.append(table, entry(1, "c"), card(table, host="h", status=OVER), {TIME: START})
        await first.touch([(table, 0)], START + 10)
    before = await first.export_table("b")
    await second.delete("a")
    await second.delete("a")
    assert (await first.tables(), await first.last_seqs(["a"]), await first.here(["a"])) == (["b"], {}, {})
    assert [held.table for held in await first.cards("h")] == ["b"]
    assert await first.expired(START + 1) == ["b"]
    assert await first.claim(10) == [Timer("b", TIME, START)]
    assert (await first.export_table("b"), await first.here(["b"])) == (before, {("b", 0): START + 10})


@of_all_stores
async def test_where_no_game_goes_on_and_nothing_has_changed_since_then_has_expired(trial: Trial) -> None:
    store, other = trial.stores
    for k, status in enumerate((PLAYING, OVER, CLOSED, WAITING)):
        await laid(store, status, status=status, since=START + k, is_public=False)
    await laid(store, LESSON, status=PLAYING, pace=LESSON, since=START + 4)
    assert await other.expired(START + 5) == [OVER, CLOSED, WAITING, LESSON]
    assert await other.expired(START + 5, only_waiting=True) == [WAITING]
    assert await other.expired(START + 2) == [OVER]
    assert await other.expired(START + 1) == []
    assert len(await other.expired(START + 4, limit=1)) == 1
    await store.append(OVER, entry(2), card(OVER, status=OVER, since=START + 8))
    assert await other.expired(START + 3) == [CLOSED]


# Being told


@of_all_stores
async def test_nobody_is_told_of_what_did_not_happen(trial: Trial) -> None:
    """Notifications are tried where there are two processes; a notification is never wrong."""
    told: list[tuple[str, int]] = []
    trial.stores[1].listen(lambda table, head: told.append((table, head)))
    await laid(trial.stores[0], "a", 3)
    assert set(told) <= {("a", 1), ("a", 2), ("a", 3)}


# Backups


@of_all_stores
async def test_a_kept_table_is_taken_in_whole_where_there_is_none_of_its_name(trial: Trial) -> None:
    store, other = trial.stores
    await store.append("a", entry(1, "c1"), card("a", host="h", holders=["", "g"], scores=[1, 2]), {ROBOT: START, TIME: START + 9})
    await store.append("a", entry(2, "c2", Said(0, "2"), Said(1, "3")))
    await store.claim(50)
    kept = await store.export_table("a")
    assert kept == TableBackup(await store.card("a"), await store.read("a"), {ROBOT: START, TIME: START + 9})
    await store.delete("a")
    assert await other.import_table(kept) is True
    assert await store.export_table("a") == kept
    assert [held.table for held in await store.cards("g")] == ["a"]
    assert await store.claim(50) == [Timer("a", ROBOT, START)]
    with pytest.raises(Duplicate):
        await store.append("a", entry(4, "c2"))
    await store.append("a", entry(4, "c4"))


@of_all_stores
async def test_a_table_of_the_same_name_stays_as_it_is(trial: Trial) -> None:
    store, _ = trial.stores
    await laid(store, "a", 2, host="h")
    strange = TableBackup(card("a", host="other"), [entry(1, "x", Said(0, "else"))], {TIME: START})
    before = await store.export_table("a")
    assert await store.import_table(strange) is False
    assert (await store.export_table("a"), await store.cards("other"), await store.claim(10)) == (before, [], [])


@of_all_stores
async def test_a_table_is_kept_as_it_stood_at_one_moment(trial: Trial) -> None:
    """Its card, its timer and its log all count the same lines."""
    store, other = trial.stores
    await store.append("a", entry(1), card("a", since=1), {TIME: 1})

    async def play() -> None:
        for seq in range(2, 80):
            await store.append("a", entry(seq), card("a", since=seq), {TIME: seq})

    playing = asyncio.create_task(play())
    while not playing.done():
        kept = await other.export_table("a")
        assert kept.card.since == kept.timers[TIME] == len(kept.entries)
    await playing


@of_all_stores
async def test_all_tables_are_listed(trial: Trial) -> None:
    store, other = trial.stores
    assert await store.tables() == []
    for table in ("b", "a", "ä", "c"):
        await laid(store, table, is_public=False, status=CLOSED)
    assert sorted(await other.tables()) == ["a", "b", "c", "ä"]
