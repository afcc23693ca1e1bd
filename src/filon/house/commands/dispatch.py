"""One entry for all commands: finds the function of a command, and limits how often a device may give it."""

from __future__ import annotations

from typing import Any

from filon.house import protocol
from filon.house.commands import chat, hand, play, seats, start
from filon.house.commands.permissions import Caller, require_player
from filon.house.commands.rate_limit import require_quiet
from filon.house.errors import CommandRefused, Reason
from filon.house.room.outcome import Outcome, add_events
from filon.house.room.room import Room

AROUND: dict[type, Any] = {  # commands that add one event and do not touch the live table
    protocol.Sit: seats.sit,
    protocol.Leave: seats.leave,
    protocol.Robot: seats.call_robot,
    protocol.Return: seats.take_back,
    protocol.Readmit: seats.readmit,
    protocol.Change: start.change,
    protocol.Mute: chat.mute,
    protocol.Say: chat.say,
    protocol.SayPhrase: chat.say_phrase,
}


def run(room: Room, caller: Caller, command: protocol.AnyCommand, now: int) -> Outcome:
    """The outcome of a command; the room has its events already."""
    if room.is_closed:
        raise CommandRefused(Reason.CLOSED)
    match command:
        case protocol.Play():
            return play.play(room, require_player(room, caller), command.move, now, caller.trip)
        case protocol.Undo():
            return play.undo(room, require_player(room, caller), now)
        case protocol.Grab():
            return hand.grab(room, require_player(room, caller), now)
        case protocol.Pull():
            return hand.pull(room, require_player(room, caller), command, now, caller.trip)
        case protocol.Begin():
            return start.begin(room, caller, now)
        case protocol.Kick():
            return add_events(room, seats.kick(room, caller, command.seat), now)
        case protocol.Close():
            return add_events(room, [start.close(room, caller)], now)
    require_quiet(room, caller, now)
    if isinstance(command, protocol.Lend):
        return seats.lend(room, caller, command.seat, now)
    return add_events(room, [AROUND[type(command)](room, caller, command, now)], now)
