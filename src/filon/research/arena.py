"""The arena: a match played by as many processes as there are cores; whoever stops it keeps what has been played."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice

from filon.bots import is_compilable, level_of, own_robot, warm
from filon.core.game import load
from filon.research.match import Match, MatchRefused, Played, play

AHEAD = 3  # games waiting for each process


def played(match: Match, processes: int = 0, is_kept: bool = False) -> Generator[Played, None, None]:
    """The games as they end, in whatever order. Closing it ends them all."""
    count = min(processes or os.cpu_count() or 1, match.games)
    _warm(match.game, match.robots)  # with several processes into the cache, from where each of them reads it
    if count == 1:
        yield from (play(match, number, is_kept) for number in range(match.games))
        return
    pool = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), _begin, (match.game, match.robots))

    def begin(number: int) -> Future[Played]:
        with _deaf():
            return pool.submit(play, match, number, is_kept)

    try:
        yield from _gathered(match, begin, count * AHEAD)
    except BrokenProcessPool:
        raise MatchRefused("a process of the arena died: perhaps there is too little memory; fewer --processes need less") from None
    finally:
        for child in multiprocessing.active_children():
            child.terminate()
        pool.shutdown(cancel_futures=True)  # waits for the pool's own thread: Python would stumble over it at its end


@contextmanager
def _deaf() -> Iterator[None]:
    """A process that begins here never hears Ctrl-C, not even while it begins; this one hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


def _begin(game: str, robots: list[str]) -> None:
    """In a process of its own: Ctrl-C is for the one that gathers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in robots:
        own_robot(name)
    _warm(game, robots)


def _warm(game: str, robots: list[str]) -> None:
    if any(is_compilable(load(game), level_of(load(game), name)) for name in robots):
        warm(game)


def _gathered(match: Match, begin: Callable[[int], Future[Played]], most: int) -> Iterator[Played]:
    numbers, waiting = iter(range(match.games)), set[Future[Played]]()
    while True:
        waiting |= {begin(number) for number in islice(numbers, most - len(waiting))}
        if not waiting:
            return
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        yield from (one.result() for one in sorted(done, key=_is_broken))


def _is_broken(one: Future[Played]) -> bool:
    """Last: whoever breaks a game off ends the match, and those that ended with it count."""
    return one.exception() is not None
