"""The label of a game: names, players, options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from filon.core.compiled.record import spoken
from filon.core.seats import NONE
from filon.core.stream import Source

Value = str | int | bool


class OptionRefused(ValueError):
    """An option, a value or a number of seats that the box does not offer."""


@dataclass(frozen=True)
class Option:
    """One choice of the table: its values as people write them, each with the number that the Table stores."""

    name: str
    values: dict[Value, int]
    default: Value
    clause: str
    each_seat: bool = False  # a seat may choose differently for itself
    is_seat: bool = False  # its value is a seat, which must be taken

    def encode(self, value: Value) -> int:
        for word, number in self.values.items():
            if str(word).lower() == str(value).lower():
                return number
        offered = ", ".join(str(word).lower() for word in self.values)
        raise OptionRefused(f"option {self.name}: expected one of {offered}; found {value!r} ({self.clause})")


def choice(name: str, names: type[IntEnum], clause: str, each_seat: bool = False) -> Option:
    """An option whose values are an enum's members, the first being the default."""
    values: dict[Value, int] = {spoken(member): int(member) for member in names}
    return Option(name, values, next(iter(values)), clause, each_seat)


def first_seat(seats: int, clause: str) -> Option:
    """The option for the seat that begins: drawn by lot, or named by number."""
    return Option("first", {"lot": NONE, **{n + 1: n for n in range(seats)}}, "lot", clause, is_seat=True)


@dataclass(frozen=True)
class Label:
    name: str
    designer: str
    publisher: str
    seats: range
    official: range  # the numbers of players that the box itself promises
    age: int
    options: tuple[Option, ...]
    minutes: int = 0  # that a game takes, about; 0 where nobody has said
    difficulty: int = 1  # to learn: 1 easy, 2 medium, 3 demanding
    rules: int = 1  # the version of the rules, stored with each table

    @property
    def credits(self) -> str:
        """The designer, and the publisher in brackets, as far as the label names them."""
        return " ".join(filter(None, [self.designer, f"({self.publisher})" if self.publisher else ""]))

    def option(self, name: str) -> Option:
        for option in self.options:
            if option.name == name:
                return option
        known = ", ".join(option.name for option in self.options)
        raise OptionRefused(f"unknown option {name!r}: expected one of {known}")

    def check_seats(self, seats: int) -> None:
        if seats not in self.seats:
            raise OptionRefused(f"{self.name}: expected {self.seats[0]} to {self.seats[-1]} seats; found {seats}")

    def choose(self, chosen: Mapping[str, Any], seats: int) -> dict[str, Any]:
        """Every option with its value; a list gives each seat its own, where the option allows that."""
        for name in chosen:
            self.option(name)
        return {option.name: _value(option, chosen.get(option.name, option.default), seats) for option in self.options}

    def encode(self, options: Mapping[str, Any], name: str, seat: int = 0) -> int:
        """The number that the Table stores for an option, for this seat."""
        value = options.get(name, self.option(name).default)  # a table that is older than this option
        return self.option(name).encode(value[seat] if isinstance(value, list) else value)

    def first(self, options: Mapping[str, Any], seats: int, source: Source) -> int:
        """The seat that begins: the one that the option names, or one drawn by lot."""
        named = self.encode(options, "first")
        return source.below(seats) if named == NONE else named


def _value(option: Option, value: Any, seats: int) -> Any:
    if not isinstance(value, list):
        return _word(option, value, seats)
    if not option.each_seat:
        raise OptionRefused(f"option {option.name} is one for the whole table; found {value!r} ({option.clause})")
    if len(value) != seats:
        raise OptionRefused(f"option {option.name}: expected one value or {seats}; found {len(value)} ({option.clause})")
    return [_word(option, one, seats) for one in value]


def _word(option: Option, value: Any, seats: int) -> Value:
    if option.is_seat and option.encode(value) >= seats:
        raise OptionRefused(f"option {option.name}: expected lot or one of {seats} seats; found {value!r} ({option.clause})")
    option.encode(value)
    return next(word for word in option.values if str(word).lower() == str(value).lower())
