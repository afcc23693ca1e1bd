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
from filon.house.room.live import MoveRefused, UndoRefused, standing
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

    def follow(self, line: events.Moved | events.TookBack, when: int) -> None:
        room, checks = self.room, self.checks
        checks.fits("law", room.live is not None and not room.is_closed, Message("game-on"), Message("move"))
        checks.fits("clock", line.at >= room.clock.at, Message("or-later", at=room.clock.at), line.at)
        if isinstance(line, events.TookBack):
            self._check_undo(line, when)
        else:
            self._check_move(line, when)
        checks.counts["clock"] += 1
        self._apply(line, when)

    def follow_pause(self, line: events.Paused, when: int) -> None:
        """A pause of the server while sand runs, after the last line and at most MOST_PAUSES times."""
        room, checks = self.room, self.checks
        is_running = room.live is not None and not room.is_closed and room.game.due(room.live.table) != NEVER
        checks.fits("clock", is_running and room.clock.pauses < MOST_PAUSES, Message("running"), Message("pause"))
        checks.fits("clock", line.since >= room.clock.runs_since, Message("or-later", at=room.clock.runs_since), line.since)
        checks.fits("clock", line.since < line.until, Message("or-later", at=line.since + 1), line.until)
        checks.fits("clock", line.until <= when, Message("or-earlier", at=when), line.until)
        room.add(line, when)

    def _check_undo(self, line: events.TookBack, when: int) -> None:
        moves = standing(self.room.playing.lines)
        self.checks.fits("undo", bool(moves), Message("move"), Message("nothing"))
        self.checks.same("undo", moves[-1].seq - 1, line.back_to)
        self.checks.same("clock", self.room.clock.time(when, NEVER), line.at)

    def _apply(self, line: events.Moved | events.TookBack, when: int) -> None:
        """Let the room follow the line; the rules may refuse it."""
        check, what = ("undo", f"undo {line.back_to}") if isinstance(line, events.TookBack) else ("law", line.move)
        try:
            self.room.replay(Entry(self.checks.line, when, "", [line]))
        except (MoveRefused, UndoRefused) as refused:
            raise Mismatch(check, self.checks.line, Message("lawful"), what, refused) from None
        self.checks.counts[check] += 1
        if line.seat >= 0:
            self.is_robot_turn = bool(self.room.chairs[line.seat].robot)

    def _check_move(self, line: events.Moved, when: int) -> None:
        live, game = self.room.playing, self.room.game
        self.checks.fits("law", line.seat in (*range(len(self.room.chairs)), *HOUSE), Message("somebody"), line.seat)
        self.checks.fits("law", line.move in ids_of(game.name), Message("move-of", game=game.label.name), line.move)
        if line.seat in (CHANCE, HAND):
            self.checks.same("law", line.seat, live.actor)
        if line.seat in (TIME, CHANCE):
            self._check_moment(line, when)
        else:
            self._check_credit(line, when)
        if line.seat == CHANCE:
            self._check_chance(line)
        if line.seat == HAND:
            self._check_hand(line)
        self._check_blank(line)

    def _check_blank(self, line: events.Moved) -> None:
        """Fields that belong to other kinds of moves are empty."""
        blank, mine = events.Moved(line.seat, line.at, line.move), {CHANCE: ["leaf"], TIME: [], HAND: ["attempt", "path", "trip"]}
        timed = ["arrived", "credit", "trip"] if line.seat not in (CHANCE, TIME) and line.arrived >= 0 else []
        for key in ("leaf", "attempt", "path", "arrived", "credit", "trip"):
            if key not in mine.get(line.seat, []) and key not in timed:
                self.checks.same("law", getattr(blank, key), getattr(line, key))

    # Times

    def _check_moment(self, line: events.Moved, when: int) -> None:
        """Time and Chance move at their own moment, and not before it has come."""
        clock, game, table = self.room.clock, self.room.game, self.room.playing.table
        due = game.due(table)
        moment = due if line.seat == TIME else game.ready(table)
        self.checks.same("clock", max(clock.at, moment), line.at)
        self.checks.fits("clock", clock.time(when, due) >= line.at, Message("or-later", at=line.at), clock.time(when, due))

    def _check_credit(self, line: events.Moved, when: int) -> None:
        """A player's clock stands still while a move is on the network, within a quota; untimed games have no credit."""
        clock, game, table = self.room.clock, self.room.game, self.room.playing.table
        due = game.due(table)
        arrived = clock.time(when, due)
        if due == NEVER:
            self.checks.same("clock", arrived, line.at)
            return self.checks.same("clock", -1, line.arrived)
        self.checks.same("clock", arrived, line.arrived)
        self.checks.fits("clock", line.at <= arrived, Message("or-earlier", at=arrived), line.at)
        self.checks.same("credit", arrived - line.at, line.credit)
        most = min(clock.credit(line.trip), arrived - max(clock.at, min(arrived, game.ready(table))))
        least = 0 if line.seat == HAND else most  # a hand that was waited for gets none
        self.checks.fits("credit", least <= line.credit <= most, most, line.credit)
        self.checks.counts["credit"] += line.credit > 0

    # Chance and hands

    def _check_chance(self, line: events.Moved) -> None:
        """Chance made the next throw of the secret, and published a leaf if the throw is hidden."""
        room, game, live = self.room, self.room.game, self.room.playing
        source = RecordedSource(room.fairness.throw(live.chances))
        ids = game.legal(live.stamped(line.at), CHANCE)
        move = ids[weighed([game.odds(live.table, game.MOVES[i]) for i in ids], source)]
        self.checks.same("chance", named(game.MOVES[move]), line.move)
        self.checks.same("chance", [source.draws[0]], self.game.throws[live.chances : live.chances + 1])
        heard = game.told(live.table, SPECTATOR, game.MOVES[move])
        is_hidden = any(getattr(heard, key) == UNKNOWN for key in heard.fields)
        self.checks.same("hidden", room.fairness.leaf(len(room.items), move) if is_hidden else "", line.leaf)
        self.checks.counts += Counter(chance=1, hidden=int(is_hidden))

    def _check_hand(self, line: events.Moved) -> None:
        """The path of the hand gives the same verdict again; a robot has one attempt."""
        room, game = self.room, self.room.game
        if self.is_robot_turn:
            self.checks.same("hands", 0, line.attempt)
        chunks = [Chunk(arrived, samples, is_last) for arrived, is_last, samples in line.path]
        try:
            verdict = game.hand.judge(room.playing.table, chunks, line.trip, room.fairness.tremor(room.playing.pulls, line.attempt))
        except PullRefused as refused:
            raise Mismatch("hands", self.checks.line, Message("path"), refused) from None
        self.checks.same("hands", named(game.MOVES[verdict]) if verdict != GOES_ON else "", line.move)
        self.checks.counts["hands"] += 1
