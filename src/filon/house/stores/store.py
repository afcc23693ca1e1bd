"""The Store protocol and its records. One contract suite (tests/house/stores/test_store.py) runs over every engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

import msgspec

from filon.house.room.card import Card
from filon.house.room.events import Entry

TIME, ROBOT = "time", "robot"  # kinds of timers
DAY = 24 * 3_600_000  # milliseconds
MOST_AHEAD = DAY  # of the machine's clock: where the last entry is later still, one of the two clocks was wrong
REWRITTEN = 0  # sent to other workers in place of the number of the last event: the room must be read again


class StoreRefused(Exception):
    """Why the store cannot be used, in one sentence. Nothing was changed."""


class Conflict(Exception):
    """Another worker appended first: read its entries and try again."""


class Duplicate(Exception):
    """The log already holds this command."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"stored before, in line {seq}")
        self.seq = seq


class NoSuchTable(LookupError):
    """No table has this name; perhaps it was deleted."""


class Timer(msgspec.Struct, frozen=True):
    """A moment at which Time or a robot acts at a table."""

    table: str
    kind: str  # TIME or ROBOT
    at: int  # milliseconds since 1970


Timers = dict[str, int]  # of one table: kind to milliseconds since 1970, at most one of each kind


class TableBackup(msgspec.Struct, frozen=True):
    """One table as a backup file holds it."""

    card: Card
    entries: list[Entry]
    timers: Timers = msgspec.field(name="wakes")  # backups call them so


def require_same_shape(table: str, stored: list[Entry], entries: list[Entry]) -> None:
    """Conflict unless the entries differ in nothing but the content of their events."""
    if _shape(stored) != _shape(entries):
        raise Conflict(table)


def _shape(entries: list[Entry]) -> list[tuple[int, int, str, list[type]]]:
    return [(entry.seq, entry.when, entry.command, [type(event) for event in entry.events]) for entry in entries]


class Store(Protocol):
    is_shared: bool  # other processes may append to it
    ahead: int  # milliseconds by which the last entry was later than the clock, when the store was opened; 0 where it was not

    async def open(self, for_backup: bool = False) -> None:
        """Create or migrate the store; safe to repeat. StoreRefused if it cannot be reached, is newer, or another process serves from it.

        `for_backup` opens it for backup and restore, while another process may serve from it.
        """
        ...

    async def close(self) -> None: ...

    def now(self) -> int:
        """The store's clock, in milliseconds since 1970. It never runs backwards, unless it would be ahead by more than MOST_AHEAD."""
        ...

    async def append(self, table: str, entry: Entry, card: Card | None = None, timers: Timers | None = None) -> None:
        """Append an entry; it is durable when this returns. The first entry, of number 1, creates the table and needs a card.

        Conflict if the table's log does not end just before entry.seq; Duplicate if the log holds its command (the empty command
        is never a duplicate); NoSuchTable if the table was deleted. A given `card` and given `timers` replace those of the table in
        the same transaction.
        """
        ...

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The entries after event `after`, in order; NoSuchTable if there is no such table."""
        ...

    async def cards(self, holder: str = "", limit: int = 100) -> list[Card]:
        """With a holder, the tables where it is host or sits; without, the public tables that wait or play. Latest change first."""
        ...

    async def card(self, table: str) -> Card: ...

    async def claim(self, lease: int, limit: int = 100) -> list[Timer]:
        """Claim due timers on a lease of `lease` milliseconds. No other caller gets them until the lease runs out.

        An append with `timers` ends the lease.
        """
        ...

    async def next_timer(self) -> int | None:
        """The time of the earliest timer that is not leased, in milliseconds since 1970."""
        ...

    async def touch(self, seats: Iterable[tuple[str, int]], until: int) -> None:
        """Note that these seats are present until `until`, in milliseconds since 1970. A crash may lose this."""
        ...

    async def here(self, tables: Iterable[str]) -> dict[tuple[str, int], int]:
        """Until when each seat of these tables is present; the answer may hold times that have passed."""
        ...

    async def last_seqs(self, tables: Iterable[str]) -> dict[str, int]:
        """The number of each table's last event, without tables that were deleted."""
        ...

    async def delete(self, table: str) -> None:
        """Delete a table with its log, timers and presence."""
        ...

    async def rewrite(self, table: str, entries: list[Entry], card: Card) -> None:
        """Replace the events of a log, to erase a person: the one place where a log is not append-only.

        Conflict if the stored log has other entries: their seq, when, command and number of events must be the same.
        """
        ...

    async def scrub(self) -> None:
        """Overwrite on the disk what `rewrite` and `delete` have removed. It may take as long as copying the store."""
        ...

    async def expired(self, before: int, limit: int = 100, only_waiting: bool = False) -> list[str]:
        """Tables without a game in progress, and lessons, whose last change is before `before`; or only tables where no game began."""
        ...

    async def served_since(self, days: int) -> int:
        """Count today as a day of service; where the last `days` such days began, or 0 while there are fewer, in milliseconds since 1970.

        Days are those of the store's clock; days later than today do not count.
        """
        ...

    def listen(self, notify: Callable[[str, int], None]) -> None:
        """Call `notify` with a table and its last event after another process appended to it. Notifications may be lost.

        The number is REWRITTEN after another process has rewritten the log.
        """
        ...

    async def tables(self) -> list[str]:
        """The names of all tables, for a backup."""
        ...

    async def export_table(self, table: str) -> TableBackup:
        """A table's card, log and timers, read in one transaction."""
        ...

    async def import_table(self, backup: TableBackup) -> bool:
        """Store a table from a backup; false, and nothing changes, if a table of this name exists."""
        ...
