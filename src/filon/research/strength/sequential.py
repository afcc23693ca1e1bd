"""Is a robot better? A sequential test by deal, which stops as soon as the answer is known (Wald 1945)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import log

from filon.research.match import GameResult, Match

ERROR = 0.05  # how often it says "better" of an equal, and "not better" of one that is better by the margin
LEAST = 10  # deals, before which a variance is known too badly
BOUND = log((1 - ERROR) / ERROR)


@dataclass
class SequentialTest:
    """Whether a robot wins `margin` more than an equal share, or no more than it.

    The log-likelihood ratio of both, for the mean of the deals' shares and their variance: each deal, played on every seat, is one number.
    """

    equal: float  # the share it would win if all robots were equally strong
    margin: float = 0.05
    deals: int = 0
    won: float = 0.0  # the sum of the deals' shares
    squares: float = 0.0

    def add(self, share: float) -> bool | None:
        """The answer after one more deal, or None while it is open."""
        self.deals, self.won, self.squares = self.deals + 1, self.won + share, self.squares + share * share
        return self.answer

    @property
    def answer(self) -> bool | None:
        if self.deals < LEAST or abs(self.ratio) < BOUND:
            return None
        return self.ratio > 0

    @property
    def ratio(self) -> float:
        mean, middle = self.won / self.deals, self.equal + self.margin / 2
        return self.deals * self.margin * (mean - middle) / self._variance(mean)

    def _variance(self, mean: float) -> float:
        """Of one deal. One more deal won and one more lost are counted: deals that all end alike do not show what varies."""
        off = self.squares - self.deals * mean**2
        return (off + mean**2 + (1 - mean) ** 2) / (self.deals + 1)


def decided(test: SequentialTest, match: Match, games: Iterable[GameResult]) -> Iterator[GameResult]:
    """Games in the order of their deals, until the first robot of the match is known to be better or not."""
    seats, held = len(match.robots), dict[int, list[GameResult]]()
    for one in games:
        held.setdefault(match.deal(one.number), []).append(one)
        while len(deal := held.get(test.deals, [])) == seats:
            yield from sorted(deal, key=lambda one: one.number)
            del held[test.deals]
            won = sum(game.shares[game.robots.index(match.robots[0])] for game in deal)
            if test.add(won / seats) is not None:
                return
