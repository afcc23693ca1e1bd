"""What requests over HTTP send and are answered."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from filon.core.seats import NOBODY
from filon.house.protocol.lines import Line
from filon.house.protocol.types import Entropy, Key, Name, Pace, SeatCount, SeatNumber


class NewTable(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    game: Key
    seats: SeatCount
    options: dict[str, Any] = {}
    name: Name | None = None  # sit down at once, on the first chair
    entropy: Entropy = ""
    robots: Annotated[list[Key], Meta(max_length=15)] = []  # for the last chairs
    is_public: bool = False
    pace: Pace = "live"
    begin: bool = False  # at once, if every chair is taken
    hints: bool | None = None  # whether there are hints; left open, where all others are robots


class NewLesson(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    name: Name


class AskHint(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    seat: SeatNumber


class Hint(msgspec.Struct, frozen=True):
    """What a good robot would do on this seat, and why."""

    move: int
    seq: int  # the last line it knew of
    reason: str  # reason.KEY in the game's words; empty for none
    values: dict[str, int]  # its values


class Transcript(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A game as the terminal and the arena write it."""

    text: str


class Made(msgspec.Struct, frozen=True):
    table: str
    invite: str


class Listed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table in the lobby."""

    table: str
    game: str
    status: str
    seats: int
    names: list[str]
    robots: list[str]
    numbers: list[int]  # by seat: of a robot that is named after its level, from 1 on; else 0
    is_public: bool
    pace: str
    since: int
    yours: list[int] = []
    is_host: bool = False
    is_shared: bool = False  # everybody who has the address may look at the finished game
    scores: list[int] = []
    winners: list[int] = []
    actor: int = NOBODY  # by post: the seat whose turn it is


class Frame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a finished game, and the table after it where it changed; without what is printed."""

    line: Line
    view: Any = None


class Replay(msgspec.Struct, frozen=True):
    """A finished game played again, from one viewpoint, or with everything open."""

    table: str
    game: str
    rules: int
    options: dict[str, Any]
    content: dict[str, Any]
    names: list[str]
    robots: list[str]  # by seat: the robot that played it at the end, or empty
    numbers: list[int]  # by seat: of a robot that is named after its level, from 1 on; else 0
    seat: int
    is_open: bool  # nothing is hidden
    printed: dict[str, Any]  # what never changes on the table: a part of every view
    frames: list[Frame]
    scores: list[int]
    winners: list[int]
    ending: str


class Tables(msgspec.Struct, frozen=True):
    own: list[Listed]
    public: list[Listed]


class OptionCard(msgspec.Struct, frozen=True):
    name: str
    values: list[Any]
    default: Any
    clause: str
    each_seat: bool


class GameCard(msgspec.Struct, frozen=True):
    game: str
    name: str
    designer: str
    publisher: str
    age: int
    minutes: int  # that a game takes, about; 0 where nobody has said
    difficulty: int  # to learn: 1 easy, 2 medium, 3 demanding
    seats: list[int]
    official: list[int]
    rules: int
    options: list[OptionCard]
    robots: list[str]


class Games(msgspec.Struct, frozen=True):
    games: list[GameCard]


class Moves(msgspec.Struct, frozen=True):
    """What each id of a game's moves stands for."""

    game: str
    rules: int
    moves: list[dict[str, Any]]


class Device(msgspec.Struct, frozen=True):
    """A new device; a browser gets its secret as a cookie instead."""

    token: str


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request was refused; nothing was changed."""

    reason: str
    detail: str
