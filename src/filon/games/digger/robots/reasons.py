"""Why a move is good, in a few words for a hint: made of what the seat sees, never of the sand."""

from __future__ import annotations

from filon.core.level import Reason
from filon.games.digger.parts import SPOTS, UNLIMITED, Colour, Kind, Move, Table
from filon.games.digger.rules import crate_points, next_to, total

FEW = 3  # tokens of water with which the end is near


def reason(view: Table, move: Move, seat: int) -> Reason:
    match move.kind:
        case Kind.TAKE if move.colour == Colour.WATER:
            return ("water-end" if view.pool[Colour.WATER] <= FEW and leads(view, seat) else "water"), {}
        case Kind.TAKE:
            return "take", {"n": view.player[seat].value[move.colour]}
        case Kind.STEAL:
            return theft(view, move, seat)
        case Kind.THROW:
            return throw(view)
        case Kind.STOW | Kind.STOW_ALL:
            return "stow", {"n": loot_points(view, seat)}
        case _:
            return "stop", {}


def theft(view: Table, move: Move, seat: int) -> Reason:
    """DG-20, DG-A20: where nothing stands beside it, nothing can be touched."""
    crate, points = view.player[move.victim].crate, {"n": view.player[seat].value[move.colour]}
    if not crate[next_to(view, move.colour, 1)] + crate[next_to(view, move.colour, SPOTS - 1)]:
        return "theft-safe", points
    return ("theft-leader" if move.victim == leader(view, seat) else "theft"), points


def throw(view: Table) -> Reason:
    if view.throws == 0:
        return "throw-first", {}
    if view.pace == UNLIMITED:
        return "throw-left", {"n": view.most_throws - view.throws}
    return "throw-time", {}


def leader(view: Table, seat: int) -> int:
    return max((other for other in range(view.seats) if other != seat), key=lambda other: crate_points(view, other))


def leads(view: Table, seat: int) -> bool:
    return crate_points(view, seat) > crate_points(view, leader(view, seat))


def loot_points(view: Table, seat: int) -> int:
    return sum(count * value for count, value in zip(view.loot, view.player[seat].value, strict=True)) if total(view.loot) else 0
