"""A plot of ratings as SVG: one row for each robot, one dot with its interval for each number of seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from xml.sax.saxutils import escape

from filon.research.strength.ratings import Rating

LEFT, RIGHT, TOP, WIDTH = 110, 30, 34, 640  # margins and width, in pixels
# Each number of seats also has a height of its own, for readers without colours.
INKS = (
    "#1f5a8a",
    "#b0532a",
    "#4b7a3a",
    "#7a4a86",
    "#8a6d1f",
    "#2a7f7a",
    "#8a2f4a",
)
DOT_STEP, ROW_GAP = 9, 19  # pixels between two dots of a row, and between two rows


def ladder_svg(title: str, ladders: Mapping[int, Mapping[str, Rating]]) -> str:
    """Ratings by number of seats and robot; an unrated robot has no dot."""
    names = list(dict.fromkeys(name for rated in ladders.values() for name in rated))
    ends = [end for rated in ladders.values() for one in rated.values() for end in (one.elo - one.error, one.elo + one.error)]
    low, high = 100 * (min(ends) // 100), 100 * (max(ends) // 100 + 1)

    def across(elo: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (elo - low) / (high - low), 1)

    row = ROW_GAP + DOT_STEP * len(ladders)
    height = TOP + row * len(names) + 40
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="13" role="img">']
    lines += [f"<title>{escape(title)}</title>", f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>']
    lines += _grid(int(low), int(high), across, height)
    for number, name in enumerate(names):
        lines += _row(name, ladders, across, TOP + row * number + ROW_GAP // 2)
    lines += [_key(place, seats, len(ladders)) for place, seats in enumerate(ladders)]
    return "\n".join([*lines, "</svg>", ""])


def _row(name: str, ladders: Mapping[int, Mapping[str, Rating]], across: Callable[[float], float], top: int) -> list[str]:
    lines = [f'<text x="{LEFT - 12}" y="{top + DOT_STEP * len(ladders) // 2 + 4}" text-anchor="end">{escape(name)}</text>']
    for place, rated in enumerate(ladders.values()):
        if name in rated:
            lines += _dot(rated[name], across, top + DOT_STEP * place + DOT_STEP // 2, place)
    return lines


def _grid(low: int, high: int, across: Callable[[float], float], height: int) -> list[str]:
    lines = []
    for elo in range(low, high + 1, max(100, (high - low) // 800 * 100)):
        x = across(elo)
        lines.append(f'<path d="M{x} {TOP}V{height - 34}" stroke="#ddd"/>')
        lines.append(f'<text x="{x}" y="{height - 16}" text-anchor="middle" fill="#555">{elo}</text>')
    return lines


def _dot(rating: Rating, across: Callable[[float], float], y: int, place: int) -> list[str]:
    ink, low, high = INKS[place % len(INKS)], across(rating.elo - rating.error), across(rating.elo + rating.error)
    line = f'<path d="M{low} {y}H{high}" stroke="{ink}" stroke-width="2"/>'
    return [line, f'<circle cx="{across(rating.elo)}" cy="{y}" r="3.5" fill="{ink}"/>']


def _key(place: int, seats: int, places: int) -> str:
    x = LEFT + place * min(90, (WIDTH - LEFT - 10) // places)
    return f'<text x="{x}" y="20" fill="{INKS[place % len(INKS)]}">● {seats} seats</text>'
