"""The card of a table: what the store and the lobby know of it without its log."""

from __future__ import annotations

import msgspec

from filon.core.level import current_name
from filon.core.seats import NOBODY

WAITING, PLAYING, OVER, CLOSED = "waiting", "playing", "over", "closed"


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table as the lobby lists it."""

    table: str
    game: str
    status: str
    seats: int
    names: list[str]  # by seat; empty where nobody sits
    robots: list[str]  # by seat: the robot that plays it, or empty
    is_public: bool
    pace: str
    since: int  # last change of this card, in milliseconds since 1970
    host: str = ""  # the digest of a device's secret: never sent to anybody
    holders: list[str] = []  # by seat: digests, never sent either
    sent_away: list[str] = []  # digests of devices that the lobby does not show this table
    is_shared: bool = False  # a player opened the replay to everybody who has its address
    scores: list[int] = []
    winners: list[int] = []
    actor: int = NOBODY  # by post: the seat whose turn it is

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "robots", [current_name(robot) for robot in self.robots])
