"""Finished games that were changed: the first thing that does not fit is named."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

import pytest

from filon.core.game import Game, found
from filon.core.seats import CHANCE, HAND, TIME
from filon.house.records.game_file import game_file, read_game, text_of
from filon.house.records.verify import Mismatch, verify
from tests.house.finished import finished
from tests.house.records.independent_verifier import check

File = dict[str, Any]
GAMES = [(1, 2), (0, 3), (2, 1)]  # seed, people


def verdict(file: File) -> None:
    verify(read_game(json.dumps(file), "changed.json"))


def lines(file: File, kind: str, **wanted: Any) -> list[File]:
    return [line for line in file["lines"] if line["line"] == kind and all(line.get(key) == value for key, value in wanted.items())]


def some_line(file: File, kind: str, is_it: Callable[[File], bool] = bool) -> File:
    """One in the middle of the game; none at all is no game for this."""
    fitting = [line for line in lines(file, kind) if is_it(line)]
    if not fitting:
        raise LookupError
    return fitting[len(fitting) // 2]


def flip(digits: str) -> str:
    return ("1" if digits[0] == "0" else "0") + digits[1:]


def of_secret(file: File) -> None:
    file["opened"]["secret"] = flip(file["opened"]["secret"])


def of_entropy(file: File) -> None:
    lines(file, "sat")[0]["entropy"] += "0"


def of_content(file: File) -> None:
    """Only where numbers come from: the key depends on it all the same."""
    part = next(part for part in file["opened"]["content"].values() if "provenance" in part)
    part["provenance"] += "."


def of_draw(file: File) -> None:
    file["deal"][-1][1] = (file["deal"][-1][1] + 1) % file["deal"][-1][0]


def of_leaf(file: File) -> None:
    leaves = some_line(file, "began", lambda line: bool(line["leaves"]))["leaves"]
    leaves[-1] = flip(leaves[-1])


def of_chance(file: File) -> None:
    """Another outcome of the same kind."""
    line = some_line(file, "moved", lambda line: line["seat"] == CHANCE and not line.get("leaf"))
    line["move"] = next(one["move"] for one in lines(file, "moved", seat=CHANCE) if one["move"] != line["move"] and not one.get("leaf"))


def of_throw(file: File) -> None:
    some_line(file, "moved", lambda line: line["seat"] == CHANCE)
    file["throws"][3][1] = (file["throws"][3][1] + 1) % file["throws"][3][0]


def of_hidden(file: File) -> None:
    line = some_line(file, "moved", lambda line: bool(line.get("leaf")))
    line["leaf"] = flip(line["leaf"])


def of_verdict(file: File) -> None:
    line = some_line(file, "moved", lambda line: line["seat"] == HAND)
    line["move"] = next(one["move"] for one in lines(file, "moved", seat=HAND) if one["move"] != line["move"])


def of_path(file: File) -> None:
    """The first sample of the piece that decided it."""
    sample = some_line(file, "moved", lambda line: line["seat"] == HAND)["path"][-1][2][0]
    sample[1] += 100_000


def of_try(file: File) -> None:
    """A robot's hand has one."""
    robots, seat = {line["seat"] for line in lines(file, "robot")} - {line["seat"] for line in lines(file, "sat")}, -1
    for line in lines(file, "moved"):
        seat = line["seat"] if line["seat"] >= 0 else seat
        if line["seat"] == HAND and seat in robots:
            line["attempt"] = 1
            return
    raise LookupError


def of_noise(file: File) -> None:
    """A leaf where nothing is hidden."""
    some_line(file, "moved", lambda line: line["seat"] >= 0)["leaf"] = "00" * 32


def of_thinking(file: File) -> int:
    """A move where no time runs, a moment later than it came."""
    line = some_line(file, "moved", lambda line: line["seat"] >= 0 and "arrived" not in line)
    line["at"] += 1
    return int(line["seq"])


def of_arrival(file: File) -> int:
    line = some_line(file, "moved", lambda line: "arrived" in line)
    line["arrived"] += 1
    return int(line["seq"])


def of_move(file: File) -> None:
    """Somebody else's."""
    moved = [line for line in lines(file, "moved") if line["seat"] >= 0]
    moved[len(moved) // 2]["seat"] += 1


def of_time(file: File) -> int:
    line = some_line(file, "moved", lambda line: line["seat"] == TIME)
    line["at"] += 1
    return int(line["seq"])


def of_backwards(file: File) -> None:
    some_line(file, "moved", lambda line: line["at"] > 0 and line["seat"] >= 0)["at"] = 0


def of_when(file: File) -> None:
    file["lines"][-1]["when"] = file["opened"]["when"]


def of_credit(file: File) -> int:
    """One hundredth more than the network took."""
    line = some_line(file, "moved", lambda line: line.get("credit", 0) == line.get("trip", 0) // 10 > 0)
    line["credit"] += 1
    line["at"] -= 1
    return int(line["seq"])


def of_gift(file: File) -> int:
    """A move made earlier than the credit it shows."""
    line = some_line(file, "moved", lambda line: line.get("credit", 0) > 0)
    line["at"] -= 1
    return int(line["seq"])


def of_quota(file: File) -> int:
    """Credit one hundredth more than the largest credit for network time."""
    line = some_line(file, "moved", lambda line: line.get("credit", 0) == 25)
    line["credit"] += 1
    line["at"] -= 1
    return int(line["seq"])


def of_undo(file: File) -> None:
    some_line(file, "took-back")["back_to"] -= 1


def of_no_undo(file: File) -> None:
    some_line(file, "took-back")["back_to"] = -1


def of_name(file: File) -> None:
    some_line(file, "began")["names"][0] += "!"


def of_option(file: File) -> None:
    options = some_line(file, "began")["options"]
    options["first"] = "lot" if options["first"] == 1 else 1


def of_chair(file: File) -> None:
    (sat, *_), taken = lines(file, "sat"), lines(file, "robot")[0]["seat"]
    sat["seat"] = taken if len(lines(file, "sat")) == 1 else 1


def of_number(file: File) -> None:
    del file["lines"][len(file["lines"]) // 2]


def of_score(file: File) -> None:
    file["scores"][0] += 1


def of_winner(file: File) -> None:
    file["winners"] = [1 - file["winners"][0]]


def of_ending(file: File) -> None:
    file["ending"] = "not-over"


def of_story(file: File) -> None:
    file["moves"] = flip(file["moves"])


def of_digest(file: File) -> None:
    file["digest"] = flip(file["digest"])


def of_item(file: File) -> None:
    file["items"][-1] += 1


MISFITS = {
    of_secret: "commitment",
    of_entropy: "deal or chance",
    of_content: "deal or chance",
    of_draw: "deal",
    of_leaf: "leaves",
    of_chance: "chance",
    of_throw: "chance",
    of_hidden: "hidden",
    of_item: "items",
    of_verdict: "hands",
    of_path: "hands",
    of_try: "hands",
    of_noise: "law",
    of_arrival: "clock",
    of_thinking: "clock",
    of_move: "law",
    of_time: "clock",
    of_backwards: "clock",
    of_when: "clock",
    of_credit: "credit",
    of_gift: "credit",
    of_quota: "credit",
    of_undo: "undo",
    of_no_undo: "undo",
    of_name: "setup",
    of_option: "setup",
    of_chair: "seats",
    of_number: "numbers",
    of_score: "result",
    of_winner: "result",
    of_ending: "result",
    of_story: "result",
    of_digest: "result",
}


@pytest.mark.parametrize("change", MISFITS, ids=lambda change: change.__name__)
def test_the_first_thing_that_does_not_fit_is_named(change: Callable[[File], int | None]) -> None:
    """In the first file of each game in which there is such a thing."""
    tried = 0
    for name in found():
        for number, file in islice(changed(name, change), 1):
            with pytest.raises(Mismatch) as unfit:
                verdict(file)
            assert unfit.value.check in MISFITS[change].split(), (name, unfit.value)
            assert unfit.value.line == number or number is None, (name, unfit.value)
            tried += 1
    assert tried


def changed(name: str, change: Callable[[File], int | None]) -> Iterator[tuple[int | None, File]]:
    for seed, people in GAMES:
        file = json.loads(text_of(game_file(finished(name, seed, people))))
        with suppress(LookupError, StopIteration):
            yield change(file), file


def test_a_file_that_stops_before_the_end_is_no_finished_game(game: Game) -> None:
    file = json.loads(text_of(game_file(finished(game.name, 1, 2))))
    file["lines"] = file["lines"][: min(20, len(file["lines"]) // 2)]
    file["seq"] = file["lines"][-1]["seq"]
    file["talk"] = [number for number in file["talk"] if number < file["seq"]]
    with pytest.raises(Mismatch) as unfit:
        verdict(file)
    assert unfit.value.check == "result"


@pytest.mark.parametrize(
    "change", [of_secret, of_entropy, of_content, of_name, of_option, of_draw, of_throw, of_leaf, of_hidden, of_item, of_move]
)
def test_the_second_verifier_finds_it_too(change: Callable[[File], int | None]) -> None:
    """The second verifier knows no rules: it checks commitment, key, draws and leaves."""
    files = [file for name in found() for _, file in islice(changed(name, change), 1)]
    assert files
    for file in files:
        with pytest.raises(AssertionError):
            check(json.dumps(file))
