"""The log of a table: everything that ever happened at it, in one numbering. A room is what following its events gives."""

from __future__ import annotations

from typing import Any

import msgspec

from filon.core.level import RENAMED, current_name

LIVE, POST = "live", "post"
MOST_SEATS = 16  # at any table
LESSON = "lesson"  # live, with a chance that everybody may know: it proves nothing, and is not listed


class Event(msgspec.Struct, tag_field="line", omit_defaults=True, frozen=True):
    """Base of all stored events. An event has no number of its own: its place in the log is its number."""


class Opened(Event, tag="opened", frozen=True):
    table: str
    game: str
    rules: int
    options: dict[str, Any]  # as they were chosen; those that were left open follow from the number of seats
    content: dict[str, Any]
    seats: int
    host: str  # who opened it: the digest of a device's secret
    commit: str  # to the secret
    secret: str  # the server's share of chance, told when the game is over
    invite: str  # lets its bearer enter a table that is not public
    is_public: bool = False
    pace: str = LIVE
    before: str = ""  # the table this is the rematch of
    hints: bool = False  # a robot may be asked what it would do
    fairness: int = 1  # the version of docs/fairness.md by which the key is made


class Sat(Event, tag="sat", frozen=True):
    seat: int
    name: str
    holder: str  # the digest of a device's secret
    entropy: str = ""
    own: dict[str, Any] = {}  # options that the seat chose for itself
    salt: str = ""  # of the name's hash; without it the hash tells nothing about the name


class Left(Event, tag="left", frozen=True):
    """A chair is free again, before the game began."""

    seat: int
    was_sent: bool = False  # by the host


class RobotSeated(Event, tag="robot", frozen=True):
    """A robot plays for this seat; a person who holds it may come back."""

    seat: int
    written_level: str = msgspec.field(name="level")  # a game file is read back as it was written
    name: str = ""
    salt: str = ""  # of the name's hash, where the robot brings a name

    @property
    def level(self) -> str:
        return current_name(self.written_level)

    @property
    def number(self) -> int:
        return robot_number(self.level, self.name)


class Returned(Event, tag="returned", frozen=True):
    """The person who holds a seat plays it again."""

    seat: int


class Changed(Event, tag="changed", frozen=True):
    """The host set the table up differently before the game began; what is left out stays. The secret stays in any case."""

    options: dict[str, Any] = {}
    seats: int | None = None
    is_public: bool | None = None
    pace: str | None = None
    hints: bool | None = None


class Began(Event, tag="began", frozen=True):
    """START: all entropy is frozen, and the deal has followed from it."""

    names: list[str]
    options: dict[str, Any]
    leaves: list[str]  # of the hidden items of the set-up
    hashes: list[str] = []  # of the names, by seat: these are frozen, so that a name can be withdrawn (fairness 2)
    key: str = (
        ""  # in hex, where a name that the key was made from was withdrawn (fairness 1): the game can be followed, but proves nothing
    )


class Moved(Event, tag="moved", frozen=True):
    """A move by a seat or by the house."""

    seat: int
    at: int  # hundredths of a second on the table's clock
    move: str  # by name
    arrived: int = -1  # when it came in, where time mattered: later than `at` by the credit for the network
    credit: int = 0
    leaf: str = ""  # of what Chance did and keeps hidden
    attempt: int = 0  # of a pull by Hand
    trip: int = 0  # the network's round trip then, in milliseconds
    path: list[tuple[int, bool, list[tuple[int, int, int]]]] = []  # when each chunk came, whether it was the last, samples


class TookBack(Event, tag="took-back", frozen=True):
    """An undo: the moves after event `back_to` do not count."""

    seat: int
    at: int
    back_to: int


class Said(Event, tag="said", frozen=True):
    seat: int
    text: str
    is_earlier: bool = False  # said at the table of which this is the rematch


class Phrase(Event, tag="phrase", frozen=True):
    """One of the table's ready-made phrases, true or false."""

    seat: int
    phrase: str
    is_earlier: bool = False


class Muted(Event, tag="muted", frozen=True):
    seat: int
    on: bool


class Readmitted(Event, tag="readmitted", frozen=True):
    """The host lets somebody come back who was sent away."""

    number: int  # of the event that sent them away


class Lent(Event, tag="lent", frozen=True):
    """A device that shows this pass may take the seat over, once."""

    seat: int
    digest: str


class Carried(Event, tag="carried", frozen=True):
    """A seat moved to another device."""

    seat: int
    holder: str


class Vacated(Event, tag="vacated", frozen=True):
    """A seat has no holder any more while the game is on: its player left or was sent away, and a robot plays it."""

    seat: int
    written_level: str = msgspec.field(name="level")
    was_sent: bool = False  # by the host

    @property
    def level(self) -> str:
        return current_name(self.written_level)


class Paused(Event, tag="paused", frozen=True):
    """The server stood still between these times of the store, in milliseconds since 1970: the table's clock waited."""

    since: int
    until: int

    @property
    def milliseconds(self) -> int:
        return self.until - self.since


class Rematch(Event, tag="rematch", frozen=True):
    table: str
    invite: str = ""  # lets everybody who may be at this table enter that one


class Shared(Event, tag="shared", frozen=True):
    """A player opens the replay of the finished game to everybody who has its address."""

    seat: int


class Closed(Event, tag="closed", frozen=True):
    """Nothing happens here any more."""


def robot_name(level: str, number: int) -> str:
    """The name of a robot that has none of its own; a player's language has a word for its level."""
    return level.capitalize() if number == 1 else f"{level.capitalize()} {number}"


def robot_number(level: str, name: str) -> int:
    """The number in a name made by robot_name, also from an earlier name of the level; 0 for all other names."""
    levels = [one for one in (level, *RENAMED) if one and current_name(one) == level]
    return next((number for number in range(1, MOST_SEATS + 2) if name in [robot_name(one, number) for one in levels]), 0)


GAME_EVENTS = Moved, TookBack  # they change the live table
AnyEvent = (
    Opened
    | Sat
    | Left
    | RobotSeated
    | Returned
    | Changed
    | Began
    | Moved
    | TookBack
    | Said
    | Phrase
    | Muted
    | Readmitted
    | Lent
    | Carried
    | Vacated
    | Paused
    | Rematch
    | Shared
    | Closed
)


class Entry(msgspec.Struct, frozen=True):
    """Events that the store appended together or not at all; `seq` is the number of the first."""

    seq: int
    when: int  # the store's time, in milliseconds since 1970
    command: str  # id of the command that made it; empty for the house's own
    events: list[AnyEvent] = msgspec.field(name="lines")  # stores and backups call them so

    @property
    def last(self) -> int:
        return self.seq + len(self.events) - 1


ENCODER = msgspec.json.Encoder()
EVENTS = msgspec.json.Decoder(list[AnyEvent])
