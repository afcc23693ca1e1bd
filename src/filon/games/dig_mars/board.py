"""Dig Mars in the terminal: the canyon as strata, and every player's equipment beside it."""

from __future__ import annotations

from rich.box import ROUNDED, SQUARE
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from filon.core import NONE, UNKNOWN
from filon.core.record import spoken
from filon.core.words import Words
from filon.games.dig_mars.parts import (
    DEEP,
    SIDE,
    SITES,
    STILL_ROUNDS,
    TOP_LEVEL,
    Bonus,
    Fortune,
    Gear,
    Phase,
    Pile,
    Site,
    Table,
)

COLOURS = ("dodger_blue1", "dark_orange", "medium_purple1", "turquoise2")
ROCK = ("white on #4a1f12", "white on #6b2d18", "white on #8a3c20")  # from the lowest stratum up
FRONT = "black on #f0dcb4"
WIDE = 12  # a site, in letters: "▼4 ►4 ♦20 +⇄"
SIGNS = {Gear.DIG: "▼", Gear.TRANSPORT: "►", Gear.FLEET: "▲"}
FORTUNE = "♦"
EXTRAS = {Bonus.DIG: "+▼", Bonus.TRANSPORT: "+►", Bonus.RELOCATE: "+⇄", Bonus.POINT: "+♦", Bonus.SAMPLE: "+◎"}
REMEMBERED = "◎"


def draw(view: Table, seat: int, names: list[str], words: Words, now: int) -> RenderableType:
    letters = _letters(names[: view.seats])
    side_by_side = Grid.grid(padding=(0, 1, 0, 0))
    side_by_side.add_row(_canyon(view, letters), _players(view, seat, names, letters, words))
    return Group(_status(view, names, words), side_by_side, *_notices(view, words), _legend(words))


def _letters(names: list[str]) -> list[str]:
    """A letter for each player: the initial, or the seat's number where it is taken."""
    letters: list[str] = []
    for number, name in enumerate(names, 1):
        initial = name[:1].upper()
        letters.append(initial if initial.isalpha() and initial not in letters else str(number))
    return letters
