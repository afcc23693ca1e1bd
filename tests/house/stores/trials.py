"""The stores of which the contract is asked. Another one joins by a Trial of its own in TRIALS; the suite needs no other change."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Protocol

import pytest

from filon.house.room.card import WAITING, Card
from filon.house.room.events import AnyEvent, Entry, Said
from filon.house.stores.sqlite import queries
from filon.house.stores.sqlite.store import SQLiteStore
from filon.house.stores.store import Store
from tests.house.stores.postgres.postgres_server import PostgresTrial

SOAK = bool(os.environ.get("FILON_SOAK"))
START = 1_700_000_000_000  # where the clock of every trial stands at first
TOO_LONG = 3600 if SOAK else 600  # seconds: whatever hangs fails


class Trial(Protocol):
    """A store under test, empty and open, whose clock moves only when it is set."""

    stores: list[Store]  # two that serve the same tables at once; one and the same where there can be only one

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def set_clock(self, at: int) -> None: ...


class SQLiteTrial:
    def __init__(self, request: pytest.FixtureRequest) -> None:
        folder: Path = request.getfixturevalue("tmp_path")
        request.getfixturevalue("monkeypatch").setattr(queries, "STAGING_ROWS", 3)  # some entries are compacted, some are staged
        self._at = START
        store = SQLiteStore(folder / "store.db", lambda: self._at)
        self.stores: list[Store] = [store, store]

    async def open(self) -> None:
        await self.stores[0].open()

    async def close(self) -> None:
        await self.stores[0].close()

    async def set_clock(self, at: int) -> None:
        self._at = at


Factory = Callable[[pytest.FixtureRequest], Trial]  # it may ask for any fixture
TRIALS: dict[str, Factory] = {"sqlite": SQLiteTrial, "postgres": lambda request: PostgresTrial(request, START)}
Case = Callable[[Trial], Coroutine[Any, Any, None]]


def of_all_stores(case: Case) -> Callable[..., None]:
    """A case, written once, becomes one test for each store."""

    @pytest.mark.parametrize("trial", TRIALS.values(), ids=list(TRIALS))
    def asked(trial: Factory, request: pytest.FixtureRequest) -> None:
        asyncio.run(asyncio.wait_for(_tried(trial(request), case), TOO_LONG))

    asked.__name__, asked.__doc__, asked.__module__ = case.__name__, case.__doc__, case.__module__
    return asked


async def _tried(trial: Trial, case: Case) -> None:
    await trial.open()
    try:
        await case(trial)
    finally:
        await trial.close()


def entry(seq: int, command: str = "", *lines: AnyEvent, when: int = START) -> Entry:
    return Entry(seq, when, command, list(lines) or [Said(0, f"line {seq}")])


def card(table: str, **changes: Any) -> Card:
    usual = {"status": WAITING, "seats": 2, "names": ["Ada", ""], "robots": ["", ""], "is_public": True, "pace": "live", "since": START}
    return Card(table, "any", **{**usual, **changes})


async def laid(store: Store, table: str, lines: int = 1, **changes: Any) -> None:
    """A table with so many lines, each by a command of its own."""
    await store.append(table, entry(1, "c1"), card(table, **changes))
    for seq in range(2, lines + 1):
        await store.append(table, entry(seq, f"c{seq}"))
