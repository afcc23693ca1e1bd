"""Users of this process: from which address the holder of a seat came last. Addresses are never stored."""

from __future__ import annotations

from filon.house.jobs.fair_queue import Payer
from filon.house.room.room import Room

MOST_USERS = 10_000  # holders, before the one noted first is dropped


class Users:
    def __init__(self) -> None:
        self._addresses: dict[str, str] = {}  # by holder

    def note(self, holder: str, address: str) -> None:
        self._addresses.pop(holder, None)
        self._addresses[holder] = address
        if len(self._addresses) > MOST_USERS:
            del self._addresses[next(iter(self._addresses))]

    def user(self, holder: str) -> str:
        """The address of a holder; the holder itself where no address is known, such as after a restart."""
        return self._addresses.get(holder, holder)

    def payer_of(self, room: Room) -> Payer:
        """Robots play on the host's account; at a table without people they wait for all others."""
        return Payer(self.user(room.opened.host), is_last=not any(chair.holder for chair in room.chairs))
