"""Rooms without a store, played on step by step: what the laws and the house's tests share."""

from collections.abc import Callable
from typing import Any

from msgspec import structs

from filon.core.game import Game
from filon.core.seats import CHANCE, HAND, NEVER
from filon.house import protocol
from filon.house.commands import play as commands
from filon.house.commands.hand import decide
from filon.house.commands.start import start
from filon.house.new_table import opened
from filon.house.room import events
from filon.house.room.card import PLAYING
from filon.house.room.events import AnyEvent, Entry
from filon.house.room.fairness import commitment
from filon.house.room.outcome import Outcome, add_events
from filon.house.room.room import Pulling, Room
from filon.house.timers import advance

WHEN = 1_700_000_000_000
Choose = Callable[[list[int]], int]


def room_of(game: Game, seats: int, options: dict[str, Any] | None = None, seed: int = 0, begin: bool = True) -> Room:
    """Everybody is a person with a device of their own; the first is the host. The same seed gives the same chance."""
    room, secret = Room(), f"{seed:064x}"
    asked = opened("device 0", protocol.NewTable(game.name, seats, options or {}))
    first = structs.replace(asked, table="the-table", secret=secret, commit=commitment(secret), fairness=1)  # no salts
    sat: list[AnyEvent] = [events.Sat(seat, f"Seat {seat}", f"device {seat}", f"stir {seat}") for seat in range(seats)]
    add_events(room, [first, *sat], WHEN)
    if begin:
        start(room, WHEN)
    return room


def followed(room: Room) -> Room:
    """The same room again, from its log."""
    again = Room()
    for number, (when, line) in enumerate(room.log, 1):
        again.replay(Entry(number, when, "", [line]))
    return again


def is_playing(room: Room) -> bool:
    return room.status == PLAYING


def next_time(room: Room) -> int:
    """The time at which the actor may act, on the store's clock."""
    live = room.playing
    return max(room.clock.when_at(max(live.at, room.game.ready(live.table))), room.log[-1][0])


def step(room: Room, choose: Choose) -> Outcome:
    """Play a legal move of the actor; one of Time or Chance if they are first."""
    live, game, now = room.playing, room.game, next_time(room)
    actor = game.actor(live.table)
    moment = live.moment()
    if (moment != NEVER and room.clock.when_at(moment) <= now) or actor == CHANCE:
        return advance(room, max(now, room.clock.when_at(moment)))
    legal = game.legal(live.stamped(room.clock.time(now, game.due(live.table))), actor)
    if actor == HAND:
        room.pulling = Pulling(live.last_player, 0, now, 0, verdict=choose(legal))
        return decide(room, now)
    return commands.play(room, actor, choose(legal), now)
