"""What a command or a timer did to a room: lines to be stored, and the answer to its caller."""

from __future__ import annotations

from typing import Any

import msgspec

from filon.house.errors import CommandRefused
from filon.house.room.events import AnyEvent
from filon.house.room.room import Room


class Outcome(msgspec.Struct):
    """Lines are stored even where the command itself was refused: Time may have moved first."""

    lines: list[AnyEvent] = []
    refused: CommandRefused | None = None
    done: dict[str, Any] = {}  # fields of Done for the caller

    def take_refusal(self) -> CommandRefused:
        """To be raised: an error holds the frame that raised it, and would hold itself if the frame still held it."""
        refused, self.refused = self.refused, None
        assert refused is not None
        return refused


def add_events(room: Room, lines: list[AnyEvent], now: int, **done: Any) -> Outcome:
    """The room with these lines added."""
    for line in lines:
        room.add(line, now)
    return Outcome(lines, done=done)
