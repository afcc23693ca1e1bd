"""Updates: what one subscriber is sent after a change, as one message."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice

from filon.core.seats import SPECTATOR
from filon.house import protocol
from filon.house.room.events import ENCODER
from filon.house.room.live import LiveTable
from filon.house.room.moves import waited_for
from filon.house.room.room import Room
from filon.house.updates.around import around
from filon.house.updates.presence import Presence
from filon.house.updates.public_lines import is_told, public_lines

MOST_LINES = 1_000  # in one message: a long log comes in several


@dataclass(eq=False)
class Subscriber:
    """One window: the seat it looks from, and how much of the room it has been sent."""

    holder: str
    seat: int
    changed: Callable[[], None]
    joined: int = 0  # number of the last line when it came: earlier ones are told as a log may tell them again
    untold: int = 0  # chat up to this line is left out
    heard: int = 0  # number of the last line sent
    around: tuple[int, int] = (-1, -1)  # counts of changes of room and presence, when it was sent what is around the table


def viewpoint_of(room: Room, subscriber: Subscriber) -> int:
    """The seat whose view a window is sent: its own, or that of a player at the same screen who must not see more."""
    if room.live is None or not room.holds(subscriber.holder, subscriber.seat):
        return SPECTATOR
    blind = room.game.blind(room.live.table)
    return blind if blind >= 0 and room.holds(subscriber.holder, blind) else subscriber.seat


def news(room: Room, subscriber: Subscriber, presence: Presence, now: int) -> bytes:
    """A News message with everything the subscriber was not sent yet, or nothing; afterwards it counts as sent."""
    before, changes = subscriber.heard, (room.changes, presence.changes)
    last = _last_line(room, subscriber)
    state = None if changes == subscriber.around else around(room, subscriber.holder, presence, now)
    if last == before and state is None:
        return b""
    subscriber.heard, subscriber.around = last, changes
    live, viewpoint = room.live, viewpoint_of(room, subscriber)
    if live is None:
        return ENCODER.encode(protocol.News(last, public_lines(room, before, last, viewpoint, subscriber.joined, subscriber.untold), state))
    return b"".join((_head(room, live, subscriber, viewpoint, before, state, now), *live.cache.encoded(viewpoint), b"}"))


def _last_line(room: Room, subscriber: Subscriber) -> int:
    """Number of the last line in the next message, which holds at most MOST_LINES lines."""
    before, end = subscriber.heard, len(room.log)
    if before >= subscriber.untold:
        return min(end, before + MOST_LINES)
    told = (number for number in range(before + 1, end + 1) if number > subscriber.untold or is_told(room, number))
    return next(islice(told, MOST_LINES - 1, None), end)


def _head(
    room: Room, live: LiveTable, subscriber: Subscriber, viewpoint: int, before: int, state: protocol.Around | None, now: int
) -> bytes:
    """Everything up to the view, which comes last. Subscribers who were sent equally much and have nothing to play share it."""
    game, table, cache, last, actor = live.game, live.table, live.cache, subscriber.heard, live.actor
    is_asked = actor == subscriber.seat and viewpoint >= 0 and not room.chairs[actor].robot
    legal = live.legal(actor) if is_asked else []
    clock = room.clock.time(now, game.due(table)) if game.timed else 0
    is_shared, sent = not (legal or state or before < subscriber.joined), (before, last, clock)
    if is_shared and cache.head[0] == sent:
        return cache.head[1]
    lines = public_lines(room, before, last, viewpoint, subscriber.joined, subscriber.untold)
    message = protocol.News(last, lines, state, None, legal, game.ready(table), clock, waited_for(room))
    head = ENCODER.encode(message)[:-1] + b',"view":'
    if is_shared and before + 1 == last == cache.line[0]:
        cache.head = sent, head
    return head
