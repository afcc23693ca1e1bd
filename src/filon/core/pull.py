"""A hand at work, as far as the house knows: what arrived and when. What it means only the game's hand.py can say."""

from __future__ import annotations

from dataclasses import dataclass

Sample = tuple[int, int, int]  # milliseconds since the grab, x, y in tenths of a crate unit
GOES_ON = -1  # no move's id: nothing is decided yet


@dataclass(frozen=True)
class Chunk:
    """What arrived in one message."""

    arrived: int  # milliseconds since the grab, by the house's clock
    samples: list[Sample]
    is_last: bool  # the hand let go


class PullRefused(ValueError):
    """A malformed pull: no penalty, it is tried again. `why` is a short key."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why
