"""News that shares what others were told is the same as news worked out for one subscriber alone."""

from dataclasses import replace
from random import Random

import pytest

from filon.core.game import Game
from filon.core.seats import SPECTATOR
from filon.house.room import events
from filon.house.room.outcome import add_events
from filon.house.room.room import Room
from filon.house.updates.presence import Presence
from filon.house.updates.updates import Subscriber, news
from tests.house.at_home import NEWS
from tests.house.rooms import followed, is_playing, next_time, room_of, step

LINES = 100
PATIENCE = 0.7  # how often each subscriber is told at once


def subscribers(room: Room) -> list[Subscriber]:
    """Each seat, a second window of the first one, and two who look on."""
    seats = [*range(len(room.chairs)), 0, SPECTATOR, SPECTATOR]
    return [Subscriber(f"device {seat}", seat, lambda: None, room.seq, room.seq) for seat in seats]


def told_alone(room: Room, subscriber: Subscriber, now: int) -> bytes:
    """The news of a subscriber that is alone at a table loaded again."""
    return news(followed(room), replace(subscriber), Presence(), now)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_told_to_several_at_once_is_what_each_would_be_told_alone(game: Game, seed: int) -> None:
    room, luck = room_of(game, game.label.official[-1], seed=seed), Random(seed)
    here, shared = subscribers(room), 0
    while is_playing(room) and room.seq < LINES:
        step(room, luck.choice)
        now = next_time(room)
        for subscriber in luck.sample(here, len(here)):
            if luck.random() < PATIENCE:
                alone = told_alone(room, subscriber, now)
                before = room.playing.cache.head
                assert news(room, subscriber, Presence(), now) == alone
                shared += room.playing.cache.head is before and before[1] != b"" and alone.startswith(before[1])
                assert NEWS.decode(alone).seq == subscriber.heard == room.seq
    assert shared > 5
    assert all(news(room, subscriber, Presence(), now) == b"" for subscriber in here if subscriber.heard == room.seq)


def test_a_player_for_whom_a_robot_plays_is_offered_no_move(game: Game) -> None:
    room, luck = room_of(game, game.label.official[0]), Random(0)
    while room.playing.actor < 0:
        step(room, luck.choice)
    seat, now = room.playing.actor, next_time(room)
    window = Subscriber(f"device {seat}", seat, lambda: None)
    assert NEWS.decode(news(room, window, Presence(), now)).legal
    add_events(room, [events.RobotSeated(seat, "casual")], now)
    assert NEWS.decode(news(room, window, Presence(), now)).legal == []
