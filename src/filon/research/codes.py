"""How one number of a record becomes columns: as source that writes them, and as the value read back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from filon.core.compiled.record import Field, Record, spoken
from filon.core.seats import UNKNOWN

FEW = 8  # values: so many get a column each
INDENT = "    "


@dataclass(frozen=True)
class Column:
    name: str
    kind: str  # one-hot: one of several is 1; flag: 0 or 1; scaled: (value - least) * scale; moment: (value - clock) * scale
    least: int = 0
    most: int = 1
    scale: float = 1.0


@dataclass(frozen=True)
class Reader:
    """What a value read back depends on beside its own columns."""

    me: int  # the seat that sees
    clock: int
    table: Any  # with its constant fields


def relative(seat: int) -> str:
    """A seat as the one that sees counts: itself, the next, the one after that."""
    return f"+{seat}" if seat else "me"


class Code:
    """Columns for the value, then one for none where there may be none, then one for unknown where it is secret."""

    def __init__(self, field: Field, secret: bool) -> None:
        self.field, self.secret = field, secret

    @property
    def width(self) -> int:
        return len(self.columns(""))

    def columns(self, path: str) -> list[Column]:
        more = ["none"] * (self.field.also is not None) + ["unknown"] * self.secret
        return self.of_value(path) + [Column(f"{path}={word}", "flag") for word in more]

    def write(self, value: str, at: str, depth: int) -> list[str]:
        """Source that writes the columns of `value` from the column `at` on."""
        held, width = f"v{depth}", len(self.of_value(""))
        cases = [(UNKNOWN, width + (self.field.also is not None))] if self.secret else []
        cases += [(self.field.also, width)] if self.field.also is not None else []
        if not cases:
            return _indented(self.put(value, at, depth), depth)
        lines = [f"{held} = {value}"]
        for number, (blank, column) in enumerate(cases):
            lines += [f"{'elif' if number else 'if'} {held} == {blank}:", f"{INDENT}row[{at} + {column}] = 1"]
        return _indented([*lines, "else:"], depth) + _indented(self.put(held, at, depth + 1), depth + 1)

    def read(self, cells: Sequence[float], reader: Reader) -> int:
        if self.secret and cells[self.width - 1]:
            return UNKNOWN
        width = len(self.of_value(""))
        if self.field.also is not None and cells[width]:
            return self.field.also
        return self.value(cells[:width], reader)

    def of_value(self, path: str) -> list[Column]:
        raise NotImplementedError

    def put(self, value: str, at: str, depth: int) -> list[str]:
        raise NotImplementedError

    def value(self, cells: Sequence[float], reader: Reader) -> int:
        raise NotImplementedError


def _indented(lines: list[str], depth: int) -> list[str]:
    return [f"{INDENT * depth}{line}" for line in lines]


class Scaled(Code):
    """One column: 0 for the least value, 1 for the usual or the greatest one."""

    @property
    def scale(self) -> float:
        return 1 / (self.field.usual or max(self.field.most - self.field.least, 1))

    @property
    def least(self) -> int:
        return 0 if self.field.usual else self.field.least

    def of_value(self, path: str) -> list[Column]:
        return [Column(path, "scaled", self.field.least, self.field.most, self.scale)]

    def put(self, value: str, at: str, depth: int) -> list[str]:
        return [f"row[{at}] = {self._scaled(value)}"]

    def _scaled(self, value: str) -> str:
        shifted = f"({value} - {self.least})" if self.least else value
        return f"{shifted} * {self.scale!r}" if self.scale != 1 else shifted

    def write(self, value: str, at: str, depth: int) -> list[str]:
        """Without branches: on numbers that may be unknown a processor would guess wrong too often."""
        blanks = ([self.field.also] if self.field.also is not None else []) + [UNKNOWN] * self.secret
        if not blanks:
            return super().write(value, at, depth)
        held = f"v{depth}"
        lines = [f"{held} = {value}", f"row[{at}] = 0 if {' or '.join(f'{held} == {one}' for one in blanks)} else {self._scaled(held)}"]
        lines += [f"row[{at} + {1 + n}] = 1 if {held} == {one} else 0" for n, one in enumerate(blanks)]
        return _indented(lines, depth)

    def value(self, cells: Sequence[float], reader: Reader) -> int:
        return round(cells[0] / self.scale) + self.least


class Moment(Scaled):
    """One column: how long after the clock, in usual times."""

    def of_value(self, path: str) -> list[Column]:
        return [Column(path, "moment", self.field.least, self.field.most, self.scale)]

    def put(self, value: str, at: str, depth: int) -> list[str]:
        return [f"row[{at}] = ({value} - clock) * {self.scale!r}"]

    def value(self, cells: Sequence[float], reader: Reader) -> int:
        return round(cells[0] / self.scale) + reader.clock


class OneHot(Code):
    """A column for each of a few values."""

    def of_value(self, path: str) -> list[Column]:
        names = self.field.names
        words = [spoken(name) for name in names] if names else [str(v) for v in range(self.field.least, self.field.most + 1)]
        return [Column(f"{path}={word}", "one-hot") for word in words]

    def put(self, value: str, at: str, depth: int) -> list[str]:
        return [f"row[{at} + {value} - {self.field.least}] = 1" if self.field.least else f"row[{at} + {value}] = 1"]

    def value(self, cells: Sequence[float], reader: Reader) -> int:
        return self.field.least + list(cells).index(1)


class SeatCode(Code):
    """A column for each seat, counted from the one that sees."""

    def __init__(self, field: Field, secret: bool, seats: int) -> None:
        super().__init__(field, secret)
        self.seats = seats

    def of_value(self, path: str) -> list[Column]:
        return [Column(f"{path}={relative(seat)}", "one-hot") for seat in range(self.seats)]

    def put(self, value: str, at: str, depth: int) -> list[str]:
        return [f"row[{at} + ({value} - me + {self.seats}) % {self.seats}] = 1"]

    def value(self, cells: Sequence[float], reader: Reader) -> int:
        return (list(cells).index(1) + reader.me) % self.seats


class BitsCode(SeatCode):
    """A flag for each seat, counted from the one that sees."""

    def of_value(self, path: str) -> list[Column]:
        return [Column(f"{path}:{relative(seat)}", "flag") for seat in range(self.seats)]

    def put(self, value: str, at: str, depth: int) -> list[str]:
        return [f"for k in range({self.seats}):", f"{INDENT}row[{at} + k] = {value} >> (me + k) % {self.seats} & 1"]

    def value(self, cells: Sequence[float], reader: Reader) -> int:
        return sum(int(cell) << (reader.me + seat) % self.seats for seat, cell in enumerate(cells))


class RowCode(Code):
    """The fields of the row that the value numbers, such as what is printed on a tile."""

    def __init__(self, field: Field, secret: bool, rows: type[Record]) -> None:
        super().__init__(field, secret)
        self.parts = {name: OneHot(part, False) if part.names else Scaled(part, False) for name, part in rows.fields.items()}

    def of_value(self, path: str) -> list[Column]:
        return [column for name, code in self.parts.items() for column in code.columns(f"{path}.{name}")]

    def put(self, value: str, at: str, depth: int) -> list[str]:
        lines, column = [f"r{depth} = t.{self.field.row_of}[{value}]"], 0
        for name, code in self.parts.items():
            lines += code.write(f"r{depth}.{name}", f"{at} + {column}", 0)
            column += code.width
        return lines

    def value(self, cells: Sequence[float], reader: Reader) -> int:
        """The first row that looks like this: rows that look alike are as good as each other."""
        column, seen = 0, []
        for code in self.parts.values():
            seen.append(code.read(cells[column : column + code.width], reader))
            column += code.width
        return [list(row.packed()) for row in getattr(reader.table, self.field.row_of)].index(seen)


def code_of(field: Field, secret: bool, seats: int, table: type[Record]) -> Code:
    """The code that fits what the field declares."""
    if field.is_seat:
        return SeatCode(field, secret, seats)
    if field.seat_bits:
        return BitsCode(field, secret, seats)
    if field.row_of:
        rows = table.fields[field.row_of].record
        assert rows is not None
        return RowCode(field, secret, rows)
    if field.time:
        return Moment(field, secret)
    is_few = field.names is not None or 1 < field.most - field.least < FEW
    return OneHot(field, secret) if is_few and field.usual is None else Scaled(field, secret)
