"""Fixed-size records: ordinary objects in Python, packed memory in compiled code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, make_dataclass, replace
from enum import IntEnum
from typing import Any, Self

import numpy as np

from filon.core.seats import NEVER, NONE, UNKNOWN

Row = list[int]

_SIZES = (("i1", -(2**7), 2**7), ("i2", -(2**15), 2**15), ("i4", -(2**31), 2**31), ("i8", -(2**63), 2**63))


@dataclass(frozen=True)
class Field:
    """The range of the whole number that a field holds, or its kind of record; a shape if it holds many."""

    least: int = 0
    most: int = 0
    also: int | None = None  # one more value outside the range, such as NONE
    names: type[IntEnum] | None = None
    is_seat: bool = False
    record: type[Record] | None = None
    shape: tuple[int, ...] = ()
    # For an encoding (docs/research.md)
    seat_axis: int | None = None  # the dimension that has an entry for each seat
    seat_bits: bool = False  # a bit for each seat
    row_of: str = ""  # the field of Table whose rows it numbers
    time: str = ""  # "clock": stamped by the house; "moment": a time beside the clock
    usual: int | None = None  # a high value in most games, where the range is much wider
    in_play: str = ""  # the field of Table that numbers the one in play

    @property
    def start(self) -> int:
        if self.also is not None:
            return self.also
        return 0 if self.least <= 0 <= self.most else self.least

    @property
    def dtype(self) -> Any:
        if self.record:
            return self.record.dtype
        held = [self.least, self.most, UNKNOWN] + ([] if self.also is None else [self.also])
        return next(name for name, low, high in _SIZES if low <= min(held) and max(held) < high)

    def holds(self, value: int) -> bool:
        return self.least <= value <= self.most or value == self.also

    def name_of(self, value: int) -> str:
        if value == UNKNOWN:
            return "?"
        named = self.names is not None and value != NONE
        return spoken(self.names(value)) if named else str(value)  # type: ignore[misc]


def spoken(member: IntEnum) -> str:
    """The name of an enum member in JSON and in typed text: END_OF_TURN is end-of-turn."""
    return member.name.lower().replace("_", "-")


def whole(least: int, most: int, also: int | None = None, usual: int | None = None) -> Any:
    """A whole number from least to most; a law test holds every table to it."""
    return Field(least, most, also, usual=usual)


def one_of(names: type[IntEnum], also: int | None = None) -> Any:
    """A member of an enum, known by name outside memory."""
    return Field(min(names), max(names), also, names)


def seat(seats: int, also: int | None = None) -> Any:
    """The number of a seat."""
    return Field(0, seats - 1, also, is_seat=True)


def bits_of_seats(seats: int) -> Any:
    """A set of seats: a bit for each."""
    return Field(0, 2**seats - 1, seat_bits=True)


def row_of(rows: str, count: int, also: int | None = None) -> Any:
    """The number of one of the `count` rows in that field of Table."""
    return Field(0, count - 1, also, row_of=rows)


def clock() -> Any:
    """The time of the last move, stamped by the house; moments are compared with it."""
    return Field(0, NEVER, time="clock")


def moment(usual: int) -> Any:
    """A time, usually at most so far from the clock."""
    return Field(0, NEVER, time="moment", usual=usual)


def many(count: int, of: Any, in_play: str = "") -> Any:
    """A row of `count` fields or records; many(4, many(16, …)) is a grid."""
    field = of if isinstance(of, Field) else Field(record=of)
    axis = None if field.seat_axis is None else field.seat_axis + 1
    return replace(field, shape=(count, *field.shape), seat_axis=axis, in_play=in_play)


def each_seat(seats: int, of: Any) -> Any:
    """One of a field or of a record for each seat."""
    return replace(many(seats, of), seat_axis=0)


class _Packing(type):
    """Turns annotated fields into slots and into one packed layout, in the order written."""

    def __new__(mcs, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> _Packing:
        fields = {key: _field(value) for key, value in space.items() if _is_field(value)}
        kept = {key: value for key, value in space.items() if key not in fields}
        cls = super().__new__(mcs, name, bases, {"__slots__": tuple(fields), **kept})
        cls.fields = fields  # type: ignore[attr-defined]
        cls.dtype = np.dtype((np.record, [(key, f.dtype, f.shape) for key, f in fields.items()]))  # type: ignore[attr-defined]
        if fields:
            _write(cls, fields)
        return cls


def _write(cls: Any, fields: dict[str, Field]) -> None:
    """Generate copy, shallow_copy, packed and of_values, and the fields by which JSON encoders know a dataclass."""
    told = make_dataclass(cls.__name__, fields, init=False, repr=False, eq=False)
    cls.__dataclass_fields__ = told.__dataclass_fields__  # type: ignore[attr-defined]
    cls.shallow_copy = maker(cls, {key: f"held.{key}" for key in fields})
    cls.copy = maker(cls, {key: copied(field, f"held.{key}", "{}.copy()") for key, field in fields.items()})
    packed = [copied(field, f"held.{key}", "{}.packed()") for key, field in fields.items()]
    cls.packed = _function([f"return ({', '.join(packed)},)"], {})
    values = {key: _of_value(field, f"held[{place}]", f"of_{key}") for place, (key, field) in enumerate(fields.items())}
    cls.of_values = staticmethod(maker(cls, values, {f"of_{key}": field.record.of_values for key, field in fields.items() if field.record}))


def _is_field(value: Any) -> bool:
    return isinstance(value, Field | _Packing)


def _field(value: Any) -> Field:
    return value if isinstance(value, Field) else Field(record=value)


class Record(metaclass=_Packing):
    """Annotated fields, in the order written. A misspelt field raises in both worlds."""

    __slots__ = ()
    fields: Any
    dtype: Any

    def __init__(self, *values: Any) -> None:
        for name, value in zip(self.fields, values or map(_fresh, self.fields.values()), strict=True):
            setattr(self, name, value)

    def packed(self) -> tuple[Any, ...]:
        """Generated for each kind of record."""
        raise NotImplementedError

    def copy(self) -> Self:
        """Generated for each kind of record."""
        raise NotImplementedError

    def shallow_copy(self) -> Self:
        """A new record that shares all field values; generated for each kind of record."""
        raise NotImplementedError

    def replace(self, **values: Any) -> Self:
        """A shallow copy with other values in some fields."""
        new = self.shallow_copy()
        for name, value in values.items():
            setattr(new, name, value)
        return new

    def bytes(self) -> bytes:
        return np.array([self.packed()], self.dtype).tobytes()

    def become(self, other: Self) -> None:
        """Take over every field of another record of this kind."""
        taken = other.copy()
        for name in self.fields:
            setattr(self, name, getattr(taken, name))

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.packed() == other.packed()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self.fields)})"

    @classmethod
    def unpacked(cls, record: Any) -> Self:
        """The ordinary object for one packed record."""
        new: Self = cls.of_values(record.item())
        return new

    @staticmethod
    def of_values(values: tuple[Any, ...]) -> Any:
        """A record from the values that NumPy's item() returns, arrays for fields of many; generated for each kind of record."""
        raise NotImplementedError

    @classmethod
    def blank(cls) -> Self:
        """A record with UNKNOWN in every field."""
        return cls(*(filled(field, field.shape, UNKNOWN) for field in cls.fields.values()))

    @classmethod
    def rows(cls, rows: Iterable[tuple[int, ...]]) -> list[Self]:
        """A constant table of records, such as MOVES."""
        return Rows.of(cls, rows)  # type: ignore[return-value]

    @classmethod
    def records(cls) -> Iterator[type[Record]]:
        """This kind of record and every kind inside it."""
        yield cls
        for field in cls.fields.values():
            if field.record:
                yield from field.record.records()


def _fresh(field: Field) -> Any:
    return filled(field, field.shape, None)


def filled(field: Field, shape: tuple[int, ...], value: int | None) -> Any:
    if shape:
        return [filled(field, shape[1:], value) for _ in range(shape[0])]
    if field.record:
        return field.record() if value is None else field.record.blank()
    return field.start if value is None else value


# Functions generated field by field, as dataclasses does: a loop over fields is too slow for a live table


def maker(kind: type[Record], sources: dict[str, str], known: dict[str, Any] | None = None) -> Callable[[Any], Any]:
    """A function of `held`, a record, that makes a record of this kind, each field from its source."""
    lines = [f"new.{name} = {source}" for name, source in sources.items()]
    return _function(["new = bare(kind)", *lines, "return new"], {**(known or {}), "bare": object.__new__, "kind": kind})


def copied(field: Field, held: str, of_record: str) -> str:
    """The source of a copy of what a field holds; `of_record` is that of one record's."""
    return _each(held, len(field.shape), of_record if field.record else "")


def _each(held: str, depth: int, of_record: str) -> str:
    if depth == 0:
        return of_record.format(held) if of_record else held
    if depth == 1 and not of_record:
        return f"{held}.copy()"
    return f"[{_each(f'one{depth}', depth - 1, of_record)} for one{depth} in {held}]"


def _of_value(field: Field, value: str, of_record: str) -> str:
    """The source of what a field holds, from what NumPy's item() gives for it."""
    listed = f"{value}.tolist()" if field.shape else value
    return _each(listed, len(field.shape), f"{of_record}({{}})") if field.record else listed


def _function(lines: list[str], known: dict[str, Any]) -> Callable[[Any], Any]:
    exec("\n ".join(["def function(held):", *lines]), known)
    function: Callable[[Any], Any] = known["function"]
    return function


def walk(record: Record, path: str = "") -> Iterator[tuple[str, Field, int]]:
    """Every number in a record, with its path ('player[2].crate[1]') and its field."""
    for name, field in record.fields.items():
        yield from _walk_in(f"{path}.{name}" if path else name, field, getattr(record, name))


def _walk_in(path: str, field: Field, value: Any) -> Iterator[tuple[str, Field, int]]:
    if isinstance(value, list):
        for i, v in enumerate(value):
            yield from _walk_in(f"{path}[{i}]", field, v)
    elif isinstance(value, Record):
        yield from walk(value, path)
    else:
        yield path, field, value


class Rows(np.ndarray[Any, Any]):
    """A constant table of records: compiled code sees packed memory, Python sees ordinary objects."""

    plain: list[Any]

    @classmethod
    def of(cls, record: type[Record], rows: Iterable[tuple[int, ...]]) -> Rows:
        plain = [record(*(int(v) for v in row)) for row in rows]
        table = np.array([row.packed() for row in plain], record.dtype).view(cls)
        table.plain = plain
        return table

    def __getitem__(self, index: Any) -> Any:
        return self.plain[index]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.plain)

    def __contains__(self, value: Any) -> bool:
        return value in self.plain

    def __repr__(self) -> str:
        return f"<{len(self)} rows>"

    __str__ = __repr__


class Numbers(np.ndarray[Any, Any]):
    """A constant row or grid of whole numbers, ordinary lists in Python."""

    plain: list[Any]

    @classmethod
    def of(cls, values: Any) -> Any:
        table = np.array(values, np.int64).view(cls)
        table.plain = table.tolist()
        return table

    def __getitem__(self, index: Any) -> Any:
        return self.plain[index]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.plain)

    def __contains__(self, value: Any) -> bool:
        return value in self.plain

    def __repr__(self) -> str:
        return f"<{len(self)} numbers>"

    __str__ = __repr__
