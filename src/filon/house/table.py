"""One game being played: the only place where its table changes."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import msgspec

from filon.core.game import Game, load
from filon.core.seats import CHANCE, NEVER, NOBODY, SPECTATOR, TIME, UNKNOWN
from filon.core.stream import Noted, Script, Source, weighed
from filon.core.views import has_learned
from filon.house.setup import Setup
from filon.house.sheets import Sheets


class MoveRefused(Exception):
    """The law's reason against a move, with its clause."""

    def __init__(self, refusal: IntEnum, clause: str) -> None:
        super().__init__(f"{refusal.name} ({clause})")
        self.refusal, self.clause = refusal, clause


class LineRefused(Exception):
    """A written line that cannot have been written here."""


class UndoRefused(Exception):
    """Why the last move stays: the key of its sentence."""


class Line(msgspec.Struct, frozen=True):
    """One line of the log: a move by somebody, or back to an earlier line."""

    seq: int
    at: int
    seat: int
    move: Any = None  # as it was played; in News, as this seat was told it
    back_to: int = -1  # an undo: the lines after this one do not count
    bared: tuple[int, ...] = ()  # hidden items that this seat was shown by it


class News(msgspec.Struct, frozen=True):
    """What one seat is told: the lines it has not heard yet, the latest view, and what is legal for it now."""

    seat: int
    at: int
    lines: list[Line]
    view: Any
    legal: list[int]
    ready: int  # from when on the legal moves may be played


class LiveTable:
    """Moves go in, News comes out. Time is handed in; Chance has a source."""

    def __init__(self, setup: Setup, source: Source, settled: bool = True) -> None:
        noted = Noted(source)
        self.setup, self.source = setup, source
        self.game: Game = load(setup.game)
        self.table = setup.deal(noted)
        self.actor = self.game.actor(self.table)
        self.deal = noted.draws
        self.at = 0
        self.seq = 0  # the last number given to a line; whoever keeps lines of their own beside these moves it on
        self.lines: list[Line] = []
        self.viewers = [*range(len(setup.names)), SPECTATOR]
        self._told: dict[int, list[Line]] = {seat: [] for seat in self.viewers}
        self._retold: dict[int, list[Line]] = {seat: [] for seat in self.viewers} if self.game.retold else self._told
        self._views: dict[int, Any] = {}
        self._legal: dict[int, list[int]] = {}
        self._before: tuple[Any, int] = None, 0  # what everybody saw when it was last asked for, and after how many lines that was
        self._owned: dict[int, tuple[Any, dict[str, Any]]] = {}  # by seat: what everybody saw then, and its own fields
        self._sheets = Sheets(setup.game)
        if settled:
            self.tick(0)

    # Moves

    def play(self, seat: int, move: int, at: int) -> None:
        """A move by a seat or by Hand, then whatever the house does about it."""
        if not 0 <= move < len(self.game.MOVES):
            raise LineRefused(f"expected the id of a move, 0 to {len(self.game.MOVES) - 1}; found {move}")
        chosen = self.game.MOVES[move]
        self.tick(at)
        if self.game.timed or move not in self._legal.get(seat, ()):  # where no time runs, what was offered is lawful as long as it stands
            self._ask(seat, chosen)
        self._do(seat, chosen)
        self.tick(self.at)

    def follow(self, line: Line) -> None:
        """A line that was written before, of whoever it was; Chance is not asked again."""
        if line.at < self.at:
            raise LineRefused(f"expected a time from {self.at} on; found {line.at}")
        if line.back_to >= 0:
            self.undo(line.seat, line.at)
            if self.lines[-1].back_to != line.back_to:
                raise LineRefused(f"expected undo {self.lines[-1].back_to}; found undo {line.back_to}")
        else:
            self.at = line.at
            self._ask(line.seat, line.move)
            self._do(line.seat, line.move)

    def _ask(self, seat: int, move: Any) -> None:
        refusal = self.game.refusal(self.stamped(self.at), seat, move)
        if refusal:
            raise MoveRefused(refusal, self.game.CLAUSES[refusal])

    def tick(self, at: int) -> None:
        """Time passes: Time moves when it is due, before anything later, and Chance as soon as it may."""
        while (moment := self.moment()) <= at and moment != NEVER:
            self.at = max(self.at, moment)
            if self.game.due(self.table) <= moment:
                (move,) = self.game.legal(self.stamped(self.at), TIME)
                self._do(TIME, self.game.MOVES[move])
            else:
                self._chance()
        self.at = max(self.at, at)

    def moment(self) -> int:
        """When the house will move by itself: Time when it is due, Chance when it may; never where it has no moves."""
        if not self.game.OWNERS:
            return NEVER
        chance = self.game.ready(self.table) if self.actor == CHANCE else NEVER
        return min(chance, self.game.due(self.table))

    def _chance(self) -> None:
        ids = self.game.legal(self.stamped(self.at), CHANCE)
        weights = [self.game.odds(self.table, self.game.MOVES[i]) for i in ids]
        self._do(CHANCE, self.game.MOVES[ids[weighed(weights, self.source)]])

    def stamped(self, at: int, table: Any = None) -> Any:
        """The table, or a view of it, as it stands at a time; the table itself is stamped only by a move."""
        table = self.table if table is None else table
        if not self.game.timed:
            return table
        asked = table.copy()
        self.game.stamp(asked, at)
        return asked

    def _do(self, seat: int, move: Any) -> None:
        self._tell(seat, move)
        self.game.stamp(self.table, self.at)
        self.game.apply(self.table, move)
        self.actor = self.game.actor(self.table)
        self.forget()
        self.seq += 1
        self.lines.append(Line(self.seq, self.at, seat, move))

    def _tell(self, seat: int, move: Any) -> None:
        """What each viewer hears, asked before the move is applied. What hides nothing from a spectator is heard by all alike."""
        heard, retold = self._told_to(SPECTATOR, seat, move), self.game.retold
        is_open = heard.move is not None and UNKNOWN not in heard.move.packed()
        for viewer, told in self._told.items():
            told.append(heard if is_open or viewer == SPECTATOR else self._told_to(viewer, seat, move))
        if retold:
            for viewer, told in self._retold.items():
                told.append(Line(self.seq + 1, self.at, seat, retold(self.table, viewer, move)))

    def _told_to(self, viewer: int, seat: int, move: Any) -> Line:
        told, bared = self.game.told(self.table, viewer, move), self.game.bared(self.table, viewer, move)
        return Line(self.seq + 1, self.at, seat, told, bared=bared)

    # News

    def view(self, seat: int) -> Any:
        """Not to be changed: views share what is the same in them, and in those before."""
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = self._seen(seat)
        return view

    def _seen(self, seat: int) -> Any:
        game = self.game
        if seat != SPECTATOR:
            seen = self.view(SPECTATOR)
            return seen.replace(**self._own(seat, seen))
        if game.seen_by_all is None:
            return game.view(self.table, seat)
        before, after = self._before
        seen = game.seen_by_all(self.table, before, [line.move for line in self.lines[after:]])
        self._before = seen, len(self.lines)
        return seen

    def _own(self, seat: int, seen: Any) -> dict[str, Any]:
        """The fields in which a seat's view is another than what everybody sees."""
        if seat == SPECTATOR:
            return {}
        before = self._owned.get(seat)
        if before is None or before[0] is not seen:
            before = self._owned[seat] = seen, self.game.overrides(self.table, seat, seen, before)
        return before[1]

    def sheet(self, seat: int) -> list[bytes]:
        """A view as it is written for whoever looks with these eyes, in pieces."""
        held = self._sheets.written.get(seat)
        if held is None:
            seen = self.view(SPECTATOR)
            held = self._sheets.write(seat, self._own(seat, seen), seen)
        return held

    def forget(self) -> None:
        """All that was worked out of the table as it stood."""
        self._views.clear()
        self._legal.clear()
        self._sheets.forget()

    def rest(self) -> None:
        """Nobody asks any more, for a while: what can be worked out again is not kept in memory."""
        self.forget()
        self._sheets.rest()
        self._owned.clear()
        self._before = None, 0

    def news(self, seat: int, after: int = 0) -> News:
        """What a seat has not heard since line `after`, what it sees, and what it may do."""
        ready = self.game.ready(self.table)
        return News(seat, self.at, self._told[seat][after:], self.view(seat), self.legal(seat), ready)

    def legal(self, seat: int) -> list[int]:
        """Asked of the seat's own view, as soon as it may move."""
        game = self.game
        if seat < 0 or self.actor != seat:
            return []
        if seat not in self._legal:
            self._legal[seat] = game.legal(self.stamped(max(self.at, game.ready(self.table)), self.view(seat)), seat)
        return self._legal[seat]

    def told(self, seat: int) -> list[Line]:
        """Everything this seat has heard."""
        return self._told[seat]

    def log(self, seat: int) -> list[Line]:
        """The lines as they may be told again: all of them once the game is over."""
        return (self._told if self.is_over else self._retold)[seat]

    @property
    def is_over(self) -> bool:
        return self.actor == NOBODY

    # Undo

    def undo(self, seat: int, at: int) -> None:
        """Take back one's own last move of this turn, unless anybody learned anything by it."""
        moves = standing(self.lines)
        if self.game.timed:
            raise UndoRefused("undo.never")
        if not moves or moves[-1].seat != seat or self.actor != seat:
            raise UndoRefused("undo.not-yours")
        before = self._after(moves[:-1])
        if any(has_learned(self.game.view(before, viewer), self.view(viewer)) for viewer in self.viewers):
            raise UndoRefused("undo.taught")
        self.put(before)
        self.seq += 1
        line = Line(self.seq, max(at, self.at), seat, back_to=moves[-1].seq - 1)
        for told in [self.lines, *self._told.values(), *(self._retold.values() if self.game.retold else [])]:
            told.append(line)

    def put(self, table: Any) -> None:
        """Another table stands here now."""
        self.table, self.actor = table, self.game.actor(table)
        self.rest()

    def _after(self, moves: list[Line]) -> Any:
        """The table after these moves, from the deal on."""
        table = self.setup.deal(Script(self.deal))
        for line in moves:
            self.game.stamp(table, line.at)
            self.game.apply(table, line.move)
        return table


def standing(lines: list[Line]) -> list[Line]:
    """The moves that count: those that were not taken back."""
    moves: list[Line] = []
    for line in lines:
        if line.back_to >= 0:
            moves = [move for move in moves if move.seq <= line.back_to]
        else:
            moves.append(line)
    return moves


def replayed(setup: Setup, deal: list[int], lines: list[Line], source: Source) -> LiveTable:
    """A table again as its log says; what does not follow the law is refused."""
    live = LiveTable(setup, Script(deal), settled=False)
    for line in lines:
        live.follow(line)
    live.source = source
    return live
