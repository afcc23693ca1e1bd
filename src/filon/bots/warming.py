"""Compile a search in the background: a child process fills the cache, then this process reads it."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from threading import Thread

from filon.bots.searcher import is_compilable, warm
from filon.core.game import Game
from filon.core.level import Level

NICE = 10  # the child process yields to the games being played
FILL = "import sys; from filon.bots.warming import fill; fill(sys.argv[1])"


def warm_for(game: Game, level: Level) -> None:
    """Start warming up in a thread, once for each game, if this level uses compiled code."""
    if is_compilable(game, level):
        _begun(game.name)


@cache
def _begun(name: str) -> None:
    Thread(target=_warm_up, args=(name,), daemon=True).start()


def _warm_up(name: str) -> None:
    """Compile in a child process, because Numba would hold the interpreter lock here; reading its cache takes a moment."""
    with subprocess.Popen([sys.executable, "-c", FILL, name], stdin=subprocess.PIPE) as beside:
        beside.wait()  # before its input is closed: the child takes that for the end of this process
    warm(name)


def _end_with_parent() -> None:
    sys.stdin.read()
    os._exit(0)


def fill(name: str) -> None:
    """Run in the child process: it ends when the cache is filled, or with its parent."""
    Thread(target=_end_with_parent, daemon=True).start()
    os.nice(NICE)
    warm(name)
