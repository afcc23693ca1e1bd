"""A steal without a pointer (DG-A11, hand = "timing"): stop a marker that runs to and fro over a bar.

The safe part of the bar is its window; outside it a neighbouring stack is touched. With no neighbour standing it is the
whole bar (DG-A20). It is cut so that a hand which aims at its middle, and is off by 50 ms as a rule, touches as often as
the content file says of an average hand, and so as often as with the other kinds of hand.
"""

from __future__ import annotations

from statistics import NormalDist

from rich.console import RenderableType
from rich.text import Text

from filon.core.words import Words
from filon.games.digger.parts import MOVES, Kind, Table
from filon.games.digger.rules import risk

BAR = 1000
MIDDLE = BAR // 2
QUICKEST, SLOWEST = 180, 220  # hundredths of a second there and back
SPEED = 2 * BAR * 2 // (QUICKEST + SLOWEST)  # of the usual marker, in a hundredth of a second
AVERAGE_HAND = NormalDist(0, 5)  # how late it stops, in hundredths of a second
CELLS = 50  # of the bar as it is drawn
IDS = {move.kind: i for i, move in enumerate(MOVES) if move.kind in (Kind.CLEAN, Kind.TOUCHED, Kind.LET_GO)}


def marker(elapsed: int, seed: int) -> int:
    """Where the marker is, so many hundredths of a second after the grab: 0 to 1000."""
    mixed = (seed * 0x9E3779B1 + 0x85EBCA6B) % 2**32 >> 8
    period = QUICKEST + mixed % (SLOWEST - QUICKEST + 1)
    way = (elapsed + mixed // 64) % period * 2 * BAR // period
    return min(way, 2 * BAR - way)


def window(table: Table) -> tuple[int, int]:
    """The safe part of the bar: the same with one neighbour as with two (DG-A11), all of it with none (DG-A20)."""
    room = _room(risk(table))
    return MIDDLE - room, MIDDLE + room


def judge(table: Table, elapsed: int, seed: int) -> int:
    """The id of the move that Hand makes: CLEAN or TOUCHED (DG-A11)."""
    return IDS[Kind.CLEAN if _is_safe(table, elapsed, seed) else Kind.TOUCHED]


def let_go() -> int:
    """The id of Hand's move for a token let go inside the crate (DG-A23)."""
    return IDS[Kind.LET_GO]


def _room(touches: int) -> int:
    """How far from the middle the marker is stopped by all but so many in a hundred average hands."""
    if touches == 0:
        return MIDDLE
    return round(AVERAGE_HAND.inv_cdf(1 - touches / 200) * SPEED)


def _is_safe(table: Table, elapsed: int, seed: int) -> bool:
    low, high = window(table)
    return low <= marker(elapsed, seed) <= high


def draw(view: Table, elapsed: int, seed: int, words: Words) -> RenderableType:
    """The bar, its window in brackets, and the marker: full while it is safe."""
    low, high = (_cell(end) for end in window(view))
    safe, at = _is_safe(view, elapsed, seed), _cell(marker(elapsed, seed))
    line = Text("┣", no_wrap=True)
    for cell in range(CELLS):
        if cell == at:
            line.append("●" if safe else "○", "bold black on green" if safe else "bold white on red")
        else:
            line.append(_ground(cell, low, high), "green" if low <= cell <= high else "dim")
    is_free = (low, high) == (_cell(0), _cell(BAR))
    return line.append("┫  ").append(words.say("board.nothing-beside") if is_free else words.say("board.stop-the-marker"))


def _cell(place: int) -> int:
    return place * CELLS // (BAR + 1)


def _ground(cell: int, low: int, high: int) -> str:
    if cell == low:
        return "["
    if cell == high:
        return "]"
    return "░" if low < cell < high else "─"
