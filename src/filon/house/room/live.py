"""One game being played: the only place where its table changes."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

import msgspec
from msgspec import structs

from filon.core.game import Game, load
from filon.core.seats import CHANCE, HAND, NEVER, NOBODY, SPECTATOR, TIME, UNKNOWN
from filon.core.stream import Noted, Script, Source, weighed
from filon.core.views import has_learned
from filon.house.errors import Reason
from filon.house.room.setup import Setup
from filon.house.room.undoing import MovesNotUndone
from filon.house.room.view_cache import ViewCache


class MoveRefused(Exception):
    """The law's reason against a move, with its clause."""

    def __init__(self, refusal: IntEnum, clause: str) -> None:
        super().__init__(f"{refusal.name} ({clause})")
        self.refusal, self.clause = refusal, clause


class PlayedRefused(Exception):
    """A move or an undo of a log that cannot have been played here."""


class UndoRefused(Exception):
    """Why the last move stays."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


class Played(msgspec.Struct, frozen=True):
    """A move by somebody, or an undo."""

    seq: int
    at: int
    seat: int
    move: Any = None  # as it was played; in `told`, as that seat was told it
    back_to: int = -1  # of an undo: what was played after this number does not count
    bared: tuple[int, ...] = ()  # hidden items that this seat was shown by it


class LiveTable:
    """Plays moves; gives each seat what it is told, its view and its legal moves. Callers hand in the time; Chance has a source."""

    def __init__(self, setup: Setup, source: Source, settled: bool = True) -> None:
        noted = Noted(source)
        self.setup, self.source = setup, source
        self.game: Game = load(setup.game)
        self.table = setup.deal(noted)
        self.actor = self.game.actor(self.table)
        self.deal = noted.draws
        self._not_undone = MovesNotUndone(self.game, setup, noted.draws)
        self.played: list[Played] = []
        self.chances = self.pulls = 0  # moves by Chance and by Hand
        self._seq = 0  # number of what was played last
        self.viewers = [*range(len(setup.names)), SPECTATOR]
        self._told: dict[int, list[Played]] = {seat: [] for seat in self.viewers}
        self._retold: dict[int, list[Played]] = {seat: [] for seat in self.viewers} if self.game.retold else self._told
        self.cache = ViewCache(self.game, self.table, self.played)
        if settled:
            self.tick(0)

    @property
    def at(self) -> int:
        """Time of the last move or undo, in hundredths of a second."""
        return self.played[-1].at if self.played else 0

    @property
    def last_player(self) -> int:
        """The player's seat that moved last: its turn goes on while the house moves, and Hand is its hand."""
        return last_player(self.played)

    # Moves

    def play(self, seat: int, move: int, at: int, after: int | None = None) -> None:
        """A move by a seat or by Hand, then the moves of the house. They are numbered from `after` on, where a log has other events too."""
        if not 0 <= move < len(self.game.MOVES):
            raise PlayedRefused(f"expected the id of a move, 0 to {len(self.game.MOVES) - 1}; found {move}")
        chosen = self.game.MOVES[move]
        self.tick(at, after)
        at = max(at, self.at)
        if self.game.timed or move not in self.cache.legal.get(seat, ()):  # where no time runs, what was offered stays lawful
            self._ask(seat, chosen, at)
        self._do(seat, chosen, at)
        self.tick(at)

    def follow(self, played: Played) -> None:
        """A move or an undo of a log, by any seat; Chance is not asked again."""
        if played.at < self.at:
            raise PlayedRefused(f"expected a time from {self.at} on; found {played.at}")
        if played.back_to >= 0:
            self.undo(played.seat, played.at, played.seq - 1)
            if self.played[-1].back_to != played.back_to:
                raise PlayedRefused(f"expected undo {self.played[-1].back_to}; found undo {played.back_to}")
        else:
            self._seq = played.seq - 1
            self._ask(played.seat, played.move, played.at)
            self._do(played.seat, played.move, played.at)

    def _ask(self, seat: int, move: Any, at: int) -> None:
        refusal = self.game.refusal(self.stamped(at), seat, move)
        if refusal:
            raise MoveRefused(refusal, self.game.CLAUSES[refusal])

    def tick(self, at: int, after: int | None = None) -> None:
        """Time passes: Time moves when it is due, before anything later, and Chance as soon as it may."""
        self._seq = self._seq if after is None else after
        while (moment := self.moment()) <= at and moment != NEVER:
            when = max(self.at, moment)
            if self.game.due(self.table) <= moment:
                (move,) = self.game.legal(self.stamped(when), TIME)
                self._do(TIME, self.game.MOVES[move], when)
            else:
                self._do(CHANCE, self._thrown(when), when)

    def moment(self) -> int:
        """When the house will move by itself: Time when it is due, Chance when it may; never where it has no moves."""
        if not self.game.OWNERS:
            return NEVER
        chance = self.game.ready(self.table) if self.actor == CHANCE else NEVER
        return min(chance, self.game.due(self.table))

    def _thrown(self, at: int) -> Any:
        """Chance's next move, by its odds."""
        ids = self.game.legal(self.stamped(at), CHANCE)
        weights = [self.game.odds(self.table, self.game.MOVES[i]) for i in ids]
        return self.game.MOVES[ids[weighed(weights, self.source)]]

    def stamped(self, at: int, table: Any = None) -> Any:
        """The table, or a view of it, as it stands at a time; the table itself is stamped only by a move."""
        table = self.table if table is None else table
        if not self.game.timed:
            return table
        asked = table.copy()
        self.game.stamp(asked, at)
        return asked

    def _do(self, seat: int, move: Any, at: int) -> None:
        self._seq += 1
        self.game.stamp(self.table, at)
        self._tell(seat, move, at)
        self.game.apply(self.table, move)
        self.actor = self.game.actor(self.table)
        self.chances += seat == CHANCE
        self.pulls += seat == HAND
        self.cache.invalidate()
        self.played.append(Played(self._seq, at, seat, move))
        self._not_undone.add(self.played[-1], self.table)

    def _tell(self, seat: int, move: Any, at: int) -> None:
        """What each viewer hears, asked of the stamped table before the move changes it. What a spectator hears whole, all hear alike."""
        heard, retold = self._told_to(SPECTATOR, seat, move, at), self.game.retold
        is_open = heard.move is not None and UNKNOWN not in heard.move.packed()
        for viewer, told in self._told.items():
            told.append(heard if is_open or viewer == SPECTATOR else self._told_to(viewer, seat, move, at))
        if retold:
            for viewer, told in self._retold.items():
                told.append(Played(self._seq, at, seat, retold(self.table, viewer, move)))

    def _told_to(self, viewer: int, seat: int, move: Any, at: int) -> Played:
        told, bared = self.game.told(self.table, viewer, move), self.game.bared(self.table, viewer, move)
        return Played(self._seq, at, seat, told, bared=bared)

    # What a seat is told

    def view(self, seat: int | None) -> Any:
        """Not to be changed: views share what is the same in them, and in those before. Without a seat everything is open."""
        return self.table if seat is None else self.cache.view(seat)

    def legal(self, seat: int) -> list[int]:
        """Asked of the seat's own view, as soon as it may move."""
        game = self.game
        if seat < 0 or self.actor != seat:
            return []
        legal = self.cache.legal
        if seat not in legal:
            legal[seat] = game.legal(self.stamped(max(self.at, game.ready(self.table)), self.view(seat)), seat)
        return legal[seat]

    def told(self, seat: int) -> list[Played]:
        """Everything played so far, as this seat was told it."""
        return self._told[seat]

    def log(self, seat: int) -> list[Played]:
        """The same as a log may tell it again: all of it once the game is over."""
        return (self._told if self.is_over else self._retold)[seat]

    def as_told(self, index: int, seat: int | None) -> Played:
        """One move or undo as this seat was told it; without a seat everything that anybody was told of it."""
        return all_told([told[index] for told in self._told.values()]) if seat is None else self._told[seat][index]

    @property
    def is_over(self) -> bool:
        return self.actor == NOBODY

    # Undo

    def undo(self, seat: int, at: int, after: int | None = None) -> None:
        """Take back one's own last move, until the next player moves; not if anybody learned anything by it."""
        moves = self._not_undone.moves
        if self.game.timed:
            raise UndoRefused(Reason.UNDO_NEVER)
        if not moves or {moves[-1].seat, self.played[-1].seat} != {seat} or self.is_over:  # a move that another took back has been made
            raise UndoRefused(Reason.UNDO_NOT_YOURS)
        before = self._not_undone.before_last()
        if any(self._has_taught(before, moves[-1].move, viewer) for viewer in self.viewers):
            raise UndoRefused(Reason.UNDO_TAUGHT)
        self.put(before)
        self._seq = (self._seq if after is None else after) + 1
        played = Played(self._seq, max(at, self.at), seat, back_to=self._not_undone.take_back().seq - 1)
        for told in [self.played, *self._told.values(), *(self._retold.values() if self.game.retold else [])]:
            told.append(played)

    def _has_taught(self, before: Any, move: Any, viewer: int) -> bool:
        """Whether this viewer's view knows more after the move, or was told more than it could have said of the move itself."""
        view = self.game.view(before, viewer)
        foreseen, heard = self.game.told(view, viewer, move), self.game.told(before, viewer, move)
        return has_learned(view, self.view(viewer)) or (heard is not None and has_learned(foreseen, heard))

    def put(self, table: Any) -> None:
        """Another table stands here now."""
        self.table, self.actor = table, self.game.actor(table)
        self.cache.put(table)


def all_told(heard: list[Played]) -> Played:
    """One move from what each viewer was told of it: a field that one of them does not know, another may."""
    moves = [one.move for one in heard if one.move is not None]
    if not moves:
        return heard[0]
    fields = zip(*(move.packed() for move in moves), strict=True)
    known = [next((value for value in values if value != UNKNOWN), UNKNOWN) for values in fields]
    bared = sorted({item for one in heard for item in one.bared})
    return structs.replace(heard[0], move=type(moves[0])(*known), bared=tuple(bared))


def last_player(played: Sequence[Any]) -> int:
    """The seat of the player that moved last; NOBODY if no player has moved."""
    return next((one.seat for one in reversed(played) if one.seat >= 0), NOBODY)


def not_undone(played: list[Played]) -> list[Played]:
    """The moves that no undo has taken back."""
    moves: list[Played] = []
    for one in played:
        if one.back_to >= 0:
            while moves and moves[-1].seq > one.back_to:
                moves.pop()
        else:
            moves.append(one)
    return moves


def replayed(setup: Setup, deal: list[int], played: list[Played], source: Source) -> LiveTable:
    """A table again as its log says; what does not follow the law is refused."""
    live = LiveTable(setup, Script(deal), settled=False)
    for one in played:
        live.follow(one)
    live.source = source
    return live
