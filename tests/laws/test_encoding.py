"""Encodings of a seat's view: no secret in them, nothing lost, the same plain and compiled, and the same for every seat."""

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from filon.core.compiled.dice import dice_of
from filon.core.compiled.record import Field, Record
from filon.core.compiled.rule import batch
from filon.core.game import Game
from filon.core.seats import NONE, UNKNOWN
from filon.house.room.setup import Setup
from filon.research.encoding import Encoding, observer_of
from tests.laws.asked import EXAMPLES, no_logs, setups, steps


def positions(game: Game, setup: Setup, every: int) -> list[tuple[Any, int]]:
    return [(table.copy(), seat) for table in steps(game, setup, every) for seat in range(len(setup.names))]


def test_two_tables_that_differ_only_in_what_a_seat_may_not_know_give_the_same_row(game: Game) -> None:
    """Asked of the compiled rows, which are those of the plain views."""
    seats = game.label.seats[-1]

    @settings(max_examples=EXAMPLES // 3)
    @given(setups(game).filter(lambda setup: len(setup.names) == seats), st.integers(0, 2**32))
    def law(setup: Setup, seed: int) -> None:
        code, dice, asked = Encoding(setup), dice_of(seed), positions(game, setup, 61)
        views = [game.view(table, seat) for table, seat in asked]
        others = [view.copy() for view in views]
        for other, (_, seat) in zip(others, asked, strict=True):
            game.imagine(other, seat, dice)
        plain, who = [code.encode(view, seat) for view, (_, seat) in zip(views, asked, strict=True)], [seat for _, seat in asked]
        shown, rows = code.blank_rows(len(asked))
        for tables in ([table for table, _ in asked], others):
            for first in (0, 1):  # each row is brought up to date from what another seat saw
                turned_tables, seen_by = batch(tables[first:] + tables[:first]), np.roll(who, -first)
                observer_of(game.name, seats)(turned_tables, seen_by, *no_logs(len(asked)), batch(views[:1]), shown, rows)
                assert np.array_equal(rows, np.roll(plain, -first, axis=0))

    law()


def test_a_row_decoded_is_the_view(game: Game) -> None:
    @settings(max_examples=EXAMPLES // 2)
    @given(setups(game))
    def law(setup: Setup) -> None:
        code = Encoding(setup)
        for table, seat in positions(game, setup, 151):
            view = game.view(table, seat)
            row = code.encode(view, seat)
            again = code.decode(row, seat, getattr(view, code.layout.clock) if code.layout.clock else 0)
            assert list(lost(view, again, view, len(setup.names))) == []
            assert np.array_equal(code.encode(again, seat), row)

    law()


def lost(seen: Record, again: Record, table: Any, seats: int) -> Any:
    """Fields that came back otherwise, but for absent seats, records not in play, and rows that look alike."""
    for name, field in seen.fields.items():
        for one, other in entries(field, getattr(seen, name), getattr(again, name), table, seats, 0):
            if field.record:
                yield from lost(one, other, table, seats)
            elif field.row_of and one not in (NONE, UNKNOWN):
                rows = getattr(table, field.row_of)
                yield from [] if rows[one] == rows[other] else [name]
            elif one != other:
                yield name


def entries(field: Field, one: Any, other: Any, table: Any, seats: int, axis: int) -> Any:
    if axis == len(field.shape):
        yield one, other
        return
    places = range(seats if axis == field.seat_axis else field.shape[axis])
    for place in [getattr(table, field.in_play)] if field.in_play else places:
        yield from entries(field, one[place], other[place], table, seats, axis + 1)


def test_turning_the_seats_turns_nothing_in_the_row_nor_in_the_actions(game: Game) -> None:
    """A seat sees after the turn what its neighbour saw before, and may do the same."""

    @settings(max_examples=EXAMPLES // 2)
    @given(setups(game), st.integers(1, 7))
    def law(setup: Setup, by: int) -> None:
        code, seats = Encoding(setup), len(setup.names)
        for table, seat in positions(game, setup, 71):
            there, moved = (seat + by) % seats, turned(table, by, seats)
            assert np.array_equal(code.encode(game.view(table, seat), seat), code.encode(game.view(moved, there), there))
            before, after = (code.actions.of_id[who, game.legal(held, who)] for who, held in ((seat, table), (there, moved)))
            assert sorted(before) == sorted(after)
            assert np.array_equal(code.actions.ids[seat, before], game.legal(table, seat))

    law()


def turned(record: Any, by: int, seats: int) -> Any:
    """A record in which everybody sits `by` places further on."""
    new = record.copy()
    for name, field in record.fields.items():
        setattr(new, name, turned_field(field, getattr(record, name), by, seats, 0))
    return new


def turned_field(field: Field, held: Any, by: int, seats: int, axis: int) -> Any:
    if axis < len(field.shape):
        new = [turned_field(field, one, by, seats, axis + 1) for one in held]
        return [new[(i - by) % seats] if i < seats else new[i] for i in range(len(new))] if axis == field.seat_axis else new
    if field.record:
        return turned(held, by, seats)
    if field.is_seat and held not in (NONE, UNKNOWN):
        return (held + by) % seats
    if field.seat_bits:
        return sum(1 << (seat + by) % seats for seat in range(seats) if held >> seat & 1)
    return held


def test_columns_have_names_of_their_own_and_parts_cover_them(game: Game) -> None:
    @settings(max_examples=EXAMPLES // 2)
    @given(setups(game))
    def law(setup: Setup) -> None:
        code = Encoding(setup)
        names, features = ([column.name for column in columns] for columns in (code.describe(), code.actions.columns))
        assert len(names) == len(set(names)) == code.width
        assert len(features) == len(set(features)) == code.actions.features.shape[1]
        assert len({row.tobytes() for row in code.actions.features}) == len(code.actions)
        rows = np.zeros((2, code.width), np.float32)
        for part in code.parts(rows).values():
            part += 1
        assert (rows == 1).all()

    law()
