"""What a House reports of its work, for metrics."""

from __future__ import annotations

from typing import Protocol

from filon.house.protocol import Command
from filon.house.room.events import Entry


class Observer(Protocol):
    def command_run(self, command: Command, error: Exception | None) -> None:
        """A command was answered; with an error if it was refused or failed."""

    def appended(self, entry: Entry, seconds: float) -> None:
        """The store has appended an entry, so many seconds after it was handed over."""

    def told(self, milliseconds: int) -> None:
        """An update was made, so many milliseconds after its oldest event."""

    def timer_claimed(self, milliseconds: int) -> None:
        """A timer of the game was claimed, so many milliseconds after it was due."""

    def expired(self, deleted: int, held_back: int) -> None:
        """Tables were deleted by their age, or held back: old by the clock, but the store was not served on as many days since."""

    def stalled(self, milliseconds: int) -> None:
        """The event loop stood still for so long."""


class NoObserver:
    """Ignores everything."""

    def command_run(self, command: Command, error: Exception | None) -> None: ...

    def appended(self, entry: Entry, seconds: float) -> None: ...

    def told(self, milliseconds: int) -> None: ...

    def timer_claimed(self, milliseconds: int) -> None: ...

    def expired(self, deleted: int, held_back: int) -> None: ...

    def stalled(self, milliseconds: int) -> None: ...
