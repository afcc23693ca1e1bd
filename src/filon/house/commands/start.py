"""Commands around a whole game: the host changes its set-up and begins it, the host closes the table."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from filon.core.label import OptionRefused
from filon.house import protocol
from filon.house.commands.permissions import Caller, require_begin, require_change, require_host
from filon.house.errors import CommandRefused, Reason
from filon.house.room import events, moves
from filon.house.room.card import WAITING
from filon.house.room.events import AnyEvent
from filon.house.room.fairness import name_hash
from filon.house.room.outcome import Outcome, add_events
from filon.house.room.room import Room


def change(room: Room, caller: Caller, command: protocol.Change, now: int) -> AnyEvent:
    """Another set-up. The commitment and the secret behind it stay, and what is asked is told to everybody."""
    require_change(room, caller)
    seats = command.seats or room.opened.seats
    if any(chair.holder for chair in room.chairs[seats:]):
        raise CommandRefused(Reason.SEAT_TAKEN, f"expected nobody on seats above {seats}")
    options = _chosen(room, command, seats)
    changed = {name: options[name] for name in command.options if options[name] != room.opened.options.get(name)}
    asked = {name: getattr(command, name) for name in ("seats", "is_public", "pace", "hints")}
    given = {name: value for name, value in asked.items() if value is not None and value != getattr(room.opened, name)}
    if not changed and not given:
        raise CommandRefused(Reason.NO_CHANGE)
    return events.Changed(changed, **given)


def _chosen(room: Room, command: protocol.Change, seats: int) -> dict[str, Any]:
    """All options as they would be, if the box offers that."""
    label = room.game.label
    try:
        label.check_seats(seats)
        return label.choose({**room.opened.options, **command.options}, seats)
    except OptionRefused as refused:
        raise CommandRefused(Reason.OPTION_REFUSED, str(refused)) from None


def begin(room: Room, caller: Caller, now: int) -> Outcome:
    if room.status != WAITING:
        raise CommandRefused(Reason.HAS_BEGUN)
    require_begin(room, caller, now)
    if not all(other.is_taken for other in room.chairs):
        raise CommandRefused(Reason.FREE_CHAIRS)
    return start(room, now)


def start(room: Room, now: int) -> Outcome:
    """START, then the house's first moves: Chance may have to move before anybody."""
    hashes = [name_hash(other.name, other.salt) for other in room.chairs] if room.opened.fairness > 1 else []
    began = events.Began([other.name for other in room.chairs], _options(room), [], hashes)
    fairness, live = room.deal(began)
    leaves = [fairness.leaf(item, value) for item, value in enumerate(room.game.items(live.table))]
    outcome = add_events(room, [structs.replace(began, leaves=leaves)], now)
    outcome.events += moves.tick(room, now).events
    return outcome


def _options(room: Room) -> dict[str, Any]:
    """The table's options, with what seats chose for themselves."""
    options = room.game.label.choose(room.opened.options, len(room.chairs))
    for name in {name for other in room.chairs for name in other.own}:
        whole = options[name]
        options[name] = [other.own.get(name, whole[seat] if isinstance(whole, list) else whole) for seat, other in enumerate(room.chairs)]
    return room.game.label.choose(options, len(room.chairs))


def close(room: Room, caller: Caller) -> AnyEvent:
    require_host(room, caller)
    return events.Closed()
