"""The hand of a seat at a live table: where the game asks for a steady one, it pulls as well as its skill allows."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from filon.client.records import record_of
from filon.client.table import Table
from filon.core.game import load
from filon.core.pull import Sample
from filon.core.seats import HAND
from filon.core.stream import Source
from filon.house import protocol

FORGOTTEN = 3.0  # seconds


class Hand:
    """Without a skill it is an average hand; `second` is how long a second of the table's clock lasts."""

    def __init__(self, table: Table, skill: Any, luck: Source, second: float = 1.0) -> None:
        self.table, self.skill, self.luck, self.second = table, skill, luck, second
        self.game = load(table.game)
        self._lets_go = False  # the last pull was malformed

    def is_asked(self) -> bool:
        """Whether Hand decides about a move of ours."""
        if HAND not in self.game.OWNERS.values() or self.table.latest.actor != self.table.seat or self.table.view is None:
            return False
        return self.game.actor(record_of(self.game.Table, self.table.view)) == HAND

    async def pull(self) -> None:
        """If its path is refused, the next one lets go: the house asks for nothing more."""
        grabbed = await self.table.send(protocol.Grab)
        samples = [] if self._lets_go else self._reach(grabbed.pull)
        await asyncio.sleep(samples[-1][0] / 1000 * self.second if samples else 0)
        self._lets_go = True
        await self.table.send(protocol.Pull, attempt=grabbed.attempt, samples=samples, is_last=True)
        self._lets_go = False
        with suppress(TimeoutError):  # a hand that was too quick is waited for; one that the house forgot tries again
            await asyncio.wait_for(self.table.until(lambda: not self.is_asked()), FORGOTTEN)

    def _reach(self, pull: dict[str, Any]) -> list[Sample]:
        hand = self.game.hand
        samples: list[Sample] = hand.reach(pull, self.skill or hand.AVERAGE, self.luck)
        return samples
