"""What each listener is told of a room: the lines not yet heard, what is around the table, the latest view, what is legal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from filon.core.compiled.record import spoken
from filon.core.seats import HAND, SPECTATOR
from filon.core.texts.notation import facts
from filon.house import lines as log
from filon.house import wire
from filon.house.lines import ENCODER, AnyLine
from filon.house.manners import is_host, is_long_away, is_without_host
from filon.house.moves import mover
from filon.house.room import HOST, Room
from filon.house.store import OVER, WAITING
from filon.house.table import LiveTable

PIECE = 1_000  # lines in one piece of news: a long log comes in several


@dataclass(eq=False)
class Listener:
    """One window: the seat it looks from, and how far it has heard."""

    holder: str
    seat: int
    changed: Callable[[], None]
    joined: int = 0  # the last line when it came: what was before may be told only as a log tells it
    heard: int = 0
    around: tuple[int, int] = (-1, -1)  # the changes of the room and of who is here, when it was told of them last


@dataclass
class Presence:
    """Who is here, as far as this process knows."""

    holders: set[str] = field(default_factory=set)
    elsewhere: set[str] = field(default_factory=set)  # of them, those who are at another worker
    away: dict[int, int] = field(default_factory=dict)  # by seat, and for the host: since when
    late: set[int] = field(default_factory=set)  # seats for which anybody may call a robot
    is_without_host: bool = False  # and waits: whoever sits may begin
    watching: int = 0
    changes: int = 0

    def looked(self, room: Room, holders: list[str], now: int) -> bool:
        """Look who is here now; whether that has changed."""
        before = self.holders, self.late, self.is_without_host, self.watching
        seated = {chair.holder for chair in room.chairs}
        self.holders, self.watching = {*holders, *self.elsewhere}, sum(holder not in seated for holder in holders)
        for seat, holder in room.holders:
            if holder in self.holders:
                self.away.pop(seat, None)
            else:
                self.away.setdefault(seat, now)
        self.late = {seat for seat in range(len(room.chairs)) if is_long_away(room, seat, self.away.get(seat, now), now)}
        self.is_without_host = is_without_host(room, self.away.get(HOST), now)
        has_changed = before != (self.holders, self.late, self.is_without_host, self.watching)
        self.changes += has_changed
        return has_changed


def eyes(room: Room, listener: Listener) -> int:
    """Whose eyes a window has: those of its seat, but a screen that also belongs to the one who must not see shows no more than that."""
    if room.live is None or not room.holds(listener.holder, listener.seat):
        return SPECTATOR
    blind = room.game.blind(room.live.table)
    return blind if blind >= 0 and room.holds(listener.holder, blind) else listener.seat


def news(room: Room, listener: Listener, presence: Presence, now: int) -> bytes:
    """Everything since the listener was told last, as it is sent, or nothing; the listener has heard it then."""
    before, changes = listener.heard, (room.changes, presence.changes)
    last = min(len(room.log), before + PIECE)
    around = None if changes == listener.around else _around(room, listener, presence)
    if last == before and around is None:
        return b""
    listener.heard, listener.around = last, changes
    live, sight = room.live, eyes(room, listener)
    if live is None:
        return ENCODER.encode(wire.News(last, _lines(room, before, last, sight, listener.joined), around))
    return b"".join((_head(room, live, listener, sight, before, around, now), *live.sheet(sight), b"}"))


def _head(room: Room, live: LiveTable, listener: Listener, sight: int, before: int, around: wire.Around | None, now: int) -> bytes:
    """All up to the view, which comes last: written once for those who have heard equally much and have nothing to play."""
    game, table, last = live.game, live.table, listener.heard
    actor = live.actor
    legal = live.legal(actor) if actor == listener.seat and sight >= 0 else []
    clock = room.clock.time(now, game.due(table)) if game.timed else 0
    is_alike, told = not (legal or around or before < listener.joined), (before, last, clock)
    if is_alike and room.alike[0] == told:
        return room.alike[1]
    lines = _lines(room, before, last, sight, listener.joined)
    asked = mover(room) if actor == HAND else actor  # a hand is that of the player who reached out
    head = ENCODER.encode(wire.News(last, lines, around, None, legal, game.ready(table), clock, asked))[:-1] + b',"view":'
    if is_alike and before + 1 == last == room.spoken[0]:
        room.alike = told, head
    return head


# Lines


def _lines(room: Room, before: int, last: int, sight: int, joined: int) -> list[wire.Heard]:
    return [heard(room, number, sight, joined) for number in range(before + 1, last + 1)]


def heard(room: Room, number: int, sight: int, joined: int) -> wire.Heard:
    """A line as it may be told to these eyes."""
    if number == room.spoken[0] and number > joined:
        same: wire.Heard = room.spoken[1]
        return same
    when, line = room.log[number - 1]
    if isinstance(line, log.OF_THE_GAME):
        return _heard_move(room, number, line, sight, joined)
    return wire.Heard(number, str(line.__struct_config__.tag), when=when, **_said(line))


def _heard_move(room: Room, number: int, line: log.Moved | log.TookBack, sight: int, joined: int) -> wire.Heard:
    live, (index, hidden) = room.playing, room.moves[number]
    told = (live.log if number <= joined else live.told)(sight)[index]
    if isinstance(line, log.TookBack):
        return wire.Heard(number, "took-back", line.seat, line.at, back_to=line.back_to)
    move = facts(told.move) if told.move else {}
    proofs = [_proof(room, item if item >= 0 else hidden - 1) for item in told.bared]
    said = wire.Heard(number, "moved", line.seat, line.at, 0, move, -1, line.arrived, line.credit, line.leaf, proofs=proofs)
    if number > joined and live.told(SPECTATOR)[index] is live.told(0)[index]:  # as most lines are
        room.spoken = number, said
    return said


def _proof(room: Room, item: int) -> wire.Proof:
    return wire.Proof(item, room.items[item], room.fairness.salt(item))


def _said(line: AnyLine) -> dict[str, Any]:
    """What everybody may know of a line about the room; holders, secrets and passes are not among it."""
    match line:
        case log.Sat():
            return {"seat": line.seat, "name": line.name, "text": line.entropy}
        case log.Robot():
            return {"seat": line.seat, "name": line.name, "level": line.level}
        case log.Vacated():
            return {"seat": line.seat, "level": line.level, "on": line.was_sent}
        case log.Left():
            return {"seat": line.seat, "on": line.was_sent}
        case log.Returned() | log.Carried() | log.Lent():
            return {"seat": line.seat}
        case log.Began():
            return {"leaves": line.leaves}
        case log.Said():
            return {"seat": line.seat, "text": line.text}
        case log.Phrase():
            return {"seat": line.seat, "text": line.phrase}
        case log.Muted():
            return {"seat": line.seat, "on": line.on}
        case log.Rematch():
            return {"table": line.table}
        case _:
            return {}


# Around the table


def _around(room: Room, listener: Listener, presence: Presence) -> wire.Around:
    people = [_person(room, seat, listener, presence) for seat in range(len(room.chairs))]
    sits = bool(room.seats_of(listener.holder))
    host = is_host(room, listener.holder)
    over = room.status == OVER
    table = room.playing.table if over else None
    return wire.Around(
        room.status,
        people,
        is_host=host,
        may_begin=(host and room.status == WAITING) or (sits and presence.is_without_host),
        invite=room.opened.invite if sits or host else "",
        watching=presence.watching,
        rematch=room.rematch,
        scores=list(room.game.scores(table)) if over else [],
        winners=list(room.game.winners(table)) if over else [],
        ending=spoken(room.game.ending(table)) if over else "",
    )


def _person(room: Room, seat: int, listener: Listener, presence: Presence) -> wire.Person:
    chair = room.chairs[seat]
    is_here = bool(chair.holder) and chair.holder in presence.holders
    return wire.Person(
        name=chair.name,
        robot=chair.robot,
        is_held=bool(chair.holder),
        is_here=is_here,
        is_yours=bool(chair.holder) and chair.holder == listener.holder,
        is_muted=bool(chair.holder) and chair.holder in room.muted,
        may_replace=seat in presence.late,
    )
