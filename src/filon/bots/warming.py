"""Compile a search in the background: a child process fills the cache, then this process reads it."""

from __future__ import annotations

from functools import cache
from threading import Thread

from filon.bots.searcher import is_compilable, warm
from filon.core.child_process import run_in_child
from filon.core.game import Game
from filon.core.level import Level

NICENESS = 10  # the child process yields to the games being played


def warm_for(game: Game, level: Level) -> None:
    """Start warming up in a thread, once for each game, if this level uses compiled code."""
    if is_compilable(game, level):
        _begun(game.name)


@cache
def _begun(name: str) -> None:
    Thread(target=_warm_up, args=(name,), daemon=True).start()


def _warm_up(name: str) -> None:
    """Compile in a child process, because Numba would hold the interpreter lock here; reading its cache takes a moment."""
    run_in_child("filon-compile", "filon.bots.searcher:warm", name, NICENESS)
    warm(name)
