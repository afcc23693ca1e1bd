"""Erasing a person from a finished game: name and talk are gone, and the game still proves itself."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from filon.core.game import Game
from filon.house.records.erasing import Chooses, Erased, EraseRefused, erase
from filon.house.records.game_file import game_file, live_of, read_game, text_of
from filon.house.records.replay import of_file, of_room
from filon.house.records.verify import Mismatch, contributors, verify, withdrawn
from filon.house.room.events import Entry
from filon.house.room.room import Room
from filon.house.stores.store import Store
from tests.house.earlier import lay, with_status
from tests.house.finished import finished
from tests.house.records.independent_verifier import check
from tests.house.stores.sqlite.embedded import opened

File = dict[str, Any]


def person(wanted: str) -> Chooses:
    return lambda _, name: name == wanted


async def keep(store: Store, room: Room) -> None:
    table = room.opened.table
    for number, (when, line) in enumerate(room.log, 1):
        await store.append(table, Entry(number, when, f"c{number}", [line]), room.card() if number in (1, room.seq) else None)


def read(entries: list[Entry]) -> Room:
    room = Room()
    for entry in entries:
        room.replay(entry)
    return room


def without(tmp_path: Path, room: Room, *names: str) -> tuple[Room, Erased]:
    """The room, stored, after all these people are erased and it is read again."""

    async def story() -> tuple[Room, Erased]:
        async with opened(tmp_path / "filon.db") as store:
            await keep(store, room)
            for name in names:
                erased = await erase(store, room.opened.table, person(name))
                assert erased
                await store.rewrite(room.opened.table, erased.entries, erased.card)
                assert await erase(store, room.opened.table, person(name)) is None  # nothing is left to erase
            return read(await store.read(room.opened.table)), erased

    return asyncio.run(story())


def test_a_game_proves_itself_without_a_person(game: Game, tmp_path: Path) -> None:
    before = finished(game.name, 1)
    room, erased = without(tmp_path, before, "Person 0")
    text = text_of(game_file(room))
    held = read_game(text, "game.json")
    assert (erased.seats, erased.breaks_proof, erased.card.names[:2]) == ([0], False, ["", "Person 1"])
    assert "Person 0" not in text
    assert "Person 0" not in str(room.log)
    assert "Hello, everybody" not in str(room.log)
    assert withdrawn(held) == 1
    assert {one.name: one.count for one in verify(held)}["names"] == len(room.chairs) - 1
    assert contributors(held) == ["", "Person 1"]
    check(text)
    assert room.seq == before.seq
    assert room.playing.table == before.playing.table
    assert room.fairness.key == before.fairness.key


def test_everybody_may_be_withdrawn_and_the_game_is_shown_all_the_same(game: Game, tmp_path: Path) -> None:
    room, _ = without(tmp_path, finished(game.name, 1), "Person 0", "Person 1")
    held = game_file(room)
    verify(held)
    assert withdrawn(held) == 2
    assert of_room(room, None).names[:2] == of_file(held, None).names[:2] == ["", ""]
    assert live_of(held, "game.json").is_over


def of_began(file: File) -> File:
    return next(line for line in file["lines"] if line["line"] == "began")


def of_seat(file: File, seat: int) -> list[File]:
    return [line for line in file["lines"] if line["line"] == "sat" and line["seat"] == seat]


def rename(file: File) -> None:
    """Another name in place of one that was withdrawn."""
    of_began(file)["names"][0] = "Nobody"
    for line in of_seat(file, 0):
        line["name"] = "Nobody"


def alter(file: File) -> None:
    of_began(file)["names"][1] = "Person 2"
    for line in of_seat(file, 1):
        line["name"] = "Person 2"


def keep_salt(file: File) -> None:
    """A name emptied, but not its salt: that is no withdrawal."""
    of_began(file)["names"][1] = ""
    for line in of_seat(file, 1):
        line["name"] = ""


def rehash(file: File) -> None:
    of_began(file)["hashes"][0] = "0" * 64


def shorten(file: File) -> None:
    del of_began(file)["hashes"][-1]


def downgrade(file: File) -> None:
    file["version"] = 1


@pytest.mark.parametrize("change", [rename, alter, keep_salt, rehash, shorten, downgrade])
def test_an_altered_name_is_found_out(game: Game, tmp_path: Path, change: Callable[[File], None]) -> None:
    room, _ = without(tmp_path, finished(game.name, 1), "Person 0")
    file = json.loads(text_of(game_file(room)))
    change(file)
    with pytest.raises(Mismatch):
        verify(read_game(json.dumps(file), "changed.json"))
    with pytest.raises((AssertionError, KeyError)):
        check(json.dumps(file))


def test_a_table_in_play_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(lay(tmp_path / "filon.db")) as store:
            for table in [*with_status("playing"), *with_status("waiting")]:
                before = await store.export_table(table)
                if any(before.card.names):
                    with pytest.raises(EraseRefused, match=f"^table {table}: expected a game that is over"):
                        await erase(store, table, lambda *_: True)
                assert await store.export_table(table) == before

    asyncio.run(story())


def test_the_proof_of_an_earlier_table_breaks_but_it_can_be_replayed(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(lay(tmp_path / "filon.db")) as store:
            for table in with_status("over"):
                before = read(await store.read(table))
                erased = await erase(store, table, lambda *_: True)
                assert erased
                assert erased.breaks_proof
                room = read(erased.entries)
                assert room.playing.table == before.playing.table
                assert of_file(game_file(room), None).scores == of_room(before, None).scores
                with pytest.raises(Mismatch):
                    verify(game_file(room))

    asyncio.run(story())
