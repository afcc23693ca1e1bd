"""A rematch: the same people at a new table, with their chat; those who look on may follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from filon.house import protocol
from filon.house.commands.permissions import Caller, require_rematch
from filon.house.new_table import opened
from filon.house.room import events
from filon.house.room.events import AnyEvent
from filon.house.room.fairness import new_salt
from filon.house.room.outcome import add_events
from filon.house.room.room import Room

if TYPE_CHECKING:
    from filon.house.service import House

CHAT_TAKEN = 50  # texts and phrases that go along


async def rematch(house: House, table: str, caller: Caller, command: protocol.Rematch) -> protocol.Done:
    """The first caller creates the new table, all later ones are told its name."""
    loaded = await house.rooms.load(table)
    require_rematch(loaded.room, caller)
    if not loaded.room.rematch:
        again = _again(loaded.room, caller.holder, command)
        await house.create(again.table, [again, *_along(loaded.room, caller, command)], begin=_is_alone(loaded.room, caller))
        event = events.Rematch(again.table, again.invite)
        try:
            await house.change(table, "rematch", lambda room, now: add_events(room, [event], now))
        finally:
            if loaded.room.rematch != again.table:  # another caller was first, or the store refused
                await house.store.delete(again.table)
                house.drop(again.table)
    return protocol.Done(command.id, loaded.room.seq, table=loaded.room.rematch)


def _again(room: Room, holder: str, command: protocol.Rematch) -> events.Opened:
    before = room.opened
    asked = protocol.NewTable(
        game=before.game,
        seats=before.seats,
        options={**before.options, **command.options},
        is_public=before.is_public,
        pace="post" if before.pace == events.POST else "live",
        hints=before.hints,
    )
    return opened(holder, asked, before.table)


def _is_alone(room: Room, caller: Caller) -> bool:
    """Nobody has to be waited for: robots have all seats that are not the caller's."""
    holders = {chair.holder for chair in room.chairs}
    return caller.holder in holders and holders <= {caller.holder, ""} and all(chair.name for chair in room.chairs)


def _along(room: Room, caller: Caller, command: protocol.Rematch) -> list[AnyEvent]:
    """Everybody where they sat, who was muted, and the chat. Only the caller adds entropy: that of others belonged to the game before."""
    made: list[AnyEvent] = []
    for seat, chair in enumerate(room.chairs):
        if not chair.name:
            continue  # where the name was withdrawn the chair is free
        if chair.holder:
            entropy = command.entropy if chair.holder == caller.holder else ""
            made.append(events.Sat(seat, chair.name, chair.holder, entropy, chair.own, new_salt()))
        else:
            made.append(events.RobotSeated(seat, chair.robot, chair.name, new_salt()))
    made += [events.Muted(seat, True) for seat, chair in enumerate(room.chairs) if chair.name and chair.holder in room.muted]
    return [*made, *_chat(room)]


def _chat(room: Room) -> list[events.Said | events.Phrase]:
    """The latest words of those who come along."""
    said: list[events.Said | events.Phrase] = []
    for _, event in room.log:
        if isinstance(event, events.Sat | events.Left | events.Vacated):  # what was said on this seat before, others said
            said = [one for one in said if one.seat != event.seat]
        elif isinstance(event, events.Phrase) or (isinstance(event, events.Said) and event.text):
            said.append(structs.replace(event, is_earlier=True))
    return [event for event in said if room.chairs[event.seat].holder and room.chairs[event.seat].name][-CHAT_TAKEN:]
