"""Verification: replay a game file offline and check chance, rules, times and result (docs/fairness.md)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import Any

from filon.core.compiled.record import spoken
from filon.core.game import found, load
from filon.core.seats import SPECTATOR
from filon.house.records.game_file import GameFile, deal_draws, events_of, moves_digest, opened_of, table_digest
from filon.house.records.verify_moves import Checks, Message, Mismatch, MoveChecks
from filon.house.room import events
from filon.house.room.events import AnyEvent
from filon.house.room.fairness import SECRET, commitment, name_hash
from filon.house.room.room import Room

__all__ = ["Check", "Mismatch", "contributors", "verify"]

NAMES = (
    "commitment",
    "numbers",
    "seats",
    "setup",
    "names",
    "deal",
    "leaves",
    "law",
    "chance",
    "hidden",
    "hands",
    "clock",
    "credit",
    "undo",
    "result",
)
SETUP_ERRORS = (ArithmeticError, LookupError, TypeError, ValueError)  # of a set-up that cannot be dealt


@dataclass(frozen=True)
class Check:
    """The name of a check, and how often it passed."""

    name: str
    count: int


def verify(game: GameFile) -> list[Check]:
    """All passed checks; Mismatch at the first that fails. No clock and no network is used."""
    counts = Verifier(game).run()
    return [Check(name, counts[name]) for name in NAMES if counts[name]]


def contributors(game: GameFile) -> list[str]:
    """Names of players who added entropy and sat there at START, in the order in which they sat down."""
    added: dict[int, str] = {}
    for _, _, event in events_of(game):
        if isinstance(event, events.Began):
            break
        if isinstance(event, events.Sat | events.Left):
            added.pop(event.seat, None)
        if isinstance(event, events.Sat) and event.entropy:
            added[event.seat] = event.name
    return list(added.values())


def withdrawn(game: GameFile) -> int:
    """How many names were withdrawn after the game: their hashes are still in the key."""
    return sum(event.names.count("") for _, _, event in events_of(game) if isinstance(event, events.Began))


class Verifier:
    """Replays a game file in a room and checks each event before the room notes it."""

    def __init__(self, game: GameFile) -> None:
        self.game, self.room, self.checks = game, Room(), Checks()
        self.moves = MoveChecks(game, self.room, self.checks)

    def run(self) -> dict[str, int]:
        self._open()
        self._numbers()
        for number, when, event in events_of(self.game):
            self._skip_talk(number)
            self.checks.line = number
            self.checks.fits("clock", when >= self.room.log[-1][0], Message("or-later", at=self.room.log[-1][0]), when)
            self._follow(event, when)
        self._result()
        return self.checks.counts

    def _follow(self, event: AnyEvent, when: int) -> None:
        match event:
            case events.Moved() | events.TookBack():
                self.moves.follow(event, when)
            case events.Began():
                self._begin(event, when)
            case events.Paused():
                self.moves.follow_pause(event, when)
            case events.Changed():
                self._check_change(event)
                self.room.add(event, when)
            case _:
                self._check_seating(event)
                self.moves.is_robot_turn = False
                self.room.add(event, when)

    # Before the game

    def _open(self) -> None:
        opened, checks = opened_of(self.game), self.checks
        checks.fits("commitment", bool(SECRET.fullmatch(opened.secret)), Message("secret"), opened.secret)
        checks.same("commitment", commitment(opened.secret), opened.commit)
        checks.counts["commitment"] = 1
        checks.fits("setup", opened.game in found(), Message("one-of", those=", ".join(found())), opened.game)
        label = load(opened.game).label
        checks.fits("setup", 1 <= opened.rules <= label.rules, Message("rules", latest=label.rules), opened.rules)
        checks.fits("setup", opened.seats in label.seats, Message("seats", those=", ".join(map(str, label.seats))), opened.seats)
        self.room.add(opened, self.game.opened.when)

    def _numbers(self) -> None:
        """Line numbers are complete and in order; the file omits talk only."""
        checks, numbers = self.checks, [number for number, _, _ in events_of(self.game)]
        for checks.line, number in enumerate(sorted([*numbers, *self.game.talk]), 2):
            checks.same("numbers", checks.line, number)
        for checks.line, following in (*pairwise(numbers), *pairwise(self.game.talk)):
            checks.fits("numbers", checks.line < following, Message("or-later", at=checks.line + 1), following)
        checks.same("numbers", 1 + len(numbers) + len(self.game.talk), self.game.seq)
        checks.counts["numbers"] = len(numbers) + 1

    def _skip_talk(self, number: int) -> None:
        """Note an empty text for each event of talk before `number`."""
        while self.room.seq + 1 < number:
            self.room.add(events.Said(SPECTATOR, ""), self.room.log[-1][0])

    def _check_change(self, event: events.Changed) -> None:
        """Before START the host may set the table up differently; a chair on which somebody sits stays."""
        room, checks, seats = self.room, self.checks, load(self.game.game).label.seats
        count = room.opened.seats if event.seats is None else event.seats
        checks.fits("setup", room.live is None, Message("one-beginning"), Message("another"))
        checks.fits("setup", count in seats, Message("seats", those=", ".join(map(str, seats))), count)
        checks.fits("seats", not any(chair.holder for chair in room.chairs[count:]), Message("seat", last=len(room.chairs) - 1), count)

    def _check_seating(self, event: AnyEvent) -> None:
        """Nobody sits on a taken chair. After START no chair becomes free, and a new holder keeps the name and the entropy of the chair."""
        chairs, seat, checks = self.room.chairs, getattr(event, "seat", 0), self.checks
        checks.fits("seats", 0 <= seat < len(chairs), Message("seat", last=len(chairs) - 1), seat)
        has_begun, chair = self.room.live is not None, chairs[seat]
        if isinstance(event, events.Left):
            checks.fits("seats", not has_begun, Message("robot"), Message("free-chair"))
        if isinstance(event, events.Sat):
            checks.fits("seats", not chair.holder and has_begun == chair.is_vacant, Message("free-chair"), event.name)
        if isinstance(event, events.Sat) and has_begun:
            checks.same("seats", (chair.name, chair.entropy, chair.own, chair.salt), (event.name, event.entropy, event.own, event.salt))

    # The deal

    def _begin(self, event: events.Began, when: int) -> None:
        room, checks = self.room, self.checks
        checks.fits("setup", room.live is None and not room.is_closed, Message("one-beginning"), Message("another"))
        checks.fits("setup", all(chair.is_taken for chair in room.chairs), Message("no-free-chair"), Message("free-chair"))
        checks.same("setup", [chair.name for chair in room.chairs], event.names)
        checks.same("names", "", event.key)
        self._names(event.hashes)
        self._options(event.options)
        try:
            room.add(event, when)
        except SETUP_ERRORS as error:
            raise Mismatch("setup", checks.line, Message("dealable"), error) from None
        checks.counts += Counter(seats=len(room.chairs), setup=1)
        self._each("deal", deal_draws(room), self.game.deal)
        self._each("leaves", [room.fairness.leaf(item, value) for item, value in enumerate(room.items)], event.leaves)

    def _names(self, hashes: list[str]) -> None:
        """Each name fits its frozen hash; a name that was withdrawn has neither name nor salt, and its hash stands for it."""
        chairs, checks = self.room.chairs, self.checks
        if self.game.version == 1:
            checks.same("names", ([], ""), (hashes, "".join(chair.salt for chair in chairs)))
            return
        checks.same("names", len(chairs), len(hashes))
        for chair, held in zip(chairs, hashes, strict=True):
            if chair.name or chair.salt:
                checks.same("names", name_hash(chair.name, chair.salt), held)
                checks.counts["names"] += 1

    def _options(self, held: dict[str, Any]) -> None:
        """The options of the opening, with each seat's own choices. The label is not asked: it may be a later one."""
        chairs, whole = self.room.chairs, self.room.opened.options
        own = {name for chair in chairs for name in chair.own}
        self.checks.fits("setup", own | set(whole) <= set(held), ", ".join(sorted(own | set(whole))), ", ".join(sorted(held)))
        for name in sorted(own | set(whole)):
            asked = whole.get(name, "")
            each = asked if isinstance(asked, list) else [asked] * len(chairs)
            chosen = [chair.own.get(name, one) for chair, one in zip(chairs, each, strict=False)] if name in own else asked
            self.checks.same("setup", f"{name}={chosen}".lower(), f"{name}={held[name]}".lower())

    def _each(self, check: str, expected: list[Any], held: list[Any]) -> None:
        """Compare two lists; a mismatch names the first place that differs, counted from 0 as in the file."""
        for place, (one, other) in enumerate(zip_longest(expected, held)):
            is_same = type(one) is type(other) and one == other
            self.checks.fits(check, is_same, Message("at-place", value=one, place=place), other)
        self.checks.counts[check] = len(expected)

    # The end

    def _result(self) -> None:
        game, room, checks = self.game, self.room, self.checks
        checks.fits("result", room.live is not None and room.live.is_over, Message("game-over"), Message("game-on"))
        table = room.playing.table
        checks.same("chance", room.playing.chances, len(game.throws))
        self._each("items", room.items, game.items)
        checks.same("result", list(room.game.scores(table)), game.scores)
        checks.same("result", list(room.game.winners(table)), game.winners)
        checks.same("result", spoken(room.game.ending(table)), game.ending)
        checks.same("result", moves_digest(game.lines), game.moves)
        checks.same("result", table_digest(table), game.digest)
        checks.counts["result"] = 1
