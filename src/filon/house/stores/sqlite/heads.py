"""How far the log of each table has got. Only one process appends to an embedded store, so it looks once and then remembers: what an append
is compared with costs neither a page to write nor an index to keep."""

from __future__ import annotations

from dataclasses import dataclass

import apsw

from filon.house.stores.store import NoSuchTable

KNOWN = 1000  # tables that are remembered at once
LAST = """
SELECT seq + json_array_length(CAST(lines AS TEXT)) - 1 FROM (SELECT seq, lines FROM log WHERE id = ? ORDER BY seq DESC LIMIT 1)
"""


@dataclass
class Head:
    last: int  # the number of the last line
    commands: set[str]


class Heads:
    """In the clerk's own thread, within a transaction; whatever is taken back is forgotten."""

    def __init__(self) -> None:
        self._known: dict[str, Head] = {}

    def of(self, db: apsw.Connection, table: str) -> Head:
        head = self._known.get(table)
        if head is None:
            head = self.begin(table, read(db, table))
        return head

    def begin(self, table: str, head: Head) -> Head:
        if len(self._known) >= KNOWN:
            self.forget()
        self._known[table] = head
        return head

    def drop(self, table: str) -> None:
        self._known.pop(table, None)

    def forget(self) -> None:
        self._known.clear()


def read(db: apsw.Connection, table: str) -> Head:
    last = db.execute(LAST, (table,)).get
    if last is None:
        raise NoSuchTable(table)
    commands = db.execute("SELECT command FROM log WHERE id = ? AND command != ''", (table,))
    return Head(last, {command for (command,) in commands})
