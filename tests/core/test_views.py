"""Views: only what is declared is copied, every field is declared once, and learning is noticed."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from filon.core import UNKNOWN, Record, many, whole
from filon.core.compiled.dice import below, dice_of
from filon.core.compiled.play import make_play
from filon.core.compiled.record import walk
from filon.core.game import found, load
from filon.core.seats import NOBODY
from filon.core.stream import seeded
from filon.core.views import has_learned, open_view, undeclared
from filon.house.room.setup import set_up


class Card(Record):
    back: int = whole(0, 9)
    face: int = whole(0, 9)


class Hand(Record):
    card: list[Card] = many(2, Card)
    size: int = whole(0, 9)


class Board(Record):
    hand: list[Hand] = many(2, Hand)
    grid: list[list[Card]] = many(2, many(2, Card))
    top: Card = Card
    hidden: Card = Card
    track: list[list[int]] = many(2, many(3, whole(0, 9)))
    row: list[int] = many(3, whole(0, 9))
    clock: int = whole(0, 9)
    secret: int = whole(0, 9)


OPEN = {Board: "hand grid top track row clock", Hand: "card size", Card: "back"}
SECRET = {Board: "hidden secret", Hand: "", Card: "face"}


def full(seed: int = 1) -> Board:
    """A board on which every number is known."""
    dice = dice_of(seed)
    board = Board()
    for path, _, _ in list(walk(board)):
        put(board, path, below(dice, 10))
    return board


def put(record: Any, path: str, value: int) -> None:
    steps = path.replace("[", ".").replace("]", "").split(".")
    for step in steps[:-1]:
        record = record[int(step)] if step.isdigit() else getattr(record, step)
    if steps[-1].isdigit():
        record[int(steps[-1])] = value
    else:
        setattr(record, steps[-1], value)


def is_open(path: str) -> bool:
    return not (path.startswith(("hidden", "secret")) or path.endswith(".face"))


def test_only_what_is_declared_is_copied() -> None:
    board = full()
    seen = open_view(board, OPEN)
    assert type(seen) is Board
    for (path, _, held), (_, _, known) in zip(walk(board), walk(seen), strict=True):
        assert known == (held if is_open(path) else UNKNOWN), path


def test_a_view_shares_nothing_with_the_table() -> None:
    board = full()
    before, seen = board.bytes(), open_view(board, OPEN)
    for path, _, _ in list(walk(seen)):
        put(seen, path, 0)
    assert board.bytes() == before
    seen = open_view(board, OPEN)
    kept = seen.bytes()
    for path, _, value in list(walk(board)):
        put(board, path, 9 - value)
    assert seen.bytes() == kept


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_tables_that_differ_only_in_secrets_look_the_same(seed: int, other: int) -> None:
    board, twin = full(seed), full(seed)
    for (path, _, _), (_, _, value) in zip(list(walk(twin)), walk(full(other)), strict=True):
        if not is_open(path):
            put(twin, path, value)
    assert open_view(board, OPEN).bytes() == open_view(twin, OPEN).bytes()


def test_nothing_declared_is_nothing_seen() -> None:
    assert open_view(full(), {Board: ""}) == Board.blank()


def test_a_record_inside_that_is_not_declared_is_not_opened_by_accident() -> None:
    with pytest.raises(KeyError):
        open_view(full(), {Board: "top"})
    with pytest.raises(KeyError):
        open_view(full(), {Board: "clok"})


def test_each_declaration_opens_its_own() -> None:
    board = full()
    clock, row = open_view(board, {Board: "clock"}), open_view(board, {Board: "row"})
    assert (clock.clock, clock.row) == (board.clock, [UNKNOWN] * 3)
    assert (row.clock, row.row) == (UNKNOWN, board.row)
    assert open_view(board, {Board: "clock"}) == clock


def test_what_is_printed_is_the_tables_own_and_nothing_else_is() -> None:
    board = full()
    seen = open_view(board, {**OPEN, Card: "back face"}, "grid track")
    assert (seen.grid is board.grid, seen.track is board.track) == (True, True)
    shared = [seen.hand[0] is board.hand[0], seen.hand[0].card[1] is board.hand[0].card[1], seen.top is board.top, seen.row is board.row]
    assert shared == [False] * 4
    assert seen == open_view(board, {**OPEN, Card: "back face"})


def test_to_be_printed_opens_nothing() -> None:
    assert open_view(full(), OPEN, "hidden secret row") == open_view(full(), OPEN)


@pytest.mark.parametrize("name", found())
def test_nothing_a_view_shares_is_ever_written_into(name: str) -> None:
    """No rule writes where it would change a view of a moment ago, and to imagine on a view leaves the table alone."""
    game, dice, kept = load(name), dice_of(1), []
    table, ids, step = set_up(game, ["a", "b", "c"], seed=1).deal(seeded(1)), [0] * len(game.MOVES), make_play(game).step
    while game.actor(table) != NOBODY:
        seen = game.view(table, 0)
        kept.append((seen, seen.bytes()))
        before, imagined = table.bytes(), game.view(table, 1)
        game.imagine(imagined, 1, dice)
        assert table.bytes() == before
        step(table, ids, dice)
    assert all(seen.bytes() == told for seen, told in kept)


@pytest.mark.parametrize("name", found())
def test_a_view_shares_with_its_table_only_what_is_printed(name: str) -> None:
    game = load(name)
    table = set_up(game, ["a", "b", "c"], seed=1).deal(seeded(1))
    seen, printed = game.view(table, 0), game.PRINTED.split()
    assert set(printed) <= set(game.OPEN[game.Table].split())
    assert all(getattr(seen, field) is getattr(table, field) for field in printed)
    mine = {id(part) for field in table.fields if field not in printed for part in parts(getattr(table, field))}
    assert not mine & {id(part) for field in seen.fields if field not in printed for part in parts(getattr(seen, field))}


def parts(held: Any) -> Iterator[Any]:
    """Everything in it that could be written into."""
    if isinstance(held, Record | list):
        yield held
        inside = held if isinstance(held, list) else [getattr(held, name) for name in held.fields]
        for one in inside:
            yield from parts(one)


def test_every_field_is_declared_once() -> None:
    assert undeclared(Board, OPEN, SECRET) == []


@pytest.mark.parametrize(
    ("opened", "secret", "wrong"),
    [
        ({**OPEN, Board: "hand grid top track row"}, SECRET, ["Board.clock"]),
        (OPEN, {**SECRET, Card: ""}, ["Card.face"]),
        ({Board: OPEN[Board], Card: "back"}, {**SECRET, Hand: "size"}, ["Hand.card"]),
        ({Board: OPEN[Board], Card: "back"}, {Board: SECRET[Board], Card: "face"}, ["Hand.card", "Hand.size"]),
        ({**OPEN, Board: OPEN[Board] + " secret"}, SECRET, ["Board.secret"]),
        ({**OPEN, Board: OPEN[Board] + " clock"}, SECRET, ["Board.clock"]),
        (OPEN, {**SECRET, Board: "hidden secret secret"}, ["Board.secret"]),
        ({**OPEN, Board: OPEN[Board] + " sand"}, SECRET, ["Board.sand"]),
        (OPEN, {**SECRET, Card: "face fase"}, ["Card.fase"]),
        ({**OPEN, Board: "hand grid top track row clok"}, SECRET, ["Board.clock", "Board.clok"]),
    ],
    ids=[
        "missing",
        "missing inside",
        "missing in one",
        "a record missing",
        "both",
        "open twice",
        "secret twice",
        "unknown",
        "unknown inside",
        "misspelt",
    ],
)
def test_what_is_missing_double_or_unknown_is_found(opened: Any, secret: Any, wrong: list[str]) -> None:
    assert sorted(set(undeclared(Board, opened, secret))) == wrong


def test_the_toy_declares_everything_and_keeps_its_secrets(toy: SimpleNamespace) -> None:
    assert undeclared(toy.Table, toy.OPEN, toy.SECRET) == []
    table = toy.new()
    seen = toy.view(table, 0)
    hidden = {path for path, _, value in walk(seen) if value == UNKNOWN}
    assert hidden == {"bell", "player[0].points", "player[1].points"}
    assert (seen.worth, seen.worth is table.worth) == (table.worth, False)


def test_learning_is_an_unknown_that_becomes_known() -> None:
    seen = open_view(full(), OPEN)
    assert not has_learned(seen, seen.copy())
    for path, _, value in list(walk(seen)):
        later = seen.copy()
        put(later, path, 3)
        assert has_learned(seen, later) == (value == UNKNOWN), path
        assert not has_learned(later, seen), path


def test_forgetting_and_changing_are_not_learning() -> None:
    seen = open_view(full(), OPEN)
    later = seen.copy()
    later.clock, later.row, later.track[0][1] = 9 - seen.clock, [UNKNOWN] * 3, UNKNOWN
    assert not has_learned(seen, later)
    assert has_learned(later, seen)
    assert has_learned(Board.blank(), seen)
    assert not has_learned(Board.blank(), Board.blank())
