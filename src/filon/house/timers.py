"""Timers of a room: when Time or Chance moves by itself, and when a robot moves or speaks. The store keeps them."""

from __future__ import annotations

from filon.core.pull import GOES_ON
from filon.core.seats import HAND, NEVER
from filon.house.commands.hand import decide
from filon.house.robots import turn
from filon.house.robots.phrases import next_phrase
from filon.house.room import moves
from filon.house.room.card import PLAYING
from filon.house.room.outcome import Outcome
from filon.house.room.room import Room
from filon.house.stores.store import ROBOT, TIME, Timers


def timers_of(room: Room, pause_factor: float = 1.0, untimed_pause: int = 0) -> Timers:
    """The next time of each kind, in milliseconds since 1970; see House."""
    if room.status != PLAYING:
        return {}
    return {**_time(room), **_robot(room, pause_factor, untimed_pause)}


def _time(room: Room) -> Timers:
    live, table, found = room.playing, room.playing.table, []
    moment = live.moment()
    if moment != NEVER:
        found.append(room.clock.when_at(moment + (_allowance(room) if moment == room.game.due(table) else 0)))
    if room.pulling and room.pulling.verdict != GOES_ON:
        found.append(room.clock.when_at(room.game.ready(table)))
    return {TIME: min(found)} if found else {}


def _allowance(room: Room) -> int:
    """Credit for a move that may still be on its way when the sand is out; robots have no network."""
    return 0 if room.chairs[room.playing.last_player].robot else room.clock.unspent


def _robot(room: Room, pause_factor: float, untimed_pause: int) -> Timers:
    if not any(chair.robot for chair in room.chairs):
        return {}
    seat, phrase, found = turn.seat_to_move(room), next_phrase(room), []
    if seat is not None:
        found.append(turn.due(room, seat, pause_factor, untimed_pause))
    if phrase is not None:
        found.append(phrase.at)
    return {ROBOT: room.clock.when_at(min(found))} if found else {}


def advance(room: Room, now: int) -> Outcome:
    """Time moves if the sand is out, Chance if it waited for a hand, Hand if it was too quick before."""
    if room.status != PLAYING:
        return Outcome()
    outcome = moves.tick(room, now)
    if room.playing.actor == HAND:
        outcome.events += decide(room, now).events
    return outcome
