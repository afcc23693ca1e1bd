"""A robot of Dig Mars for two that plays by a small network: `filon arena dig-mars examples.learn.player:Learned greedy`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from examples.learn.network import SEATS, network_in, shape
from filon.bots import Robot, RobotRefused
from filon.bots.robot import Heard

WEIGHTS = Path(__file__).parent / "dig-mars.npz"


class Learned(Robot):
    """The action with the highest score; it looks no move ahead."""

    weights = WEIGHTS

    def choose(self, heard: Sequence[Heard], view: Any, legal: list[int], at: int) -> int:
        if view.seats != SEATS:
            raise RobotRefused(f"expected {SEATS} seats, for which it was trained; found {view.seats}")
        if not self.weights.exists():
            raise RobotRefused(f"{self.weights}: expected the weights that `python -m examples.learn.train` makes; found no file")
        coding = shape().coding
        scores, _, _ = network_in(self.weights).forward(coding.encode(self.recalled(heard, view, at), self.seat)[None])
        return max(legal, key=lambda move: scores[0, coding.actions.of_id[self.seat, move]])
