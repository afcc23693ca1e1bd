"""The columns of a record: fields in their order, seats counted from the one that sees, and the source that writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from filon.core.compiled.record import Field, Record
from filon.research.codes import INDENT, Code, Column, Reader, code_of, relative


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
        body = [line for item in self.items for line in self._lines(item, "t", "0", 1)]
        return "\n".join(["def encode(t, me, row):", *first, *body, f"{INDENT}return"])

    def _lines(self, item: Item, held: str, base: str, depth: int) -> list[str]:
        names = [f"i{depth + level}" for level in range(len(item.counts))] if not item.field.in_play else []
        lines = [
            f"{INDENT * (depth + n)}for {name} in range({count}):" for n, (name, count) in enumerate(zip(names, item.counts, strict=False))
        ]
        entry, deep = f"{held}.{item.name}" + "".join(f"[{i}]" for i in item.index(names, "me", self.seats)), depth + len(names)
        at = f"{base} + {item.at}" + (f" + ({_flat(names, item.counts)}) * {item.each}" if names else "")
        if item.code:
            return lines + item.code.write(entry, at, deep)
        lines += [f"{INDENT * deep}e{deep} = {entry}", f"{INDENT * deep}b{deep} = {at}"]
        return lines + [line for inner in item.items for line in self._lines(inner, f"e{deep}", f"b{deep}", deep)]

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


Encode = Callable[[Any, int, Any], None]  # a rule: (view, me, row): write what the seat `me` sees into a row of zeros
