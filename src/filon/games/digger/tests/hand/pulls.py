"""Hands at work, for the tests of how they are judged."""

from collections import Counter
from random import Random

from filon.core.pull import Chunk, PullRefused, Sample
from filon.games.digger.hand import AVERAGE, Skill, judge, reach, seen
from filon.games.digger.parts import MOVES, Colour, Kind, Table
from filon.games.digger.tests.scene import fresh, give, play, throw

WATER, GOLD, RUBY, EMERALD, DIAMOND = list(Colour)[:5]
BESIDE = [(RUBY,), (DIAMOND,), (RUBY, DIAMOND)]  # the ways in which neighbours may stand beside gold


def reaching(*others: Colour, hand: str = "gesture") -> Table:
    """Seat 0 pulls gold out of the crate of seat 1, where these stand too."""
    table = fresh(hand=hand)
    give(table, 1, GOLD, *others)
    throw(table, "gold black ruby ruby ruby")
    if hand != "roll":
        play(table, "steal gold 1")
    return table


def line(x: int, y: int, ms: int, count: int = 30) -> list[Sample]:
    """Straight from the token's middle to a place, in so many samples."""
    return [(ms * i // count, x * i // count, y * i // count) for i in range(count + 1)]


def then(path: list[Sample], *more: Sample) -> list[Sample]:
    """A path that goes on, by milliseconds, x and y from where it was."""
    for ms, x, y in more:
        path = [*path, (path[-1][0] + ms, path[-1][1] + x, path[-1][2] + y)]
    return path


def whole(samples: list[Sample], is_last: bool = True) -> list[Chunk]:
    """In one message, as soon as the last sample was taken."""
    return [Chunk(max((ms for ms, _, _ in samples), default=0), samples, is_last)]


def outcome(table: Table, chunks: list[Chunk], trip: int = 60, seed: int = 1) -> Kind | str:
    """What Hand does, why the pull is refused, or "goes-on"."""
    try:
        move = judge(table, chunks, trip, seed)
    except PullRefused as refused:
        return refused.why
    return "goes-on" if move < 0 else Kind(MOVES[move].kind)


def pulled(table: Table, samples: list[Sample], seed: int = 1) -> Kind | str:
    return outcome(table, whole(samples), seed=seed)


class Quick:
    """A source for thousands of pulls."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed).random

    def below(self, limit: int) -> int:
        return int(self.random() * limit)


def outcomes(table: Table, skill: Skill = AVERAGE, pulls: int = 2000) -> Counter[Kind | str]:
    """How so many pulls by one hand end."""
    luck = Quick(7)
    return Counter(pulled(table, reach(seen(table, seed), skill, luck), seed) for seed in range(pulls))


def touches(table: Table, skill: Skill = AVERAGE, pulls: int = 2000) -> float:
    return outcomes(table, skill, pulls)[Kind.TOUCHED] / pulls
