"""Charts of Altair as SVG that can be read on a light and on a dark page, with a title for those who cannot see them."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

INK, PAPER, GRID = "#24292f", "#ffffff", "#d8dee4"
COLOURS = ("#0b62b0", "#b3400e", "#3c7a2a", "#7d3f98", "#8a6500", "#0f7a75")
AT_NIGHT = {
    INK: "#e6edf3", PAPER: "#0d1117", GRID: "#3d444d",
    **dict(zip(COLOURS, ("#6cb6ff", "#ff9a5c", "#7ecb6a", "#d2a8ff", "#e3b341", "#56d4cc"), strict=True)),
}  # fmt: skip
FONT = "sans-serif"


def save_svg(chart: Any, path: Path, title: str) -> None:
    """`title` is read out; the file follows the reader's choice of light or dark."""
    path.write_text(svg_of(chart, title), encoding="utf-8")


def svg_of(chart: Any, title: str) -> str:
    import vl_convert

    drawn: str = vl_convert.vegalite_to_svg(themed(chart).to_dict())
    head, rest = drawn.split(">", 1)
    return f'{head} role="img"><title>{escape(title)}</title><style>{night()}</style>{rest}\n'


def themed(chart: Any) -> Any:
    axis = {"labelColor": INK, "titleColor": INK, "gridColor": GRID, "domainColor": GRID, "tickColor": GRID, "titleFontWeight": "normal"}
    named = {"labelColor": INK, "titleColor": INK, "titleFontWeight": "normal"}
    return (
        chart.configure(
            background=PAPER,
            font=FONT,
            range={"category": list(COLOURS)},
            padding=12,
            mark={"color": COLOURS[0]},
            rule={"color": COLOURS[0]},
        )
        .configure_axis(**axis, labelLimit=320)
        .configure_legend(**named)
        .configure_header(**named)
        .configure_view(stroke=None)
        .configure_title(color=INK, fontWeight="normal", anchor="start")
    )


def night() -> str:
    """A style sheet that draws each colour of the day as that of the night: rules come before attributes."""
    swapped = "".join(f'[{part}="{day}"]{{{part}:{dark}}}' for day, dark in AT_NIGHT.items() for part in ("fill", "stroke"))
    return f"@media (prefers-color-scheme:dark){{{swapped}}}"
