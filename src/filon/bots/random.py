"""The random robot plays any legal move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from filon.bots.robot import Heard, Robot
from filon.core.compiled.dice import below


class Random(Robot):
    def choose(self, heard: Sequence[Heard], view: Any, legal: list[int], at: int) -> int:
        return legal[below(self.dice, len(legal))]
