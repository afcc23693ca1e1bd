"""Stored lines as a viewpoint may know them: holders, secrets and passes are left out, and of a move what is hidden."""

from __future__ import annotations

from itertools import islice
from typing import Any

from filon.core.seats import SPECTATOR
from filon.core.texts.notation import facts
from filon.house import protocol
from filon.house.room import events
from filon.house.room.events import AnyEvent
from filon.house.room.room import Room

PUBLIC: dict[type[events.Event], Any] = {
    events.Opened: protocol.OpenedLine,
    events.Sat: protocol.SatLine,
    events.Left: protocol.LeftLine,
    events.RobotSeated: protocol.RobotLine,
    events.Returned: protocol.ReturnedLine,
    events.Vacated: protocol.VacatedLine,
    events.Changed: protocol.ChangedLine,
    events.Began: protocol.BeganLine,
    events.Said: protocol.SaidLine,
    events.Phrase: protocol.PhraseLine,
    events.Muted: protocol.MutedLine,
    events.Readmitted: protocol.ReadmittedLine,
    events.Lent: protocol.LentLine,
    events.Carried: protocol.CarriedLine,
    events.Paused: protocol.PausedLine,
    events.Rematch: protocol.RematchLine,
    events.Shared: protocol.SharedLine,
    events.Closed: protocol.ClosedLine,
}


CHAT = events.Said, events.Phrase
CHAT_LINES = 200  # from before a subscriber came: a log may hold 20,000, and a Hello of 150 bytes asks for them


def public_lines(room: Room, before: int, last: int, viewpoint: int, joined: int, untold: int = 0) -> list[protocol.Line]:
    """Without the chat up to line `untold`."""
    numbers = range(before + 1, last + 1)
    return [public_line(room, number, viewpoint, joined) for number in numbers if number > untold or is_told(room, number)]


def is_told(room: Room, number: int) -> bool:
    """Whether a line is told however old it is."""
    return not isinstance(room.log[number - 1][1], CHAT)


def untold_chat(room: Room) -> int:
    """The last line of chat that a new subscriber is not told, or 0."""
    chat = (number for number in range(room.seq, 0, -1) if not is_told(room, number))
    return next(islice(chat, CHAT_LINES, None), 0)


def public_line(room: Room, number: int, viewpoint: int | None, joined: int) -> protocol.Line:
    """Up to line `joined` the subscriber is told only what a log may tell again. Without a viewpoint everything is open."""
    when, event = room.log[number - 1]
    if isinstance(event, events.GAME_EVENTS):
        return _move(room, number, event, viewpoint, joined)
    return _about_room(number, when, event)


def _move(room: Room, number: int, event: events.Moved | events.TookBack, viewpoint: int | None, joined: int) -> protocol.Line:
    cache, live, (index, hidden) = room.playing.cache, room.playing, room.moves[number]
    if isinstance(event, events.TookBack):
        return protocol.TookBackLine(number, event.seat, event.at, event.back_to)
    if number == cache.line[0] and number > joined:
        same: protocol.MovedLine = cache.line[1]
        return same
    told = live.log(viewpoint)[index] if viewpoint is not None and number <= joined else live.as_told(index, viewpoint)
    move = facts(told.move) if told.move else {}
    proofs = [_proof(room, item if item >= 0 else hidden - 1) for item in told.bared]
    public = protocol.MovedLine(number, event.seat, event.at, move, event.arrived, event.credit, event.leaf, proofs)
    if number > joined and live.told(SPECTATOR)[index] is live.told(0)[index]:  # everybody is told the same, as for most lines
        cache.line = number, public
    return public


def _proof(room: Room, item: int) -> protocol.Proof:
    return protocol.Proof(item, room.items[item], room.fairness.salt(item))


def _about_room(number: int, when: int, event: AnyEvent) -> protocol.Line:
    """The fields that the public kind has, and no others."""
    kind = PUBLIC[type(event)]
    public: protocol.Line = kind(number, when, *(getattr(event, name) for name in kind.__struct_fields__[2:]))
    return public
