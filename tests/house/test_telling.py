"""News that shares what others were told is the same as news worked out for one listener alone."""

from dataclasses import replace
from random import Random

import pytest

from filon.core.game import Game
from filon.core.seats import SPECTATOR
from filon.house.room import Room
from filon.house.telling import Listener, Presence, news
from tests.house.at_home import NEWS
from tests.house.rooms import followed, is_playing, next_time, room_of, step

LINES = 100
PATIENCE = 0.7  # how often each listener is told at once


def listeners(room: Room) -> list[Listener]:
    """Each seat, a second window of the first one, and two who look on."""
    seats = [*range(len(room.chairs)), 0, SPECTATOR, SPECTATOR]
    return [Listener(f"device {seat}", seat, lambda: None, room.seq, room.seq) for seat in seats]


def told_alone(room: Room, listener: Listener, now: int) -> bytes:
    """What it would be told if nobody else were, at a table that was read again."""
    return news(followed(room), replace(listener), Presence(), now)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_told_to_several_at_once_is_what_each_would_be_told_alone(game: Game, seed: int) -> None:
    room, luck = room_of(game, game.label.official[-1], seed=seed), Random(seed)
    here, shared = listeners(room), 0
    while is_playing(room) and room.seq < LINES:
        step(room, luck.choice)
        now = next_time(room)
        for listener in luck.sample(here, len(here)):
            if luck.random() < PATIENCE:
                alone = told_alone(room, listener, now)
                before = room.alike
                assert news(room, listener, Presence(), now) == alone
                shared += room.alike is before and before[1] != b"" and alone.startswith(before[1])
                assert NEWS.decode(alone).seq == listener.heard == room.seq
    assert shared > 5
    assert all(news(room, listener, Presence(), now) == b"" for listener in here if listener.heard == room.seq)
