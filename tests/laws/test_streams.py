"""Secrets never leave: two tables that differ only in what a subscriber may not know tell it the same, byte for byte.

What people say to each other is exempt. Leaves are hashes over a secret salt: their bytes differ, their sizes do not.
"""

import dataclasses
import re
from collections.abc import Callable
from enum import IntEnum
from random import Random
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import seed as seeded_with
from hypothesis import strategies as st

from filon.core.compiled.dice import dice_of
from filon.core.compiled.record import walk
from filon.core.game import Game
from filon.core.seats import NEVER, SPECTATOR, UNKNOWN
from filon.core.views import overrides_of, private
from filon.house import protocol
from filon.house.commands import dispatch
from filon.house.commands.permissions import Caller
from filon.house.errors import CommandRefused
from filon.house.robots import turn
from filon.house.room.events import ENCODER
from filon.house.room.live import LiveTable
from filon.house.room.room import Room
from filon.house.room.setup import Setup
from filon.house.updates.presence import Presence
from filon.house.updates.updates import Subscriber, news
from filon.server.ws.session import welcome
from tests.house.rooms import followed, is_playing, next_time, room_of, step
from tests.laws.asked import SOAK, setups

STEPS = 25
ASKS = 12  # at each step
# of examples; in a soak a batch pairs 5,900 tables of the printed games. Few go on beyond the first message where a move shows much.
BATCHES = 180 if SOAK else 5


def stream(room: Room, subscriber: Subscriber) -> bytes:
    """The next message to this subscriber."""
    told = news(room, subscriber, Presence({subscriber.holder}), next_time(room))
    return re.sub(rb'"leaf":"[0-9a-f]{64}"', b'"leaf":"a hash"', told)


def listener_of(room: Room, seat: int) -> Subscriber:
    return Subscriber(f"device {seat}", seat, lambda: None, joined=room.seq, heard=room.seq)


def answers(room: Room, seat: int, commands: list[protocol.AnyCommand]) -> list[Any]:
    """The answers to a subscriber's forbidden commands, and the question to a robot that would advise it."""
    live, now = room.playing, next_time(room)
    if live.moment() != NEVER and room.clock.when_at(live.moment()) <= now:
        return []  # the house moves first
    told = [_answer(room, Caller(f"device {seat}", seat), command, now) for command in commands]
    return [*told, turn.ask(room, seat, now)] if room.game.actor(live.table) == seat else told


def _answer(room: Room, caller: Caller, command: protocol.AnyCommand, now: int) -> Any:
    try:
        outcome = dispatch.run(room, caller, command, now)
    except CommandRefused as refused:
        return refused.key, refused.clause, refused.detail
    assert outcome.events == []
    return outcome.done, outcome.refused and (outcome.refused.key, outcome.refused.clause, outcome.refused.detail)


def unlawful(room: Room, seat: int, rng: Random) -> list[protocol.AnyCommand]:
    """Some moves that are not offered to this seat, and a hand where perhaps none is asked for."""
    count, legal = len(room.game.MOVES), room.playing.legal(seat)
    return [protocol.Grab("a"), *(protocol.Play("a", move) for move in rng.sample(range(count), min(count, ASKS)) if move not in legal)]


def secretly_other(room: Room, seat: int, seed: int) -> Room:
    """The same room, but on its table lies something else wherever this seat may not look."""
    other = followed(room)
    table = room.game.view(room.playing.table, seat)
    room.game.imagine(table, seat, dice_of(seed))
    other.playing.put(table)
    return other


def compared(room: Room, seat: int, seed: int) -> int:
    """The number of equal messages until the subscriber's own view shows what sets the two tables apart."""
    room, other, rng = followed(room), secretly_other(room, seat, seed), Random(seed)
    one, two = listener_of(room, seat), listener_of(other, seat)
    assert ENCODER.encode(welcome(room, seat)) == ENCODER.encode(welcome(other, seat))
    for count in range(STEPS):
        assert stream(room, one) == stream(other, two)
        if not is_playing(room):
            return count
        commands = unlawful(room, seat, rng)
        assert answers(room, seat, commands) == answers(other, seat, commands)
        if not _both_move(room, other, rng):
            return count
        if room.game.view(room.playing.table, seat) != room.game.view(other.playing.table, seat):
            return count
    return STEPS


def _both_move(room: Room, other: Room, rng: Random) -> bool:
    """The same move at both tables, if it is legal at both."""
    chosen: list[int] = []

    def first(legal: list[int]) -> int:
        chosen.append(rng.choice(legal))
        return chosen[0]

    def same(legal: list[int]) -> int:
        if not chosen or chosen[0] not in legal:
            raise Apart
        return chosen[0]

    if next_time(room) != next_time(other) or room.game.actor(room.playing.table) != room.game.actor(other.playing.table):
        return False
    step(room, first)
    try:
        return bool(step(other, same))
    except Apart:
        return False


class Apart(Exception):
    """A move that somebody can only make at one of the two tables."""


def streams(game: Game, told: Callable[[int], None]) -> Callable[[], None]:
    @given(setups(game), st.integers(0, 60), st.integers(0, 2**16))
    def law(setup: Setup, lines: int, seed: int) -> None:
        room, rng = room_of(game, len(setup.names), setup.options, seed), Random(seed)
        while is_playing(room) and room.seq < lines:
            step(room, rng.choice)
        for seat in [*range(len(setup.names)), SPECTATOR] if is_playing(room) else []:
            told(compared(room, seat, seed))

    return law


def test_two_tables_that_differ_in_secrets_only_tell_the_same(game: Game, record_property: Callable[[str, object], None]) -> None:
    counts: list[int] = []
    for batch in range(BATCHES):
        seeded_with(Random().getrandbits(32) if SOAK else batch)(streams(game, counts.append))()
        if sum(counts) >= 10 and not SOAK:
            return
    record_property("paired tables", len(counts))
    record_property("messages", sum(counts))
    assert sum(counts) >= 10, "the tables were hardly followed beyond the first message"


# Would a leak be seen? Whatever is not in a view is put where a careless hand might put it.


def _hidden(game: Game, table: Any, seat: int) -> int:
    """A number that depends on everything this seat may not know."""
    pairs = zip(walk(table), walk(game.view(table, seat)), strict=True)
    return crc32(repr([held for (_, _, held), (_, _, seen) in pairs if seen == UNKNOWN]).encode())


def _leaky_told(game: Game) -> Game:
    """A told move that depends on something under the table."""

    def told(table: Any, seat: int, move: Any) -> Any:
        heard = game.told(table, seat, move)
        return heard if heard is None or _hidden(game, table, seat) % 2 else game.MOVES[0].copy()

    return dataclasses.replace(game, told=told)


def _leaky_view(game: Game) -> Game:
    """A view in which an open number gives a hidden one away."""

    def view(table: Any, seat: int) -> Any:
        seen = game.view(table, seat)
        seen.rules = 1 + _hidden(game, table, seat) % 9
        return seen

    return dataclasses.replace(game, view=view, overrides=overrides_of(view, private(game.Table, game.SECRET)), seen_by_all=None)


def _leaky_ready(game: Game) -> Game:
    """A time that depends on something under the table."""

    def ready(table: Any) -> int:
        return int(game.ready(table)) + (_hidden(game, table, SPECTATOR) % 2 if game.actor(table) >= 0 else 0)

    return dataclasses.replace(game, ready=ready)


def _leaky_refusal(game: Game) -> Game:
    """A reason against a move that depends on something under the table."""

    class Careless(Game):
        def refusal(self, table: Any, seat: int, move: Any) -> IntEnum:
            why = super().refusal(table, seat, move)
            return self.Refusal["GAME_OVER"] if why and seat >= 0 and _hidden(game, table, seat) % 2 else why

    return Careless(**{field.name: getattr(game, field.name) for field in dataclasses.fields(game)})


@pytest.mark.parametrize("leak", [_leaky_told, _leaky_view, _leaky_ready, _leaky_refusal])
def test_a_planted_leak_is_caught(game: Game, leak: Callable[[Game], Game], monkeypatch: pytest.MonkeyPatch) -> None:
    if not game.SECRET:
        return  # nothing can leak
    monkeypatch.setattr("filon.house.room.live.load", {game.name: leak(game)}.__getitem__)
    with pytest.raises(AssertionError):
        many_compared(game)


def test_a_leak_in_what_is_offered_is_caught(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    if not game.SECRET:
        return  # nothing can leak
    legal = LiveTable.legal

    def careless(live: LiveTable, seat: int) -> list[int]:
        return legal(live, seat)[_hidden(game, live.table, seat) % 2 :] if seat >= 0 else []

    monkeypatch.setattr(LiveTable, "legal", careless)
    with pytest.raises(AssertionError):
        many_compared(game)


def many_compared(game: Game) -> None:
    for seed in range(200):
        room, rng = room_of(game, game.label.official[0], seed=seed), Random(seed)
        while is_playing(room) and room.seq < seed % 40:
            step(room, rng.choice)
        if is_playing(room):
            compared(room, SPECTATOR if seed % 2 else 0, seed)
