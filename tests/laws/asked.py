"""Examples for the laws: every game found, every number of seats, every option."""

import os
from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from filon.core.compiled.dice import dice_of
from filon.core.compiled.play import make_play
from filon.core.game import Game
from filon.core.seats import NOBODY
from filon.core.stream import seeded
from filon.house.room.setup import Setup, set_up

SOAK = bool(os.environ.get("FILON_SOAK"))
LIGHTLY = 1  # table imagined for each choice of a greedy robot, where a law asks only for a table as robots leave it
LIMIT = 100_000  # moves; no game is that long

EXAMPLES = 400 if SOAK else 12

settings.register_profile("laws", deadline=None, max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), derandomize=not SOAK)
settings.load_profile("laws")


@st.composite
def setups(draw: st.DrawFn, game: Game) -> Setup:
    seats = draw(st.sampled_from(game.label.seats))
    options = {option.name: draw(_values(option, seats)) for option in game.label.options}
    names = [f"Seat {seat}" for seat in range(seats)]
    robots = [draw(st.sampled_from(["greedy", "random"])) for _ in names]
    return set_up(game, names, options, robots=robots, seed=draw(st.integers(0, 2**32)))


def _values(option: Any, seats: int) -> Any:
    words = [word for word, kept in option.values.items() if not option.is_seat or kept < seats]
    one = st.sampled_from(words)
    return st.one_of(one, st.lists(one, min_size=seats, max_size=seats)) if option.each_seat else one


def dealt(setup: Setup) -> Any:
    return setup.deal(seeded(setup.seed or 0))


def no_logs(tables: int) -> tuple[Any, Any]:
    """Empty logs for a compiled loop without recall: (moves of each table, how many)."""
    return np.zeros((tables, 1), np.int16), np.zeros(tables, np.int32)


def steps(game: Game, setup: Setup, every: int = 1) -> Iterator[Any]:
    """The table of one random game, before its first move and after every so many moves, and at its end."""
    for table, _ in moved(game, setup, every):
        yield table


def moved(game: Game, setup: Setup, every: int = 1) -> Iterator[tuple[Any, list[Any]]]:
    """The same, with the moves since the last time."""
    table, dice, ids, play = dealt(setup), dice_of(setup.seed or 0), [0] * len(game.MOVES), make_play(game)
    moves: list[Any] = []
    for played in range(LIMIT):
        over = game.actor(table) == NOBODY
        if played % every == 0 or over:
            yield table, moves
            moves = []
        if over:
            return
        moves.append(game.MOVES[play.step(table, ids, dice)])
    raise AssertionError(f"{game.name} did not end within {LIMIT} moves: {setup}")
