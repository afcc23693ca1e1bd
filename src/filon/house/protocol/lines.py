"""Lines of a table's log as a client is told them: the public part of each stored event; in JSON the field `line` says which."""

from __future__ import annotations

from typing import Any

import msgspec


class BaseLine(msgspec.Struct, tag_field="line", frozen=True, omit_defaults=True):
    seq: int

    @property
    def kind(self) -> str:
        """The field `line` of its JSON."""
        return str(self.__struct_config__.tag)


class RoomLine(BaseLine, frozen=True):
    """A line about the room, not about the game on the table."""

    when: int  # the store's time, in milliseconds since 1970


class SeatLine(RoomLine, frozen=True):
    seat: int


class OpenedLine(RoomLine, tag="opened", frozen=True):
    pass


class SatLine(SeatLine, tag="sat", frozen=True):
    name: str
    entropy: str = ""  # the player's share of chance


class LeftLine(SeatLine, tag="left", frozen=True):
    was_sent: bool = False  # by the host


class RobotLine(SeatLine, tag="robot", frozen=True):
    level: str
    name: str = ""
    number: int = 0  # of a robot that is named after its level: tells them apart, from 1 on


class ReturnedLine(SeatLine, tag="returned", frozen=True):
    pass


class VacatedLine(SeatLine, tag="vacated", frozen=True):
    level: str
    was_sent: bool = False  # by the host


class ChangedLine(RoomLine, tag="changed", frozen=True):
    """The host set the table up differently; what stays is left out."""

    options: dict[str, Any] = {}
    seats: int | None = None
    is_public: bool | None = None
    pace: str | None = None
    hints: bool | None = None


class BeganLine(RoomLine, tag="began", frozen=True):
    leaves: list[str] = []  # hashes of the hidden items of the set-up


class Proof(msgspec.Struct, frozen=True):
    """What a hidden item was; with its salt it fits the leaf published before."""

    item: int
    value: int
    salt: str


class MovedLine(BaseLine, tag="moved", frozen=True):
    """A move as this client may know it."""

    seat: int
    at: int  # hundredths of a second on the table's clock
    move: dict[str, Any] = {}  # empty where the client may know nothing of it
    arrived: int = -1
    credit: int = 0
    leaf: str = ""
    proofs: list[Proof] = []


class TookBackLine(BaseLine, tag="took-back", frozen=True):
    """The moves after line `back_to` do not count."""

    seat: int
    at: int
    back_to: int


class SaidLine(SeatLine, tag="said", frozen=True):
    text: str


class PhraseLine(SeatLine, tag="phrase", frozen=True):
    phrase: str


class MutedLine(SeatLine, tag="muted", frozen=True):
    on: bool = False


class ReadmittedLine(RoomLine, tag="readmitted", frozen=True):
    """The host lets somebody come back who was sent away."""


class LentLine(SeatLine, tag="lent", frozen=True):
    pass


class CarriedLine(SeatLine, tag="carried", frozen=True):
    pass


class PausedLine(RoomLine, tag="paused", frozen=True):
    """The server stood still for so long, and the table's clock waited."""

    milliseconds: int


class RematchLine(RoomLine, tag="rematch", frozen=True):
    table: str


class SharedLine(SeatLine, tag="shared", frozen=True):
    """Everybody who has its address may look at the finished game."""


class ClosedLine(RoomLine, tag="closed", frozen=True):
    pass


AboutSeats = (
    SatLine | LeftLine | RobotLine | ReturnedLine | VacatedLine | SaidLine | PhraseLine | MutedLine | LentLine | CarriedLine | SharedLine
)
Line = MovedLine | TookBackLine | OpenedLine | ChangedLine | BeganLine | PausedLine | ReadmittedLine | RematchLine | ClosedLine | AboutSeats
