"""One process serves from a store, under whatever name, and whatever becomes of its lock file."""

import os
from asyncio import run
from pathlib import Path

import pytest

from tests.house.stores.sqlite.embedded import acknowledged, opened, refusal, serving

SERVED = "another process serves from this store, and an embedded store serves only one"


def test_a_removed_lock_file_lets_nobody_in(tmp_path: Path) -> None:
    async def case() -> None:
        async with serving(path) as process:
            await acknowledged(process, 1)
            path.with_name("store.db.lock").unlink()
            assert await refusal(path) == SERVED
            await acknowledged(process, 1)

    path = tmp_path / "store.db"
    run(case())


@pytest.mark.parametrize("for_backup", [False, True])
def test_a_file_with_two_names_is_refused(tmp_path: Path, for_backup: bool) -> None:
    """SQLite keeps a write-ahead log for each name: the second would read a file without it."""

    async def case() -> None:
        async with opened(path):
            pass
        os.link(path, tmp_path / "other.db")
        for name in (path, tmp_path / "other.db"):
            assert "hard link" in await refusal(name, for_backup)

    path = tmp_path / "store.db"
    run(case())


def test_after_a_refusal_and_after_closing_the_store_can_be_served(tmp_path: Path) -> None:
    async def case() -> None:
        async with serving(path) as process:
            await acknowledged(process, 1)
            assert await refusal(path) == SERVED
        for _ in range(2):
            async with opened(path) as store:
                assert await store.tables()

    path = tmp_path / "store.db"
    run(case())
