"""The contract of a game folder: everything that the rest of Filon asks of it, and how it is loaded."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import IntEnum
from functools import cache, cached_property, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from filon.core.compiled.record import Record
from filon.core.compiled.rule import rule
from filon.core.content import Page, read_content
from filon.core.label import Label
from filon.core.law import LEGAL, Law, make_law
from filon.core.level import Bot
from filon.core.seats import NEVER, NOBODY
from filon.core.shelf import BUILT_IN, game_folders, outside
from filon.core.shelf import GameRefused as GameRefused
from filon.core.texts.words import SHARED, Words, read_words
from filon.core.views import open_view, overrides_of, private

# What a game leaves out


@rule
def always_lawful(table: Any, move: Any) -> int:
    return LEGAL


@rule
def no_odds(table: Any, move: Any) -> int:
    """Chance acts in the set-up only."""
    return 0


def no_pieces(table: Any) -> list[int]:
    return []


def told_as_played(table: Any, seat: int, move: Any) -> Any:
    return move.copy()


@rule
def nothing_to_imagine(view: Any, seat: int, dice: Any) -> None:
    pass


@rule
def nothing_to_show(view: Any, table: Any, seat: int) -> None:
    pass


@rule
def nothing_to_recall(view: Any, table: Any, seat: int, log: Any, count: int) -> None:
    pass


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


LAST_ITEM = -1  # in bared(): the hidden outcome of Chance's last move


_written = threading.local()  # a reused row of ids for each thread: allocating one takes longer than most calls of legal()


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
    apply: Callable[[Any, Any], None]
    scores: Callable[[Any], list[int]]
    winners: Callable[[Any], list[int]]
    ending: Callable[[Any], IntEnum]
    # secrets.py
    OPEN: dict[type[Record], str]
    SECRET: dict[type[Record], str]
    view: Callable[[Any, int], Any]  # where left out: what is OPEN
    overrides: Callable[..., dict[str, Any]]  # (table, seat, seen, before): fields of `seen`, a spectator's view, that differ for a seat
    PRINTED: str = ""  # open fields of Table that never change: a view has the table's own
    seen_by_all: Callable[[Any, Any, Any], Any] | None = None  # (table, before, moves since): a spectator's view, from an earlier one
    # rules.py, where more than its kind decides about a move, where Chance or Hand moves, where something must stay complete
    unlawful: Callable[[Any, Any], int] = always_lawful  # (table, move): why not this one
    odds: Callable[[Any, Any], int] = no_odds  # the weight of a move of Chance or Hand
    pieces: Callable[[Any], list[int]] = no_pieces  # counts that no move ever changes
    # secrets.py, where something is hidden
    told: Callable[[Any, int, Any], Any] = told_as_played  # what a seat hears of a move, before it is applied
    imagine: Callable[[Any, int, Any], None] = nothing_to_imagine  # fill a view in place with one whole table that fits it
    # only where time runs, or where a told move may not be told again
    due: Callable[[Any], int] = never  # when Time moves by itself
    ready: Callable[[Any], int] = at_once  # from when on the actor may move
    stamp: Callable[[Any, int], None] = unstamped  # the house hands in the time
    retold: Callable[[Any, int, Any], Any] | None = None  # told later, in a log or after reconnecting
    items: Callable[[Any], list[int]] = no_items  # the values hidden by the set-up, in a fixed order
    bared: Callable[[Any, int, Any], tuple[int, ...]] = nothing_bared  # the indexes of those that a move will show to a seat
    blind: Callable[[Any], int] = nobody  # a seat whose screen must show nothing that only others may see
    # only where a profile asks for it: generator.py
    generate: Callable[[Any, Any], int] | None = None  # (table, ids): the legal moves of the actor, as the law would find them
    # only for many tables at once: compiled.py
    ahead: Callable[[Any, int, int], int] | None = (
        None  # (table, one, other), at the end: above 0 if `one` ranks before `other`, 0 if they share
    )
    redeal: Callable[[Any, int, Any], None] | None = None  # (table, first, dice): shuffle a table that was dealt, and let `first` begin
    show: Callable[[Any, Any, int], None] = nothing_to_show  # (view, table, seat): fill in what the seat may see of what is SECRET
    recall: Callable[[Any, Any, int, Any, int], None] = (
        nothing_to_recall  # (view, table, seat, ids of all moves so far, how many): fill in what bot.recall() remembers of them
    )
    CONSTANT: str = ""  # fields of Table that are the same at all tables of one set-up

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
        """The sentences that games share, and this game's own, which come first."""
        return read_words(SHARED, language) | read_words(self.folder, language)

    @property
    def bot(self) -> Bot:
        return _bot(self.name)

    @property
    def board(self) -> Any:
        """draw(view, seat, names, words, now): the table in a terminal."""
        return self._module("board")

    @property
    def hand(self) -> Any:
        """judge(table, chunks, trip, seed), seen(table, seed), reach(pull, skill, source), and for keyboards stop, let_go, draw."""
        return self._module("hand")

    def _module(self, part: str) -> Any:
        return _imported(self.folder.name, part)


PARTS: tuple[str, ...] = ("Table", "Move", "MOVES", "Kind", "Refusal", "CLAUSES", "OWNERS", "Ending", "read_content")
RULES: tuple[str, ...] = ("new", "actor", "untimely", "apply", "scores", "winners", "ending")
SECRETS: tuple[str, ...] = ("OPEN", "SECRET")
OPTIONAL = {
    "rules": ("unlawful", "odds", "pieces", "due", "ready", "stamp"),
    "secrets": ("view", "told", "imagine", "PRINTED", "seen_by_all", "overrides", "retold", "items", "bared", "blind"),
}
BOT = [field.name for field in fields(Bot) if field.name != "LEVELS"]
FIRST_REFUSALS = ["LEGAL", "NOT_YOURS", "GAME_OVER"]


@cache
def found() -> dict[str, Label]:
    """The label of every game, by the name people type."""
    names = game_folders([BUILT_IN, *outside()])
    return {typed(name): _asked(_imported(name, "label"), "LABEL") for name in names}


def typed(name: str) -> str:
    return name.replace("_", "-")


@cache
def load(name: str) -> Game:
    """A game with everything that its folder defines, or the reason why it cannot be played."""
    if typed(name) not in found():
        raise GameRefused(f"no game is called {name!r}: expected one of {', '.join(found())}")
    folder = name.replace("-", "_")
    modules = {part: _imported(folder, part) for part in ("label", "parts", "rules", "secrets")}
    held: dict[str, Any] = {}
    for module, names in (("parts", PARTS), ("rules", RULES), ("secrets", SECRETS)):
        held |= {key: _asked(modules[module], key) for key in names}
    for module, names in OPTIONAL.items():
        held |= {key: getattr(modules[module], key) for key in names if hasattr(modules[module], key)}
    if find_spec(f"filon.games.{folder}.generator"):
        held["generate"] = _asked(_imported(folder, "generator"), "generate")
    if find_spec(f"filon.games.{folder}.compiled"):
        held |= _compiled(_imported(folder, "compiled"), bool(held["SECRET"]))
    if [member.name for member in held["Refusal"]][:3] != FIRST_REFUSALS:
        raise GameRefused(f"filon.games.{folder}: expected Refusal to begin with {', '.join(FIRST_REFUSALS)}")
    return Game(typed(name), Path(modules["label"].__file__ or "").parent, modules["label"].LABEL, **_with_views(held))


def _compiled(module: Any, has_secrets: bool) -> dict[str, Any]:
    """The rules that compiled.py defines; `show` only in a game with secrets."""
    names = ("ahead", "redeal", "show") if has_secrets else ("ahead", "redeal")
    left_out = {"recall": nothing_to_recall, "CONSTANT": ""}
    return {key: _asked(module, key) for key in names} | {key: getattr(module, key, default) for key, default in left_out.items()}


def _with_views(held: dict[str, Any]) -> dict[str, Any]:
    """The views of a game that only declares what is open."""
    held.setdefault("view", partial(_open_to_all, held["OPEN"], held.get("PRINTED", "")))
    held.setdefault("overrides", overrides_of(held["view"], private(held["Table"], held["SECRET"])))
    return held


def _open_to_all(declared: dict[type[Record], str], printed: str, table: Any, seat: int) -> Any:
    return open_view(table, declared, printed)


def _imported(folder: str, part: str) -> Any:
    """One module of a game folder; whatever goes wrong in it is told with the folder's name."""
    try:
        return import_module(f"filon.games.{folder}.{part}")
    except Exception as error:
        raise GameRefused(f"the game folder {folder}: expected {part}.py to be imported; found {type(error).__name__}: {error}") from error


def _asked(module: Any, key: str) -> Any:
    if not hasattr(module, key):
        raise GameRefused(f"{module.__name__}: expected it to define {key}")
    return getattr(module, key)


@cache
def _law(name: str) -> Law:
    return make_law(load(name))


@cache
def _bot(name: str) -> Bot:
    module = _imported(name.replace("-", "_"), "bot")
    return Bot(LEVELS=_asked(module, "LEVELS"), **{key: getattr(module, key) for key in BOT if hasattr(module, key)})
