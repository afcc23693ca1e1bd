"""Robots at a table of a server: a robot is told what its seat is told, and its moves are commands like those of people."""

from __future__ import annotations

import asyncio
from typing import Any

from filon.bots import Robot, RobotFailed, warm_for
from filon.client.connection import Refused
from filon.client.hand import Hand
from filon.client.records import played_of, record_of
from filon.client.table import Table
from filon.core.game import Game, load
from filon.house import protocol
from filon.house.room.live import Played, not_undone

REFUSALS = 50  # in a row: then something is wrong
RETRY_SECONDS = 0.05  # after a refusal, such as of a move that came a moment too early


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
                await asyncio.sleep(RETRY_SECONDS * second)
        if table.is_over:
            return


class Player:
    """A robot, what its seat was told, and its hand."""

    def __init__(self, table: Table, robot: Robot, second: float) -> None:
        self.table, self.robot, self.second = table, robot, second
        self.game: Game = load(table.game)
        self.heard: list[Played] = []
        self._lines = 0  # of those the table heard
        self._hand = Hand(table, robot.level.skill, robot.luck, second)

    def is_asked(self) -> bool:
        return bool(self.table.legal) or self._hand.is_asked()

    async def act(self) -> None:
        if not self.table.legal:
            await self._hand.pull()
        elif await self._is_still_so():
            heard = self._listened()
            at = max(heard[-1].at if heard else 0, self.table.latest.ready)
            asked = heard, record_of(self.game.Table, self.table.view), list(self.table.legal), at
            await self.table.play(await asyncio.to_thread(self._choice, *asked))  # in a thread: the connection is read meanwhile

    def _choice(self, *asked: Any) -> int:
        try:
            return self.robot.choose(*asked)
        except Exception as error:  # a robot of somebody else's may raise anything
            raise RobotFailed(type(self.robot).__name__, error) from error

    async def _is_still_so(self) -> bool:
        """Wait until the legal moves may be played; whether there are any then."""
        await asyncio.sleep(self.table.seconds_until_ready(self.second))
        return bool(self.table.legal)

    def _listened(self) -> list[Played]:
        """All moves that count, as they were told."""
        fresh, self._lines = self.table.lines[self._lines :], len(self.table.lines)
        self.heard += [played_of(self.game.Move, line) for line in fresh if isinstance(line, protocol.MovedLine | protocol.TookBackLine)]
        return not_undone(self.heard)
