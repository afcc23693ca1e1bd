"""Why a move is good, in a few words for a hint: made of what the seat sees and has heard."""

from __future__ import annotations

from filon.core.level import Reason
from filon.games.diadingo.parts import LOOSE, Kind, Move, Table
from filon.games.diadingo.rules import takings


def reason(view: Table, move: Move, seat: int) -> Reason | None:
    match move.kind:
        case Kind.LIFT:
            return "lift", {"n": chance(view)}
        case Kind.STEAL:
            return theft(view, move, seat)
        case Kind.DECLINE:
            return "decline", {}
        case _:
            return None


def chance(view: Table) -> int:
    """Of a hundred diamonds that are not known to be fixed, how many are loose."""
    tray = view.tray[view.game]
    unknown = sum(not gap and fixed != 1 for gap, fixed in zip(tray.gap, tray.fixed, strict=True))
    return round(100 * (LOOSE - view.lifted) / unknown) if unknown else 0


def theft(view: Table, move: Move, seat: int) -> Reason:
    dollars = {"n": view.value[move.ring]}
    others = [other for other in range(view.seats) if other != seat]
    richest = max(others, key=lambda other: view.player[other].dollars + takings(view, view.player[other]))
    if len(others) > 1 and move.victim == richest:
        return "theft-leader", dollars
    dearest = max(ring for ring, count in enumerate(view.player[seat].empty) if count)
    return ("theft-dearest" if move.ring == dearest else "theft"), dollars
