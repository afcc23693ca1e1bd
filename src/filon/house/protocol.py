"""Everything that crosses the wire, in one place: JSON Schema, TypeScript and OpenAPI are made from these types.

A client says Hello for one table and one seat, then asks; every ask has an id of the client's own and gets one Done or Refused with
that id. What happened comes as News: the lines not yet heard, the whole latest view, the ids that are legal now.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from filon.core.seats import NOBODY, SPECTATOR

PROTOCOL = 1
MESSAGE = 8192  # bytes, the most a client may send at once
UNSEEN = r"\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff"  # no part of talk

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_.-]+$")]
TableId = Annotated[str, Meta(min_length=8, max_length=32, pattern="^[A-Za-z0-9_-]+$")]
Secret = Annotated[str, Meta(min_length=43, max_length=43, pattern="^[A-Za-z0-9_-]+$")]  # 256 bits in base64url
Chair = Annotated[int, Meta(ge=0, le=15)]
Name = Annotated[str, Meta(min_length=1, max_length=24, pattern=rf"^(?=\S)[^{UNSEEN}]*[^{UNSEEN}\s](?![\s\S])")]
Words = Annotated[str, Meta(min_length=1, max_length=200, pattern=rf"^(?=[\s\S]*\S)[^{UNSEEN}]+(?![\s\S])")]
Key = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[a-z0-9-]+$")]
Entropy = Annotated[str, Meta(max_length=64)]
Millisecond = Annotated[int, Meta(ge=0, le=60_000)]
Tenth = Annotated[int, Meta(ge=-100_000, le=100_000)]
Seat = Annotated[int, Meta(ge=SPECTATOR, le=15)]
Pace = Literal["live", "post"]


# From the client: the door


class Hello(msgspec.Struct, tag_field="ask", tag="hello", forbid_unknown_fields=True, frozen=True):
    """The first message, and again to look from another seat of one's own."""

    table: TableId
    seat: Seat = SPECTATOR
    after: Annotated[int, Meta(ge=0)] = 0  # the last line heard
    token: Secret | None = None  # for clients without the cookie: the device's secret
    invite: Annotated[str, Meta(max_length=64)] = ""
    carry: Annotated[str, Meta(max_length=64)] = ""  # a pass that moves the seat to this device


class Pong(msgspec.Struct, tag_field="ask", tag="pong", forbid_unknown_fields=True, frozen=True):
    number: Annotated[int, Meta(ge=0)]


# From the client: asks


class Ask(msgspec.Struct, tag_field="ask", forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    id: Id


class Play(Ask, tag="play", frozen=True):
    move: Annotated[int, Meta(ge=0, le=65_535)]


class Undo(Ask, tag="undo", frozen=True):
    pass


class Grab(Ask, tag="grab", frozen=True):
    """The hand takes hold; Done shows what a pull needs to be drawn."""


class Pull(Ask, tag="pull", frozen=True):
    """A piece of the hand's path: milliseconds since the grab, x, y."""

    attempt: Annotated[int, Meta(ge=0, le=2**31)]
    samples: Annotated[list[tuple[Millisecond, Tenth, Tenth]], Meta(max_length=400)]
    is_last: bool = False


class Sit(Ask, tag="sit", frozen=True):
    seat: Chair
    name: Name
    entropy: Entropy = ""
    own: dict[str, Any] = {}  # options that a seat may choose for itself


class Leave(Ask, tag="leave", frozen=True):
    seat: Chair


class Robot(Ask, tag="robot", frozen=True):
    """A robot for this seat: one's own, a free one, or that of somebody who is away."""

    seat: Chair
    level: Key


class Return(Ask, tag="return", frozen=True):
    """Take one's seat back from its robot."""

    seat: Chair


class Begin(Ask, tag="begin", frozen=True):
    pass


class Say(Ask, tag="say", frozen=True):
    text: Words


class Heckle(Ask, tag="heckle", frozen=True):
    phrase: Key


class Kick(Ask, tag="kick", frozen=True):
    seat: Chair


class Mute(Ask, tag="mute", frozen=True):
    seat: Chair
    on: bool


class Close(Ask, tag="close", frozen=True):
    pass


class Lend(Ask, tag="lend", frozen=True):
    """A pass to move one's seat to another device."""

    seat: Chair


class Rematch(Ask, tag="rematch", frozen=True):
    options: dict[str, Any] = {}


AnyAsk = Play | Undo | Grab | Pull | Sit | Leave | Robot | Return | Begin | Say | Heckle | Kick | Mute | Close | Lend | Rematch
FromClient = Hello | Pong | AnyAsk


# To the client


class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """A chair as everybody sees it."""

    name: str = ""
    robot: str = ""  # the robot that plays
    is_held: bool = False  # by a person, who may be away or have a robot play
    is_here: bool = False
    is_yours: bool = False
    is_muted: bool = False
    may_replace: bool = False  # away for so long that anybody may call a robot


class Around(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is around the table: sent whole when it has changed."""

    status: str
    people: list[Person]
    is_host: bool = False
    may_begin: bool = False  # and seat robots: as the host, or as somebody who sits while the host is away for long
    invite: str = ""  # to those who sit
    watching: int = 0
    rematch: str = ""  # the table where it goes on
    scores: list[int] = []
    winners: list[int] = []
    ending: str = ""


class Proof(msgspec.Struct, frozen=True):
    """What a hidden item was; with its salt it fits the leaf published before."""

    item: int
    value: int
    salt: str


class Heard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line as this client is told it; which fields there are depends on the kind of line."""

    seq: int
    line: str
    seat: int = SPECTATOR
    at: int = -1
    when: int = 0
    move: dict[str, Any] = {}
    back_to: int = -1
    arrived: int = -1
    credit: int = 0
    leaf: str = ""
    leaves: list[str] = []
    proofs: list[Proof] = []
    name: str = ""
    text: str = ""
    level: str = ""
    table: str = ""
    on: bool = False


class Welcome(msgspec.Struct, tag_field="says", tag="welcome", frozen=True):
    """The answer to Hello: what never changes at this table."""

    protocol: int
    table: str
    game: str
    rules: int
    options: dict[str, Any]
    content: dict[str, Any]
    seat: int
    pace: str
    is_public: bool
    commit: str
    phrases: list[str]
    seq: int
    hints: bool  # a robot may be asked what it would do


class News(msgspec.Struct, tag_field="says", tag="news", frozen=True, omit_defaults=True):
    seq: int  # the last line told
    lines: list[Heard]
    around: Around | None = None
    view: Any = None
    legal: list[int] = []
    ready: int = 0  # from when on they may be played, on the table's clock
    clock: int = 0  # the table's clock now, in hundredths of a second; 0 where time does not matter
    actor: int = NOBODY  # whose move it is; while Hand decides, whose hand it is


class Done(msgspec.Struct, tag_field="says", tag="done", frozen=True, omit_defaults=True):
    """An ask was kept, in this line; asked again, the same answer."""

    id: str
    seq: int
    carry: str = ""  # the pass of Lend
    attempt: int = 0  # of a Grab
    pull: dict[str, Any] = {}  # of a Grab: all that is needed to draw it
    table: str = ""  # of a Rematch


class Refused(msgspec.Struct, tag_field="says", tag="refused", frozen=True, omit_defaults=True):
    """Nothing was changed by this ask, and why."""

    id: str
    reason: str
    clause: str = ""
    detail: str = ""


class Ping(msgspec.Struct, tag_field="says", tag="ping", frozen=True):
    number: int


ToClient = Welcome | News | Done | Refused | Ping


# Over HTTP


class NewTable(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    game: Key
    seats: Annotated[int, Meta(ge=1, le=16)]
    options: dict[str, Any] = {}
    name: Name | None = None  # sit down at once, on the first chair
    entropy: Entropy = ""
    robots: Annotated[list[Key], Meta(max_length=15)] = []  # for the last chairs
    is_public: bool = False
    pace: Pace = "live"
    begin: bool = False  # at once, if every chair is taken
    hints: bool | None = None  # whether a robot may be asked for advice; left open, where all others are robots


class NewLesson(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    name: Name


class AskHint(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    seat: Chair


class Hint(msgspec.Struct, frozen=True):
    """What a good robot would do on this seat."""

    move: int
    seq: int  # the last line it knew of


class Paper(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
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
    is_public: bool
    pace: str
    since: int
    yours: list[int] = []
    is_host: bool = False
    scores: list[int] = []
    winners: list[int] = []
    actor: int = NOBODY  # by post: the seat whose turn it is


class Frame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a finished game, and the table after it where it changed; without what is printed."""

    line: Heard
    view: Any = None


class Replay(msgspec.Struct, frozen=True):
    """A finished game played again, as one pair of eyes saw it, or with everything open."""

    table: str
    game: str
    rules: int
    options: dict[str, Any]
    content: dict[str, Any]
    names: list[str]
    robots: list[str]  # by seat: the robot that played it at the end, or empty
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
