"""Recorded games: whole games as text, replayed move by move with every seat's view; and whole logs of rooms, as files."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from filon.core.compiled.record import Record, whole
from filon.core.game import Game
from filon.house.records.game_file import GameFile, read_game, table_digest, text_of
from filon.house.records.transcript import read_transcript, transcript_of
from filon.house.records.verify import Mismatch, verify
from tests.record import rooms_wanted, seen, wanted

MOST = 300_000  # bytes of all rooms together, of every version of the rules


def test_recorded_games_replay_to_the_letter(game: Game) -> None:
    paths = sorted((game.folder / "recorded").glob("game-*.txt"))
    assert paths
    for path in paths:
        text = path.read_text(encoding="utf-8")
        assert transcript_of(read_transcript(text, path.name), with_views=True) == text, path.name


def test_every_end_and_every_option_is_recorded(game: Game) -> None:
    paths = sorted((game.folder / "recorded").glob("game-*.txt"))
    missing = wanted(game)
    for path in paths:
        missing -= seen(read_transcript(path.read_text(encoding="utf-8"), path.name), missing)
    assert missing == set()


# Rooms of every version of the rules


def rooms(game: Game) -> dict[Path, GameFile]:
    paths = sorted((game.folder / "recorded").glob("room-*.json"))
    return {path: read_game(path.read_text(encoding="utf-8"), path.name) for path in paths}


def test_every_room_ever_recorded_can_be_followed_to_the_same_digest(game: Game) -> None:
    for path, held in rooms(game).items():
        assert verify(held)[-1].name == "result", path.name
        assert text_of(held) == path.read_text(encoding="utf-8"), path.name


def test_every_version_of_the_rules_and_every_end_has_its_room(game: Game) -> None:
    held = rooms(game)
    assert set(rooms_wanted(game).values()) <= set(held)
    assert {file.rules for file in held.values()} == set(range(1, game.label.rules + 1))
    assert all(path.name.split("-")[1] == str(file.rules) for path, file in held.items())


def test_rooms_stay_small() -> None:
    assert sum(path.stat().st_size for path in (Path(__file__).parents[2] / "src").rglob("recorded/room-*.json")) < MOST


@contextmanager
def boxed_anew(game: Game) -> Iterator[None]:
    """The game with its rules' version raised by one."""
    rules = game.label.rules
    object.__setattr__(game.label, "rules", rules + 1)
    try:
        yield
    finally:
        object.__setattr__(game.label, "rules", rules)


def test_a_table_goes_on_by_the_rules_it_was_opened_with(game: Game) -> None:
    with boxed_anew(game):
        for held in rooms(game).values():
            verify(held)
        paths = sorted((game.folder / "recorded").glob("game-*.txt"))
        assert read_transcript(paths[-1].read_text(encoding="utf-8"), paths[-1].name).table.rules == game.label.rules - 1


def test_a_table_of_rules_still_to_come_is_refused(game: Game) -> None:
    with boxed_anew(game):
        text = text_of(next(iter(rooms(game).values()))).replace('"rules": 1', f'"rules": {game.label.rules}')
    with pytest.raises(Mismatch) as unfit:
        verify(read_game(text, "newer.json"))
    assert (unfit.value.check, unfit.value.line) == ("setup", 1)


def test_a_field_added_later_changes_no_digest() -> None:
    class Before(Record):
        rules: int = whole(1, 99)
        pool: int = whole(0, 9)

    class After(Record):
        rules: int = whole(1, 99)
        since: int = whole(0, 300)
        pool: int = whole(0, 1000)

    assert table_digest(Before(2, 7)) == table_digest(After(2, 0, 7)) != table_digest(After(2, 1, 7))
