"""The columns of a record: fields in their order, seats counted from the one that sees, and the source that writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from types import new_class
from typing import Any

import numpy as np

from filon.core.compiled.record import Field, Record
from filon.research.codes import INDENT, Code, Column, Reader, code_of, relative

MANY = 8  # entries of a field: so many seldom change in a step


@dataclass(frozen=True)
class Item:
    """One field: numbers with their code, or records with their items; `at` is its first column within its record."""

    name: str
    at: int
    field: Field
    counts: tuple[int, ...]  # of its entries in each dimension
    code: Code | None
    items: tuple[Item, ...]

    @property
    def each(self) -> int:
        """Columns of one entry."""
        return self.code.width if self.code else sum(item.width for item in self.items)

    @property
    def width(self) -> int:
        return prod(self.counts) * self.each

    def index(self, places: Sequence[Any], me: Any, seats: int) -> list[Any]:
        """Where in the record the entry at these places stands, by number or as source."""
        if self.field.in_play:
            return [f"t.{self.field.in_play}"]
        return [turned(place, me, seats) if axis == self.field.seat_axis else place for axis, place in enumerate(places)]


def turned(place: Any, me: Any, seats: int) -> Any:
    return (me + place) % seats if isinstance(place, int) else f"(me + {place}) % {seats}"


class Layout:
    """The items of a record but for those in `left_out`: first its numbers, then the records in it."""

    def __init__(self, kind: type[Record], seats: int, secret: dict[type[Record], str], left_out: Sequence[str]) -> None:
        self.kind, self.seats, self.secret = kind, seats, secret
        self.clock = next((name for name, field in kind.fields.items() if field.time == "clock"), "")
        self.items = self._items(kind, [*left_out, self.clock])
        self.width = sum(item.width for item in self.items)

    def _items(self, kind: type[Record], left_out: Sequence[str] = ()) -> tuple[Item, ...]:
        fields = [(name, field) for name, field in kind.fields.items() if name not in left_out]
        items, at = list[Item](), 0
        for name, field in sorted(fields, key=lambda one: one[1].record is not None):
            items.append(self._item(name, field, at, name in self.secret.get(kind, "").split()))
            at += items[-1].width
        return tuple(items)

    def _item(self, name: str, field: Field, at: int, secret: bool) -> Item:
        counts = [self.seats if axis == field.seat_axis else count for axis, count in enumerate(field.shape)]
        if field.record:
            return Item(name, at, field, (1,) if field.in_play else tuple(counts), None, self._items(field.record))
        return Item(name, at, field, tuple(counts), code_of(field, secret, self.seats, self.kind), ())

    # Names

    def columns(self) -> list[Column]:
        return [column for item in self.items for column in self._columns(item, item.name)]

    def _columns(self, item: Item, path: str) -> Iterator[Column]:
        for places in product(*map(range, item.counts)):
            tags = (relative(place) if axis == item.field.seat_axis else place for axis, place in enumerate(places))
            one = path if item.field.in_play else path + "".join(f"[{tag}]" for tag in tags)
            if item.code:
                yield from item.code.columns(one)
            for inner in item.items:
                yield from self._columns(inner, f"{one}.{inner.name}")

    # Source

    def source(self) -> str:
        first = [f"{INDENT}clock = t.{self.clock}"] if self.clock else []
        body = [line for item in self.items for line in self._lines(item, "t", "shown", "0", 1)]
        return "\n".join(["def encode(t, me, shown, row):", *first, *body, f"{INDENT}return"])

    def shown(self) -> type[Record]:
        """The kind of record that keeps what a row shows: its items alone."""
        return _kept("Shown", self.items)

    def blank_row(self) -> Any:
        """The row of a record of which nothing is known."""
        return np.array([column.kind == "flag" and column.name.endswith("=unknown") for column in self.columns()], np.float32)

    def _lines(self, item: Item, held: str, shown: str, base: str, depth: int, of_seat: bool = False) -> list[str]:
        names = [f"i{depth + level}" for level in range(len(item.counts))] if not item.field.in_play else []
        entry, deep = f"{held}.{item.name}" + "".join(f"[{i}]" for i in item.index(names, "me", self.seats)), depth + len(names)
        kept = f"{shown}.{item.name}" + ("[0]" if item.field.in_play else "".join(f"[{name}]" for name in names))
        at = f"{base} + {item.at}" + (f" + ({_flat(names, item.counts)}) * {item.each}" if names else "")
        lines, is_often = _loops(names, item.counts, depth), of_seat or (held == "t" and prod(item.counts) < MANY)
        if item.code and (is_often or not item.code.is_told_apart):
            return lines + item.code.anew(entry, at, deep)
        if item.code and prod(item.counts) < MANY:
            return lines + item.code.update(entry, kept, at, deep)
        if item.code:
            return self._changed(item, names, item.code, entry, kept, at, depth)
        of_seat = item.field.seat_axis is not None
        lines += [f"{INDENT * deep}{name}{deep} = {value}" for name, value in (("e", entry), ("s", kept), ("b", at))]
        return lines + [line for inner in item.items for line in self._lines(inner, f"e{deep}", f"s{deep}", f"b{deep}", deep, of_seat)]

    def _changed(self, item: Item, names: list[str], code: Code, entry: str, kept: str, at: str, depth: int) -> list[str]:
        """Source that compares all entries before it looks at each: a processor compares many in one instruction."""
        changed, deep = f"changed{depth}", depth + len(names)
        lines = [f"{INDENT * depth}{changed} = 0", *_loops(names, item.counts, depth), *code.differs(entry, kept, deep, changed)]
        lines += [f"{INDENT * depth}if {changed} != 0:", *_loops(names, item.counts, depth + 1)]
        return lines + code.update(entry, kept, at, deep + 1)

    # The way back

    def fill(self, record: Any, row: Sequence[float], reader: Reader) -> None:
        self._fill(self.items, record, row, reader)

    def _fill(self, items: tuple[Item, ...], record: Any, row: Sequence[float], reader: Reader) -> None:
        for item in items:
            for number, places in enumerate(product(*map(range, item.counts))):
                at = item.at + number * item.each
                self._fill_entry(item, record, places, row[at : at + item.each], reader)

    def _fill_entry(self, item: Item, record: Any, places: tuple[int, ...], cells: Sequence[float], reader: Reader) -> None:
        index = [getattr(reader.table, item.field.in_play)] if item.field.in_play else item.index(places, reader.me, self.seats)
        if item.code:
            _set(record, item.name, index, item.code.read(cells, reader))
        else:
            self._fill(item.items, _get(getattr(record, item.name), index), cells, reader)


def _kept(name: str, items: tuple[Item, ...]) -> type[Record]:
    kinds = {item.name: _kept(item.name, item.items) if item.items else None for item in items}
    fields = {item.name: replace(item.field, shape=item.counts if item.field.shape else (), record=kinds[item.name]) for item in items}
    return new_class(name, (Record,), {}, lambda space: space.update(fields))


def _loops(names: list[str], counts: tuple[int, ...], depth: int) -> list[str]:
    loops = enumerate(zip(names, counts, strict=False))
    return [f"{INDENT * (depth + level)}for {name} in range({count}):" for level, (name, count) in loops]


def _flat(names: list[str], counts: tuple[int, ...]) -> str:
    flat = names[0]
    for name, count in zip(names[1:], counts[1:], strict=True):
        flat = f"({flat}) * {count} + {name}"
    return flat


def _get(held: Any, index: Sequence[int]) -> Any:
    for place in index:
        held = held[place]
    return held


def _set(record: Any, name: str, index: Sequence[int], value: int) -> None:
    if index:
        _get(getattr(record, name), index[:-1])[index[-1]] = value
    else:
        setattr(record, name, value)


# A rule: (view, me, shown, row): bring a row up to date to what the seat `me` sees. `shown` keeps what the row shows, so that only what
# has changed is written; both begin blank, as Layout.blank_row() and a blank record of the same kind.
Encode = Callable[[Any, int, Any, Any], None]
