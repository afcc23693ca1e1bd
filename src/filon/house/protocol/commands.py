"""What a client sends over its WebSocket: Hello, Pong, and commands; in JSON the field `ask` says which."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from filon.core.seats import SPECTATOR
from filon.house.protocol.types import Chair, Entropy, Id, Key, Millisecond, Name, Seat, Secret, TableId, Tenth, Words

MESSAGE = 8192  # bytes, the most a client may send at once


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
