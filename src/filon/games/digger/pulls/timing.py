"""A steal without a pointer (DG-A11, hand = "timing"): stop a marker that runs to and fro over a bar.

The safe part of the bar is its window; outside it a neighbouring stack is touched. With no neighbour standing it is the
whole bar (DG-A20). It is cut so that a hand which aims at its middle, and is off by 50 ms as a rule, touches as often as
the content file says of an average hand, and so as often as with the other kinds of hand.
"""

from __future__ import annotations

from statistics import NormalDist

from rich.console import RenderableType
from rich.text import Text

from filon.core.pull import PullRefused, Sample
from filon.core.texts.words import Words
from filon.games.digger.parts import Kind, Table
from filon.games.digger.rules import risk

BAR = 1000
MIDDLE = BAR // 2
QUICKEST, SLOWEST = 1800, 2200  # milliseconds there and back, so that the usual marker runs a thousandth of the bar in one
AVERAGE_HAND = NormalDist(0, 50)  # how late it stops, in milliseconds
CELLS = 50  # of the bar as it is drawn


# The marker


def swing(seed: int) -> tuple[int, int]:
    """How long the marker takes there and back, and how much of that is over at the grab; in milliseconds."""
    mixed = (seed * 0x9E3779B1 + 0x85EBCA6B) % 2**32 >> 8
    choices = SLOWEST - QUICKEST + 1
    period = QUICKEST + mixed % choices
    return period, mixed // choices % period


def marker(ms: int, seed: int) -> int:
    """Where the marker is, so many milliseconds after the grab: 0 to 1000."""
    period, phase = swing(seed)
    way = (ms + phase) % period * 2 * BAR // period
    return min(way, 2 * BAR - way)


def next_middle(ms: int, period: int, phase: int) -> int:
    """When the marker next crosses the middle of the bar."""
    return ms + min((quarter * period // 4 - ms - phase) % period for quarter in (1, 3))


# The window


def window(table: Table) -> tuple[int, int]:
    """The safe part of the bar: the same with one neighbour as with two (DG-A11), all of it with none (DG-A20)."""
    room = _room(risk(table))
    return MIDDLE - room, MIDDLE + room


def _room(touches: int) -> int:
    """How far from the middle the marker is stopped by all but so many in a hundred average hands."""
    if touches == 0:
        return MIDDLE
    return min(MIDDLE, round(AVERAGE_HAND.inv_cdf(1 - touches / 200)))


def is_safe(table: Table, ms: int, seed: int) -> bool:
    low, high = window(table)
    return low <= marker(ms, seed) <= high


class Stop:
    """A marker to be stopped: the first sample does it."""

    patience = 250  # milliseconds: in a longer one the marker is somewhere else

    def __init__(self, table: Table, seed: int) -> None:
        self.table, self.seed = table, seed

    def follow(self, sample: Sample) -> Kind:
        ms, x, y = sample
        if ms < 0:
            raise PullRefused("clock")
        if (x, y) != (0, 0):
            raise PullRefused("samples")
        return Kind.CLEAN if is_safe(self.table, ms, self.seed) else Kind.TOUCHED


# The bar in a terminal


def draw(view: Table, ms: int, seed: int, words: Words) -> RenderableType:
    """The bar, its window in brackets, and the marker: full while it is safe."""
    low, high = (_cell(end) for end in window(view))
    safe, at = is_safe(view, ms, seed), _cell(marker(ms, seed))
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
