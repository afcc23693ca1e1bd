"""A cache of the end of each table's log. Only one process appends to an embedded store, so compare-and-append needs no further index."""

from __future__ import annotations

from dataclasses import dataclass

import apsw

from filon.house.room.events import Entry
from filon.house.stores.store import NoSuchTable

MOST_COMMANDS = 50_000  # ids of all tables together, some 6 MB
LAST_SEQ = """
SELECT seq + json_array_length(CAST(lines AS TEXT)) - 1 FROM (SELECT seq, lines FROM log WHERE id = ? ORDER BY seq DESC LIMIT 1)
"""


@dataclass
class LogEnd:
    last: int  # the number of the last event
    commands: set[str]


class LogEnds:
    """Used in the writer's thread, within a transaction; a rollback clears it. Tables that were asked for longest ago are dropped first."""

    def __init__(self) -> None:
        self._ends: dict[str, LogEnd] = {}  # the table that was asked for last comes last
        self._size = 0

    def __len__(self) -> int:
        """What it holds: a command each, and a table each."""
        return self._size

    def of(self, db: apsw.Connection, table: str) -> LogEnd:
        end = self._ends.pop(table, None)
        if end is None:
            return self.add(table, read_end(db, table))
        self._ends[table] = end
        return end

    def add(self, table: str, end: LogEnd) -> LogEnd:
        self.remove(table)
        self._ends[table] = end
        self._grow(1 + len(end.commands))
        return end

    def append(self, end: LogEnd, entry: Entry) -> None:
        """To the end of the table that was asked for last."""
        end.last = entry.last
        if entry.command:
            end.commands.add(entry.command)
            self._grow(1)

    def _grow(self, size: int) -> None:
        self._size += size
        while self._size > MOST_COMMANDS and len(self._ends) > 1:
            self.remove(next(iter(self._ends)))

    def remove(self, table: str) -> None:
        if end := self._ends.pop(table, None):
            self._size -= 1 + len(end.commands)

    def clear(self) -> None:
        self._ends.clear()
        self._size = 0


def read_end(db: apsw.Connection, table: str) -> LogEnd:
    last = db.execute(LAST_SEQ, (table,)).get
    if last is None:
        raise NoSuchTable(table)
    commands = db.execute("SELECT command FROM log WHERE id = ? AND command != ''", (table,))
    return LogEnd(last, {command for (command,) in commands})
