"""What the rest of a turn may still bring: worked out from the odds of five dice and the time a hand needs."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from itertools import accumulate, product
from math import prod
from operator import add
from typing import NamedTuple

from filon.games.digger.parts import DICE, Colour

STEP = 20  # hundredths of a second: how finely time is looked at
LEAST, MOST = -800, 3400  # spare time that is told apart
FREELY = -1  # throws: as many as there is time for (DG-13)
SOON = 16  # tokens that a late hand may still lose


class Pace(NamedTuple):
    """How long a hand takes, in hundredths of a second, and by how much its clock and the sand may differ."""

    throw: int  # with the dice in the air and a look at them
    token: int  # taken and stowed
    stow: int
    doubt: int


class Hopes(NamedTuple):
    """For each spare time, which is what would be left after stowing: points to come, beside the loot."""

    throwing: list[float]
    best: list[float]  # of throwing again and stowing at once


def at(spare: int) -> int:
    """The place of a spare time among hopes."""
    return (min(max(spare, LEAST), MOST) - LEAST) // STEP


class Prizes(NamedTuple):
    """What a token of each colour is worth to a digger, in points: from the pool, out of a crate when black allows it, and stowed."""

    taken: tuple[float, ...]
    stolen: tuple[float, ...]
    stowed: tuple[int, ...]


@lru_cache(maxsize=256)
def hopes(pace: Pace, prizes: Prizes, faces: tuple[int, ...], throws: int) -> Hopes:
    late = _late(pace, prizes.stowed)
    if throws == 0:
        return Hopes([-float(sum(prizes.stowed))] * len(late), late)
    offers = [(share, list(accumulate(points, initial=0.0))) for points, share in _offers(prizes, faces)]
    costs = [(pace.throw + count * pace.token) // STEP for count in range(max(len(sums) for _, sums in offers))]
    throwing: list[float] = []
    best: list[float] = []
    after = best if throws == FREELY else hopes(pace, prizes, faces, throws - 1).best
    for i, stowing in enumerate(late):
        left = [after[i - cost] if i >= cost else late[0] for cost in costs]
        throwing.append(sum(share * max(map(add, sums, left)) for share, sums in offers))  # the best of taking none, one, two …
        best.append(max(throwing[-1], stowing))
    return Hopes(throwing, best)


@cache
def _late(pace: Pace, values: tuple[int, ...]) -> list[float]:
    return [_lost(spare, pace, values) for spare in range(LEAST, MOST + STEP, STEP)]


def _lost(spare: int, pace: Pace, values: tuple[int, ...]) -> float:
    """What is likely not stowed in time, the cheapest being stowed last; nothing with time to spare."""
    cheapest = sorted(value for value in values if value > 0 for _ in range(4))[:SOON]
    return -sum(value * _gone(spare + n * pace.stow, pace.doubt) for n, value in enumerate(cheapest))


def _gone(spare: int, doubt: int) -> float:
    """The chance that the sand is out with so much to spare by one's own clock."""
    return min(1.0, max(0.0, (doubt - spare) / (2 * doubt))) if doubt else float(spare < 0)


def _offers(prizes: Prizes, faces: tuple[int, ...]) -> list[tuple[tuple[float, ...], float]]:
    """What a throw is good for, the dearest first, and how often (DG-14, DG-17)."""
    found: Counter[tuple[float, ...]] = Counter()
    for singles, count in _singles(faces).items():
        points = prizes.stolen if Colour.BLACK in singles else prizes.taken
        found[tuple(sorted((points[colour] for colour in singles if points[colour] > 0), reverse=True))] += count
    return [(points, count / 6**DICE) for points, count in found.items()]


@cache
def _singles(faces: tuple[int, ...]) -> Counter[tuple[int, ...]]:
    """Which colours show exactly once, and in how many throws."""
    found: Counter[tuple[int, ...]] = Counter()
    for dice in product(range(len(faces)), repeat=DICE):
        found[tuple(colour for colour in range(len(faces)) if dice.count(colour) == 1)] += prod(faces[colour] for colour in dice)
    return found
