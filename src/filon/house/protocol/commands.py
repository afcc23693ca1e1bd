"""What a client sends over its WebSocket: Hello, Pong, and commands; in JSON the field `command` says which."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from filon.core.seats import SPECTATOR
from filon.house.protocol.types import Entropy, Id, Key, Millisecond, Name, Pace, Seat, SeatCount, SeatNumber, Secret, TableId, Tenth, Words

MESSAGE = 8192  # bytes, the most a client may send at once


class Hello(msgspec.Struct, tag_field="command", tag="hello", forbid_unknown_fields=True, frozen=True):
    """The first message, and again to look from another seat of one's own."""

    table: TableId
    seat: Seat = SPECTATOR
    after: Annotated[int, Meta(ge=0)] = 0  # the last line heard
    token: Secret | None = None  # for clients without the cookie: the device's secret
    invite: Annotated[str, Meta(max_length=64)] = ""
    carry: Annotated[str, Meta(max_length=64)] = ""  # a pass that moves the seat to this device


class Pong(msgspec.Struct, tag_field="command", tag="pong", forbid_unknown_fields=True, frozen=True):
    number: Annotated[int, Meta(ge=0)]


class Command(msgspec.Struct, tag_field="command", forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    id: Id


class Play(Command, tag="play", frozen=True):
    move: Annotated[int, Meta(ge=0, le=65_535)]


class Undo(Command, tag="undo", frozen=True):
    pass


class Grab(Command, tag="grab", frozen=True):
    """The hand takes hold; Done shows what a pull needs to be drawn."""


class Pull(Command, tag="pull", frozen=True):
    """A piece of the hand's path: milliseconds since the grab, x, y."""

    attempt: Annotated[int, Meta(ge=0, le=2**31)]
    samples: Annotated[list[tuple[Millisecond, Tenth, Tenth]], Meta(max_length=400)]
    is_last: bool = False


class Sit(Command, tag="sit", frozen=True):
    seat: SeatNumber
    name: Name
    entropy: Entropy = ""
    own: dict[str, Any] = {}  # options that a seat may choose for itself


class Leave(Command, tag="leave", frozen=True):
    seat: SeatNumber


class Robot(Command, tag="robot", frozen=True):
    """A robot for this seat: one's own, a free one, or that of somebody who is away."""

    seat: SeatNumber
    level: Key


class Return(Command, tag="return", frozen=True):
    """Take one's seat back from its robot."""

    seat: SeatNumber


class Begin(Command, tag="begin", frozen=True):
    pass


class Change(Command, tag="change", frozen=True):
    """Set the table up differently while it waits; what is left out stays."""

    options: dict[str, Any] = {}
    seats: SeatCount | None = None
    is_public: bool | None = None
    pace: Pace | None = None
    hints: bool | None = None


class Say(Command, tag="say", frozen=True):
    text: Words


class SayPhrase(Command, tag="phrase", frozen=True):
    phrase: Key


class Kick(Command, tag="kick", frozen=True):
    seat: SeatNumber


class Readmit(Command, tag="readmit", frozen=True):
    """Let somebody come back who was sent away."""

    number: Annotated[int, Meta(ge=1)]  # of the line that sent them away, as in Around


class Mute(Command, tag="mute", frozen=True):
    seat: SeatNumber
    on: bool


class Close(Command, tag="close", frozen=True):
    pass


class Lend(Command, tag="lend", frozen=True):
    """A pass to move one's seat to another device."""

    seat: SeatNumber


class Rematch(Command, tag="rematch", frozen=True):
    """The same people at a new table; where all others are robots the game begins at once."""

    options: dict[str, Any] = {}
    entropy: Entropy = ""


AnyCommand = (
    Play
    | Undo
    | Grab
    | Pull
    | Sit
    | Leave
    | Robot
    | Return
    | Change
    | Begin
    | Say
    | SayPhrase
    | Kick
    | Readmit
    | Mute
    | Close
    | Lend
    | Rematch
)
FromClient = Hello | Pong | AnyCommand
