"""The arena: a study of one match without files. A stopped match still gives the games played so far."""

from __future__ import annotations

import os
import traceback
from collections.abc import Generator
from functools import partial
from importlib.util import find_spec

from filon.bots import custom_robot, is_compilable, level_of, warm
from filon.core.game import load
from filon.research.cluster import players
from filon.research.match import GameResult, Match, MatchRefused, play

NEEDED = (
    "expected the libraries of pip install 'filon[study]' to play in several processes; found no distributed: --processes 1 plays without"
)


def played(match: Match, processes: int = 0, is_kept: bool = False, scheduler: str = "") -> Generator[GameResult, None, None]:
    """The games deal by deal, in the order in which they end. Closing the generator ends all processes."""
    seats = len(match.robots)
    count = min(processes or os.cpu_count() or 1, -(-match.games // seats))
    if (count > 1 or scheduler) and not find_spec("distributed"):
        raise MatchRefused(NEEDED)
    deals = (range(first, min(first + seats, match.games)) for first in range(0, match.games, seats))
    with players(count, scheduler) as playing:
        for _, ended in playing.played(partial(play_all, match, is_kept), deals):
            for one in ended:
                if isinstance(one, Exception):
                    raise one
                yield one


def play_all(match: Match, is_kept: bool, numbers: range) -> list[GameResult | Exception]:
    """The games of these numbers, up to one that fails."""
    warm_for(match)
    ended = list[GameResult | Exception]()
    for number in numbers:
        try:
            ended.append(play(match, number, is_kept))
        except MatchRefused as error:
            return [*ended, error]
        except Exception:
            return [*ended, RuntimeError(traceback.format_exc())]  # whatever it was, it reaches the other process
    return ended


def warm_for(match: Match) -> None:
    """Compile what its robots search with, or read it from the cache."""
    names = [custom_robot(name) for name in match.robots]
    if any(is_compilable(load(match.game), level_of(load(match.game), name)) for name in names):
        warm(match.game)
