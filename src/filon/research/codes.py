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

    def anew(self, value: str, at: str, depth: int) -> list[str]:
        """Source that writes the columns of `value`, as the seat that sees counts, from the column `at` on."""
        held = f"v{depth}"
        return _indented([f"{held} = {value}", *self.as_seen(held)], depth) + self._written(held, at, depth)

    def update(self, value: str, shown: str, at: str, depth: int) -> list[str]:
        """The same if the columns show another value than this; `shown` keeps which."""
        held = f"v{depth}"
        lines = [f"{held} = {value}", *self.as_seen(held), f"if {held} != {shown}:", f"{INDENT}{shown} = {held}"]
        return _indented(lines, depth) + self._written(held, at, depth + 1)

    def differs(self, value: str, shown: str, depth: int, into: str) -> list[str]:
        """Source that makes `into` another number than 0, if `value` is another than the one shown."""
        held = f"v{depth}"
        return _indented([f"{held} = {value}", *self.as_seen(held), f"{into} |= {held} ^ {shown}"], depth)

    def _written(self, held: str, at: str, depth: int) -> list[str]:
        cleared = [f"row[{at} + {column}] = 0" for column in range(self.width)] if self.is_sparse else []
        return _indented(cleared, depth) + self.write(held, at, depth)

    is_sparse = True  # write() writes only the columns that are not 0

    @property
    def is_told_apart(self) -> bool:
        """Whether no value looks like a blank: what a row shows begins blank."""
        return self.secret or self.field.least > UNKNOWN

    def as_seen(self, held: str) -> list[str]:
        """Source that turns the value into what it is to the seat that sees."""
        return []

    def write(self, value: str, at: str, depth: int) -> list[str]:
        """Source that writes the columns of `value` from the column `at` on, which are 0."""
        cases = [f"{column} if {value} == {blank} else " for blank, column in self._blanks()]
        return _indented([f"row[{at} + ({''.join(cases)}{self.place(value)})] = 1"], depth)

    def _blanks(self) -> list[tuple[int, int]]:
        """The values that stand for none and unknown, and their columns."""
        blanks = [] if self.field.also is None else [self.field.also]
        return list(zip(blanks + [UNKNOWN] * self.secret, range(len(self.of_value("")), self.width), strict=True))

    def _cases(self, value: str, at: str) -> list[str]:
        """Source that writes what stands for none or unknown, up to the `else:` under which any other value is written."""
        lines = list[str]()
        for number, (blank, column) in enumerate(self._blanks()):
            lines += [f"{'elif' if number else 'if'} {value} == {blank}:", f"{INDENT}row[{at} + {column}] = 1"]
        return [*lines, "else:"] if lines else []

    def read(self, cells: Sequence[float], reader: Reader) -> int:
        if self.secret and cells[self.width - 1]:
            return UNKNOWN
        width = len(self.of_value(""))
        if self.field.also is not None and cells[width]:
            return self.field.also
        return self.value(cells[:width], reader)

    def of_value(self, path: str) -> list[Column]:
        raise NotImplementedError

    def place(self, value: str) -> str:
        """Source of the column that is 1."""
        raise NotImplementedError

    def value(self, cells: Sequence[float], reader: Reader) -> int:
        raise NotImplementedError


def _indented(lines: list[str], depth: int) -> list[str]:
    return [f"{INDENT * depth}{line}" for line in lines]


class Scaled(Code):
    """One column: 0 for the least value, 1 for the usual or the greatest one."""

    is_sparse = False

    @property
    def scale(self) -> float:
        return 1 / (self.field.usual or max(self.field.most - self.field.least, 1))

    @property
    def least(self) -> int:
        return 0 if self.field.usual else self.field.least

    def of_value(self, path: str) -> list[Column]:
        return [Column(path, "scaled", self.field.least, self.field.most, self.scale)]

    def _scaled(self, value: str) -> str:
        shifted = f"({value} - {self.least})" if self.least else value
        return f"{shifted} * {self.scale!r}" if self.scale != 1 else shifted

    def write(self, value: str, at: str, depth: int) -> list[str]:
        """Without branches: on numbers that may be unknown a processor would guess wrong too often."""
        blanks = self._blanks()
        known = f"0 if {' or '.join(f'{value} == {blank}' for blank, _ in blanks)} else " if blanks else ""
        flags = [f"row[{at} + {column}] = 1 if {value} == {blank} else 0" for blank, column in blanks]
        return _indented([f"row[{at}] = {known}{self._scaled(value)}", *flags], depth)

    def value(self, cells: Sequence[float], reader: Reader) -> int:
        return round(cells[0] / self.scale) + self.least


class Moment(Scaled):
    """One column: how long after the clock, in usual times."""

    is_told_apart = False  # the clock moves in each step

    def of_value(self, path: str) -> list[Column]:
        return [Column(path, "moment", self.field.least, self.field.most, self.scale)]

    def _scaled(self, value: str) -> str:
        return f"({value} - clock) * {self.scale!r}"

    def value(self, cells: Sequence[float], reader: Reader) -> int:
        return round(cells[0] / self.scale) + reader.clock


class OneHot(Code):
    """A column for each of a few values."""

    def of_value(self, path: str) -> list[Column]:
        names = self.field.names
        words = [spoken(name) for name in names] if names else [str(v) for v in range(self.field.least, self.field.most + 1)]
        return [Column(f"{path}={word}", "one-hot") for word in words]

    def place(self, value: str) -> str:
        return f"{value} - {self.field.least}" if self.field.least else value

    def value(self, cells: Sequence[float], reader: Reader) -> int:
        return self.field.least + list(cells).index(1)


class SeatCode(Code):
    """A column for each seat, counted from the one that sees."""

    def __init__(self, field: Field, secret: bool, seats: int) -> None:
        super().__init__(field, secret)
        self.seats = seats

    def of_value(self, path: str) -> list[Column]:
        return [Column(f"{path}={relative(seat)}", "one-hot") for seat in range(self.seats)]

    def as_seen(self, held: str) -> list[str]:
        return [f"{held} = {held} if {held} < 0 else {held} - me + ({self.seats} if {held} < me else 0)"]

    def place(self, value: str) -> str:
        return value

    def value(self, cells: Sequence[float], reader: Reader) -> int:
        return (list(cells).index(1) + reader.me) % self.seats


class BitsCode(SeatCode):
    """A flag for each seat, counted from the one that sees."""

    def of_value(self, path: str) -> list[Column]:
        return [Column(f"{path}:{relative(seat)}", "flag") for seat in range(self.seats)]

    def as_seen(self, held: str) -> list[str]:
        turned = f"({held} >> me | {held} << {self.seats} - me) & {2**self.seats - 1}"
        return [f"{held} = {held} if {held} < 0 else {turned}" if self._blanks() else f"{held} = {turned}"]

    def write(self, value: str, at: str, depth: int) -> list[str]:
        cases = self._cases(value, at)
        bits = [f"for k in range({self.seats}):", f"{INDENT}row[{at} + k] = {value} >> k & 1"]
        return _indented([*cases, *_indented(bits, bool(cases))], depth)

    def value(self, cells: Sequence[float], reader: Reader) -> int:
        return sum(int(cell) << (reader.me + seat) % self.seats for seat, cell in enumerate(cells))


class RowCode(Code):
    """The fields of the row that the value numbers, such as what is printed on a tile."""

    def __init__(self, field: Field, secret: bool, rows: type[Record]) -> None:
        super().__init__(field, secret)
        self.parts = {name: OneHot(part, False) if part.names else Scaled(part, False) for name, part in rows.fields.items()}

    def of_value(self, path: str) -> list[Column]:
        return [column for name, code in self.parts.items() for column in code.columns(f"{path}.{name}")]

    def write(self, value: str, at: str, depth: int) -> list[str]:
        cases = self._cases(value, at)
        return _indented(cases, depth) + self._row(value, at, depth + bool(cases))

    def _row(self, value: str, at: str, depth: int) -> list[str]:
        lines, column = _indented([f"r{depth} = t.{self.field.row_of}[{value}]"], depth), 0
        for name, code in self.parts.items():
            lines += code.write(f"r{depth}.{name}", f"{at} + {column}", depth)
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
