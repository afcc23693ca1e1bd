"""The searching robot plays the most visited move; the search runs compiled once warm() has compiled it, plain until then."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

from filon.bots.robot import SECONDS, Heard, Robot
from filon.bots.search import make_search, scratch_of
from filon.bots.tree import Node
from filon.core.compiled.dice import Dice, dice_of
from filon.core.compiled.rule import is_compiled
from filon.core.game import Game, load
from filon.core.level import PLAIN, Level

BATCH, PLAIN_BATCH = 2000, 5  # iterations between two looks at the clock
PLAIN_SECONDS = 0.2  # of a plain search at a table, at most
NODES_PER_ITERATION = 8  # at most
MOST_PLAIN_NODES = 4000  # at most

_warm: set[str] = set()  # names of games whose search is compiled in this process


@cache
def search_of(name: str) -> Any:
    return make_search(load(name))


@cache
def _scratch_of(name: str) -> Any:
    return scratch_of(load(name))


def has_search(game: Game) -> bool:
    """Whether its bot.py defines what a search needs."""
    return game.bot.prior is not None and game.bot.chances is not None


def warm(name: str) -> None:
    """Compile what a game's robots think with, or read it from the cache."""
    game = load(name)
    if not is_compiled() or name in _warm:
        return
    if has_search(game):
        CompiledTree(game, game.Table(), 0, dice_of(0), 0).think(0)
    if game.bot.warm:
        game.bot.warm()
    _warm.add(name)


def is_compilable(game: Game, level: Level) -> bool:
    """Whether warm() compiles anything that this level uses."""
    return level.player == "search" or (level.thinking > PLAIN.thinking and game.bot.warm is not None)


class PlainTree:
    """The tree and the working memory of one search, allocated before it begins."""

    batch = PLAIN_BATCH
    seconds = PLAIN_SECONDS

    def __init__(self, game: Game, table: Any, seat: int, dice: Dice, most: int) -> None:
        self.seat, self.dice, self.used, self.search = seat, dice, 1, search_of(game.name)
        self.width, self.scratch = len(game.MOVES), _scratch_of(game.name)
        self._allocate(table, most)

    def _allocate(self, table: Any, most: int) -> None:
        self.tables: Any = [table.copy(), table.copy()]
        self.nodes: Any = [Node() for _ in range(min(most * NODES_PER_ITERATION, MOST_PLAIN_NODES) + self.width)]
        self.scratches: Any = [self.scratch()]

    def think(self, iterations: int) -> None:
        self.used = self.search.plain(self.tables, self.seat, self.nodes, self.used, iterations, self.scratches, [self.dice])

    def best(self) -> int:
        """The most visited move; of two, the one with the greater prior."""
        best = max(self._tried(), key=lambda node: (self._field(node, "visits"), self._field(node, "prior")))
        return self._field(best, "move")

    def _tried(self) -> Iterator[int]:
        node = self._field(0, "child")
        while node:
            yield node
            node = self._field(node, "sibling")

    def _field(self, node: int, name: str) -> int:
        return int(getattr(self.nodes[node], name))


class CompiledTree(PlainTree):
    """The same in packed memory, for the compiled search."""

    batch = BATCH
    seconds = SECONDS

    def _allocate(self, table: Any, most: int) -> None:
        self.tables = np.array([table.packed()] * 2, table.dtype)
        self.nodes = np.zeros(most * NODES_PER_ITERATION + self.width, Node.dtype)
        self.scratches = np.zeros(1, self.scratch.dtype)

    def think(self, iterations: int) -> None:
        dice = np.array([self.dice.packed()], Dice.dtype)
        self.used = self.search(self.tables, self.seat, self.nodes, self.used, iterations, self.scratches, dice)
        self.dice.become(Dice.unpacked(dice[0]))

    def _field(self, node: int, name: str) -> int:
        return int(self.nodes[node][name])


class Searcher(Robot):
    """Runs the iterations of its level, within its seconds."""

    def choose(self, heard: Sequence[Heard], view: Any, legal: list[int], at: int) -> int:
        if len(legal) == 1:
            return legal[0]
        kind = CompiledTree if self.game.name in _warm else PlainTree
        tree = kind(self.game, self.recalled(heard, view, at), self.seat, self.dice, self.level.thinking)
        left, end = self.level.thinking, self._end(tree)
        while left > 0 and (end is None or time.monotonic() < end):
            tree.think(min(left, tree.batch))
            left -= tree.batch
        return tree.best()

    def _end(self, tree: PlainTree) -> float | None:
        """The time at which it must stop; None: no limit."""
        if self.seconds is None:
            return None
        return time.monotonic() + min(self.seconds, tree.seconds)
