"""Gymnasium's spaces for rows and actions, and the board as text: shared by all environments."""

from __future__ import annotations

from io import StringIO
from typing import Any

import numpy as np
from gymnasium import spaces
from rich.console import Console

from filon.research.codes import Column
from filon.research.deals import ResearchRefused
from filon.research.encoding import Encoding

WIDTH = 120  # characters of a drawn board


def row_space(encoding: Encoding) -> spaces.Box:
    """A column lies between its declared bounds, as `describe()` tells them."""
    low, high = np.array([bounds(column) for column in encoding.columns], np.float32).T
    return spaces.Box(low, high, dtype=np.float32)


def bounds(column: Column) -> tuple[float, float]:
    """Least and greatest value; 0, which also stands for none and unknown, lies between."""
    if column.kind == "moment":
        return -column.most * column.scale, column.most * column.scale
    least = min(column.least, 0)
    return least * column.scale, (column.most - least) * column.scale


def render_mode_of(asked: str | None) -> str | None:
    """None, or the one mode there is."""
    if asked not in (None, "ansi"):
        raise ResearchRefused(f"render_mode: expected ansi or None; found {asked!r}")
    return asked


def drawn(encoding: Encoding, table: Any, seat: int, names: list[str]) -> str:
    """The board as the terminal draws it, with what that seat sees of a packed table."""
    game, clock = encoding.game, encoding.layout.clock
    view = game.view(game.Table.unpacked(table), seat)
    console = Console(file=StringIO(), width=WIDTH, force_terminal=True, color_system="standard", legacy_windows=False)
    with console.capture() as capture:
        console.print(game.board.draw(view, seat, names, game.words("en"), getattr(view, clock) if clock else 0))
    return capture.get()
