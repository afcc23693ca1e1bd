"""All that is ever asked of a folder under games/, and how such folders are found."""

from __future__ import annotations

import pkgutil
import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from filon.core.content import Page, read_content
from filon.core.label import Label
from filon.core.law import Law, make_law
from filon.core.record import Record
from filon.core.rule import rule
from filon.core.seats import NEVER, NOBODY
from filon.core.views import owned, private
from filon.core.words import Words, read_words


class GameRefused(ValueError):
    """A folder that does not keep the contract, or a game nobody has."""


@rule
def never(table: Any) -> int:
    return NEVER


@rule
def at_once(table: Any) -> int:
    return 0


@rule
def unstamped(table: Any, at: int) -> None:
    pass


def no_items(table: Any) -> list[int]:
    return []


def nothing_bared(table: Any, seat: int, move: Any) -> tuple[int, ...]:
    return ()


def nobody(table: Any) -> int:
    return NOBODY


LAST_ITEM = -1  # among those bared: what Chance did last and kept hidden


_written = threading.local()  # the laws write ids into a row: one of each thread's own, for making it takes longer than most answers


def _ids_for(name: str) -> list[int]:
    """A row with room for the ids of all moves of this game."""
    rows: dict[str, list[int]] = _written.__dict__
    if name not in rows:
        rows[name] = [0] * len(load(name).MOVES)
    return rows[name]


@dataclass(frozen=True)
class Game:
    name: str
    folder: Path
    label: Label
    # parts.py
    Table: type[Record]
    Move: type[Record]
    MOVES: list[Any]  # constant; its order is pinned; the log uses names, memory uses ids
    Kind: type[IntEnum]
    Refusal: type[IntEnum]  # LEGAL, NOT_YOURS, GAME_OVER, then the game's own
    CLAUSES: dict[Any, str]  # the clause behind each refusal
    OWNERS: dict[Any, int]  # the house's seat behind each kind that is not a player's
    Ending: type[IntEnum]  # NOT_OVER, then each way a game can end
    read_content: Callable[[Page], Any]
    # rules.py
    new: Callable[..., Any]  # (options, content, seats, source) -> Table
    actor: Callable[[Any], int]
    untimely: Callable[[Any, int], int]  # (table, kind): why this kind of move may not come now
    unlawful: Callable[[Any, Any], int]  # (table, move): why not this one
    apply: Callable[[Any, Any], None]
    odds: Callable[[Any, Any], int]  # the weight of a move of Chance or Hand
    scores: Callable[[Any], list[int]]
    winners: Callable[[Any], list[int]]
    ending: Callable[[Any], IntEnum]
    pieces: Callable[[Any], list[int]]  # counts that no move ever changes
    # secrets.py
    OPEN: dict[type[Record], str]
    SECRET: dict[type[Record], str]
    view: Callable[[Any, int], Any]
    told: Callable[[Any, int, Any], Any]  # what a seat hears of a move, before it is applied
    imagine: Callable[[Any, int, Any], None]  # fill a view in place with one whole table that fits it
    own: Callable[..., dict[str, Any]]  # (table, seat, seen, before): what a seat sees otherwise than everybody; before: both, earlier
    PRINTED: str = ""  # open fields of Table that never change: a view has the table's own
    seen_by_all: Callable[[Any, Any, Any], Any] | None = None  # (table, before, moves since): a spectator's view, from an earlier one
    # only where time runs, or where a told move may not be told again
    due: Callable[[Any], int] = never  # when Time moves by itself
    ready: Callable[[Any], int] = at_once  # from when on the actor may move
    stamp: Callable[[Any, int], None] = unstamped  # the house hands in the time
    retold: Callable[[Any, int, Any], Any] | None = None  # told later, in a log or after reconnecting
    items: Callable[[Any], list[int]] = no_items  # what lies hidden right after the set-up, in an order of the game's own
    bared: Callable[[Any, int, Any], tuple[int, ...]] = nothing_bared  # which of them a seat is shown by a move, before it is applied
    blind: Callable[[Any], int] = nobody  # the seat before whose eyes nothing may lie that only others may see
    # only where a profile asks for it: generator.py
    generate: Callable[[Any, Any], int] | None = None  # (table, ids): the actor's legal moves, as the law would find them

    @cached_property
    def timed(self) -> bool:
        return self.due is not never

    @property
    def law(self) -> Law:
        return _law(self.name)

    def refusal(self, table: Any, seat: int, move: Any) -> IntEnum:
        """LEGAL, or the reason against."""
        return self.Refusal(self.law.refusal(table, seat, move))

    def legal(self, table: Any, seat: int) -> list[int]:
        """The ids of the moves this seat may play now."""
        if seat >= 0 and seat != self.actor(table):  # most news is of somebody else's turn
            return []
        ids = _ids_for(self.name)
        return ids[: self.law.legal(table, seat, ids)]

    def content(self, path: Path | None = None) -> dict[str, Any]:
        """A content file that fits this game; without a path, the one in the box."""
        data = read_content(path or self.folder / "content.toml")
        self.read_content(Page(data, str(path) if path else "content.toml"))
        return data

    def words(self, language: str) -> Words:
        return read_words(self.folder, language)

    @property
    def bot(self) -> Any:
        """LEVELS, worth(table, seat), recall(view, seat, heard, level), pause(view, seat, level); maybe heckle(view, …)."""
        return self._module("bot")

    @property
    def board(self) -> Any:
        """draw(view, seat, names, words, now): the table in a terminal."""
        return self._module("board")

    @property
    def hand(self) -> Any:
        """judge(table, chunks, trip, seed), seen(table, seed), reach(pull, skill, source), and for keyboards stop, let_go, draw."""
        return self._module("hand")

    def _module(self, part: str) -> Any:
        return import_module(f"filon.games.{self.folder.name}.{part}")


PARTS: tuple[str, ...] = ("Table", "Move", "MOVES", "Kind", "Refusal", "CLAUSES", "OWNERS", "Ending", "read_content")
RULES: tuple[str, ...] = ("new", "actor", "untimely", "unlawful", "apply", "odds", "scores", "winners", "ending", "pieces")
SECRETS: tuple[str, ...] = ("OPEN", "SECRET", "view", "told", "imagine")
OPTIONAL = {"rules": ("due", "ready", "stamp"), "secrets": ("PRINTED", "seen_by_all", "own", "retold", "items", "bared", "blind")}
FIRST_REFUSALS = ["LEGAL", "NOT_YOURS", "GAME_OVER"]


@cache
def found() -> dict[str, Label]:
    """The boxes on the shelf, by the name people type."""
    shelf = Path(__file__).parent.parent / "games"
    names = sorted(module.name for module in pkgutil.iter_modules([str(shelf)]))
    return {typed(name): import_module(f"filon.games.{name}.label").LABEL for name in names}


def typed(name: str) -> str:
    return name.replace("_", "-")


@cache
def load(name: str) -> Game:
    """Open a box."""
    if typed(name) not in found():
        raise GameRefused(f"no game is called {name!r}: expected one of {', '.join(found())}")
    package = f"filon.games.{name.replace('-', '_')}"
    modules = {part: import_module(f"{package}.{part}") for part in ("label", "parts", "rules", "secrets")}
    held: dict[str, Any] = {}
    for module, names in (("parts", PARTS), ("rules", RULES), ("secrets", SECRETS)):
        held |= {key: _asked(modules[module], key) for key in names}
    for module, names in OPTIONAL.items():
        held |= {key: getattr(modules[module], key) for key in names if hasattr(modules[module], key)}
    held.setdefault("own", owned(held["view"], private(held["Table"], held["SECRET"])))
    if find_spec(f"{package}.generator"):
        held["generate"] = import_module(f"{package}.generator").generate
    if [member.name for member in held["Refusal"]][:3] != FIRST_REFUSALS:
        raise GameRefused(f"{package}: expected Refusal to begin with {', '.join(FIRST_REFUSALS)}")
    return Game(typed(name), Path(modules["label"].__file__ or "").parent, modules["label"].LABEL, **held)


def _asked(module: Any, key: str) -> Any:
    if not hasattr(module, key):
        raise GameRefused(f"{module.__name__}: expected it to define {key}")
    return getattr(module, key)


@cache
def _law(name: str) -> Law:
    return make_law(load(name))
