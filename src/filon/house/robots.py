"""Robots at a live table: they hear News and answer through the same door as people."""

from __future__ import annotations

from dataclasses import dataclass, field

from filon.bots import Robot, robot_called
from filon.core.dice import below
from filon.core.seats import HAND, NEVER
from filon.house.table import Line, LiveTable, News, standing


@dataclass
class Seated:
    """A robot on its seat, with everything it has heard there."""

    robot: Robot
    heard: list[Line] = field(default_factory=list)

    def answer(self, news: News, at: int) -> int:
        self.heard += news.lines
        return self.robot.choose(standing(self.heard), news.view, news.legal, at)


class Robots:
    """All robots of one table."""

    def __init__(self, live: LiveTable, seed: int) -> None:
        self.live = live
        named = [(seat, name) for seat, name in enumerate(live.setup.robots) if name]
        self.seated = {seat: Seated(robot_called(name)(live.game, seat, seed * 100 + seat)) for seat, name in named}

    def wake(self) -> int:
        """When the next robot will act, if nothing happens before."""
        live = self.live
        actor = live.game.actor(live.table)
        if actor == HAND and self._digs():
            return live.game.ready(live.table)
        if actor not in self.seated:
            return NEVER
        return live.game.ready(live.table) + int(live.game.bot.pause(live.view(actor), actor))

    def act(self, at: int) -> None:
        """The robot whose move it is moves now."""
        live = self.live
        actor = live.game.actor(live.table)
        if actor == HAND:
            return live.play(HAND, self._hand(), at)
        seated = self.seated[actor]
        news = live.news(actor, len(seated.heard))
        live.play(actor, seated.answer(news, at), at)

    def play_out(self, limit: int = 1_000_000) -> None:
        """A table of robots alone, to its end or to so many lines, as fast as they think."""
        while not self.live.is_over and len(self.live.lines) < limit:
            at = max(self.live.at, self.wake())
            if self.live.game.due(self.live.table) <= at:
                self.live.tick(self.live.game.due(self.live.table))
            else:
                self.act(at)

    def _digs(self) -> bool:
        """Whether the hand at work is a robot's: that of the player who moved last."""
        return next((line.seat for line in reversed(self.live.lines) if line.seat >= 0), HAND) in self.seated

    def _hand(self) -> int:
        """A robot's hand is as steady as the odds say."""
        game, dice = self.live.game, next(iter(self.seated.values())).robot.dice
        ids = game.legal(self.live.stamped(game.ready(self.live.table)), HAND)
        weights = [game.odds(self.live.table, game.MOVES[i]) for i in ids]
        left = below(dice, sum(weights))
        return next(i for k, i in enumerate(ids) if left < sum(weights[: k + 1]))
