"""Rewriting a log to erase a person, asked of each store."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec import structs

from filon.house.room.events import Began, Entry, Said, Sat
from filon.house.stores.sqlite import queries
from filon.house.stores.sqlite.file import SETTINGS
from filon.house.stores.store import REWRITTEN, Conflict, Duplicate, NoSuchTable, Store
from tests.house.stores.sqlite.embedded import opened
from tests.house.stores.trials import START, Trial, card, entry, laid, of_all_stores

NAME = "Wilhelmina-Zyx"
WITH_NAME = [
    entry(1, "c1", Sat(0, NAME, "h", salt="5a17")),
    entry(2, "", Said(0, f"I am {NAME}"), Said(1, "Hello")),
    entry(4, "c2", Began([NAME, "Bo"], {}, [])),
    entry(5, "c3", Said(0, f"{NAME} again")),
]
WITHOUT = [
    entry(1, "c1", Sat(0, "", "h")),
    entry(2, "", Said(0, ""), Said(1, "Hello")),
    entry(4, "c2", Began(["", "Bo"], {}, [])),
    entry(5, "c3", Said(0, "")),
]
CARD, CARD_WITHOUT = card("a", names=[NAME, "Bo"], status="over", host="h"), card("a", names=["", "Bo"], status="over", host="h")


async def lay(store: Store) -> None:
    for one in WITH_NAME:
        await store.append("a", one, CARD if one.seq == 1 else None)


@of_all_stores
async def test_lines_are_replaced_and_the_log_goes_on(trial: Trial) -> None:
    await laid(trial.stores[0], "b", 4)
    await lay(trial.stores[0])
    other = await trial.stores[0].export_table("b")
    await trial.stores[0].rewrite("a", WITHOUT, CARD_WITHOUT)
    await trial.stores[0].scrub()
    for store in trial.stores:
        assert await store.read("a") == WITHOUT
        assert await store.card("a") == CARD_WITHOUT
        assert await store.cards("h") == [CARD_WITHOUT]
        assert await store.export_table("b") == other
    with pytest.raises(Duplicate):
        await trial.stores[1].append("a", entry(6, "c2"))
    await trial.stores[1].append("a", entry(6, "c4"))
    assert await trial.stores[0].last_seqs(["a"]) == {"a": 6}


@of_all_stores
async def test_a_log_of_another_shape_is_refused_and_nothing_changes(trial: Trial) -> None:
    await lay(trial.stores[0])
    first, *rest = WITHOUT
    for other in (
        rest,
        WITHOUT[:-1],
        [*WITHOUT, entry(6)],
        [structs.replace(first, command="c9"), *rest],
        [structs.replace(first, when=START + 1), *rest],
        [structs.replace(first, events=[Said(0, "")]), *rest],
        [structs.replace(first, events=[*first.events, Said(0, "")]), *rest],
    ):
        with pytest.raises(Conflict):
            await trial.stores[0].rewrite("a", other, CARD_WITHOUT)
    with pytest.raises(NoSuchTable):
        await trial.stores[0].rewrite("b", WITHOUT, CARD_WITHOUT)
    assert await trial.stores[0].read("a") == WITH_NAME
    assert await trial.stores[0].card("a") == CARD


@of_all_stores
async def test_other_workers_hear_that_a_log_was_rewritten(trial: Trial) -> None:
    one, other = trial.stores
    await lay(one)
    heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
    if not one.is_shared:
        return
    other.listen(lambda table, last: heard.put_nowait((table, last)))
    await one.rewrite("a", WITHOUT, CARD_WITHOUT)
    while await heard.get() != ("a", REWRITTEN):
        pass


def test_no_byte_of_a_name_stays_in_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "STAGING_ROWS", 3)  # the name was in the staging table, in the log and in the card
    path = tmp_path / "filon.db"

    def places() -> list[str]:
        return [file.name for file in sorted(tmp_path.iterdir()) if NAME.encode() in file.read_bytes()]

    async def story() -> None:
        monkeypatch.setitem(SETTINGS, "secure_delete", False)  # a store of an earlier Filon has the name in free pages too
        async with opened(path) as store:
            await lay(store)
            for number in range(50):
                await laid(store, f"other{number}", 2)
        monkeypatch.setitem(SETTINGS, "secure_delete", True)
        async with opened(path) as store:
            await store.append("a", Entry(6, START, "", [Said(1, "Bye")]))
            assert places()
            await store.rewrite("a", [*WITHOUT, Entry(6, START, "", [Said(1, "Bye")])], CARD_WITHOUT)
            assert places()
            await store.scrub()
            assert places() == []
        assert places() == []

    asyncio.run(story())
