"""Moves at the live table, by seats, by hands and by the house: each becomes an event of the room's log."""

from __future__ import annotations

from typing import Any

from filon.core.seats import CHANCE, HAND, NEVER, NOBODY, SPECTATOR, UNKNOWN
from filon.core.texts.notation import named
from filon.house.errors import CommandRefused, Reason, RuleRefused
from filon.house.room import events
from filon.house.room.card import PLAYING
from filon.house.room.events import AnyEvent
from filon.house.room.live import LiveTable, MoveRefused, Played, PlayedRefused, UndoRefused
from filon.house.room.outcome import Outcome
from filon.house.room.room import Room, ids_of


def playing(room: Room) -> LiveTable:
    """The live table, where a game goes on."""
    if room.status != PLAYING:
        raise CommandRefused(Reason.NOT_PLAYING)
    return room.playing


def waited_for(room: Room) -> int:
    """The seat that must act, with a move or with its hand; or the house's seat that must."""
    live = room.playing
    return live.last_player if live.actor == HAND else live.actor


def move(room: Room, seat: int, move: int, now: int, trip: int, extra: dict[str, Any] | None = None) -> Outcome:
    """A move that arrives at the store's time `now` over a network with this round trip, then the moves of the house."""
    live = room.playing
    due = room.game.due(live.table)
    arrived = room.clock.time(now, due)
    credit = room.clock.credit(trip) if due != NEVER else 0
    at = max(live.at, min(arrived, room.game.ready(live.table)), arrived - credit)
    outcome, before = Outcome(), len(live.played)
    try:
        live.play(seat, move, at, room.seq)
    except MoveRefused as refused:
        outcome.refused = RuleRefused(refused.refusal, refused.clause)
    except PlayedRefused as refused:
        raise CommandRefused(Reason.NO_SUCH_MOVE, str(refused)) from None
    timing = {"arrived": arrived, "credit": max(0, arrived - at), "trip": trip} if due != NEVER else {}
    outcome.events = _new_events(room, before, now, {**timing, **(extra or {})}, seat)
    return outcome


def take_back(room: Room, seat: int, now: int) -> Outcome:
    live = playing(room)
    before = len(live.played)
    try:
        live.undo(seat, room.clock.time(now, NEVER), room.seq)
    except UndoRefused as refused:
        raise CommandRefused(refused.reason) from None
    return Outcome(_new_events(room, before, now, {}))


def tick(room: Room, now: int) -> Outcome:
    """Time moves if the sand is out, Chance if it may."""
    live = room.playing
    before = len(live.played)
    live.tick(room.clock.time(now, room.game.due(live.table)), room.seq)
    return Outcome(_new_events(room, before, now, {}))


def _new_events(room: Room, before: int, now: int, extra: dict[str, Any], asker: int = NOBODY) -> list[AnyEvent]:
    """What the live table has played since `before`, as events of the room; `extra` belongs to the move of `asker`."""
    stored = []
    for index, played in enumerate(room.playing.played[before:], before):
        stored.append(_stored(room, index, played, extra if played.seat == asker else {}))
        room.add(stored[-1], now)
    return stored


def _stored(room: Room, index: int, played: Played, extra: dict[str, Any]) -> AnyEvent:
    if played.back_to >= 0:
        return events.TookBack(played.seat, played.at, played.back_to)
    return events.Moved(played.seat, played.at, named(played.move), leaf=leaf_of(room, index, played), **extra)


def leaf_of(room: Room, index: int, played: Played) -> str:
    """The published hash of a move by Chance that not everybody is shown; empty for all others."""
    if played.seat != CHANCE or UNKNOWN not in room.playing.told(SPECTATOR)[index].move.packed():
        return ""
    return room.fairness.leaf(len(room.items), ids_of(room.game.name)[named(played.move)])
