"""Permissions: who may enter a room, speak for a seat, call a robot, and do what the host does. Commands and the server ask here."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

import msgspec

from filon.core.seats import SPECTATOR
from filon.house.errors import CommandRefused, Reason
from filon.house.room import events
from filon.house.room.card import CLOSED, OVER, PLAYING, WAITING
from filon.house.room.moves import waited_for
from filon.house.room.room import HOST, Chair, Room

AWAY_LIVE, AWAY_POST = 60_000, 3 * 24 * 3_600_000  # milliseconds of absence after which others may act


class Caller(msgspec.Struct, frozen=True):
    """The sender of a command: a device, the seat its window speaks for, and the network in between."""

    holder: str  # the digest of the device's secret
    seat: int = SPECTATOR
    trip: int = 0  # milliseconds of a round trip, measured by the server
    away: Mapping[int, int] = {}  # since when seats and the host are away, in milliseconds


# Seats


def chair_at(room: Room, seat: int) -> Chair:
    if not 0 <= seat < len(room.chairs):
        raise CommandRefused(Reason.NO_SUCH_SEAT)
    return room.chairs[seat]


def require_holder(room: Room, caller: Caller, seat: int) -> Chair:
    """The chair, if the caller's device holds it."""
    if chair_at(room, seat).holder != caller.holder:
        raise CommandRefused(Reason.NOT_YOUR_SEAT)
    return room.chairs[seat]


def require_player(room: Room, caller: Caller) -> int:
    """The seat the caller's window speaks for, if its device holds it and no robot plays it."""
    if not room.holds(caller.holder, caller.seat):
        raise CommandRefused(Reason.NOT_YOUR_SEAT)
    if room.chairs[caller.seat].robot:
        raise CommandRefused(Reason.ROBOT_PLAYS)
    return caller.seat


def require_speaker(room: Room, caller: Caller) -> int:
    """The seat the caller's window speaks for, if its device holds it and the host has not muted it."""
    if not room.holds(caller.holder, caller.seat):
        raise CommandRefused(Reason.NOT_YOUR_SEAT)
    if caller.holder in room.muted:
        raise CommandRefused(Reason.MUTED)
    return caller.seat


def require_hint(room: Room, holder: str, seat: int) -> None:
    """The holder of a seat may ask for a hint, where the table was opened with hints."""
    if not room.holds(holder, seat):
        raise CommandRefused(Reason.NOT_YOUR_SEAT)
    if not room.opened.hints:
        raise CommandRefused(Reason.NO_HINTS)


def require_robot_caller(room: Room, caller: Caller, seat: int, now: int) -> None:
    if not _may_call_robot(room, caller, seat, now):
        raise CommandRefused(Reason.STILL_HERE)


def _may_call_robot(room: Room, caller: Caller, seat: int, now: int) -> bool:
    """The host for any seat, a player for their own and for one long away; on a free chair everybody who may begin."""
    chair = room.chairs[seat]
    if is_host(room, caller.holder) or chair.holder == caller.holder or _may_replace(room, caller, seat, now):
        return True
    return not chair.is_taken and may_begin(room, caller, now)


def _may_replace(room: Room, caller: Caller, seat: int, now: int) -> bool:
    return bool(room.seats_of(caller.holder)) and is_long_away(room, seat, caller.away.get(seat, now), now)


def is_long_away(room: Room, seat: int, since: int, now: int) -> bool:
    when = robot_from(room, seat, since)
    return when is not None and now >= when


def robot_from(room: Room, seat: int, since: int) -> int | None:
    """From when on every player may call a robot: live a minute after its player went, by post after three days of this seat's move."""
    held_by_person = room.status == PLAYING and bool(room.chairs[seat].holder) and not room.chairs[seat].robot
    if not held_by_person:
        return None
    if room.opened.pace == events.POST:
        return room.clock.when + AWAY_POST if waited_for(room) == seat else None
    return since + AWAY_LIVE


# The host


def is_host(room: Room, holder: str) -> bool:
    return room.host == holder


def require_host(room: Room, caller: Caller) -> None:
    if not is_host(room, caller.holder):
        raise CommandRefused(Reason.ONLY_HOST)


def require_change(room: Room, caller: Caller) -> None:
    """The host may set the table up differently until the game begins."""
    require_host(room, caller)
    if room.status != WAITING:
        raise CommandRefused(Reason.HAS_BEGUN)


def may_begin(room: Room, caller: Caller, now: int) -> bool:
    """Begin, and seat robots on free chairs before: the host, or every seated player while the host is away for long."""
    is_seated = bool(room.seats_of(caller.holder))
    return is_host(room, caller.holder) or (is_seated and is_without_host(room, caller.away.get(HOST), now))


def require_begin(room: Room, caller: Caller, now: int) -> None:
    if not may_begin(room, caller, now):
        raise CommandRefused(Reason.ONLY_HOST)


def is_without_host(room: Room, since: int | None, now: int) -> bool:
    """The table waits for a host who is away: live for a minute; by post nobody has sat down for three days either."""
    if room.status != WAITING or since is None:
        return False
    if room.opened.pace == events.POST:
        return now - next(when for when, event in reversed(room.log) if isinstance(event, events.Opened | events.Sat)) >= AWAY_POST
    return now - since >= AWAY_LIVE


def require_deletable(room: Room, caller: Caller) -> None:
    """The host may delete a table that is over or closed."""
    require_host(room, caller)
    if room.status not in (OVER, CLOSED):
        raise CommandRefused(Reason.NOT_OVER)


def require_rematch(room: Room, caller: Caller) -> None:
    """Players and the host of a finished game may ask for the next one."""
    if room.status != OVER:
        raise CommandRefused(Reason.NOT_OVER)
    if not room.seats_of(caller.holder) and not is_host(room, caller.holder):
        raise CommandRefused(Reason.NOT_YOUR_SEAT)


# Who may enter


def may_enter(room: Room, holder: str, invite: str) -> bool:
    """Public tables are open to all; others to players, the host, and everybody with the invitation."""
    if room.opened.is_public or secrets.compare_digest(invite.encode(), room.opened.invite.encode()):
        return True
    return bool(holder) and (is_host(room, holder) or bool(room.seats_of(holder)))


def may_look_back(room: Room, holder: str, invite: str) -> bool:
    """At a finished game: those who may enter, and everybody once a player has shared it."""
    return room.is_shared or may_enter(room, holder, invite)


def require_share(room: Room, holder: str) -> int:
    """The seat of somebody who played a game that is over."""
    if room.status != OVER:
        raise CommandRefused(Reason.NOT_OVER)
    seats = room.seats_of(holder)
    if not seats:
        raise CommandRefused(Reason.NOT_YOUR_SEAT)
    return seats[0]


def is_sent_away(room: Room, holder: str) -> bool:
    """The host sent this device away, and has not let it come back."""
    return holder in room.sent_away


def require_not_sent_away(room: Room, holder: str) -> None:
    if is_sent_away(room, holder):
        raise CommandRefused(Reason.SENT_AWAY)
