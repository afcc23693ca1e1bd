"""A robot that presses Ctrl-C: everybody in the foreground is told, as by a terminal; its own process must not hear it."""

import os
import signal
from collections.abc import Sequence
from typing import Any

from filon.bots import Robot
from filon.bots.robot import Heard

ENOUGH = 1500  # choices: more than one game has


class Interrupting(Robot):
    choices = 0

    def choose(self, heard: Sequence[Heard], view: Any, legal: list[int], at: int) -> int:
        assert signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])
        Interrupting.choices += 1
        if Interrupting.choices == ENOUGH:
            os.killpg(0, signal.SIGINT)
        return legal[self.luck.below(len(legal))]
