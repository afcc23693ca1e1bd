"""The board as the terminal draws it, as text or as a picture: shared by all environments."""

from __future__ import annotations

from io import BytesIO, StringIO
from typing import Any

import numpy as np
from rich.console import Console
from rich.text import Text

from filon.research.deals import ResearchRefused
from filon.research.encoding import Encoding

WIDTH = 120  # characters of a drawn board
HEIGHT = 32  # lines of a picture at least, so that all pictures of a game can make a film
MODES = ["ansi", "rgb_array"]


def render_mode_of(asked: str | None) -> str | None:
    if asked not in (None, *MODES):
        raise ResearchRefused(f"render_mode: expected {', '.join(MODES)} or None; found {asked!r}")
    return asked


def rendered(mode: str, encoding: Encoding, table: Any, seat: int, names: list[str]) -> Any:
    """Text with colours, or an array of height, width and red, green, blue."""
    text = drawn(encoding, table, seat, names)
    return text if mode == "ansi" else picture(text)


def drawn(encoding: Encoding, table: Any, seat: int, names: list[str]) -> str:
    """The board of a packed table, as that seat sees it."""
    game, clock = encoding.game, encoding.layout.clock
    view = game.view(game.Table.unpacked(table), seat)
    console = _console()
    with console.capture() as capture:
        console.print(game.board.draw(view, seat, names, game.words("en"), getattr(view, clock) if clock else 0))
    return capture.get()


def picture(text: str) -> Any:
    """A terminal's window that shows the text."""
    import vl_convert
    from PIL import Image

    console, shown = _console(record=True), Text.from_ansi(text)
    console.print(shown)
    for _ in range(shown.plain.count("\n") + 1, HEIGHT):
        console.print()
    png = vl_convert.svg_to_png(console.export_svg(title=""))
    return np.asarray(Image.open(BytesIO(png)).convert("RGB"))


def _console(record: bool = False) -> Console:
    return Console(file=StringIO(), width=WIDTH, force_terminal=True, color_system="standard", legacy_windows=False, record=record)
