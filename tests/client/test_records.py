"""Views and moves that went over the wire are the same records again."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from filon.client.records import RecordRefused, move_of, record_of
from filon.core.game import Game
from filon.core.seats import SPECTATOR
from filon.core.texts.notation import facts
from filon.house.robots.in_memory import Robots
from filon.house.room.live import LiveTable
from filon.house.room.setup import set_up

STEPS = 60  # lines between two looks


def played(game: Game) -> LiveTable:
    """A game of robots that play anything."""
    seats = game.label.seats[0]
    setup = set_up(game, [f"Seat {seat}" for seat in range(seats)], robots=["random"] * seats, seed=7)
    live = LiveTable(setup, setup.chance())
    Robots(live, 7).play_out()
    return live


def looks(game: Game) -> Iterator[LiveTable]:
    """The same table again and again as its game goes on."""
    whole = played(game)
    live = LiveTable(whole.setup, whole.setup.chance(), settled=False)
    for number, line in enumerate(whole.played):
        live.follow(line)
        if number % STEPS == 0 or live.is_over:
            yield live


def wired(record: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(record))


def test_every_view_comes_back_as_it_went(game: Game) -> None:
    for live in looks(game):
        for seat in (*range(len(live.setup.names)), SPECTATOR):
            view = live.view(seat)
            assert record_of(game.Table, wired(view)) == view


def test_every_move_told_comes_back_as_it_went(game: Game) -> None:
    live = played(game)
    for seat in (*range(len(live.setup.names)), SPECTATOR):
        for line in (*live.told(seat), *live.log(seat)):
            assert move_of(game.Move, wired(facts(line.move))) == line.move
    assert move_of(game.Move, {}) is None


def test_what_is_no_such_record_is_refused(game: Game) -> None:
    data = wired(game.Table())
    name = next(name for name, field in game.Table.fields.items() if not field.record and not field.shape)
    row = next(name for name, field in game.Table.fields.items() if field.shape)
    wrong: Any
    for wrong in ({}, [], {**data, "more": 1}, {**data, name: 2**40}, {**data, name: "1"}, {**data, name: True}, {**data, row: []}):
        with pytest.raises(RecordRefused):
            record_of(game.Table, wrong)


def test_what_is_no_such_move_is_refused(game: Game) -> None:
    told = facts(game.MOVES[0])
    for wrong in ({**told, "more": 1}, {**told, "kind": "no such kind"}, {**told, "kind": 0}):
        with pytest.raises(RecordRefused):
            move_of(game.Move, wrong)
