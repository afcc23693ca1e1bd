"""Digger as rules, for many tables at once: what a seat sees, who is ahead at the end, a new deal."""

from filon.core import NONE, rule
from filon.core.compiled.dice import Dice, below
from filon.games.digger.parts import TOKENS, Table
from filon.games.digger.rules import crate_points, time_master

CONSTANT = (
    "rules seats steal water river glass pace most_throws stowing no_water shift faces exact shortest longest air take pull stow touched"
)


@rule
def show(view: Table, table: Table, seat: int) -> None:
    """DG-11: only the time master sees the sand; that there is none is no secret."""
    if table.sand == NONE or seat == time_master(table):
        view.sand = table.sand


@rule
def ahead(table: Table, one: int, other: int) -> int:
    """DG-32; a tie is shared (DG-A13)."""
    return crate_points(table, one) - crate_points(table, other)


@rule
def redeal(table: Table, first: int, dice: Dice) -> None:
    """DG-10, DG-A14; DG-33: the same crates for other players."""
    for last in range(table.seats - 1, 0, -1):
        swap_crates(table, last, below(dice, last + 1))
    table.digger = first


@rule
def swap_crates(table: Table, one: int, other: int) -> None:
    for token in TOKENS:
        value = table.player[one].value[token]
        table.player[one].value[token] = table.player[other].value[token]
        table.player[other].value[token] = value
