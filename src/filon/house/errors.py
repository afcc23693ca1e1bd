"""Refusals of commands. Every reason is a key of the house's words, with a sentence in each language."""

from __future__ import annotations

from enum import IntEnum, StrEnum, auto


class Reason(StrEnum):
    """Why a command or a request changed nothing; on the wire NO_CHANGE is `no-change`."""

    @staticmethod
    def _generate_next_value_(name: str, *_: object) -> str:
        return name.lower().replace("_", "-")

    CLOSED = auto()
    FAILED = auto()
    FILE_REFUSED = auto()
    FOREIGN_ORIGIN = auto()
    FREE_CHAIRS = auto()
    HAS_BEGUN = auto()
    HELLO_FIRST = auto()
    LESSON = auto()
    MALFORMED = auto()
    MUTED = auto()
    NAME_BLANK = auto()
    NAME_TAKEN = auto()
    NO_CHANGE = auto()
    NO_DEVICE = auto()
    NO_HINTS = auto()
    NO_PULL = auto()
    NO_ROBOT_THERE = auto()
    NO_SUCH_GAME = auto()
    NO_SUCH_MOVE = auto()
    NO_SUCH_PAGE = auto()
    NO_SUCH_PASS = auto()
    NO_SUCH_PHRASE = auto()
    NO_SUCH_ROBOT = auto()
    NO_SUCH_SEAT = auto()
    NO_SUCH_TABLE = auto()
    NOBODY_THERE = auto()
    NOT_OVER = auto()
    NOT_PLAYING = auto()
    NOT_YOUR_SEAT = auto()
    NOT_YOURS = auto()
    ONLY_HOST = auto()
    OPTION_REFUSED = auto()
    ROBOT_PLAYS = auto()
    SEAT_TAKEN = auto()
    SENT_AWAY = auto()
    STILL_HERE = auto()
    STORE = auto()
    TOO_BUSY = auto()
    TOO_FEW_CHAIRS = auto()
    TOO_LARGE = auto()
    TOO_MANY_HINTS = auto()
    TOO_MANY_REPLAYS = auto()
    TOO_MANY_TABLES = auto()
    TOO_MANY_WINDOWS = auto()
    TOO_MUCH_TALK = auto()
    TOO_OFTEN = auto()
    UNDO_NEVER = auto()
    UNDO_NOT_YOURS = auto()
    UNDO_OFTEN = auto()
    UNDO_TAUGHT = auto()
    UNKNOWN_HOST = auto()
    WRONG_METHOD = auto()


class CommandRefused(Exception):
    """A command that changed nothing: the house has a reason against it, or the game a refusal."""

    refusal = ""  # a key of the game's own words, where the game refused
    clause = ""  # of the game's rules, where one of them is behind the refusal

    def __init__(self, reason: Reason | None, detail: str = "") -> None:
        super().__init__(reason)
        self.reason, self.detail = reason, detail

    @property
    def key(self) -> str:
        """`reason` on the wire: the game's refusal, or the house's reason."""
        return self.refusal or str(self.reason)

    def __str__(self) -> str:
        return self.key


class RuleRefused(CommandRefused):
    """A move against a rule of the game."""

    def __init__(self, refusal: IntEnum, clause: str) -> None:
        super().__init__(None)
        self.refusal, self.clause = refusal.name.lower().replace("_", "-"), clause


class PathRefused(CommandRefused):
    """A pull that no hand can have drawn."""

    def __init__(self, why: str) -> None:
        super().__init__(None)
        self.refusal = f"pull-{why}"
