"""Presence: which players and whether the host are connected, here or at another worker, and since when they are not."""

from __future__ import annotations

from dataclasses import dataclass, field

from filon.house.commands.permissions import is_long_away, is_without_host
from filon.house.room.room import HOST, Room


@dataclass
class Presence:
    """What this process knows of one room."""

    holders: set[str] = field(default_factory=set)
    elsewhere: set[str] = field(default_factory=set)  # of them, those connected to another worker
    away: dict[int, int] = field(default_factory=dict)  # by seat, and for the host: since when, in milliseconds since 1970
    late: set[int] = field(default_factory=set)  # seats for which every player may call a robot
    is_without_host: bool = False  # the table waits, and every player may begin
    watching: int = 0  # spectators of this process
    changes: int = 0

    def update(self, room: Room, holders: list[str], now: int) -> bool:
        """Take note of the devices connected now; whether anything changed."""
        before = self.holders, self.late, self.is_without_host, self.watching
        seated = {chair.holder for chair in room.chairs}
        self.holders, self.watching = {*holders, *self.elsewhere}, sum(holder not in seated for holder in holders)
        self._note_away(room, now)
        self.late = {seat for seat in range(len(room.chairs)) if is_long_away(room, seat, self.away.get(seat, now), now)}
        self.is_without_host = is_without_host(room, self.away.get(HOST), now)
        has_changed = before != (self.holders, self.late, self.is_without_host, self.watching)
        self.changes += has_changed
        return has_changed

    def _note_away(self, room: Room, now: int) -> None:
        for seat, holder in room.holders:
            if holder in self.holders:
                self.away.pop(seat, None)
            else:
                self.away.setdefault(seat, now)
