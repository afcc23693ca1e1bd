"""Commands around a whole game: the host begins it, the host closes the table."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from filon.house.commands.permissions import Caller, may_begin, require_host
from filon.house.errors import CommandRefused, Reason
from filon.house.room import events as log
from filon.house.room import moves
from filon.house.room.events import AnyLine
from filon.house.room.outcome import Outcome, noted
from filon.house.room.room import Room
from filon.house.stores.store import WAITING


def begin(room: Room, caller: Caller, now: int) -> Outcome:
    if room.status != WAITING:
        raise CommandRefused(Reason.HAS_BEGUN)
    if not may_begin(room, caller, now):
        raise CommandRefused(Reason.ONLY_HOST)
    if not all(other.is_taken for other in room.chairs):
        raise CommandRefused(Reason.FREE_CHAIRS)
    return start(room, now)


def start(room: Room, now: int) -> Outcome:
    """START, then the house's first moves: Chance may have to move before anybody."""
    began = log.Began([other.name for other in room.chairs], _options(room), [])
    fairness, live = room.deal(began)
    leaves = [fairness.leaf(item, value) for item, value in enumerate(room.game.items(live.table))]
    outcome = noted(room, [structs.replace(began, leaves=leaves)], now)
    outcome.lines += moves.tick(room, now).lines
    return outcome


def _options(room: Room) -> dict[str, Any]:
    """The table's options, with what seats chose for themselves."""
    options = room.game.label.choose(room.opened.options, len(room.chairs))
    for name in {name for other in room.chairs for name in other.own}:
        whole = options[name]
        options[name] = [other.own.get(name, whole[seat] if isinstance(whole, list) else whole) for seat, other in enumerate(room.chairs)]
    return room.game.label.choose(options, len(room.chairs))


def close(room: Room, caller: Caller) -> AnyLine:
    require_host(room, caller)
    return log.Closed()
