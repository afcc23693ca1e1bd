"""The deal of a batch again, plain: the table of its pool that the seed draws, shuffled again by the game."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from filon.core.compiled.dice import dice_of
from filon.core.stream import Source, seeded
from filon.house.room.setup import Setup, SetupRefused
from filon.research.deals import POOL, ResearchRefused, first_of, make_deal, ready


@dataclass(frozen=True)
class DealtInBatch(Setup):
    """A set-up that deals as a batch does; its seed says all."""

    def deal(self, source: Source) -> Any:
        tables: list[Any] = [None]
        make_deal(ready(self.game))(tables, 0, _Pool(self), first_of(self), dice_of(self.seed or 0))
        return tables[0]


class _Pool:
    """The tables that a batch deals at first; only the one asked for is dealt."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup

    def __len__(self) -> int:
        return POOL

    def __getitem__(self, place: int) -> Any:
        return Setup.deal(self.setup, seeded(place))


def dealt_in_batch(setup: Setup) -> DealtInBatch:
    if setup.seed is None:
        raise SetupRefused("expected the seed of a game played in a batch; found none")
    try:
        ready(setup.game)
    except ResearchRefused as error:
        raise SetupRefused(str(error)) from None
    return DealtInBatch(**{field.name: getattr(setup, field.name) for field in fields(setup)})
