"""A finished game is shared: everybody who has its address may look at it, without its chat."""

from __future__ import annotations

from filon.core.seats import SPECTATOR
from filon.house.commands.permissions import require_share
from filon.house.room import events
from filon.house.room.events import AnyEvent
from filon.house.room.outcome import Outcome, add_events
from filon.house.room.room import Room


def share(room: Room, holder: str, now: int) -> Outcome:
    """By one of its players; a game that is public, or shared already, stays as it is."""
    seat = require_share(room, holder)
    if room.opened.is_public or room.is_shared:
        return Outcome()
    return add_events(room, [events.Shared(seat)], now)


def without_chat(log: list[tuple[int, AnyEvent]]) -> list[tuple[int, AnyEvent]]:
    """The chat of a private table stays among those who may enter it; the numbers of the events stay."""
    is_chat = events.Said | events.Phrase
    return [(when, events.Said(SPECTATOR, "") if isinstance(event, is_chat) else event) for when, event in log]
