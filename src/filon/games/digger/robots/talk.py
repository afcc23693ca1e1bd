"""What a robot says while it hides the hourglass: when, nobody can learn anything from; what, is true as often as its level says."""

from __future__ import annotations

from collections.abc import Iterator

from filon.core import NEVER
from filon.core.level import Level
from filon.core.stream import Source
from filon.games.digger.parts import Phase, Table
from filon.games.digger.rules import due

MOMENTS = ((700, 1100), (1500, 1900), (2300, 2700))  # hundredths of a second of the sand, from when to when
CLAIMS = {  # what each phrase says of the sand: in hundredths of this turn's, how much is left at least and at most
    "plenty": (40, 100),
    "half": (50, 100),
    "one-more-throw": (20, 100),
    "nearly-out": (0, 20),
    "grains": (0, 10),
    "stow-now": (0, 30),
}
DISTRACTIONS = ("shaking", "sneeze")  # for a hand in somebody's crate; they say nothing of the sand
PICK = 60  # a draw that is even among one to six phrases, and always the same draw
LATE = 100  # hundredths of a second: what could not be said by then is not said any more


def next_phrase(view: Table, seat: int, level: Level, spoke: int, luck: Source) -> tuple[int, str] | None:
    """Only the time master knows when the sand will be out (DG-11), and may say anything about it (DG-A25)."""
    if due(view) == NEVER:
        return None
    chosen = [(_moment(view, luck, *span), luck.below(100) < level.honesty, luck.below(PICK)) for span in MOMENTS]
    for at, is_true, pick in chosen:
        if max(spoke, view.clock - LATE) < at < due(view):
            phrases = DISTRACTIONS if view.phase == Phase.REACHING else tuple(said(view, at, is_true))
            return at, phrases[pick % len(phrases)]
    return None


def _moment(view: Table, luck: Source, earliest: int, latest: int) -> int:
    """By the turn's clock and by lot, never by the sand: when it speaks must not tell what it says nothing of."""
    return view.turned + (earliest + luck.below(latest - earliest)) * view.pace


def said(view: Table, at: int, is_true: bool) -> Iterator[str]:
    """The phrases that will be true then, or those that will not."""
    left = 100 * max(0, due(view) - at) // (view.sand * view.pace)
    return (phrase for phrase, (least, most) in CLAIMS.items() if (least <= left <= most) == is_true)
