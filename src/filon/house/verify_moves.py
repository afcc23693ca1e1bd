"""Whether a line of a finished game fits what was before it: the law, chance, hands, times and the credit for the network."""

from __future__ import annotations

from collections import Counter
from typing import Any

from filon.core.pull import GOES_ON, Chunk, PullRefused
from filon.core.seats import CHANCE, HAND, HOUSE, NEVER, SPECTATOR, TIME, UNKNOWN
from filon.core.stream import weighed
from filon.core.texts.notation import named
from filon.house import lines as log
from filon.house.gamefile import GameFile, Limited
from filon.house.lines import Entry
from filon.house.room import Room, ids_of
from filon.house.table import MoveRefused, UndoRefused, standing


class Said:
    """Something that has no number of its own: a key of the words, and what stands in its sentence."""

    def __init__(self, key: str, **values: Any) -> None:
        self.key, self.values = key, values

    def __repr__(self) -> str:
        return " ".join(map(str, [self.key, *self.values.values()]))


class Unfit(Exception):
    """The first thing that does not fit: which check, in which line, what was expected and what was found; or what the law says to it."""

    def __init__(self, check: str, line: int, expected: Any, found: Any, refused: MoveRefused | UndoRefused | None = None) -> None:
        super().__init__(f"line {line}: {check}: expected {refused or expected}; found {found}")
        self.check, self.line, self.expected, self.found, self.refused = check, line, expected, found, refused


class Checks:
    """Counts what was looked at; the first thing that does not fit is the end."""

    def __init__(self) -> None:
        self.line = 1
        self.counts: Counter[str] = Counter()

    def fits(self, check: str, fits: bool, expected: Any, found: Any) -> None:
        if not fits:
            raise Unfit(check, self.line, expected, found)

    def same(self, check: str, expected: Any, found: Any) -> None:
        self.fits(check, type(expected) is type(found) and expected == found, expected, found)


class MoveChecks:
    """Each move is asked about, then followed."""

    def __init__(self, game: GameFile, room: Room, checks: Checks) -> None:
        self.game, self.room, self.checks = game, room, checks
        self.is_robots_own = False  # the turn that goes on: nobody but a robot can have a hand in it

    def follow(self, line: log.Moved | log.TookBack, when: int) -> None:
        room, checks = self.room, self.checks
        checks.fits("law", room.live is not None and not room.is_closed, Said("game-on"), Said("move"))
        checks.fits("clock", line.at >= room.clock.at, Said("or-later", at=room.clock.at), line.at)
        if isinstance(line, log.TookBack):
            self._ask_back(line, when)
        else:
            self._ask(line, when)
        checks.counts["clock"] += 1
        self._obey(line, when)

    def _ask_back(self, line: log.TookBack, when: int) -> None:
        moves = standing(self.room.playing.lines)
        self.checks.fits("undo", bool(moves), Said("move"), Said("nothing"))
        self.checks.same("undo", moves[-1].seq - 1, line.back_to)
        self.checks.same("clock", self.room.clock.time(when, NEVER), line.at)

    def _obey(self, line: log.Moved | log.TookBack, when: int) -> None:
        """The law's word on it."""
        check, what = ("undo", f"undo {line.back_to}") if isinstance(line, log.TookBack) else ("law", line.move)
        try:
            self.room.follow(Entry(self.checks.line, when, "", [line]))
        except (MoveRefused, UndoRefused) as refused:
            raise Unfit(check, self.checks.line, Said("lawful"), what, refused) from None
        self.checks.counts[check] += 1
        if line.seat >= 0:
            self.is_robots_own = bool(self.room.chairs[line.seat].robot)

    def _ask(self, line: log.Moved, when: int) -> None:
        live, game = self.room.playing, self.room.game
        self.checks.fits("law", line.seat in (*range(len(self.room.chairs)), *HOUSE), Said("somebody"), line.seat)
        self.checks.fits("law", line.move in ids_of(game.name), Said("move-of", game=game.label.name), line.move)
        if line.seat in (CHANCE, HAND):
            self.checks.same("law", line.seat, live.actor)
        if line.seat in (TIME, CHANCE):
            self._moment(line, when)
        else:
            self._credit(line, when)
        if line.seat == CHANCE:
            self._chance(line)
        if line.seat == HAND:
            self._hand(line)
        self._silent(line)

    def _silent(self, line: log.Moved) -> None:
        """Nothing is said of a move that only other moves have."""
        blank, mine = log.Moved(line.seat, line.at, line.move), {CHANCE: ["leaf"], TIME: [], HAND: ["attempt", "path", "trip"]}
        timed = ["arrived", "credit", "trip"] if line.seat not in (CHANCE, TIME) and line.arrived >= 0 else []
        for key in ("leaf", "attempt", "path", "arrived", "credit", "trip"):
            if key not in mine.get(line.seat, []) and key not in timed:
                self.checks.same("law", getattr(blank, key), getattr(line, key))

    # Times

    def _moment(self, line: log.Moved, when: int) -> None:
        """The house moves exactly when it may, and that moment has come."""
        clock, game, table = self.room.clock, self.room.game, self.room.playing.table
        due = game.due(table)
        moment = due if line.seat == TIME else game.ready(table)
        self.checks.same("clock", max(clock.at, moment), line.at)
        self.checks.fits("clock", clock.time(when, due) >= line.at, Said("or-later", at=line.at), clock.time(when, due))

    def _credit(self, line: log.Moved, when: int) -> None:
        """A player's clock stands still while a move is on the network, within a quota; where no time runs there is none."""
        clock, game, table = self.room.clock, self.room.game, self.room.playing.table
        due = game.due(table)
        arrived = clock.time(when, due)
        if due == NEVER:
            self.checks.same("clock", arrived, line.at)
            return self.checks.same("clock", -1, line.arrived)
        self.checks.same("clock", arrived, line.arrived)
        self.checks.fits("clock", line.at <= arrived, Said("or-earlier", at=arrived), line.at)
        self.checks.same("credit", arrived - line.at, line.credit)
        most = min(clock.credit(line.trip), arrived - max(clock.at, min(arrived, game.ready(table))))
        least = 0 if line.seat == HAND else most  # a hand that was waited for gets none
        self.checks.fits("credit", least <= line.credit <= most, most, line.credit)
        self.checks.counts["credit"] += line.credit > 0

    # Chance and hands

    def _chance(self, line: log.Moved) -> None:
        """The next throw, as likely as its weight; and what of it stays hidden."""
        room, game, live = self.room, self.room.game, self.room.playing
        source = Limited(room.fairness.throw(room.chances))
        ids = game.legal(live.stamped(line.at), CHANCE)
        move = ids[weighed([game.odds(live.table, game.MOVES[i]) for i in ids], source)]
        self.checks.same("chance", named(game.MOVES[move]), line.move)
        self.checks.same("chance", [source.draws[0]], self.game.throws[room.chances : room.chances + 1])
        heard = game.told(live.table, SPECTATOR, game.MOVES[move])
        is_hidden = any(getattr(heard, key) == UNKNOWN for key in heard.fields)
        self.checks.same("hidden", room.fairness.leaf(len(room.items), move) if is_hidden else "", line.leaf)
        self.checks.counts += Counter(chance=1, hidden=int(is_hidden))

    def _hand(self, line: log.Moved) -> None:
        """Judged again; a robot has one try."""
        room, game = self.room, self.room.game
        if self.is_robots_own:
            self.checks.same("hands", 0, line.attempt)
        chunks = [Chunk(arrived, samples, is_last) for arrived, is_last, samples in line.path]
        try:
            verdict = game.hand.judge(room.playing.table, chunks, line.trip, room.fairness.tremor(room.pulls, line.attempt))
        except PullRefused as refused:
            raise Unfit("hands", self.checks.line, Said("path"), refused) from None
        self.checks.same("hands", named(game.MOVES[verdict]) if verdict != GOES_ON else "", line.move)
        self.checks.counts["hands"] += 1
