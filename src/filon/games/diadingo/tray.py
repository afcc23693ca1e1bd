"""Making a game ready: where the 42 diamonds stand, which of them are fixed, and the pile."""

from collections.abc import Sequence

from filon.core.stream import Source, shuffled
from filon.games.diadingo.parts import EIGHTHS, FIXED, HALF, PLACES, THEFTS, VALUES, Box, Card, Spot, Tray, TrayKind, legible, turned

DARTS = 20_000  # after so many the tray is begun anew


def lay_out(tray: Tray, kind: int, box: Box, source: Source) -> None:
    """DI-02, DI-04: the order in which the places were found tells nothing about their numbers."""
    spots = classic(box, source) if kind == TrayKind.CLASSIC else fresh(box, source)
    out = [*range(FIXED - box.aside.fixed, FIXED), *range(PLACES - box.aside.loose, PLACES)]
    for place, spot in enumerate([*shuffled([spot for spot in range(PLACES) if spot not in out], source), *out]):
        tray.x[place], tray.y[place] = spots[spot]
        tray.fixed[place] = int(spot < FIXED)
        tray.gap[place] = int(spot in out)


def fresh(box: Box, source: Source) -> list[Spot]:
    """DI-A8: places drawn anew, 16 of them by lot, the first, fixed."""
    return shuffled(scattered([], box, source), source)


def classic(box: Box, source: Source) -> list[Spot]:
    """DI-A8: the pegs, turned by some eighths, then loose diamonds between them."""
    eighths = source.below(EIGHTHS)
    return scattered([turned(peg, eighths) for peg in box.pegs], box, source)


def scattered(pegs: Sequence[Spot], box: Box, source: Source) -> list[Spot]:
    """The pegs, and darts thrown at the tray wherever there is room, until 42 diamonds stand."""
    while True:
        spots = list(pegs)
        for _ in range(DARTS):
            dart = thrown(source)
            if box.has_room(dart, spots):
                spots.append(dart)
            if len(spots) == PLACES:
                return spots


def thrown(source: Source) -> Spot:
    return legible((source.below(2 * HALF + 1) - HALF, source.below(2 * HALF + 1) - HALF))


def shuffle_cards(tray: Tray, box: Box, source: Source) -> None:
    """DI-03, DI-05; what is set aside lies on top, as if drawn."""
    out = [*_cards(box.aside.rings), *[int(Card.THEFT)] * box.aside.thefts]
    rings = _cards([held - aside for held, aside in zip(box.copies, box.aside.rings, strict=True)])
    tray.pile = out + shuffled(rings + [int(Card.THEFT)] * (THEFTS - box.aside.thefts), source)


def _cards(copies: Sequence[int]) -> list[int]:
    return [rank for rank in range(VALUES) for _ in range(copies[rank])]
