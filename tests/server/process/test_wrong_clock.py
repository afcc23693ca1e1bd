"""A server whose clock was wrong: its log says so, and what became of old tables."""

import json
from asyncio import run
from pathlib import Path

from filon.house.room.card import CLOSED
from tests.house.stores.sqlite.embedded import opened
from tests.house.stores.trials import START, entry, laid
from tests.server.process.server_process import serving

YEAR = 365 * 24 * 3_600_000


def test_the_log_says_that_tables_are_held_back_and_that_the_clock_was_wrong(tmp_path: Path) -> None:
    async def furnish() -> None:
        async with opened(tmp_path / "store.db", lambda: START) as store:
            await laid(store, "old", status=CLOSED)
            await laid(store, "later", status=CLOSED)
            await store.append("later", entry(2, when=START + 70 * YEAR))

    run(furnish())
    with serving(tmp_path, "--store", str(tmp_path / "store.db"), "--keep-days", "30") as server:
        held_back = json.loads(server.until("tables held back", "err"))
        behind = json.loads(server.until("clock behind the store", "err"))
        assert server.stop() == 0
    assert (held_back["tables"], held_back["level"]) == (2, "warning")
    assert behind["level"] == "warning"
    assert behind["seconds"] > 60 * YEAR // 1000
    assert "tables forgotten" not in server.errors


def test_the_log_says_how_many_tables_were_forgotten(tmp_path: Path) -> None:
    async def furnish() -> None:
        at = START
        async with opened(tmp_path / "store.db", lambda: at) as store:
            await laid(store, "old", status=CLOSED)
            for _ in range(3):
                at += YEAR // 365
                await store.served_since(1)

    run(furnish())
    with serving(tmp_path, "--store", str(tmp_path / "store.db"), "--keep-days", "3") as server:
        assert json.loads(server.until("tables forgotten", "err"))["tables"] == 1
        assert server.stop() == 0
    assert "clock" not in server.errors
