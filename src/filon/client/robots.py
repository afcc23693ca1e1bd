"""Any robot may sit at a live table from outside: it hears what its seat hears and answers through the same door as people."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from filon.bots import Robot, RobotFailed, warm_for
from filon.client.connection import Refused
from filon.client.records import move_of, record_of
from filon.client.table import Table
from filon.core.game import Game, load
from filon.core.pull import Sample
from filon.core.seats import HAND
from filon.house import protocol
from filon.house.room.live import Played, standing

REFUSALS = 50  # in a row: then something is wrong
FORGOTTEN = 3.0  # seconds
BREATH = 0.05  # seconds after a refusal, such as of a move that came a moment too early


async def seat_robot(table: Table, robot: Robot, second: float = 1.0) -> None:
    """Play until the game is over; `second` is how long a second of the table's clock lasts."""
    player, refusals = Player(table, robot, second), 0
    warm_for(robot.game, robot.level)
    async for _ in table:
        while table.is_playing and player.is_asked():
            try:
                await player.act()
                refusals = 0
            except Refused:
                refusals += 1
                if refusals > REFUSALS:
                    raise
                await asyncio.sleep(BREATH * second)
        if table.is_over:
            return


class Player:
    """A robot with its ears, its eyes and its hand."""

    def __init__(self, table: Table, robot: Robot, second: float) -> None:
        self.table, self.robot, self.second = table, robot, second
        self.game: Game = load(table.game)
        self.heard: list[Played] = []
        self._lines = 0  # of those the table heard
        self._lets_go = False  # the last pull was malformed

    def is_asked(self) -> bool:
        return bool(self.table.legal) or self._is_reaching()

    def _is_reaching(self) -> bool:
        """Whether Hand decides about a move of ours."""
        if HAND not in self.game.OWNERS.values():
            return False
        lines = self._listened()
        mover = next((line.seat for line in reversed(lines) if line.seat >= 0), None)
        return mover == self.table.seat and self.game.actor(self._view()) == HAND

    async def act(self) -> None:
        if not self.table.legal:
            await self._pull()
        elif await self._is_still_so():
            at = max(self.heard[-1].at if self.heard else 0, self.table.latest.ready)
            asked = self._listened(), self._view(), list(self.table.legal), at
            await self.table.play(await asyncio.to_thread(self._choice, *asked))  # the line is heard meanwhile

    def _choice(self, *asked: Any) -> int:
        try:
            return self.robot.choose(*asked)
        except Exception as error:  # whatever stands in somebody's own file
            raise RobotFailed(type(self.robot).__name__, error) from error

    async def _is_still_so(self) -> bool:
        """Wait until the legal moves may be played; whether there are any then."""
        latest, now = self.table.latest, asyncio.get_running_loop().time()
        await asyncio.sleep(max(0.0, self.table.came - now + (latest.ready - latest.clock) / 100 * self.second))
        return bool(self.table.legal)

    def _view(self) -> Any:
        return record_of(self.game.Table, self.table.view)

    def _listened(self) -> list[Played]:
        """All moves that count, as they were told."""
        fresh, self._lines = self.table.lines[self._lines :], len(self.table.lines)
        self.heard += [self._line(line) for line in fresh if isinstance(line, protocol.MovedLine | protocol.TookBackLine)]
        return standing(self.heard)

    def _line(self, line: protocol.MovedLine | protocol.TookBackLine) -> Played:
        if isinstance(line, protocol.TookBackLine):
            return Played(line.seq, line.at, line.seat, back_to=line.back_to)
        return Played(line.seq, line.at, line.seat, move_of(self.game.Move, line.move))

    # Its hand

    async def _pull(self) -> None:
        """If its path is refused, the next one lets go: the house asks for nothing more."""
        grabbed = await self.table.send(protocol.Grab)
        samples = [] if self._lets_go else self._reach(grabbed.pull)
        await asyncio.sleep(samples[-1][0] / 1000 * self.second if samples else 0)
        self._lets_go = True
        await self.table.send(protocol.Pull, attempt=grabbed.attempt, samples=samples, is_last=True)
        self._lets_go = False
        with suppress(TimeoutError):  # a hand that was too quick is waited for; one that the house forgot tries again
            await asyncio.wait_for(self.table.until(lambda: not self._is_reaching()), FORGOTTEN)

    def _reach(self, pull: dict[str, Any]) -> list[Sample]:
        """As skilled as its level."""
        hand = self.game.hand
        samples: list[Sample] = hand.reach(pull, self.robot.level.skill or hand.AVERAGE, self.robot.luck)
        return samples
