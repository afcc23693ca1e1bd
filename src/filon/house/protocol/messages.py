"""What a client is sent over its WebSocket; in JSON the field `says` says which."""

from __future__ import annotations

from typing import Any

import msgspec

from filon.core.seats import NOBODY
from filon.house.protocol.lines import Line

PROTOCOL = 4


class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """A chair as everybody sees it."""

    name: str = ""
    robot: str = ""  # level of the robot that plays
    number: int = 0  # of a robot that is named after its level: tells them apart, from 1 on
    is_vacant: bool = False  # its player has gone for good, and everybody may take it
    is_held: bool = False  # by a person, who may be away or have a robot play
    is_here: bool = False
    is_yours: bool = False
    is_muted: bool = False
    may_replace: bool = False  # away for so long that anybody may call a robot
    away: int = 0  # for how long by now, in milliseconds, whole seconds of them
    robot_from: int = 0  # from when on anybody may call a robot, in milliseconds since 1970; 0 while nobody waits for this player


class SentAway(msgspec.Struct, frozen=True):
    number: int  # of the line that says so
    name: str


class Around(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is around the table: sent whole when it has changed."""

    status: str
    people: list[Person]
    is_host: bool = False
    may_begin: bool = False  # and seat robots: as the host, or as somebody who sits while the host is away for long
    invite: str = ""  # to those who sit
    watching: int = 0
    sent_away: list[SentAway] = []  # to the host, who may let them come back
    rematch: str = ""  # the table where it goes on
    rematch_invite: str = ""  # which lets everybody who is here in
    scores: list[int] = []
    winners: list[int] = []
    ending: str = ""


class Welcome(msgspec.Struct, tag_field="says", tag="welcome", frozen=True):
    """What does not change during the game: the answer to Hello, and again when the host has changed it, and when the game begins."""

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
    printed: dict[str, Any]  # once the game has begun: the fields of every view that never change; a client adds them to each view


class News(msgspec.Struct, tag_field="says", tag="news", frozen=True, omit_defaults=True):
    seq: int  # the last line told
    lines: list[Line]
    around: Around | None = None
    view: Any = None  # the whole table as this client may see it, without the printed fields of Welcome
    legal: list[int] = []
    ready: int = 0  # from when on they may be played, on the table's clock
    clock: int = 0  # the table's clock now, in hundredths of a second; 0 where time does not matter
    actor: int = NOBODY  # whose move it is; while Hand decides, whose hand it is


class Done(msgspec.Struct, tag_field="says", tag="done", frozen=True, omit_defaults=True):
    """The command was run, and its events end in line `seq`; sent again, it gets the same answer."""

    id: str
    seq: int
    carry: str = ""  # the pass of Lend
    attempt: int = 0  # of a Grab
    pull: dict[str, Any] = {}  # of a Grab: all that is needed to draw it
    table: str = ""  # of a Rematch


class Refused(msgspec.Struct, tag_field="says", tag="refused", frozen=True, omit_defaults=True):
    """The command changed nothing, and why."""

    id: str
    reason: str
    clause: str = ""
    detail: str = ""


class Ping(msgspec.Struct, tag_field="says", tag="ping", frozen=True):
    number: int


ToClient = Welcome | News | Done | Refused | Ping
