"""Checks of each move of a game file: the rules, chance, hands, times and the credit for the network."""

from __future__ import annotations

from collections import Counter
from typing import Any

from filon.core.pull import GOES_ON, Chunk, PullRefused
from filon.core.seats import CHANCE, HAND, HOUSE, NEVER, SPECTATOR, TIME, UNKNOWN
from filon.core.stream import weighed
from filon.core.texts.notation import named
from filon.house.records.game_file import GameFile, RecordedSource
from filon.house.room import events
from filon.house.room.clock import MOST_PAUSES
from filon.house.room.events import Entry
from filon.house.room.live import MoveRefused, UndoRefused, not_undone
from filon.house.room.room import Room, ids_of


class Message:
    """A sentence of the words, by key, with its values."""

    def __init__(self, key: str, **values: Any) -> None:
        self.key, self.values = key, values

    def __repr__(self) -> str:
        return " ".join(map(str, [self.key, *self.values.values()]))


class Mismatch(Exception):
    """The first check that failed: its name, the line, expected and found; or the refusal of the rules."""

    def __init__(self, check: str, line: int, expected: Any, found: Any, refused: MoveRefused | UndoRefused | None = None) -> None:
        super().__init__(f"line {line}: {check}: expected {refused or expected}; found {found}")
        self.check, self.line, self.expected, self.found, self.refused = check, line, expected, found, refused


class Checks:
    """Counts passed checks; raises Mismatch at the first that fails."""

    def __init__(self) -> None:
        self.line = 1
        self.counts: Counter[str] = Counter()

    def fits(self, check: str, fits: bool, expected: Any, found: Any) -> None:
        if not fits:
            raise Mismatch(check, self.line, expected, found)

    def same(self, check: str, expected: Any, found: Any) -> None:
        self.fits(check, type(expected) is type(found) and expected == found, expected, found)


class MoveChecks:
    """Checks each move against the room, then lets the room follow it."""

    def __init__(self, game: GameFile, room: Room, checks: Checks) -> None:
        self.game, self.room, self.checks = game, room, checks
        self.is_robot_turn = False  # a robot's turn goes on: it has one attempt at a pull

    def follow(self, event: events.Moved | events.TookBack, when: int) -> None:
        room, checks = self.room, self.checks
        checks.fits("law", room.live is not None and not room.is_closed, Message("game-on"), Message("move"))
        checks.fits("clock", event.at >= room.clock.at, Message("or-later", at=room.clock.at), event.at)
        if isinstance(event, events.TookBack):
            self._check_undo(event, when)
        else:
            self._check_move(event, when)
        checks.counts["clock"] += 1
        self._apply(event, when)

    def follow_pause(self, event: events.Paused, when: int) -> None:
        """A pause of the server while sand runs, after the last event and at most MOST_PAUSES times."""
        room, checks = self.room, self.checks
        is_running = room.live is not None and not room.is_closed and room.game.due(room.live.table) != NEVER
        checks.fits("clock", is_running and room.clock.pauses < MOST_PAUSES, Message("running"), Message("pause"))
        checks.fits("clock", event.since >= room.clock.runs_since, Message("or-later", at=room.clock.runs_since), event.since)
        checks.fits("clock", event.since < event.until, Message("or-later", at=event.since + 1), event.until)
        checks.fits("clock", event.until <= when, Message("or-earlier", at=when), event.until)
        room.add(event, when)

    def _check_undo(self, event: events.TookBack, when: int) -> None:
        moves = not_undone(self.room.playing.played)
        self.checks.fits("undo", bool(moves), Message("move"), Message("nothing"))
        self.checks.same("undo", moves[-1].seq - 1, event.back_to)
        self.checks.same("clock", self.room.clock.time(when, NEVER), event.at)

    def _apply(self, event: events.Moved | events.TookBack, when: int) -> None:
        """Let the room follow the event; the rules may refuse it."""
        check, what = ("undo", f"undo {event.back_to}") if isinstance(event, events.TookBack) else ("law", event.move)
        try:
            self.room.replay(Entry(self.checks.line, when, "", [event]))
        except (MoveRefused, UndoRefused) as refused:
            raise Mismatch(check, self.checks.line, Message("lawful"), what, refused) from None
        self.checks.counts[check] += 1
        if event.seat >= 0:
            self.is_robot_turn = bool(self.room.chairs[event.seat].robot)

    def _check_move(self, event: events.Moved, when: int) -> None:
        live, game = self.room.playing, self.room.game
        self.checks.fits("law", event.seat in (*range(len(self.room.chairs)), *HOUSE), Message("somebody"), event.seat)
        self.checks.fits("law", event.move in ids_of(game.name), Message("move-of", game=game.label.name), event.move)
        if event.seat in (CHANCE, HAND):
            self.checks.same("law", event.seat, live.actor)
        if event.seat in (TIME, CHANCE):
            self._check_moment(event, when)
        else:
            self._check_credit(event, when)
        if event.seat == CHANCE:
            self._check_chance(event)
        if event.seat == HAND:
            self._check_hand(event)
        self._check_blank(event)

    def _check_blank(self, event: events.Moved) -> None:
        """Fields that belong to other kinds of moves are empty."""
        blank, mine = events.Moved(event.seat, event.at, event.move), {CHANCE: ["leaf"], TIME: [], HAND: ["attempt", "path", "trip"]}
        timed = ["arrived", "credit", "trip"] if event.seat not in (CHANCE, TIME) and event.arrived >= 0 else []
        for key in ("leaf", "attempt", "path", "arrived", "credit", "trip"):
            if key not in mine.get(event.seat, []) and key not in timed:
                self.checks.same("law", getattr(blank, key), getattr(event, key))

    # Times

    def _check_moment(self, event: events.Moved, when: int) -> None:
        """Time and Chance move at their own moment, and not before it has come."""
        clock, game, table = self.room.clock, self.room.game, self.room.playing.table
        due = game.due(table)
        moment = due if event.seat == TIME else game.ready(table)
        self.checks.same("clock", max(clock.at, moment), event.at)
        self.checks.fits("clock", clock.time(when, due) >= event.at, Message("or-later", at=event.at), clock.time(when, due))

    def _check_credit(self, event: events.Moved, when: int) -> None:
        """A player's clock stands still while a move is on the network, within a quota; untimed games have no credit."""
        clock, game, table = self.room.clock, self.room.game, self.room.playing.table
        due = game.due(table)
        arrived = clock.time(when, due)
        if due == NEVER:
            self.checks.same("clock", arrived, event.at)
            return self.checks.same("clock", -1, event.arrived)
        self.checks.same("clock", arrived, event.arrived)
        self.checks.fits("clock", event.at <= arrived, Message("or-earlier", at=arrived), event.at)
        self.checks.same("credit", arrived - event.at, event.credit)
        most = min(clock.credit(event.trip), arrived - max(clock.at, min(arrived, game.ready(table))))
        least = 0 if event.seat == HAND else most  # a hand that was waited for gets none
        self.checks.fits("credit", least <= event.credit <= most, most, event.credit)
        self.checks.counts["credit"] += event.credit > 0

    # Chance and hands

    def _check_chance(self, event: events.Moved) -> None:
        """Chance made the next throw of the secret, and published a leaf if the throw is hidden."""
        room, game, live = self.room, self.room.game, self.room.playing
        source = RecordedSource(room.fairness.throw(live.chances))
        ids = game.legal(live.stamped(event.at), CHANCE)
        move = ids[weighed([game.odds(live.table, game.MOVES[i]) for i in ids], source)]
        self.checks.same("chance", named(game.MOVES[move]), event.move)
        self.checks.same("chance", [source.draws[0]], self.game.throws[live.chances : live.chances + 1])
        heard = game.told(live.table, SPECTATOR, game.MOVES[move])
        is_hidden = any(getattr(heard, key) == UNKNOWN for key in heard.fields)
        self.checks.same("hidden", room.fairness.leaf(len(room.items), move) if is_hidden else "", event.leaf)
        self.checks.counts += Counter(chance=1, hidden=int(is_hidden))

    def _check_hand(self, event: events.Moved) -> None:
        """The path of the hand gives the same verdict again; a robot has one attempt."""
        room, game = self.room, self.room.game
        if self.is_robot_turn:
            self.checks.same("hands", 0, event.attempt)
        chunks = [Chunk(arrived, samples, is_last) for arrived, is_last, samples in event.path]
        try:
            verdict = game.hand.judge(room.playing.table, chunks, event.trip, room.fairness.tremor(room.playing.pulls, event.attempt))
        except PullRefused as refused:
            raise Mismatch("hands", self.checks.line, Message("path"), refused) from None
        self.checks.same("hands", named(game.MOVES[verdict]) if verdict != GOES_ON else "", event.move)
        self.checks.counts["hands"] += 1
