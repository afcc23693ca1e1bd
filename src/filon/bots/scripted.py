"""The robot of a lesson plays the moves of the lesson's script; a move that is not legal is replaced by the greedy robot's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from filon.bots.greedy import Greedy
from filon.bots.robot import Heard
from filon.core.lesson import lesson_of
from filon.core.texts.notation import move_ids


class Scripted(Greedy):
    def choose(self, heard: Sequence[Heard], view: Any, legal: list[int], at: int) -> int:
        script, played = lesson_of(self.game).script, sum(line.seat == self.seat for line in heard)
        if played < len(script) and (move := move_ids(self.game.MOVES)[script[played]]) in legal:
            return move
        return super().choose(heard, view, legal, at)
