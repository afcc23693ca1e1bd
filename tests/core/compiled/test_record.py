"""Records: slots, packed sizes, start values, copies, comparisons, blanks and round trips."""

from __future__ import annotations

import json
import re
from enum import IntEnum
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from filon.core import NONE, UNKNOWN, Record, Row, many, one_of, seat, whole
from filon.core.compiled.record import Field, Numbers, Rows, spoken, walk


class Colour(IntEnum):
    RED = 1
    SKY_BLUE = 2
    OLIVE = 4


class Purse(Record):
    coins: Row = many(2, whole(0, 300))
    colour: Colour = one_of(Colour, also=NONE)


class Chest(Record):
    owner: int = seat(4, also=NONE)
    grid: list[Row] = many(2, many(3, whole(-2, 2)))
    lid: Purse = Purse
    purse: list[Purse] = many(2, Purse)
    shelf: list[list[Purse]] = many(2, many(1, Purse))
    far: int = whole(5, 2**40)


@st.composite
def drawn(draw: Any, kind: type[Record]) -> Any:
    """A record with any values in their ranges, UNKNOWN included."""
    return kind(*[draw(_values(field, field.shape)) for field in kind.fields.values()])


def _values(field: Field, shape: tuple[int, ...]) -> Any:
    if shape:
        return st.lists(_values(field, shape[1:]), min_size=shape[0], max_size=shape[0])
    if field.record:
        return drawn(field.record)
    return st.integers(field.least, field.most) | st.sampled_from([UNKNOWN, field.start, field.least, field.most])


def put(record: Any, path: str, value: int) -> None:
    """Write where a path of walk points."""
    steps = re.findall(r"[a-z_]+|\d+", path)
    for step in steps[:-1]:
        record = record[int(step)] if step.isdigit() else getattr(record, step)
    if steps[-1].isdigit():
        record[int(steps[-1])] = value
    else:
        setattr(record, steps[-1], value)


def test_a_misspelt_field_raises_on_reading_and_on_writing() -> None:
    chest = Chest()
    with pytest.raises(AttributeError):
        chest.onwer  # noqa: B018
    with pytest.raises(AttributeError):
        chest.onwer = 1
    with pytest.raises(AttributeError):
        chest.purse[0].coin = [1, 2]
    assert not hasattr(chest, "__dict__")


def test_fields_are_packed_in_the_order_written_without_gaps() -> None:
    assert list(Chest.fields) == ["owner", "grid", "lid", "purse", "shelf", "far"]
    assert Chest.dtype.names == tuple(Chest.fields)
    assert Purse.dtype.itemsize == 2 * 2 + 1
    assert Chest.dtype.itemsize == 1 + 6 + 5 + 2 * 5 + 2 * 5 + 8


@pytest.mark.parametrize(
    ("field", "size"),
    [
        (whole(0, 127), 1),
        (whole(0, 128), 2),
        (whole(-128, 0), 1),
        (whole(-129, 0), 2),
        (whole(0, 2**15 - 1), 2),
        (whole(0, 2**15), 4),
        (whole(-(2**15) - 1, 0), 4),
        (whole(0, 2**31 - 1), 4),
        (whole(0, 2**31), 8),
        (whole(0, 9, also=NONE), 1),
        (whole(0, 9, also=128), 2),
        (whole(0, 9, also=-129), 2),
        (one_of(Colour), 1),
        (seat(4), 1),
        (whole(200, 300), 2),
    ],
)
def test_the_range_chooses_the_packed_size(field: Field, size: int) -> None:
    kind = type(Record)("Kind", (Record,), {"held": field})
    assert kind.dtype.itemsize == size
    for value in (field.least, field.most, field.start, UNKNOWN):
        assert kind.unpacked(np.array([kind(value).packed()], kind.dtype)[0]).held == value


def test_a_value_that_does_not_fit_is_not_packed() -> None:
    purse = Purse([0, 2**15], Colour.RED)
    with pytest.raises(OverflowError):
        purse.bytes()


@pytest.mark.parametrize(
    ("field", "start"),
    [
        (whole(0, 9), 0),
        (whole(-3, 9), 0),
        (whole(4, 9), 4),
        (whole(-9, -4), -9),
        (whole(0, 9, also=NONE), NONE),
        (whole(4, 9, also=0), 0),
        (one_of(Colour), Colour.RED),
        (one_of(Colour, also=NONE), NONE),
        (seat(3), 0),
        (seat(3, also=NONE), NONE),
    ],
)
def test_a_field_starts_at_also_or_zero_or_least(field: Field, start: int) -> None:
    assert field.start == start
    assert field.holds(start)


def test_a_field_holds_its_range_and_also() -> None:
    field = whole(2, 4, also=NONE)
    assert [value for value in range(-130, 10) if field.holds(value)] == [NONE, 2, 3, 4]
    assert not whole(2, 4).holds(NONE)
    assert [value for value in range(-2, 5) if seat(3).holds(value)] == [0, 1, 2]


def test_a_field_names_its_values() -> None:
    field = Chest.fields["lid"].record.fields["colour"]
    assert [field.name_of(value) for value in (Colour.RED, 2, NONE, UNKNOWN)] == ["red", "sky-blue", str(NONE), "?"]
    assert [Chest.fields["far"].name_of(value) for value in (17, UNKNOWN)] == ["17", "?"]
    assert spoken(Colour.SKY_BLUE) == "sky-blue"


def test_a_new_record_has_start_values_of_its_own() -> None:
    chest = Chest()
    assert (chest.owner, chest.far, chest.lid.colour) == (NONE, 5, NONE)
    assert chest.grid == [[0, 0, 0], [0, 0, 0]]
    assert [len(row) for row in chest.shelf] == [1, 1]
    chest.grid[0][1] = chest.purse[0].coins[1] = chest.shelf[1][0].coins[0] = 1
    assert chest.grid == [[0, 1, 0], [0, 0, 0]]
    assert chest.purse[1].coins == chest.lid.coins == chest.shelf[0][0].coins == [0, 0]
    assert Chest().grid == [[0, 0, 0], [0, 0, 0]]


def test_a_record_takes_all_values_or_none() -> None:
    assert Purse([1, 2], Colour.RED).coins == [1, 2]
    with pytest.raises(ValueError, match="shorter"):
        Purse([1, 2])
    with pytest.raises(ValueError, match="longer"):
        Purse([1, 2], Colour.RED, 7)


@settings(deadline=None, max_examples=40)
@given(drawn(Chest))
def test_a_copy_is_equal_and_shares_nothing(chest: Chest) -> None:
    copy = chest.copy()
    assert type(copy) is Chest
    assert copy == chest
    before = chest.bytes()
    for path, field, value in list(walk(chest)):
        put(copy, path, field.least if value != field.least else field.most)
    assert chest.bytes() == before


def test_the_same_but_for_some_fields_shares_the_rest() -> None:
    chest, rows = Chest(), [[1, 1, 1], [2, 2, 2]]
    other = chest.replace(far=9, grid=rows)
    assert (type(other), other.far, other.grid is rows) == (Chest, 9, True)
    assert (chest.far, chest.grid) == (5, [[0, 0, 0], [0, 0, 0]])
    assert (other.lid is chest.lid, other.shelf is chest.shelf) == (True, True)
    with pytest.raises(AttributeError):
        chest.replace(onwer=1)


@settings(deadline=None, max_examples=40)
@given(drawn(Chest), drawn(Chest))
def test_becoming_another_takes_every_field_and_shares_nothing(chest: Chest, other: Chest) -> None:
    kept, before = chest, other.bytes()
    chest.become(other)
    assert kept is chest
    assert chest == other
    for path, field, _ in list(walk(chest)):
        put(chest, path, field.start)
    assert other.bytes() == before


@settings(deadline=None, max_examples=40)
@given(drawn(Chest), st.data())
def test_records_are_equal_exactly_when_their_bytes_are(chest: Chest, data: st.DataObject) -> None:
    other = chest.copy()
    assert other.bytes() == chest.bytes()
    for path, field, value in data.draw(st.lists(st.sampled_from(list(walk(chest))), max_size=3)):
        put(other, path, data.draw(st.sampled_from([value, field.least, field.most])))
    assert (chest == other) == (chest.bytes() == other.bytes())
    assert (chest != other) == (chest.bytes() != other.bytes())


@settings(deadline=None, max_examples=40)
@given(drawn(Chest))
def test_one_number_makes_a_difference(chest: Chest) -> None:
    for path, field, value in list(walk(chest)):
        other = chest.copy()
        put(other, path, field.least if value != field.least else field.most)
        assert other != chest
        assert other.bytes() != chest.bytes()
        assert sum(old[2] != new[2] for old, new in zip(walk(chest), walk(other), strict=True)) == 1


def test_another_kind_of_record_is_never_equal() -> None:
    class Twin(Record):
        coins: Row = many(2, whole(0, 300))
        colour: Colour = one_of(Colour, also=NONE)

    assert Twin() != Purse()
    assert Purse() != Purse().packed()
    assert Purse() == Purse()


def test_a_record_is_no_key() -> None:
    with pytest.raises(TypeError):
        hash(Purse())


def test_a_blank_is_unknown_everywhere() -> None:
    values = [value for _, _, value in walk(Chest.blank())]
    assert values == [UNKNOWN] * len(list(walk(Chest())))
    assert len(values) == 1 + 6 + 3 + 2 * 3 + 2 * 3 + 1
    assert np.array([Chest.blank().packed()], Chest.dtype)[0]["far"] == UNKNOWN


@settings(deadline=None, max_examples=40)
@given(st.lists(drawn(Chest), min_size=1, max_size=4))
def test_packed_and_unpacked_again_is_the_same(chests: list[Chest]) -> None:
    packed = np.array([chest.packed() for chest in chests], Chest.dtype)
    back = [Chest.unpacked(record) for record in packed]
    assert back == chests
    assert [chest.bytes() for chest in back] == [record.tobytes() for record in packed]
    assert {type(value) for chest in back for _, _, value in walk(chest)} == {int}
    assert all(type(chest.shelf[1]) is list and type(chest.shelf[1][0]) is Purse for chest in back)


def test_an_unpacked_record_is_no_window_on_the_batch() -> None:
    packed = np.array([Chest().packed()], Chest.dtype)
    chest = Chest.unpacked(packed[0])
    packed[0]["grid"][0][0] = packed[0]["lid"]["coins"][1] = packed[0]["shelf"][1][0]["coins"][1] = 2
    assert chest == Chest()


def test_spots_give_paths_and_fields_in_order() -> None:
    paths = [path for path, _, _ in walk(Chest())]
    assert paths[:7] == ["owner", "grid[0][0]", "grid[0][1]", "grid[0][2]", "grid[1][0]", "grid[1][1]", "grid[1][2]"]
    assert paths[7:11] == ["lid.coins[0]", "lid.coins[1]", "lid.colour", "purse[0].coins[0]"]
    assert "shelf[1][0].colour" in paths
    assert paths[-1] == "far"
    assert len(paths) == len(set(paths))
    fields = {path: field for path, field, _ in walk(Chest())}
    assert (fields["purse[1].coins[1]"].least, fields["purse[1].coins[1]"].most) == (0, 300)
    assert fields["lid.colour"].names is Colour
    assert fields["owner"].is_seat


def test_spots_give_the_value_at_their_path() -> None:
    for wanted, _, _ in list(walk(Chest())):
        chest = Chest()
        put(chest, wanted, 1)
        assert [value for path, _, value in walk(chest) if path == wanted] == [1]


def test_records_names_every_kind_inside() -> None:
    assert set(Chest.records()) == {Chest, Purse}
    assert list(Purse.records()) == [Purse]


def plain(held: Any) -> Any:
    """A record as JSON shows it: objects by name, rows, whole numbers."""
    if isinstance(held, Record):
        return {name: plain(getattr(held, name)) for name in held.fields}
    return [plain(one) for one in held] if isinstance(held, list) else int(held)


@settings(deadline=None, max_examples=40)
@given(drawn(Chest))
def test_an_encoder_of_json_finds_every_field_by_name(chest: Chest) -> None:
    assert msgspec.json.encode(chest) == json.dumps(plain(chest), separators=(",", ":")).encode()


def test_an_enum_member_is_its_number_in_json() -> None:
    assert msgspec.json.encode([Purse([1, 2], Colour.OLIVE)]) == b'[{"coins":[1,2],"colour":4}]'


def test_a_part_encoded_before_takes_its_place_in_json() -> None:
    chest = Chest()
    ready = msgspec.Raw(msgspec.json.encode(chest.purse))
    assert msgspec.json.encode(chest.replace(purse=ready)) == msgspec.json.encode(chest)


def test_a_record_shows_its_fields() -> None:
    assert repr(Purse([1, 2], 1)) == "Purse(coins=[1, 2], colour=1)"


ROWS = [(kind, n) for kind in (1, 2) for n in (0, 5, 7)]


class Card(Record):
    kind: int = whole(1, 2)
    number: int = whole(0, 7)


def test_rows_are_a_list_of_records_in_python() -> None:
    table: Any = Card.rows(ROWS)
    assert isinstance(table, Rows)
    assert len(table) == 6
    assert list(table) == [Card(*row) for row in ROWS]
    assert [card.number for card in reversed(table)] == [7, 5, 0, 7, 5, 0]
    assert type(table[2]) is Card
    assert table[-1] == Card(2, 7)
    assert table[1:3] == [Card(1, 5), Card(1, 7)]
    assert Card(2, 5) in table
    assert Card(2, 6) not in table
    assert [i for i, card in enumerate(table) if card.number == 5] == [1, 4]
    for index in (6, -7, UNKNOWN, NONE):
        with pytest.raises(IndexError):
            table[index]
    with pytest.raises(TypeError):
        table["kind"]


def test_rows_are_packed_memory_for_compiled_code() -> None:
    table: Any = Card.rows(ROWS)
    assert table.dtype == Card.dtype
    assert table.tobytes() == b"".join(card.bytes() for card in table)


def test_rows_keep_enum_members_as_numbers() -> None:
    table = Purse.rows([])
    assert len(table) == 0
    cards = Card.rows([(Colour.RED, 3), (Colour.SKY_BLUE, True)])
    assert [type(value) for card in cards for _, _, value in walk(card)] == [int] * 4


def test_numbers_are_lists_of_whole_numbers_in_python() -> None:
    row = Numbers.of([4, 9, -127])
    assert (len(row), list(row), row[-1], row[:2]) == (3, [4, 9, -127], -127, [4, 9])
    assert type(row[0]) is int
    assert (9 in row, 8 in row) == (True, False)
    assert (sum(row), max(row)) == (-114, 9)
    for index in (3, -4, UNKNOWN, NONE):
        with pytest.raises(IndexError):
            row[index]


def test_a_grid_of_numbers_is_a_list_of_lists_in_python() -> None:
    grid = Numbers.of([[1, 2, 3], [4, 5, 6]])
    assert (len(grid), grid[1], grid[1][2]) == (2, [4, 5, 6], 6)
    assert [n for row in grid for n in row] == [1, 2, 3, 4, 5, 6]
    assert ([1, 2, 3] in grid, [1, 2, 9] in grid, 1 in grid) == (True, False, False)
    assert type(grid[0]) is list
    with pytest.raises(IndexError):
        grid[0][3]
    assert (grid.dtype, grid.shape) == (np.int64, (2, 3))


def test_constant_tables_print_short() -> None:
    assert (repr(Card.rows(ROWS)), str(Numbers.of([1, 2]))) == ("<6 rows>", "<2 numbers>")
