"""What a store must do. One contract suite (tests/house/test_store.py) runs over all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

import msgspec

from filon.core.seats import NOBODY
from filon.house.room.events import Entry

WAITING, PLAYING, OVER, CLOSED = "waiting", "playing", "over", "closed"
TIME, ROBOT = "time", "robot"  # what a table is woken for


class StoreRefused(Exception):
    """The store cannot be used: one clear sentence. Nothing was changed."""


class Conflict(Exception):
    """Somebody else was first to write here: read on and ask again."""


class Duplicate(Exception):
    """This command was kept before."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"kept before, in line {seq}")
        self.seq = seq


class NoSuchTable(LookupError):
    """There is no table of this name, or not any more."""


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table as the lobby lists it."""

    table: str
    game: str
    status: str
    seats: int
    names: list[str]  # by seat; empty where nobody sits
    robots: list[str]  # by seat: the robot that plays it, or empty
    is_public: bool
    pace: str
    since: int  # when this last changed, in milliseconds since 1970
    host: str = ""  # the digest of a device's secret: never sent to anybody
    holders: list[str] = []  # by seat, likewise
    scores: list[int] = []
    winners: list[int] = []
    actor: int = NOBODY  # by post: the seat whose turn it is


class Wake(msgspec.Struct, frozen=True):
    """A table where something happens by itself."""

    table: str
    kind: str  # TIME or ROBOT
    at: int


Wakes = dict[str, int]  # when a table is to be woken, for each kind; none at all: never


class Kept(msgspec.Struct, frozen=True):
    """A whole table in a backup."""

    card: Card
    entries: list[Entry]
    wakes: Wakes


class Store(Protocol):
    is_shared: bool  # other processes may write to it

    async def open(self, aside: bool = False) -> None:
        """Set up or migrate, safe to repeat; StoreRefused if it cannot be reached, is newer, or is held by another process.

        `aside` is for backup and restore: beside a serving process, without taking its place.
        """
        ...

    async def close(self) -> None: ...

    def now(self) -> int:
        """Milliseconds since 1970 by the store's clock, which never runs backwards."""
        ...

    async def append(self, table: str, entry: Entry, card: Card | None = None, wakes: Wakes | None = None) -> None:
        """Keep an entry, durably, before returning; a table is made by its first entry, of number 1, which needs a card.

        Conflict if the table's log does not end just before entry.seq; Duplicate if its command was kept before (the empty command
        never was); NoSuchTable where the table was deleted. With `card` and `wakes` they are replaced, in the same transaction;
        without, they stay.
        """
        ...

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The entries after line `after`, in order; NoSuchTable if there is no such table."""
        ...

    async def cards(self, holder: str = "", limit: int = 100) -> list[Card]:
        """With a holder all tables where it is host or sits; without, public ones that wait or play. Latest first."""
        ...

    async def card(self, table: str) -> Card: ...

    async def claim(self, lease: int, limit: int = 100) -> list[Wake]:
        """The wakes that are due, each lent to this caller for `lease` milliseconds: nobody else gets them before; then they are due again.

        An append with `wakes` ends the loan.
        """
        ...

    async def next_wake(self) -> int | None:
        """When the next wake is due that is not lent out."""
        ...

    async def touch(self, seats: Iterable[tuple[str, int]], until: int) -> None:
        """These seats are here until then, unless they are touched again. Need not survive a crash."""
        ...

    async def here(self, tables: Iterable[str]) -> dict[tuple[str, int], int]:
        """Until when each seat of these tables is here; those whose time has passed may be among them."""
        ...

    async def heads(self, tables: Iterable[str]) -> dict[str, int]:
        """The number of each table's last line; tables that are gone are left out."""
        ...

    async def delete(self, table: str) -> None:
        """Forget a table and everything about it."""
        ...

    async def expired(self, before: int, limit: int = 100) -> list[str]:
        """Tables where no game goes on, and lessons, that have not changed since then."""
        ...

    def listen(self, heard: Callable[[str, int], None]) -> None:
        """Be told, as a hint only, of a table to which another process has appended, and its last line."""
        ...

    async def tables(self) -> list[str]:
        """All of them, for a backup."""
        ...

    async def kept(self, table: str) -> Kept:
        """Everything about a table, as it stands at one moment."""
        ...

    async def take_in(self, kept: Kept) -> bool:
        """Keep a table from a backup; false, and nothing changes, if there is one of this name."""
        ...
