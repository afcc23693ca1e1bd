"""The arena: one match in several processes, by default one for each core. A stopped match still gives the games played so far."""

from __future__ import annotations

import os
import traceback
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe, wait

from filon.bots import custom_robot, is_compilable, level_of, warm
from filon.core.child_process import end_child, start_child
from filon.core.game import load
from filon.research.match import GameResult, Match, MatchRefused, play

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
        for _ in range(count):
            players.append(Player(match, is_kept))
        yield from gathered([player.line for player in players], range(match.games))
    finally:
        for player in players:
            player.end()


class Player:
    """A process that plays the games whose numbers it is told. Its line is its own: if it ends in mid-word, nobody waits for the rest."""

    def __init__(self, match: Match, is_kept: bool) -> None:
        self.line, theirs = Pipe()
        self._process = start_child("filon-arena", _play, theirs, match, is_kept)
        theirs.close()

    def end(self) -> None:
        end_child(self._process)
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


def _play(line: Connection, match: Match, is_kept: bool) -> None:
    """In a process of its own, until the parent closes the line."""
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
