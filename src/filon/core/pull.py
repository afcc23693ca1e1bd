"""A pull of a hand: the samples that arrived and when. The game's hand.py judges them."""

from __future__ import annotations

from dataclasses import dataclass

Sample = tuple[int, int, int]  # milliseconds since the grab, x, y in tenths of a crate unit
GOES_ON = -1  # no move's id: nothing is decided yet


@dataclass(frozen=True)
class Chunk:
    """The samples of one message."""

    arrived: int  # milliseconds since the grab, by the house's clock
    samples: list[Sample]
    is_last: bool  # the hand let go


class PullRefused(ValueError):
    """A malformed pull: the player may try again without a penalty. `why` is a short key."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why
