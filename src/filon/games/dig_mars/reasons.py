"""Why a move is good, in a few words for a hint: made of what the seat sees, its own soil samples included."""

from __future__ import annotations

from filon.core.compiled.record import spoken
from filon.core.level import Reason
from filon.games.dig_mars.parts import Gear, Kind, Move, Pile, Table
from filon.games.dig_mars.sites import level_there


def reason(view: Table, move: Move, seat: int) -> Reason:
    match move.kind:
        case Kind.DIG:
            return dig(view, view.pile[move.site])
        case Kind.TRANSPORT:
            return transport(view, move.site)
        case Kind.MOVE | Kind.PLACE:
            return there(view, move.site)
        case Kind.UPGRADE:
            return f"upgrade-{spoken(Gear(move.gear))}", {}
        case Kind.END_TURN:
            return "end-turn", {}
        case Kind.ANNOUNCE:
            return "announce", {}
        case _:
            return f"bonus-{spoken(Kind(move.kind))}", {}


def dig(view: Table, pile: Pile) -> Reason:
    """DM-A15: the seat may know the tile from its own soil sample."""
    number = pile.tile[pile.height - 1]
    return ("dig-known", {"n": view.tile[number].fortune}) if number >= 0 else ("dig", {})


def transport(view: Table, site: int) -> Reason:
    """DM-40: shared among the players who stand there."""
    fortune = view.tile[view.pile[site].tile[view.pile[site].height - 1]].fortune
    players = sum(player.stations[site] > 0 for player in view.player[: view.seats])
    if players == 1:
        return "transport", {"n": fortune}
    return "transport-shared", {"n": fortune - (players - 1) * (fortune // players), "share": fortune // players}


def there(view: Table, site: int) -> Reason:
    """What one more station makes possible on this site (DM-30)."""
    pile = view.pile[site]
    if not pile.height:
        return "near", {}
    if pile.explored:
        tile = view.tile[pile.tile[pile.height - 1]]
        is_enough = level_there(view, Gear.TRANSPORT, site) + 1 >= tile.transport
        return ("carry" if is_enough else "fortune"), {"n": tile.fortune}
    is_enough = level_there(view, Gear.DIG, site) + 1 >= pile.back[pile.height - 1]
    return ("diggable" if is_enough else "near"), {}
