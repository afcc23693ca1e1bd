"""docs/balance.md from what was measured: the text of report.md, with each {{figure}} filled in."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.balance.pictures import draw
from bench.balance.play import Run
from bench.balance.tables import TABLES, number, percent, points, signed

TEXT = Path(__file__).with_name("report.md")
KEPT = "balance/figures.json"
FIELD = re.compile(r"\{\{(.+?)\}\}")


def figures_in(folder: Path) -> dict[str, Any]:
    path = folder / KEPT
    held: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return held


def keep(folder: Path, name: str, figures: Any, run: Run) -> None:
    """In place of the same piece measured before."""
    every = figures_in(folder) | {name: figures | {"seed": run.seed, "scale": run.scale}}
    path = folder / KEPT
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = ",\n".join(f' "{piece}": {json.dumps(every[piece])}' for piece in sorted(every))
    path.write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")


def write(folder: Path) -> None:
    figures = figures_in(folder)
    (folder / "balance.md").write_text(filled(TEXT.read_text(encoding="utf-8"), figures), encoding="utf-8")
    draw(figures, folder / "balance")


def filled(text: str, figures: dict[str, Any]) -> str:
    return FIELD.sub(lambda field: _said(field[1], figures), text)


def _said(field: str, figures: dict[str, Any]) -> str:
    """`table NAME`, or `PIECE:PATH FORM`; a piece that was not measured yet is named."""
    first, _, last = field.rpartition(" ")
    try:
        return TABLES[last](figures) if first == "table" else FORMS[last](found(first, figures))
    except KeyError as missing:
        return f"*not measured yet: {missing.args[0]}*"


def found(path: str, figures: dict[str, Any]) -> Any:
    piece, _, keys = path.partition(":")
    held = figures[piece]
    for key in filter(None, keys.split(".")):
        held = held[int(key)] if isinstance(held, list) else held[key]
    return held


FORMS: dict[str, Callable[[Any], str]] = {
    "%": percent,
    "points": lambda one: points(one[:3]),
    "number": number,
    "signed": lambda one: signed(one[:3]),
}
