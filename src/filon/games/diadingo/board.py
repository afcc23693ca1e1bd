"""Diadingo in the terminal: the tray seen from one's own side, the cards, and everybody's rings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from math import cos, hypot, pi, sin, sqrt

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from filon.core import NONE
from filon.core.record import spoken
from filon.core.words import Words
from filon.games.diadingo.parts import CARDS, HALF, PLACES, VALUES, Card, Phase, Player, Table, Tray
from filon.games.diadingo.rules import scores, winners

WIDE, TALL = 46, 92  # what one cell of the terminal covers of the tray
MARKS = "●■▲▼♠♥♣★"
SEATS = ("#5aa2dc", "#e08a1e", "#b07ad0", "#1bc1ba", "#e6d54a", "#e0626e", "#7fbf4d", "#c9c4bd")
VELVET, WOOD, GAP = "on #4b1b32", "#a8763e on #7a4f24", "#a86a86"
SHINE, STUCK, RING, FAINT = "bold #cfe5ef", "bold #ffb38a", "#e9b53c", "dim"
DIAMOND, STAYED, LIFTED, EMPTY = "◆", "×", "·", "○"

Spot = tuple[int, int]  # row, column


def draw(view: Table, seat: int, names: list[str], words: Words, now: int) -> RenderableType:
    tray = Panel.fit(tray_text(view, max(seat, 0)), title=words.say("board.tray"), box=box.ROUNDED, border_style=FAINT, padding=0)
    beside = Group(cards(view, words), status(view, seat, names, words))
    return Board(tray, beside, rings(view, seat, names, words))


class Board:
    """The rings go beside the tray where the terminal is wide enough, and below it elsewhere."""

    def __init__(self, tray: RenderableType, beside: RenderableType, rings: RenderableType) -> None:
        self.tray, self.beside, self.rings = tray, beside, rings

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        needed = sum(Measurement.get(console, options, part).maximum for part in (self.tray, self.rings)) + 1
        if needed <= options.max_width:
            yield side_by_side(self.tray, Group(self.beside, "", self.rings))
        else:
            yield side_by_side(self.tray, self.beside)
            yield self.rings


def side_by_side(*parts: RenderableType) -> Grid:
    grid = Grid.grid(padding=(0, 1, 0, 0))
    grid.add_row(*parts)
    return grid


# The tray


def turned(x: float, y: float, eighths: float) -> tuple[float, float]:
    """A place of the tray, seen by whoever sits so many eighths further to the left."""
    angle = eighths * pi / 4
    return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)


def beyond_edge(x: float, y: float) -> float:
    """How far a place lies outside the octagon; negative inside."""
    return max(abs(x), abs(y), (abs(x) + abs(y)) / sqrt(2)) - HALF


class Cells:
    """The terminal's cells over the tray as one seat sees it."""

    def __init__(self, eighths: float) -> None:
        self.eighths = eighths
        reach = HALF * max(abs(part) for corner in ((1, sqrt(2) - 1), (1, 1 - sqrt(2))) for part in self._corner(*corner))
        self.rows = 2 * round((reach + TALL) / TALL) + 1
        self.columns = 2 * round((reach + TALL) / WIDE) + 1

    def _corner(self, x: float, y: float) -> tuple[float, float]:
        return turned(x, y, self.eighths % 2)

    def place(self, row: int, column: int) -> tuple[float, float]:
        """Where a cell lies, as this seat sees it."""
        return (column - self.columns // 2) * WIDE, (self.rows // 2 - row) * TALL

    def ground(self, row: int, column: int) -> tuple[str, str]:
        """What is drawn where no diamond stands: velvet, the wooden rim, or nothing."""
        beyond = beyond_edge(*turned(*self.place(row, column), -self.eighths))
        if beyond > TALL:
            return " ", ""
        return ("▒", WOOD) if beyond > 0 else (" ", VELVET)

    def nearest(self, x: float, y: float, free: Iterable[Spot]) -> Spot:
        return min(free, key=lambda spot: hypot(self.place(*spot)[0] - x, self.place(*spot)[1] - y))
