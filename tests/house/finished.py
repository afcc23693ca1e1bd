"""Whole games played in rooms without a store, by people with a network and by robots: what files are made of."""

from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

from msgspec import structs

from filon.core.game import Game, load
from filon.core.pull import GOES_ON
from filon.core.seats import HAND, NEVER
from filon.core.stream import seeded
from filon.house import protocol
from filon.house.commands import dispatch
from filon.house.commands.permissions import Caller
from filon.house.commands.start import start
from filon.house.errors import CommandRefused
from filon.house.new_table import opened
from filon.house.robots import turn
from filon.house.robots.phrases import is_due, say
from filon.house.robots.pool import choose_move
from filon.house.room import events
from filon.house.room.card import PLAYING
from filon.house.room.events import AnyEvent
from filon.house.room.fairness import commitment
from filon.house.room.outcome import add_events
from filon.house.room.room import Room
from filon.house.stores.store import TIME
from filon.house.timers import advance, timers_of

WHEN = 1_700_000_000_000
TRIPS = (0, 0, 30, 90, 180, 700)  # milliseconds
PIECE = 20  # samples of a path that are sent together
THINKING = (5, 5, 50, 300, 800, 3_000, 12_000)  # milliseconds
LATE = (0, 0, 0, 3, 30, 400)  # by which the house may wake
PAUSE = 0.2  # of the time robots take


def opened_room(game: Game, count: int, options: dict[str, Any] | None = None, seed: int = 0) -> Room:
    """Nobody sits there yet. The same seed gives the same chance."""
    room, source = Room(), seeded(seed)
    secret = "".join(f"{source.below(16):x}" for _ in range(64))
    first = opened("device 0", protocol.NewTable(game.name, count, options or {}))
    first = structs.replace(first, table=f"table-{seed:04}", invite="an-invitation", secret=secret, commit=commitment(secret))
    add_events(room, [first], WHEN)
    return room


def salt_of(seat: int) -> str:
    return f"{seat:032x}"


class Playing:
    """A room in which time passes."""

    def __init__(self, room: Room, seed: int) -> None:
        self.room, self.luck, self.now = room, Random(seed), WHEN

    def sit(self, people: int, level: str = "random", own: dict[int, dict[str, Any]] | None = None) -> None:
        """People, each adding to chance, and robots on the other chairs."""
        for seat in range(people):
            self.now += self.luck.randrange(5000)
            entropy = f"{self.luck.getrandbits(64):x}"
            self.note(events.Sat(seat, f"Person {seat}", f"device {seat}", entropy, (own or {}).get(seat, {}), salt_of(seat)))
        for seat in range(people, len(self.room.chairs)):
            self.note(events.RobotSeated(seat, level, f"Robot {seat}", salt_of(seat)))

    def note(self, line: AnyEvent) -> None:
        add_events(self.room, [line], self.now)

    def run(self, seat: int, command: protocol.AnyCommand) -> None:
        with suppress(CommandRefused):
            dispatch.run(self.room, Caller(f"device {seat}", seat, self.luck.choice(TRIPS)), command, self.now)

    def play(self, limit: int = 100_000) -> Room:
        """To the end, or so far."""
        start(self.room, self.now)
        while self.room.status == PLAYING and self.room.seq < limit:
            self.step()
        return self.room

    def step(self) -> None:
        """Act for the house, a robot or a person, the first by time."""
        timers = timers_of(self.room, PAUSE)
        at = self._person_at()
        if timers and (at is None or min(timers.values()) <= at):
            self._woken(min(timers, key=lambda kind: timers[kind]), min(timers.values()))
        elif at is not None:
            self.now = at
            self._person_acts()

    def _person_at(self) -> int | None:
        """When a person acts, if one must: soon after it is possible, as a rule."""
        room, live = self.room, self.room.playing
        is_waiting = room.pulling is not None and room.pulling.verdict != GOES_ON
        if turn.seat_to_move(room) is not None or is_waiting or room.game.actor(live.table) not in (*range(len(room.chairs)), HAND):
            return None
        ready = room.clock.when_at(max(room.clock.at, room.game.ready(live.table)))
        return max(self.now, ready) + self.luck.choice(THINKING)

    def _woken(self, kind: str, at: int) -> None:
        self.now = max(self.now, at) + self.luck.choice(LATE)
        if kind == TIME:
            advance(self.room, self.now)
        elif is_due(self.room, self.now):
            say(self.room, self.now)
        elif (seat := turn.seat_to_move(self.room)) is not None:
            question = turn.ask(self.room, seat, self.now)
            turn.answer(self.room, seat, choose_move(question) if question else 0, self.now)

    def _person_acts(self) -> None:
        room = self.room
        if room.game.actor(room.playing.table) == HAND:
            return self._pull(room.playing.last_player)
        seat = room.game.actor(room.playing.table)
        legal = room.playing.legal(seat)
        if self.luck.random() < 0.1:  # most likely refused
            self.run(seat, protocol.Play("a", self.luck.randrange(len(room.game.MOVES))))
        self.run(seat, protocol.Play("a", self.luck.choice(legal)))
        if not room.game.timed and room.status == PLAYING and self.luck.random() < 0.3:
            self.run(seat, protocol.Undo("b"))

    def _pull(self, seat: int) -> None:
        """A hand takes hold, and its path comes in pieces; the sand may be out before it is over."""
        room, hand, grabbed = self.room, self.room.game.hand, self.now
        self.run(seat, protocol.Grab("c"))
        assert room.pulling
        attempt, seed = room.pulling.attempt, room.pulling.seed
        samples = hand.reach(hand.seen(room.playing.table, seed), hand.AVERAGE, seeded(seed))
        if self.luck.random() < 0.2:  # no hand begins there: tried again
            samples = [(0, 9_999, 9_999)]
        for first in range(0, len(samples), PIECE):
            piece = samples[first : first + PIECE]
            self.now = grabbed + piece[-1][0] + self.luck.randrange(20)
            if room.pulling is None or timers_of(room).get(TIME, NEVER * 10_000) <= self.now:
                return
            self.run(seat, protocol.Pull("d", attempt, piece, first + PIECE >= len(samples)))


def with_visits(playing: Playing) -> Room:
    """A game during which people talk, go and come back."""
    room = playing.room
    start(room, playing.now)
    for number, event in enumerate(EVENTS * 3):
        for _ in range(3 + number % 5):
            if room.status == PLAYING:
                playing.step()
        playing.run(event[0], event[1])
    while room.status == PLAYING:
        playing.step()
    playing.run(0, protocol.Say("z", "Good game"))
    playing.run(0, protocol.Close("z"))
    return room


EVENTS: list[tuple[int, Any]] = [
    (0, protocol.Say("e", "Hello, everybody")),
    (0, protocol.Lend("e", 0)),
    (1, protocol.Robot("e", 1, "random")),
    (0, protocol.SayPhrase("e", "oops")),
    (1, protocol.Return("e", 1)),
    (0, protocol.Mute("e", 1, True)),
    (1, protocol.Leave("e", 1)),
    (1, protocol.Sit("e", 1, "Person 1")),
]


@cache
def finished(name: str, seed: int, people: int = 2, seats: int = 0) -> Room:
    """One whole game, with whatever each seat may choose for itself chosen differently."""
    game = load(name)
    count = seats or max(3, game.label.seats[0])
    playing = Playing(opened_room(game, count, seed=seed), seed)
    playing.sit(people, own={seat: _own(game, seat) for seat in range(people)})
    return with_visits(playing)


def _own(game: Game, seat: int) -> dict[str, Any]:
    return {option.name: list(option.values)[seat % len(option.values)] for option in game.label.options if option.each_seat}
