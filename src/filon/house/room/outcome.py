"""What a command or a timer did to a room: events to be stored, and the answer to its caller."""

from __future__ import annotations

from typing import Any

import msgspec

from filon.house.errors import CommandRefused
from filon.house.room.events import AnyEvent
from filon.house.room.room import Room


class Outcome(msgspec.Struct):
    """Events are stored even where the command itself was refused: Time may have moved first."""

    events: list[AnyEvent] = []
    refused: CommandRefused | None = None
    done: dict[str, Any] = {}  # fields of Done for the caller

    def take_refusal(self) -> CommandRefused:
        """To be raised: an error holds the frame that raised it, and would hold itself if the frame still held it."""
        refused, self.refused = self.refused, None
        assert refused is not None
        return refused


def add_events(room: Room, added: list[AnyEvent], now: int, **done: Any) -> Outcome:
    """The room with these events added."""
    for event in added:
        room.add(event, now)
    return Outcome(added, done=done)
