"""New deals inside compiled code: a table of the pool, shuffled again by the game's redeal()."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from filon.core.compiled.dice import Dice, below
from filon.core.compiled.rule import put, rule
from filon.core.game import Game, load
from filon.core.seats import NONE
from filon.core.stream import seeded
from filon.house.room.setup import Setup

POOL = 64  # tables dealt by new(): redeal() keeps what a table does not tell, such as which crates are in the box

Deal = Callable[[Any, int, Any, int, Dice], None]


class ResearchRefused(ValueError):
    """A game or an argument that research cannot work with."""


def ready(name: str) -> Game:
    """A game that defines everything research asks of it."""
    game = load(name)
    if game.ahead is None or game.redeal is None:
        wanted = "the rules ahead and redeal, and show where something is SECRET (CONTRIBUTING.md)"
        raise ResearchRefused(
            f"{game.name} can be played but not studied in batches: expected {game.folder.name}/compiled.py with {wanted}"
        )
    return game


def make_deal(game: Game) -> Deal:
    redeal: Any = game.redeal

    @rule
    def deal(tables: Any, place: int, pool: Any, first: int, dice: Dice) -> None:
        """A new table at that place; without a named first seat, by lot."""
        put(tables, place, pool[below(dice, len(pool))])
        redeal(tables[place], first if first != NONE else below(dice, tables[place].seats), dice)

    return deal


def first_of(setup: Setup) -> int:
    """The seat that begins, or NONE: by lot."""
    label = load(setup.game).label
    return label.encode(setup.options, "first") if any(option.name == "first" for option in label.options) else NONE


def pool_of(setup: Setup, seed: int) -> list[Any]:
    return [setup.deal(seeded(seed * POOL + i)) for i in range(POOL)]
