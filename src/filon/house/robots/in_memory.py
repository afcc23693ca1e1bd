"""Robots at a live table without a store: they get what their seat is told, and play through `LiveTable.play` like people."""

from __future__ import annotations

import time
from dataclasses import dataclass
from hashlib import sha256
from numbers import Integral

from filon.bots import SECONDS, UNBOUNDED, Robot, RobotFailed, RobotRefused, robot_for
from filon.core.seats import HAND, NEVER
from filon.house.robots.hand import pull
from filon.house.room.live import LiveTable, not_undone


@dataclass
class Seated:
    """A robot on its seat, with a count of its answers."""

    robot: Robot
    choices: int = 0
    seconds: float = 0.0  # of thinking, all together

    def answer(self, live: LiveTable, at: int) -> int:
        """The id of the move it chooses. It gets copies: writing on them changes neither the table nor its rules."""
        seat = live.actor
        given, began = (not_undone(live.told(seat)), live.view(seat).copy(), list(live.legal(seat)), at), time.thread_time()
        chosen = self.robot.choose(*given)
        self.choices, self.seconds = self.choices + 1, self.seconds + time.thread_time() - began
        if not isinstance(chosen, Integral):
            raise RobotRefused(f"expected one of the ids in legal; found {chosen!r}")
        return int(chosen)


def apart(seed: int, seat: int) -> int:
    """A robot's own seed, from which the table's cannot be told."""
    return int.from_bytes(sha256(f"robot {seed} {seat}".encode()).digest()[:6])


class Robots:
    """All robots of one table; with at most so much thinking and so many seconds for a move."""

    def __init__(self, live: LiveTable, seed: int, most: int = UNBOUNDED, seconds: float | None = SECONDS) -> None:
        self.live, self.seed = live, seed
        named = [(seat, name) for seat, name in enumerate(live.setup.robots) if name]
        self.seated = {seat: Seated(robot_for(live.game, name, seat, apart(seed, seat), most)) for seat, name in named}
        for seated in self.seated.values():
            seated.robot.seconds = seconds

    def due(self) -> int:
        """When the next robot will act, if nothing happens before."""
        live = self.live
        actor = live.actor
        if actor == HAND and self.live.last_player in self.seated:
            return live.game.ready(live.table)
        if actor not in self.seated:
            return NEVER
        level = self.seated[actor].robot.level
        return live.game.ready(live.table) + int(live.game.bot.pause(live.view(actor), actor, level))

    def act(self, at: int) -> None:
        """The robot whose move it is moves now, or is named as who could not."""
        live = self.live
        actor = live.actor
        if actor == HAND:
            return live.play(HAND, self._hand(), at)
        try:
            live.play(actor, self.seated[actor].answer(live, at), at)
        except Exception as error:
            raise RobotFailed(live.setup.names[actor], error) from error

    def play_out(self, limit: int = 1_000_000) -> None:
        """A table of robots alone, to its end or to so many moves, as fast as they think."""
        live = self.live
        while not live.is_over and len(live.played) < limit:
            if live.moment() <= self.due():
                live.tick(live.moment())
            else:
                self.act(self.due())

    def _hand(self) -> int:
        robot = self.seated[self.live.last_player].robot
        _, verdict = pull(self.live.game, self.live.table, robot.level, robot.luck.below(2**31), robot.luck)
        return verdict
