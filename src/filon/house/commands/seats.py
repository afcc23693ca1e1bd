"""Commands about seats: sit, leave, send away, call a robot, move a seat to another device."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Any

from filon.bots import LEVELS, RobotRefused, known
from filon.core.label import OptionRefused
from filon.house import protocol
from filon.house.commands.names import alike, require_visible
from filon.house.commands.permissions import (
    Caller,
    chair_at,
    require_holder,
    require_host,
    require_not_sent_away,
    require_robot_caller,
)
from filon.house.errors import CommandRefused, Reason
from filon.house.room import events
from filon.house.room.card import PLAYING, WAITING
from filon.house.room.events import AnyEvent
from filon.house.room.fairness import new_salt
from filon.house.room.outcome import Outcome, add_events
from filon.house.room.room import Room

SCRIPTED = "lesson"  # the level of a lesson's robot
DEFAULT_LEVEL = "casual"  # of a robot that nobody chose


def digest(secret: str) -> str:
    """The only form in which a secret is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def sit(room: Room, caller: Caller, command: protocol.Sit, now: int) -> AnyEvent:
    free = chair_at(room, command.seat)
    require_not_sent_away(room, caller.holder)
    if room.status not in (WAITING, PLAYING) or free.holder:
        raise CommandRefused(Reason.SEAT_TAKEN)
    if room.status == PLAYING and (not free.is_vacant or room.seats_of(caller.holder)):  # nobody sits down to look into a second hand
        raise CommandRefused(Reason.SEAT_TAKEN)
    if room.status == PLAYING:  # under the name before: the deal depends on it
        return events.Sat(command.seat, free.name, caller.holder, free.entropy, free.own, free.salt)
    require_visible(command.name)
    if any(alike(command.name, other.name) for seat, other in enumerate(room.chairs) if seat != command.seat):
        raise CommandRefused(Reason.NAME_TAKEN)
    return events.Sat(command.seat, command.name, caller.holder, command.entropy, _own(room, command.own), new_salt())


def _own(room: Room, own: dict[str, Any]) -> dict[str, Any]:
    """Options a seat chose for itself, if the box offers them to a seat."""
    try:
        for name, value in own.items():
            if not room.game.label.option(name).each_seat:
                raise CommandRefused(Reason.OPTION_REFUSED, name)
            room.game.label.option(name).encode(value)
    except OptionRefused as refused:
        raise CommandRefused(Reason.OPTION_REFUSED, str(refused)) from None
    return own


def leave(room: Room, caller: Caller, command: protocol.Leave, now: int) -> AnyEvent:
    require_holder(room, caller, command.seat)
    return _freed(room, command.seat, was_sent=False)


def kick(room: Room, caller: Caller, seat: int) -> list[AnyEvent]:
    """A device is sent away from all its seats; the host's own only stands up."""
    require_host(room, caller)
    holder = chair_at(room, seat).holder
    if not room.chairs[seat].is_taken or (room.status != WAITING and not holder):
        raise CommandRefused(Reason.NOBODY_THERE)
    if not holder or holder == caller.holder:
        return [_freed(room, seat, was_sent=False)]
    return [_freed(room, one, was_sent=True) for one in room.seats_of(holder)]


def readmit(room: Room, caller: Caller, command: protocol.Readmit, now: int) -> AnyEvent:
    require_host(room, caller)
    if all(sent.number != command.number for sent in room.sent_away.values()):
        raise CommandRefused(Reason.NOBODY_THERE)
    return events.Readmitted(command.number)


def _freed(room: Room, seat: int, was_sent: bool) -> AnyEvent:
    """Before the game begins a chair is free again; later a robot goes on."""
    if room.status == WAITING:
        return events.Left(seat, was_sent)
    return events.Vacated(seat, room.chairs[seat].robot or DEFAULT_LEVEL, was_sent)


def call_robot(room: Room, caller: Caller, command: protocol.Robot, now: int) -> AnyEvent:
    chair, level = chair_at(room, command.seat), level_called(command.level)
    if room.status not in (WAITING, PLAYING):
        raise CommandRefused(Reason.NOT_PLAYING)
    if room.status == WAITING and chair.holder and chair.holder != caller.holder:
        raise CommandRefused(Reason.SEAT_TAKEN)
    require_robot_caller(room, caller, command.seat, now)
    if chair.robot == level:
        raise CommandRefused(Reason.NO_CHANGE)
    name = "" if chair.holder else _robot_name(room, command.seat, level)
    return events.RobotSeated(command.seat, level, name, new_salt() if name else "")


def level_called(level: str) -> str:
    """The level, if a robot of this level exists; the one of lessons follows a script that no other table has."""
    try:
        if level == SCRIPTED:
            raise RobotRefused(level)
        return known(level)
    except RobotRefused:
        raise CommandRefused(Reason.NO_SUCH_ROBOT, ", ".join(LEVELS)) from None


def _robot_name(room: Room, seat: int, level: str) -> str:
    """A chair needs a name of its own; robots are told apart by number."""
    if room.status != WAITING:
        return ""
    return free_robot_name(level, [other.name for number, other in enumerate(room.chairs) if number != seat])


def free_robot_name(level: str, taken: list[str]) -> str:
    """The first name of this level that looks like none of those taken."""
    names = (events.robot_name(level, number) for number in range(1, len(taken) + 2))
    return next(name for name in names if not any(alike(name, other) for other in taken))


def take_back(room: Room, caller: Caller, command: protocol.Return, now: int) -> AnyEvent:
    if not require_holder(room, caller, command.seat).robot:
        raise CommandRefused(Reason.NO_ROBOT_THERE)
    return events.Returned(command.seat)


def lend(room: Room, caller: Caller, seat: int, now: int) -> Outcome:
    """A pass is shown once, to the holder of the seat; the log stores its digest."""
    require_holder(room, caller, seat)
    carry = secrets.token_urlsafe(32)
    return add_events(room, [events.Lent(seat, digest(carry))], now, carry=carry)


def carried(room: Room, holder: str, seat: int, carry: str, now: int) -> Outcome:
    """Somebody shows a pass: the seat is theirs now, and the pass is used up."""
    require_not_sent_away(room, holder)
    if seat not in room.passes or not hmac.compare_digest(room.passes[seat], digest(carry)):
        raise CommandRefused(Reason.NO_SUCH_PASS)
    return add_events(room, [events.Carried(seat, holder)], now)
