"""What a robot makes of the time master's words: it believes or doubts them, as often as its level does, and says which."""

from __future__ import annotations

from collections.abc import Sequence

from filon.core.level import Level, Spoken
from filon.games.digger.parts import UNLIMITED, Table
from filon.games.digger.robots.talk import CLAIMS
from filon.games.digger.rules import sand_runs

ANSWER = 90  # hundredths of a second until it answers
BELIEVED, DOUBTED = "if-you-say-so", "no-way"


def claim(view: Table, talk: Sequence[Spoken]) -> Spoken | None:
    """The latest words about the sand of this turn by the one who sees it (DG-11, DG-A25)."""
    if not sand_runs(view) or view.pace == UNLIMITED:
        return None
    master = (view.digger - 1) % view.seats
    about = [said for said in talk if said.seat == master and said.phrase in CLAIMS and said.at >= view.turned]
    return about[-1] if about else None


def believes(said: Spoken, seat: int, trust: int) -> bool:
    """By lot, which the words themselves draw: so it is never of two minds about the same words."""
    return (said.at * 37 + seat * 59 + sum(map(ord, said.phrase)) * 73) % 100 < trust


def heard_left(view: Table, said: Spoken) -> int:
    """How much sand was left by these words, in hundredths of a second."""
    least, most = CLAIMS[said.phrase]
    return (least + most) * view.exact * view.pace // 200


def answer(view: Table, seat: int, level: Level, talk: Sequence[Spoken]) -> tuple[int, str] | None:
    """The digger answers each of the time master's words about the sand once."""
    said = claim(view, talk)
    if said is None or seat != view.digger or any(other.seat == seat and other.at >= said.at for other in talk):
        return None
    trust = level.parameters.trust if level.parameters else 0
    return said.at + ANSWER, BELIEVED if believes(said, seat, trust) else DOUBTED
