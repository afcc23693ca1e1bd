"""Game files: only of games that are over, and read strictly, each refusal with file, place, expected and found."""

import json
from collections.abc import Callable, Iterator
from copy import copy
from pathlib import Path
from typing import Any

import pytest

from filon.core.game import Game
from filon.house.errors import CommandRefused
from filon.house.records.game_file import GameFileRefused, game_file, live_of, read_game, text_of
from filon.house.records.verify import verify
from filon.house.room import events
from filon.house.room.events import AnyEvent
from tests.house.finished import Playing, finished, opened_room
from tests.house.records.independent_verifier import check

File = dict[str, Any]


def file_of(game: Game) -> File:
    held: File = json.loads(text_of(game_file(finished(game.name, 1))))
    return held


def test_a_game_that_is_not_over_has_no_file(game: Game) -> None:
    playing = Playing(opened_room(game, game.label.seats[0]), 0)
    with pytest.raises(CommandRefused, match="not-over"):
        game_file(playing.room)
    playing.sit(0)
    playing.play(limit=9)
    playing.note(events.Closed())
    with pytest.raises(CommandRefused, match="not-over"):
        game_file(playing.room)


def test_a_game_that_was_over_before_its_table_was_closed_has_one(game: Game) -> None:
    room = finished(game.name, 1)
    assert room.is_closed
    assert game_file(room).lines[-1]["line"] == "closed"


class Talkative(list[tuple[int, AnyEvent]]):
    """A log to which something is said as soon as it has been looked at."""

    def __iter__(self) -> Iterator[tuple[int, AnyEvent]]:
        yield from list.__iter__(self)
        self.append((self[-1][0], events.Said(0, "Good game")))


def test_what_is_said_while_a_file_is_written_does_not_spoil_it(game: Game) -> None:
    room = copy(finished(game.name, 1))
    room.log = Talkative(room.log)
    file = game_file(room)
    assert file.seq == 1 + len(file.lines) + len(file.talk)


def test_whoever_held_a_seat_is_not_told_and_talk_is_left_out(game: Game) -> None:
    file = file_of(game)
    assert {line["line"] for line in file["lines"]} & {"opened", "said", "phrase"} == set()
    numbers = sorted([*(line["seq"] for line in file["lines"]), *file["talk"]])
    assert numbers == list(range(2, file["seq"] + 1))
    assert {"holder", "digest", "host", "invite"} & {key for line in [file["opened"], *file["lines"]] for key in line} == set()


def drop(key: str) -> Callable[[File], object]:
    return lambda file: file.pop(key)


def put(*path: Any) -> Callable[[File], object]:
    *way, last, value = path

    def change(file: Any) -> None:
        for key in way:
            file = file[key]
        file[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (drop("filon"), "expected a finished game"),
        (put("filon", "chess"), "expected a finished game"),
        (put("version", 3), "expected a file of version 1 or 2; found 3"),
        (put("surprise", 1), "unknown field `surprise`"),
        (put("opened", "host", "me"), "unknown field `host` - at `$.opened`"),
        (put("opened", "seats", "3"), "Expected `int`, got `str` - at `$.opened.seats`"),
        (put("seq", 1.5), "Expected `int`, got `float` - at `$.seq`"),
        (put("deal", [[1]]), "Expected `array` of length 2, got 1 - at `$.deal[0]`"),
        (put("lines", 0, 7), "Expected `object`, got `int` - at `$.lines[0]`"),
        (put("lines", 0, {}), "Expected a line of the game, got None - at `$.lines[0].line`"),
        (put("lines", 0, "line", "danced"), "Invalid value 'danced' - at `$.lines[0].line`"),
        (put("lines", 0, "line", "said"), "Expected a line of the game, got 'said' - at `$.lines[0].line`"),
        (put("lines", 0, "line", "opened"), "Expected a line of the game, got 'opened' - at `$.lines[0].line`"),
        (put("lines", 1, "seq", True), "Expected `int` for seq and when - at `$.lines[1]`"),
        (put("lines", 1, "seat", "0"), "Expected `int`, got `str` - at `$.lines[1].seat`"),
        (put("lines", 0, "holder", "me"), "got other keys - at `$.lines[0]`"),
        (put("lines", 0, "own", {}), "got other keys - at `$.lines[0]`"),
    ],
)
def test_a_wrong_file_is_refused_with_the_place(game: Game, change: Callable[[File], object], said: str) -> None:
    file = file_of(game)
    change(file)
    with pytest.raises(GameFileRefused) as refused:
        read_game(json.dumps(file), "mine.json")
    assert str(refused.value).startswith("mine.json: ")
    assert said in str(refused.value)


@pytest.mark.parametrize(
    "text",
    ["", "no JSON", "[]", "null", "{}", '{"filon": "game", "filon": "game"}', '{"seq": NaN}', "[" * 100_000, '{"seq": ' + "9" * 5000 + "}"],
)
def test_what_is_no_file_is_refused(text: str) -> None:
    with pytest.raises(GameFileRefused, match=r"^mine\.json: ."):
        read_game(text, "mine.json")


def test_a_game_that_breaks_the_rules_is_not_shown_again(game: Game) -> None:
    file = file_of(game)
    moved = [line for line in file["lines"] if line["line"] == "moved" and line["seat"] >= 0]
    moved[3]["seat"] += 1
    held = read_game(json.dumps(file), "mine.json")
    with pytest.raises(GameFileRefused, match=rf"^mine\.json: line {moved[3]['seq']}: "):
        live_of(held, "mine.json")


def test_a_game_that_is_not_over_is_not_shown_again(game: Game) -> None:
    file = file_of(game)
    held = read_game(json.dumps({**file, "lines": file["lines"][:8]}), "mine.json")
    with pytest.raises(GameFileRefused, match=r"^mine\.json: expected a game that is over"):
        live_of(held, "mine.json")


def test_a_file_of_version_2_is_verified_as_it_was_written() -> None:
    """Written once: a change that cannot read it would lose the games of people who play today."""
    text = (Path(__file__).parents[1] / "data/game-file-2.txt").read_text(encoding="utf-8")
    held = read_game(text, "game-2.json")
    assert (held.version, text_of(held)) == (2, text)
    assert verify(held)[-1].name == "result"
    check(text)
