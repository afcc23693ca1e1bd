"""The clock of one table, in hundredths of a second: it stands still while a move is on the network, within a quota (docs/protocol.md)."""

from __future__ import annotations

from filon.core.seats import NEVER
from filon.house.room.live import LiveTable

MOVE_CREDIT = 25  # the most a single move is forgiven
TURN_CREDIT = 200  # and all moves while the same sand runs
MOST_PAUSES = 3  # of the server that are forgiven while the same sand runs
LONGEST_WAIT = 60_00  # while no sand runs the clock waits for nobody longer than this


class TableClock:
    """Maps the table's clock to the store's: `when` is the store's time, in milliseconds since 1970, of the last move, and later by the
    length of every pause of the server since."""

    def __init__(self, live: LiveTable, when: int) -> None:
        self._live, self.when = live, when
        self.spent = 0  # credit granted while this sand runs
        self.pauses = 0  # of the server while this sand runs
        self._paused_until = 0  # the store's time

    @property
    def at(self) -> int:
        """The table's clock at its last move."""
        return self._live.at

    def spend(self, credit: int, due: int) -> None:
        self.spent = 0 if due == NEVER else self.spent + credit
        self.pauses = 0 if due == NEVER else self.pauses

    def pause(self, since: int, until: int) -> None:
        """The clock stands still between these times of the store."""
        self.when += until - since
        self._paused_until = until
        self.pauses += 1

    @property
    def runs_since(self) -> int:
        """The store's time from which on the clock can be stopped: that of the last move, or the end of the last pause."""
        return max(self.when, self._paused_until)

    def time(self, now: int, due: int) -> int:
        """The table's clock now."""
        elapsed = max(0, now - self.when) // 10
        return self.at + (min(elapsed, LONGEST_WAIT) if due == NEVER else elapsed)

    def when_at(self, at: int) -> int:
        """The store's time at which the table's clock will show this."""
        return self.when + (at - self.at) * 10

    def credit(self, trip: int) -> int:
        """What a move is forgiven whose round trip took so many milliseconds."""
        return max(0, min(trip // 10, MOVE_CREDIT, TURN_CREDIT - self.spent))

    @property
    def unspent(self) -> int:
        """What a move still on its way could be forgiven at most."""
        return self.credit(10 * MOVE_CREDIT)
