"""Bot, which a game's bot.py fills in; its levels; and the protocol of the robot that a level's choose() gets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from filon.core.compiled.dice import Dice
from filon.core.compiled.rule import rule
from filon.core.stream import Source

if TYPE_CHECKING:
    from filon.core.game import Game

LEVELS = ("beginner", "casual", "strong", "expert")
RENAMED = {"newcomer": "beginner", "keen": "strong"}  # earlier names of levels, in stored tables, files and commands


def current_name(robot: str) -> str:
    """The name of a robot today; all but RENAMED keep theirs."""
    return RENAMED.get(robot, robot)


class Spoken(NamedTuple):
    """A preset phrase that everybody at the table heard."""

    at: int  # on the table's clock
    seat: int
    phrase: str


class RobotProtocol(Protocol):
    """A robot as choose() of a level gets it."""

    game: Game
    seat: int
    level: Level
    dice: Dice
    luck: Source
    talk: Sequence[Spoken]

    def recalled(self, heard: Sequence[Any], view: Any, at: int) -> Any: ...


Choose = Callable[[Any, Sequence[Any], Any, list[int], int], int]  # (robot, heard, view, legal, at): one of the legal ids
Worth = Callable[[Any, int], int]  # a rule: (table, seat)
Reason = tuple[str, dict[str, int]]  # reason.KEY in the game's words, and its values


@dataclass(frozen=True)
class Level:
    """One level: which robot of bots/ plays it, and with which numbers. The default is the plain greedy robot."""

    player: str = "greedy"  # greedy looks one move ahead, search as far as its thinking reaches, custom asks choose
    thinking: int = 4  # tables imagined for each choice (greedy), or iterations (search)
    worth: Worth | None = None  # how it judges a table; None: the game's worth()
    choose: Choose | None = None  # for the player "custom"
    memory: bool = True  # whether recall() may use the lines it heard; how many of them, a game says in `parameters`
    skill: Any = None  # of its hand, as hand.reach() takes it; None: the average hand
    slow: int = 100  # how long it takes over a move, in hundredths of an average player's time
    honesty: int = 100  # of a hundred things it says about what only it knows, how many are true
    parameters: Any = None  # anything else that the game's functions need


PLAIN = Level()


def nothing_recalled(view: Any, seat: int, heard: Any, level: Level) -> None:
    pass


def no_pause(view: Any, seat: int, level: Level) -> int:
    return 0


def nothing_said(view: Any, seat: int, level: Level, spoke: int, luck: Source) -> tuple[int, str] | None:
    return None


def nothing_explained(view: Any, move: Any, seat: int) -> Reason | None:
    return None


def nothing_answered(view: Any, seat: int, level: Level, talk: Sequence[Spoken]) -> tuple[int, str] | None:
    return None


@rule
def nothing_shown(table: Any, move: Any) -> int:
    return 0


@dataclass
class Bot:
    """The names in a game's bot.py. A greedy player needs LEVELS and worth; a search needs prior and chances too."""

    LEVELS: dict[str, Level]
    worth: Worth | None = None
    recall: Callable[[Any, int, Any, Level], None] = nothing_recalled  # (view, seat, heard, level): fill in what it remembers
    pause: Callable[[Any, int, Level], int] = no_pause  # (view, seat, level): hundredths of a second before its move, where time runs
    next_phrase: Callable[[Any, int, Level, int, Source], tuple[int, str] | None] = nothing_said  # when it says which phrase
    answer: Callable[[Any, int, Level, Sequence[Spoken]], tuple[int, str] | None] = nothing_answered  # when it answers a phrase, with which
    reason: Callable[[Any, Any, int], Reason | None] = nothing_explained  # (view, move, seat): why a hint suggests it, from a recalled view
    prior: Callable[[Any, Any], int] | None = None  # a rule: (table, move): the weight of a move before any search, 1 or more
    chances: Callable[[Any, Any], None] | None = None  # a rule: (table, won): each seat's chance of winning, in ten-thousandths
    shown: Callable[[Any, Any], int] = nothing_shown  # a rule: (table, move): what everybody saw, as a number
    rollout: Callable[[Any, Any, int, Dice], int] | None = None  # a rule: (table, ids, count, dice): the rollout policy
    warm: Callable[[], None] | None = None  # compile what its levels think with
