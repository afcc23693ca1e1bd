"""Compiled search made ready while others play: first by a process of its own, which fills the cache, then in this one."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from threading import Thread

from filon.bots.searcher import is_compilable, warm
from filon.core.game import Game
from filon.core.level import Level

NICE = 10  # whoever plays comes first
FILL = "import sys; from filon.bots.warming import fill; fill(sys.argv[1])"


def warm_for(game: Game, level: Level) -> None:
    """Begin to warm up, once, if this level needs it; whoever asks is not kept waiting."""
    if is_compilable(game, level):
        _begun(game.name)


@cache
def _begun(name: str) -> None:
    Thread(target=_warm_up, args=(name,), daemon=True).start()


def _warm_up(name: str) -> None:
    """Numba here at once would take turns with whoever thinks here; reading what another process compiled takes a moment."""
    with subprocess.Popen([sys.executable, "-c", FILL, name], stdin=subprocess.PIPE) as beside:
        beside.wait()  # before its input is closed, by which it would know that this process has ended
    warm(name)


def _end_with_parent() -> None:
    sys.stdin.read()
    os._exit(0)


def fill(name: str) -> None:
    """In a process of its own: it ends when its cache is full, or with whoever began it."""
    Thread(target=_end_with_parent, daemon=True).start()
    os.nice(NICE)
    warm(name)
