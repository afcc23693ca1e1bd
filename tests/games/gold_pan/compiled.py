"""Gold Pan as rules, for many tables at once: who is ahead at the end, a new deal. Everything is open: nothing to show."""

from filon.core import rule
from filon.core.compiled.dice import Dice

from .parts import Table

CONSTANT = "rules seats goal"


@rule
def ahead(table: Table, one: int, other: int) -> int:
    """GP-20."""
    return score(table, one) - score(table, other)


@rule
def score(table: Table, seat: int) -> int:
    return table.pouch[seat] + (table.pan if seat == table.turn else 0)


@rule
def redeal(table: Table, first: int, dice: Dice) -> None:
    """GP-02: only who begins is drawn by lot."""
    table.turn = first
