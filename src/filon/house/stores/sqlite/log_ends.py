"""A cache of the end of each table's log. Only one process appends to an embedded store, so compare-and-append needs no further index."""

from __future__ import annotations

from dataclasses import dataclass

import apsw

from filon.house.stores.store import NoSuchTable

CACHED = 1000  # tables
LAST_SEQ = """
SELECT seq + json_array_length(CAST(lines AS TEXT)) - 1 FROM (SELECT seq, lines FROM log WHERE id = ? ORDER BY seq DESC LIMIT 1)
"""


@dataclass
class LogEnd:
    last: int  # the number of the last line
    commands: set[str]


class LogEnds:
    """Used in the writer's thread, within a transaction; a rollback clears it."""

    def __init__(self) -> None:
        self._ends: dict[str, LogEnd] = {}

    def of(self, db: apsw.Connection, table: str) -> LogEnd:
        end = self._ends.get(table)
        if end is None:
            end = self.add(table, read_end(db, table))
        return end

    def add(self, table: str, end: LogEnd) -> LogEnd:
        if len(self._ends) >= CACHED:
            self.clear()
        self._ends[table] = end
        return end

    def remove(self, table: str) -> None:
        self._ends.pop(table, None)

    def clear(self) -> None:
        self._ends.clear()


def read_end(db: apsw.Connection, table: str) -> LogEnd:
    last = db.execute(LAST_SEQ, (table,)).get
    if last is None:
        raise NoSuchTable(table)
    commands = db.execute("SELECT command FROM log WHERE id = ? AND command != ''", (table,))
    return LogEnd(last, {command for (command,) in commands})
