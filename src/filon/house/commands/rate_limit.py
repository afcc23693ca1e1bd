"""Rate limit for events of the log other than moves: each one is stored, and sent to everyone who joins."""

from __future__ import annotations

from filon.house.commands.permissions import Caller, is_host
from filon.house.errors import CommandRefused, Reason
from filon.house.room import events
from filon.house.room.events import AnyEvent
from filon.house.room.room import Room

WINDOW = 10_000  # milliseconds in which the next two are counted
TALK = 6  # phrases and texts by one seat
EVENTS = 40  # of all kinds by one device
LATEST = 1000  # events of the log that can be that new
MOST_EVENTS = 5_000  # at one table, moves left out: an evening of eight people who talk has some hundred
MOST_LOG = 20_000  # at one table, moves too: then no move is taken back, and the game ends


def require_quiet(room: Room, caller: Caller, now: int) -> None:
    """The caller's device has added few events lately, and the log has room."""
    recent = sum(now - when < WINDOW and not _is_by_others(room, event, caller.holder) for when, event in room.log[-LATEST:])
    if recent >= EVENTS or room.seq - len(room.moves) >= MOST_EVENTS:
        raise CommandRefused(Reason.TOO_OFTEN)


def require_room_to_undo(room: Room) -> None:
    """Moves and undos alone could go on for ever."""
    if room.seq >= MOST_LOG:
        raise CommandRefused(Reason.UNDO_OFTEN)


def require_little_talk(room: Room, seat: int, now: int) -> None:
    """The seat has said little lately."""
    talk = [(when, event) for when, event in room.log[-LATEST:] if isinstance(event, events.Said | events.Phrase)]
    recent = [when for when, event in talk if event.seat == seat and not event.is_earlier]
    if sum(now - when < WINDOW for when in recent) >= TALK:
        raise CommandRefused(Reason.TOO_MUCH_TALK)


def _is_by_others(room: Room, event: AnyEvent, holder: str) -> bool:
    """Moves, pauses, and events about other devices' seats: nobody can keep others from asking by asking much."""
    if isinstance(event, (*events.GAME_EVENTS, events.Paused)):
        return True
    if isinstance(event, events.Muted | events.Readmitted | events.Changed):  # by the host, about any seat
        return not is_host(room, holder)
    if isinstance(event, events.Said | events.Phrase) and event.is_earlier:
        return True
    if isinstance(event, events.Sat):
        return event.holder != holder
    seat = getattr(event, "seat", None)
    return seat is not None and seat < len(room.chairs) and room.chairs[seat].holder not in ("", holder)
