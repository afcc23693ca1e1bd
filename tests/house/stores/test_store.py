"""The contract of every store, tested on each of them."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random

import pytest
from hypothesis.stateful import run_state_machine_as_test

from filon.house.room.card import OVER, PLAYING
from filon.house.room.events import Closed, Entry, Moved, Opened, Said
from filon.house.stores.store import ROBOT, TIME, Conflict, Duplicate, NoSuchTable, Store
from tests.house.stores.store_model import AT_RANDOM, AtRandom
from tests.house.stores.trials import START, TRIALS, Factory, Trial, card, entry, laid, of_all_stores

# The store itself


@of_all_stores
async def test_opening_again_changes_nothing(trial: Trial) -> None:
    await laid(trial.stores[0], "a", 3)
    await trial.open()
    assert await trial.stores[0].last_seqs(["a"]) == {"a": 3}


@of_all_stores
async def test_everything_is_there_after_a_restart(trial: Trial) -> None:
    await laid(trial.stores[0], "a", 3, host="h")
    await trial.stores[0].append("a", entry(4), timers={TIME: START + 5})
    before = await trial.stores[0].export_table("a")
    await trial.close()
    await trial.open()
    assert await trial.stores[0].export_table("a") == before
    assert (len(before.entries), before.timers) == (4, {TIME: START + 5})
    assert await trial.stores[0].cards("h") == [before.card]
    with pytest.raises(Duplicate):
        await trial.stores[0].append("a", entry(5, "c2"))


@of_all_stores
async def test_the_time_is_the_stores_and_never_runs_backwards(trial: Trial) -> None:
    assert [store.now() for store in trial.stores] == [START] * 2
    await trial.set_clock(START + 500)
    assert [store.now() for store in trial.stores] == [START + 500] * 2
    await trial.set_clock(START + 100)
    assert min(store.now() for store in trial.stores) >= START + 500


# Appending


@of_all_stores
async def test_entries_come_back_as_they_were_kept(trial: Trial) -> None:
    opened = Opened("a", "any", 1, {"depth": 3, "deep": True}, {"sand": [1, [2]]}, 2, "h", "c", "s", "i", True)
    moved = Moved(1, 250, "to-the-river (3, 4)", arrived=260, credit=10)
    kept = [entry(1, "one", opened), entry(2, "", Said(0, "é \0 \U0001f701 '\"\\"), moved), entry(4, "two", Closed(), when=START + 9)]
    await trial.stores[0].append("a", kept[0], card("a"))
    for one in kept[1:]:
        await trial.stores[0].append("a", one)
    assert await trial.stores[1].read("a") == kept


@of_all_stores
async def test_a_table_is_made_by_its_first_entry_with_a_card(trial: Trial) -> None:
    store, other = trial.stores
    with pytest.raises(NoSuchTable):
        await store.append("a", entry(1, "c"))
    with pytest.raises(NoSuchTable):
        await store.append("a", entry(2, "c"), card("a", host="h"), {TIME: START})
    assert (await store.tables(), await store.cards("h"), await store.claim(10)) == ([], [], [])
    await store.append("a", entry(1, "c"), card("a"))
    assert (await other.tables(), await other.card("a")) == (["a"], card("a"))


@of_all_stores
async def test_an_entry_elsewhere_than_at_the_end_is_outrun(trial: Trial) -> None:
    store, _ = trial.stores
    await store.append("a", entry(1, "", Said(0, "1"), Said(0, "2"), Said(0, "3")), card("a"))
    before = await store.export_table("a")
    for seq in (-1, 0, 1, 2, 3, 5, 6):
        with pytest.raises(Conflict):
            await store.append("a", entry(seq, "c"), card("a", status=OVER), {TIME: START})
    assert await store.export_table("a") == before
    await store.append("a", entry(4, "c"))


@of_all_stores
async def test_an_entry_without_events_is_no_entry(trial: Trial) -> None:
    """It would stand where the next one has to."""
    store, _ = trial.stores
    await laid(store, "a")
    with pytest.raises(ValueError, match="event"):
        await store.append("a", Entry(2, START, "c", []))
    await store.append("a", entry(2))


@of_all_stores
async def test_a_command_is_kept_once_and_says_where(trial: Trial) -> None:
    store, other = trial.stores
    await laid(store, "a", 3)
    before = await store.export_table("a")
    for seq in (4, 2, 3, 9):  # also where somebody else was first: it is the better answer
        with pytest.raises(Duplicate) as caught:
            await other.append("a", entry(seq, "c2"), card("a", status=OVER), {TIME: START})
        assert caught.value.seq == 2
    with pytest.raises(Duplicate):
        await store.append("a", entry(1, "c1"), card("a"))
    assert await store.export_table("a") == before
    await store.append("a", entry(4, "c4"))


@of_all_stores
async def test_the_empty_command_never_repeats_and_tables_do_not_share_commands(trial: Trial) -> None:
    store, _ = trial.stores
    await laid(store, "a")
    await laid(store, "b")
    for seq in (2, 3, 4):
        await store.append("a", entry(seq, ""))
    with pytest.raises(Conflict):
        await store.append("a", entry(4, ""))
    assert await store.last_seqs(["a", "b"]) == {"a": 4, "b": 1}


@of_all_stores
async def test_nothing_is_appended_where_a_table_was_deleted(trial: Trial) -> None:
    store, other = trial.stores
    await laid(store, "a", 2)
    await other.delete("a")
    for given in (None, card("a")):
        with pytest.raises(NoSuchTable):
            await store.append("a", entry(3, "c3"), given, {TIME: START})
    assert (await store.tables(), await store.claim(10)) == ([], [])
    await laid(store, "a", 2)  # as new, with the same commands


@of_all_stores
async def test_card_and_timers_are_replaced_or_stay(trial: Trial) -> None:
    store, other = trial.stores
    await store.append("a", entry(1), card("a"), {TIME: START + 10, ROBOT: START + 20})
    await store.append("a", entry(2))
    assert (await other.export_table("a")).timers == {TIME: START + 10, ROBOT: START + 20}
    await store.append("a", entry(3), card("a", status=PLAYING, since=START + 1))
    assert (await other.export_table("a")).timers == {TIME: START + 10, ROBOT: START + 20}
    await store.append("a", entry(4), timers={ROBOT: START + 5})
    assert (await other.export_table("a")).timers == {ROBOT: START + 5}
    assert (await other.export_table("a")).card == await other.card("a") == card("a", status=PLAYING, since=START + 1)
    await store.append("a", entry(5), timers={})
    assert (await other.export_table("a")).timers == {}


# Many at once


@of_all_stores
async def test_of_many_who_write_to_one_place_one_is_first(trial: Trial) -> None:
    await laid(trial.stores[0], "a")

    async def one(k: int) -> str:
        try:
            await trial.stores[k % 2].append("a", entry(2, f"by {k}", Said(k, "mine")))
        except Conflict:
            return "outrun"
        return f"by {k}"

    told = Counter(await asyncio.gather(*(one(k) for k in range(200))))
    assert told.pop("outrun") == 199
    assert [kept.command for kept in await trial.stores[0].read("a", 1)] == list(told)


@of_all_stores
async def test_of_many_who_repeat_one_command_one_is_kept(trial: Trial) -> None:
    await laid(trial.stores[0], "a")
    asked = [trial.stores[k % 2].append("a", entry(2, "again")) for k in range(50)]
    told = Counter(type(said) for said in await asyncio.gather(*asked, return_exceptions=True))
    assert told == {type(None): 1, Duplicate: 49}


@of_all_stores
async def test_what_is_refused_to_one_does_not_hurt_those_beside_it(trial: Trial) -> None:
    store, _ = trial.stores
    for table in "abcdef":
        await laid(store, table, 2)
    expected = {"a": None, "b": Conflict, "c": Duplicate, "d": None, "e": None, "nowhere": NoSuchTable, "f": Conflict}
    asked = {
        "a": entry(3, "new"),
        "b": entry(4, "new"),
        "c": entry(3, "c2"),
        "d": entry(3, ""),
        "e": entry(3, "new"),
        "nowhere": entry(3, "new"),
        "f": entry(2, ""),
    }
    told = await asyncio.gather(*(store.append(table, one) for table, one in asked.items()), return_exceptions=True)
    assert [said and type(said) for said in told] == list(expected.values())
    assert await store.last_seqs(asked) == {"a": 3, "b": 2, "c": 2, "d": 3, "e": 3, "f": 2}


@of_all_stores
async def test_many_tables_go_on_at_once(trial: Trial) -> None:
    async def play(k: int) -> None:
        await laid(trial.stores[k % 2], f"t{k}", 12)

    await asyncio.gather(*(play(k) for k in range(150)))
    assert await trial.stores[0].last_seqs(f"t{k}" for k in range(150)) == {f"t{k}": 12 for k in range(150)}
    assert [kept.seq for kept in await trial.stores[1].read("t149")] == list(range(1, 13))


@of_all_stores
async def test_writers_who_read_on_and_ask_again_lose_nothing(trial: Trial) -> None:
    for table in "ab":
        await laid(trial.stores[0], table)

    async def write(k: int) -> None:
        luck, store = Random(k), trial.stores[k % 2]
        for n in range(8):
            await insist(store, luck.choice("ab"), f"{k}-{n}", luck.randint(1, 3))

    await asyncio.gather(*(write(k) for k in range(16)))
    logs = {table: await trial.stores[0].read(table) for table in "ab"}
    assert Counter(kept.command for log in logs.values() for kept in log[1:]) == Counter(f"{k}-{n}" for k in range(16) for n in range(8))
    for log in logs.values():
        assert [kept.seq for kept in log[1:]] == [kept.last + 1 for kept in log[:-1]]


async def insist(store: Store, table: str, command: str, lines: int) -> None:
    """Append as a room does: after a conflict read on, and append again."""
    head = 0
    while True:
        head = max([head, *(kept.last for kept in await store.read(table, head))])
        try:
            return await store.append(table, entry(head + 1, command, *[Said(0, command)] * lines))
        except Conflict:
            continue


@of_all_stores
async def test_who_goes_away_while_waiting_leaves_a_sound_table(trial: Trial) -> None:
    store, _ = trial.stores
    await laid(store, "a")
    gone = asyncio.create_task(store.append("a", entry(2, "gone")))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.wait([gone])
    head = (await store.last_seqs(["a"]))["a"]
    await insist(store, "a", "next", 1)
    assert [kept.seq for kept in await store.read("a")] == list(range(1, (await store.last_seqs(["a"]))["a"] + 1))
    assert head <= 2


# Reading


@of_all_stores
async def test_reading_on_after_a_line(trial: Trial) -> None:
    store, other = trial.stores
    await laid(store, "a", 2)
    await store.append("a", entry(3, "", Said(0, "3"), Said(0, "4")))
    await store.append("a", entry(5))
    assert [kept.seq for kept in await other.read("a")] == [1, 2, 3, 5]
    assert [kept.seq for kept in await other.read("a", 2)] == [3, 5]
    assert [kept.seq for kept in await other.read("a", 4)] == [5]
    assert await other.read("a", 5) == await other.read("a", 99) == []


@of_all_stores
async def test_there_is_nothing_to_read_where_no_table_is(trial: Trial) -> None:
    store, _ = trial.stores
    await laid(store, "a")
    for asked in (store.read("b"), store.read("b", 7), store.card("b"), store.export_table("b")):
        with pytest.raises(NoSuchTable):
            await asked


@of_all_stores
async def test_last_seqs_leave_out_what_is_gone(trial: Trial) -> None:
    store, other = trial.stores
    await laid(store, "a", 2)
    await laid(store, "b")
    await store.append("b", entry(2, "", Said(0, "2"), Said(0, "3"), Said(0, "4")))
    assert await other.last_seqs(["b", "nowhere", "a", "a"]) == {"a": 2, "b": 4}
    assert await other.last_seqs(iter([])) == {}


# Anything, in any order


@pytest.mark.parametrize("trial", TRIALS.values(), ids=list(TRIALS))
def test_a_store_does_what_the_simplest_store_would(trial: Factory, request: pytest.FixtureRequest) -> None:
    with asyncio.Runner() as runner:
        tried = trial(request)
        runner.run(tried.open())
        machine = type("AtRandom", (AtRandom,), {"trial": tried, "runner": runner})
        try:
            run_state_machine_as_test(machine, settings=AT_RANDOM)
        finally:
            runner.run(tried.close())
