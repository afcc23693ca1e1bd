"""Finished games: an honest file is accepted, and a change of a single thing in it is found."""

import copy
import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from filon.core.game import Game, found
from filon.house.records.game_file import GameFileRefused, game_file, live_of, read_game, text_of
from filon.house.records.verify import NAMES, Mismatch, contributors, verify
from tests.house.finished import finished
from tests.house.records.independent_verifier import check
from tests.laws.asked import SOAK

Path = tuple[str | int, ...]
File = dict[str, Any]
GAMES = [(1, 2), (0, 3), (2, 1)]  # seed, people

# What may be changed in a file without anybody being wronged: no verifier can know it, and nothing depends on it.
HARMLESS = {
    "opened.when": "when the table was made: nothing is measured from it",
    "drop opened.options": "what was left open when the table was made: chance depends on the options with which the game began",
    "opened.options of nobody": "an option for which every seat chose its own",
    "opened.is_public": "who could find the table",
    "opened.pace": "live or by post: how long absent players are waited for",
    "opened.before": "which table it is the rematch of",
    "rematch.table": "where they met again",
    "when": "the store's clock: checked is its order, and the table's clock that follows from it, in hundredths of a second",
    "robot.level": "which robot thought about the moves; the moves are checked",
    "robot.seat": "for whom a robot played; the moves are checked",
    "returned.seat": "who came back to play",
    "vacated.seat": "who went away",
    "vacated.level": "which robot went on",
    "vacated.was_sent": "whether the host sent a player away",
    "muted.seat": "who was not allowed to talk",
    "muted.on": "and when again",
    "lent.seat": "which seat could be carried to another device",
    "moved.trip": "the network's round trip, where more or less of it grants no other credit and lets no other hand pass",
    "moved.attempt": "which try at a pull it was, where its tremor leads to the same verdict",
    "moved.path": "where a hand was, where that leads to the same verdict",
}


def written(game: Game, seed: int = 1, people: int = 2) -> str:
    return text_of(game_file(finished(game.name, seed, people)))


def verdict(file: File) -> None:
    verify(read_game(json.dumps(file), "changed.json"))


# Honest files


@pytest.mark.parametrize(("seed", "people"), [*GAMES, (3, 0)])
def test_an_honest_file_fits(game: Game, seed: int, people: int) -> None:
    text = written(game, seed, people)
    held = read_game(text, "game.json")
    assert {check.name for check in verify(held)} >= {"commitment", "numbers", "seats", "setup", "deal", "law", "clock", "result"}
    assert text_of(held) == text
    assert len(contributors(held)) == people


def test_every_check_is_needed_by_some_game() -> None:
    names = {check.name for name in found() for seed, people in GAMES for check in verify(game_file(finished(name, seed, people)))}
    assert names == set(NAMES)


def test_the_second_verifier_agrees(game: Game) -> None:
    for seed, people in GAMES:
        check(written(game, seed, people))


def test_a_file_tells_nothing_private(game: Game) -> None:
    text = written(game)
    assert not [word for word in ("device", "invit", "holder", "host", "somebody", "Hello, everybody", "Good game") if word in text]


def test_a_file_can_be_looked_at_again(game: Game) -> None:
    room = finished(game.name, 1)
    live = live_of(game_file(room), "game.json")
    assert live.table == room.playing.table
    assert [line.seq for line in live.played] == list(range(1, len(room.playing.played) + 1))


# Any single change


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    yield path
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, held in pairs:
        yield from paths(held, (*path, key))


def name_of(file: File, path: Path) -> str:
    """`moved.path` of whichever line it is, and wherever in it."""
    if path[:2] == ("opened", "options") and len(path) > 2 and all(path[2] in line.get("own", {}) for line in first_sat(file)):
        return "opened.options of nobody"
    if path[0] != "lines" or len(path) < 3:
        return ".".join(map(str, path[:2]))
    line = file["lines"][path[1]]
    return "when" if path[2] == "when" else f"{line['line']}.{path[2]}"


def first_sat(file: File) -> list[File]:
    """The first line in which a person or a robot takes each seat."""
    return [line for line in file["lines"] if line["line"] in ("sat", "robot")][: file["opened"]["seats"]]


def place_of(file: File, path: Path) -> Any:
    for key in path[:-1]:
        file = file[key]  # type: ignore[index]
    return file


def spoil(file: File, path: Path, data: st.DataObject) -> tuple[str, File]:
    """Another value of its kind there, or none, or that of its neighbour; and what that is called."""
    spoilt = copy.deepcopy(file)
    place, key = place_of(spoilt, path), path[-1]
    how = data.draw(st.sampled_from(["other", "other", "other", "drop", "swap", "twice"]))
    if how == "drop":
        del place[key]
    elif how == "swap" and isinstance(key, int) and key + 1 < len(place):
        place[key], place[key + 1] = place[key + 1], place[key]
    elif how == "twice" and isinstance(key, int):
        place.insert(key, copy.deepcopy(place[key]))
    else:
        place[key] = other(place[key], data)
    options = spoilt["opened"].get("options") if path[:2] == ("opened", "options") else None
    is_less = isinstance(options, dict) and len(options) < len(file["opened"]["options"])
    return f"{'drop ' * is_less}{name_of(file, path)}", spoilt


def other(value: Any, data: st.DataObject) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + data.draw(st.sampled_from([1, -1, 10, -10, 1000, -1000, -value, 2**31]))
        case str() if value:
            at = data.draw(st.integers(0, len(value) - 1))
            return value[:at] + data.draw(st.sampled_from("0123456789abcdef Z")) + value[at + 1 :]
        case _:
            return data.draw(st.sampled_from([None, 0, "", [], {}, 1.5, "x"]))


@pytest.mark.parametrize(("seed", "people"), GAMES)
def test_any_single_change_is_found_out(game: Game, seed: int, people: int) -> None:
    file = json.loads(written(game, seed, people))
    areas = {key: [path for path in paths(file) if path[:1] == (key,)] for key in file}
    some = [*file, "opened", *["lines"] * 2 * len(file)]

    @settings(max_examples=1000 if SOAK else 30, deadline=None, derandomize=not SOAK, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def law(data: st.DataObject) -> None:
        path = data.draw(st.sampled_from(areas[data.draw(st.sampled_from(some))]))
        name, spoilt = spoil(file, path, data)
        assume(spoilt != file)
        with suppress(GameFileRefused, Mismatch):
            verdict(spoilt)
            assert name in HARMLESS, f"{path} was {place_of(file, path)[path[-1]]}"

    law()
