"""A table and everything around it: chairs, talk, chance, time. A room is what following its events gives."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, NamedTuple

from msgspec import structs

from filon.core.game import Game, load
from filon.core.level import Spoken
from filon.core.pull import GOES_ON, Chunk, Sample
from filon.core.seats import HAND, NOBODY
from filon.core.texts.notation import move_ids
from filon.house.room import events
from filon.house.room.card import CLOSED, OVER, PLAYING, WAITING, Card
from filon.house.room.clock import TableClock
from filon.house.room.events import AnyEvent, Entry
from filon.house.room.fairness import Fairness, Throws
from filon.house.room.live import LiveTable, Played
from filon.house.room.setup import Setup

REMEMBERED = 16  # phrases that robots may still hear of
HOST = -1  # among those who may be away, beside the seats: the host need not sit


class RoomBroken(Exception):
    """A log that cannot be followed."""


@dataclass
class Chair:
    name: str = ""
    holder: str = ""  # the digest of the device that holds it; empty for nobody
    robot: str = ""  # the level of the robot that plays it
    entropy: str = ""
    own: dict[str, Any] = field(default_factory=dict)  # options its player chose
    number: int = 0  # of a robot's chair: tells robots of one level apart, from 1 on
    salt: str = ""  # of the hash of its name
    is_vacant: bool = False  # its player went away for good while the game was on: anybody may take it

    @property
    def is_taken(self) -> bool:
        return bool(self.holder or self.robot)


@dataclass
class Pulling:
    """A hand at work. Only the process that judges it knows of it: if that is lost, the pull is tried again."""

    seat: int
    attempt: int
    began: int  # when it took hold, on the store's clock
    seed: int
    trip: int = 0
    chunks: list[Chunk] = field(default_factory=list)
    verdict: int = GOES_ON
    last: str = ""  # id of the command that brought the latest piece
    stalled: int = 0  # milliseconds that the server stood still meanwhile

    def arrival(self, now: int, samples: list[Sample]) -> int:
        """Milliseconds after the grab at which a piece counts as arrived: a stall makes no piece late, and none early."""
        elapsed, drawn = max(0, now - self.began), max((ms for ms, _, _ in samples), default=0)
        return max(elapsed - self.stalled, min(elapsed, drawn))


class SentAway(NamedTuple):
    """Somebody whom the host sent away."""

    number: int  # of the event that says so
    name: str


SavedPull = tuple[int, Pulling | None, int]  # how many moves there were, the pull that went on, the malformed ones before it


@cache
def ids_of(game: str) -> dict[str, int]:
    return move_ids(load(game).MOVES)


class Room:
    """State only: commands/ changes it, updates/ tells of it."""

    opened: events.Opened
    game: Game
    fairness: Fairness
    clock: TableClock  # from START on

    def __init__(self) -> None:
        self.host = ""
        self.log: list[tuple[int, AnyEvent]] = []  # when, and the event; its number is its place, from 1
        self.commands: dict[str, int] = {}
        self.chairs: list[Chair] = []
        self.passes: dict[int, str] = {}  # by seat: the digest of the pass with which it may be carried away
        self.sent_away: dict[str, SentAway] = {}  # by holder
        self.muted: set[str] = set()  # holders who may not speak
        self.live: LiveTable | None = None
        self.rematch, self.rematch_invite = "", ""
        self.is_shared = False  # everybody who has the address may look at the finished game
        self.is_closed = False
        self.items: list[int] = []  # hidden since the set-up or since a throw of Chance, in the order of their leaves
        self.changes = 0  # of what is around the table
        self.setups = 0  # of what Welcome tells
        self.turn = NOBODY  # by post: whose it is, or was before the house moved
        self.pulling: Pulling | None = None
        self.talk: deque[Spoken] = deque(maxlen=REMEMBERED)
        self.spoke: dict[int, int] = {}  # by seat: where the table's clock stood when it last said a phrase
        self.refused_pulls = 0  # malformed paths of the pull that goes on
        self.is_told_over = False
        # by number of event: its place in LiveTable.played, and how many items were hidden before
        self.moves: dict[int, tuple[int, int]] = {}

    @property
    def seq(self) -> int:
        return len(self.log)

    @property
    def status(self) -> str:
        if self.is_closed:
            return CLOSED
        if self.live is None:
            return WAITING
        return OVER if self.live.is_over else PLAYING

    @property
    def playing(self) -> LiveTable:
        if self.live is None:
            raise RoomBroken(f"line {self.seq + 1}: the game has not begun")
        return self.live

    @property
    def holders(self) -> list[tuple[int, str]]:
        """The device behind the host and behind each seat, as (HOST or seat, digest)."""
        return [(HOST, self.host), *((seat, chair.holder) for seat, chair in enumerate(self.chairs))]

    def seats_of(self, holder: str) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.holder == holder]

    def holds(self, holder: str, seat: int) -> bool:
        return 0 <= seat < len(self.chairs) and self.chairs[seat].holder == holder

    def card(self) -> Card:
        """As the lobby lists it."""
        opened, is_over = self.opened, self.status == OVER
        return Card(
            table=opened.table,
            game=opened.game,
            status=self.status,
            seats=opened.seats,
            names=[chair.name for chair in self.chairs],
            robots=[chair.robot for chair in self.chairs],
            is_public=opened.is_public,
            is_shared=self.is_shared,
            pace=opened.pace,
            since=self.log[-1][0],
            host=self.host,
            holders=[chair.holder for chair in self.chairs],
            sent_away=list(self.sent_away),
            scores=list(self.game.scores(self.playing.table)) if is_over else [],
            winners=list(self.game.winners(self.playing.table)) if is_over else [],
            actor=self.turn if self.status == PLAYING else NOBODY,
        )

    # A hand at work, which no event tells of

    def save_pull(self) -> SavedPull:
        pulling = self.pulling and replace(self.pulling, chunks=[*self.pulling.chunks])
        return len(self.moves), pulling, self.refused_pulls

    def restore_pull(self, saved: SavedPull) -> None:
        """After events of other workers were read: unless somebody has moved, the pull goes on."""
        if saved[0] == len(self.moves):
            _, self.pulling, self.refused_pulls = saved

    # Following a stored entry

    def replay(self, entry: Entry) -> None:
        if entry.seq != self.seq + 1:
            raise RoomBroken(f"expected line {self.seq + 1}; found {entry.seq}")
        for event in entry.events:
            if isinstance(event, events.GAME_EVENTS):
                self._replay(event)
            self.add(event, entry.when)
        if entry.command:
            self.commands[entry.command] = entry.last

    def _replay(self, event: events.Moved | events.TookBack) -> None:
        live = self.playing
        if isinstance(event, events.TookBack):
            if event.back_to < 0:
                raise RoomBroken(f"line {self.seq + 1}: expected the number of an earlier line; found {event.back_to}")
            live.follow(Played(self.seq + 1, event.at, event.seat, back_to=event.back_to))
        elif event.move not in ids_of(self.game.name):
            raise RoomBroken(f"line {self.seq + 1}: expected a move of {self.game.name}; found {event.move!r}")
        else:
            live.follow(Played(self.seq + 1, event.at, event.seat, self.game.MOVES[ids_of(self.game.name)[event.move]]))

    # Noting an event: everything but the live table, which has moved already

    def add(self, event: AnyEvent, when: int) -> None:
        self.log.append((when, event))
        if isinstance(event, events.GAME_EVENTS):
            self._note_move(event, when)
            return self._note_turn()
        match event:
            case events.Opened():
                self._open(event)
            case events.Changed():
                self._change(event)
            case events.Began():
                self._begin(event, when)
            case events.Phrase() if self.live is not None:
                self.spoke[event.seat] = self.clock.time(when, self.game.due(self.live.table))
                self.talk.append(Spoken(self.spoke[event.seat], event.seat, event.phrase))
            case events.Paused() if self.live is not None:
                self.clock.pause(event.since, event.until)
            case _:
                self._note_around(event)
        self.changes += not isinstance(event, events.Said | events.Phrase | events.Paused)

    def _note_move(self, event: events.Moved | events.TookBack, when: int) -> None:
        self.moves[len(self.log)] = len(self.moves), len(self.items)
        self.clock.when = when
        if isinstance(event, events.TookBack):
            return
        game, live = self.game, self.playing
        self.clock.spend(event.credit, game.due(live.table))
        if event.leaf:
            self.items.append(ids_of(game.name)[event.move])
        if live.actor != HAND:
            self.pulling, self.refused_pulls = None, 0
        if live.is_over and not self.is_told_over:
            self.is_told_over = True
            self.changes += 1

    def _open(self, event: events.Opened) -> None:
        self.opened, self.game, self.host = event, load(event.game), event.host
        self.chairs = [Chair() for _ in range(event.seats)]

    def _change(self, event: events.Changed) -> None:
        """The table is set up differently. Chairs are removed only where nobody sits."""
        given = {name: getattr(event, name) for name in ("seats", "is_public", "pace", "hints") if getattr(event, name) is not None}
        self.opened = structs.replace(self.opened, options={**self.opened.options, **event.options}, **given)
        more = self.opened.seats - len(self.chairs)
        self.chairs = [*self.chairs[: self.opened.seats], *(Chair() for _ in range(more))]
        self.setups += 1

    def _begin(self, event: events.Began, when: int) -> None:
        """START: everything that chance depends on is frozen now, and the deal follows from it."""
        self.fairness, live = self.deal(event)
        self.live, self.clock = live, TableClock(live, when)
        live.source = Throws.of(self.fairness, live)
        self.items = self.game.items(live.table)
        self.setups += 1
        self._note_turn()

    def _note_turn(self) -> None:
        """By post people are asked without being here: the lobby tells them."""
        if self.opened.pace != events.POST:
            return
        actor = self.playing.actor
        if actor >= 0 and actor != self.turn:
            self.turn = actor
            self.changes += 1

    def deal(self, event: events.Began) -> tuple[Fairness, LiveTable]:
        opened, names = self.opened, [chair.name for chair in self.chairs]
        if event.names != names:
            raise RoomBroken(f"line {self.seq + 1}: expected the names of the {len(names)} seats; found {len(event.names)} names")
        setup = Setup(opened.game, event.names, event.options, opened.content, [chair.robot for chair in self.chairs], rules=opened.rules)
        names = event.names if opened.fairness == 1 else event.hashes
        frozen = {"game": setup.game, "rules": setup.rules, "names": names, "options": setup.options, "content": setup.content}
        fairness = Fairness(opened.secret, opened.table, frozen, [chair.entropy for chair in self.chairs], opened.fairness)
        if event.key:
            fairness = Fairness.from_key(event.key)
        if opened.pace == events.LESSON:
            fairness = Fairness(opened.secret, events.LESSON, {}, [])  # the same for everybody, whatever their name
        return fairness, LiveTable(setup, fairness.deal(), settled=False)

    def _note_around(self, event: AnyEvent) -> None:
        match event:
            case events.Sat():
                self.chairs[event.seat] = Chair(event.name, event.holder, entropy=event.entropy, own=event.own, salt=event.salt)
                self.passes.pop(event.seat, None)
            case events.Left():
                self._free(event.seat, event.was_sent)
                self.chairs[event.seat] = Chair()
            case events.RobotSeated():
                chair = self.chairs[event.seat]
                chair.robot = event.level
                if event.name:
                    chair.name, chair.salt = event.name, event.salt
                chair.number = event.number
            case events.Returned():
                self.chairs[event.seat].robot = ""
            case events.Vacated():
                self._free(event.seat, event.was_sent)
                chair = self.chairs[event.seat]
                chair.holder, chair.robot, chair.is_vacant = "", event.level, True
            case events.Muted():
                holder = self.chairs[event.seat].holder
                self.muted = self.muted | {holder} if event.on else self.muted - {holder}
            case events.Readmitted():
                self.sent_away = {holder: sent for holder, sent in self.sent_away.items() if sent.number != event.number}
            case events.Lent():
                self.passes[event.seat] = event.digest
            case events.Carried():
                self._carry(event.seat, event.holder)
            case events.Rematch():
                self.rematch, self.rematch_invite = event.table, event.invite
            case events.Shared():
                self.is_shared = True
            case events.Closed():
                self.is_closed = True

    def _carry(self, seat: int, holder: str) -> None:
        """Another device holds the seat now. It is muted if the one before was; with its last seat a host takes the host's powers along."""
        before, self.chairs[seat].holder = self.chairs[seat].holder, holder
        self.passes.pop(seat, None)
        if before in self.muted:
            self.muted = self.muted | {holder}
        if before == self.host and not self.seats_of(before):
            self.host = holder

    def _free(self, seat: int, was_sent: bool) -> None:
        """Nobody holds the seat now. A device that was sent away may not come back until the host lets it."""
        self.passes.pop(seat, None)
        if was_sent and self.chairs[seat].holder:
            self.sent_away[self.chairs[seat].holder] = SentAway(self.seq, self.chairs[seat].name)
