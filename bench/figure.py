"""One measured figure, beside what is wanted of it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    what: str
    found: str
    wanted: str
