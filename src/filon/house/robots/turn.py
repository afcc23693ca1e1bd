"""A robot's turn at a room: when it is due, what the robot is asked, and what its answer does."""

from __future__ import annotations

from filon.bots import level_of
from filon.core.seats import HAND
from filon.core.stream import Source, seeded
from filon.house.commands.hand import path_of, require_pull
from filon.house.commands.play import play
from filon.house.robots.hand import pull
from filon.house.robots.pool import Question
from filon.house.room import moves
from filon.house.room.outcome import Outcome
from filon.house.room.room import Room


def seat_to_move(room: Room) -> int | None:
    """The seat whose robot must act."""
    seat = moves.waited_for(room)
    return seat if seat >= 0 and room.chairs[seat].robot else None


def due(room: Room, seat: int, pause_factor: float, untimed_pause: int) -> int:
    """When the robot on this seat acts, on the table's clock; see House."""
    live, game = room.playing, room.game
    if live.actor == HAND:
        return game.ready(live.table)
    level = level_of(game, room.chairs[seat].robot)
    thinks = int(pause_factor * game.bot.pause(live.view(seat), seat, level)) if game.timed else untimed_pause
    return max(live.at, game.ready(live.table)) + thinks


def ask(room: Room, seat: int, now: int) -> Question | None:
    """The question to a robot that plays now; None where only its hand is needed."""
    live, game = room.playing, room.game
    if live.actor == HAND:
        return None
    at = max(live.at, game.ready(live.table), room.clock.time(now, game.due(live.table)))
    seen = list(live.told(seat)), live.view(seat), live.legal(seat)
    return Question(game.name, room.chairs[seat].robot, seat, _seed(room, seat), *seen, at, tuple(room.talk))


def answer(room: Room, seat: int, choice: int, now: int) -> Outcome:
    """The robot's move, or its hand's. A robot that thought until its time was out is refused, and Time's events count."""
    if room.playing.actor == HAND:
        outcome = _pull(room, seat, seeded(_seed(room, seat)), now)
    else:
        outcome = play(room, seat, choice, now)
    return Outcome(outcome.events, None if outcome.events else outcome.refused, outcome.done)


def any_move(question: Question) -> int:
    """One of the legal moves, by the robot's seed: for a robot that fails again and again."""
    return question.legal[seeded(question.seed).below(len(question.legal))]


def _seed(room: Room, seat: int) -> int:
    return room.fairness.robot(seat, len(room.moves))


def _pull(room: Room, seat: int, source: Source, now: int) -> Outcome:
    """A robot's hand has one try, so that nobody can choose a lucky one for it."""
    live, attempt = require_pull(room, seat), 0
    level = level_of(room.game, room.chairs[seat].robot)
    chunk, verdict = pull(room.game, live.table, level, room.fairness.tremor(live.pulls, attempt), source)
    return moves.move(room, HAND, verdict, now, 0, path_of(attempt, [chunk], 0))
