"""The arena: one match in several processes, by default one for each core. A stopped match still gives the games played so far."""

from __future__ import annotations

import multiprocessing
import os
import signal
import traceback
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait

from filon.bots import custom_robot, is_compilable, level_of, warm
from filon.core.game import load
from filon.research.match import GameResult, Match, MatchRefused, play

SPAWN = multiprocessing.get_context("spawn")
DIED = "a process of the arena died: perhaps there is too little memory; fewer --processes need less"


def played(match: Match, processes: int = 0, is_kept: bool = False) -> Generator[GameResult, None, None]:
    """The games in the order in which they end. Closing the generator ends all processes."""
    count = min(processes or os.cpu_count() or 1, match.games)
    _warm(match.game, match.robots)  # with several processes into the cache, from where each of them reads it
    if count == 1:
        yield from (play(match, number, is_kept) for number in range(match.games))
        return
    players = list[Player]()
    try:
        with _deaf():
            players.extend(Player(match, is_kept) for _ in range(count))
        yield from gathered([player.line for player in players], range(match.games))
    finally:
        for player in players:
            player.end()


class Player:
    """A process that plays the games whose numbers it is told. Its line is its own: if it ends in mid-word, nobody waits for the rest."""

    def __init__(self, match: Match, is_kept: bool) -> None:
        self.line, theirs = SPAWN.Pipe()
        self._process = SPAWN.Process(target=_play, args=(theirs, match, is_kept), daemon=True)
        self._process.start()
        theirs.close()

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self.line.close()


def gathered(lines: list[Connection], games: Iterable[int]) -> Iterator[GameResult]:
    """Hand out game numbers and collect results. A failed game ends the match, after the games that ended together with it."""
    numbers = iter(games)
    busy = [line for line in lines if _told(line, numbers)]
    while busy:
        ready = wait(busy)
        ended = [_heard(line) for line in busy if line in ready]
        busy = [line for line in busy if line not in ready or _told(line, numbers)]
        for one in sorted(ended, key=lambda one: isinstance(one, Exception)):
            if isinstance(one, Exception):
                raise one
            yield one


def _told(line: Connection, numbers: Iterator[int]) -> bool:
    """The next number, if there is one."""
    for number in numbers:
        with suppress(OSError):  # it died: so the answer will say
            line.send(number)
        return True
    return False


def _heard(line: Connection) -> GameResult | Exception:
    try:
        heard: GameResult | Exception = line.recv()
        return heard
    except (EOFError, OSError):
        return MatchRefused(DIED)


@contextmanager
def _deaf() -> Iterator[None]:
    """A process that begins here never hears Ctrl-C, not even while it begins; this one hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    resource_tracker.ensure_running()  # whoever starts it, such as the first process, hears everything again
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


def _play(line: Connection, match: Match, is_kept: bool) -> None:
    """In a process of its own, until nobody asks any more; Ctrl-C is for the one that gathers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in match.robots:
        custom_robot(name)
    _warm(match.game, match.robots)
    with suppress(EOFError, OSError):
        while True:
            line.send(_ended(match, line.recv(), is_kept))


def _ended(match: Match, number: int, is_kept: bool) -> GameResult | Exception:
    try:
        return play(match, number, is_kept)
    except MatchRefused as error:
        return error
    except Exception:
        return RuntimeError(traceback.format_exc())  # whatever it was, it reaches the other process


def _warm(game: str, robots: list[str]) -> None:
    if any(is_compilable(load(game), level_of(load(game), name)) for name in robots):
        warm(game)
