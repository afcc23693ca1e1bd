"""Deleted means gone from the file: neither the database nor its write-ahead log holds a word of the table."""

from asyncio import run
from pathlib import Path

from filon.house.room.card import OVER
from filon.house.room.events import Said
from tests.house.stores.sqlite.embedded import opened
from tests.house.stores.trials import card, entry

TALK, NAME, HOLDER = "whispered-words", "Wilhelmina-the-named", "d1g3st-of-a-device"


def found(path: Path) -> dict[str, int]:
    held = b"".join(file.read_bytes() for file in (path, path.with_name(f"{path.name}-wal")) if file.exists())
    return {word: held.count(word.encode()) for word in (TALK, NAME, HOLDER)}


def test_no_word_of_a_deleted_table_is_left_in_the_file(tmp_path: Path) -> None:
    """Staged and compacted, among tables that stay, while the store is open. What SQLite leaves in gaps of pages: decision 48."""
    path = tmp_path / "store.db"

    async def case() -> None:
        async with opened(path) as store:
            for table in ("a", "b", "c"):
                await store.append(table, entry(1), card(table))
            secret = card("b", status=OVER, names=[NAME, ""], holders=[HOLDER, ""], host=HOLDER)
            for seq in range(2, 400):
                for table in ("a", "b", "c"):
                    said = Said(0, f"{TALK} {'x' * (seq * 7 % 190)}") if table == "b" else Said(0, f"stays {'y' * (seq * 5 % 190)}")
                    await store.append(table, entry(seq, f"c{seq}", said), secret if table == "b" else None)
            assert all(found(path).values())
            await store.delete("b")
            assert found(path) == dict.fromkeys((TALK, NAME, HOLDER), 0)
            assert [len(await store.read(table)) for table in ("a", "c")] == [399, 399]

    run(case())
    assert found(path) == dict.fromkeys((TALK, NAME, HOLDER), 0)
