"""`make bench`: measure speed as ratios within one run, print a table and write it to bench/results.md. Takes some minutes."""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from filon.core.compiled.dice import dice_of
from filon.core.compiled.play import make_play
from filon.core.compiled.rule import batch, loop, room_for_ids
from filon.core.game import Game, found, load
from filon.core.seats import NOBODY
from filon.core.stream import seeded
from filon.house.room.setup import set_up

SECONDS = 4.0
REPEATS = 8
LIMIT = 100_000
MILLION = 1_000_000


def dealt(game: Game, seats: int, seed: int) -> object:
    setup = set_up(game, [f"Seat {seat}" for seat in range(seats)], seed=seed)
    return setup.deal(seeded(seed))


def rates(first: Callable[[], int], second: Callable[[], int]) -> tuple[float, float, float]:
    """Moves per second of both, and the ratio: medians over slices that take turns, so that a busy machine slows both."""
    first(), second()
    pairs = [(_slice(first), _slice(second)) for _ in range(REPEATS)]
    ratio = statistics.median(one / two for one, two in pairs)
    return statistics.median(one for one, _ in pairs), statistics.median(two for _, two in pairs), ratio


def _slice(play: Callable[[], int]) -> float:
    start, moves = time.perf_counter(), 0
    while time.perf_counter() - start < SECONDS / REPEATS:
        moves += play()
    return moves / (time.perf_counter() - start)


def plain(game: Game, seats: int) -> Callable[[], int]:
    play, ids, table, seed = make_play(game), [0] * len(game.MOVES), dealt(game, seats, 1), iter(range(10**9))
    return lambda: play.playout(table.copy(), ids, dice_of(next(seed)), LIMIT)  # type: ignore[attr-defined]


def compiled(game: Game, seats: int, games: int = 200) -> Callable[[], int]:
    play, room = make_play(game), room_for_ids(len(game.MOVES))
    tables, dice = batch(dealt(game, seats, i) for i in range(games)), batch(dice_of(i) for i in range(games))
    return lambda: play.playouts(tables.copy(), room, dice, LIMIT)  # the dice go on from game to game


def spiel(name: str) -> Callable[[], int]:
    """Whole random games inside OpenSpiel's own C++ loop; every applied action counts, chance included."""
    import pyspiel  # type: ignore[import-not-found]  # of the extra `bench`: --help needs none

    game, seed = pyspiel.load_game(name), iter(range(1, 10**9))
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]

    def once() -> int:
        moves = 0
        for _ in range(10):
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, next(seed))
            moves += int(state.move_number())
        return moves

    return once


def make_turns(game: Game) -> Callable[..., int]:
    """Play a batch to its end and count the turns, each ending when the dice go to the next digger."""
    step, actor = make_play(game).step, game.actor

    @loop
    def turns(tables: Any, room: Any, dice: Any) -> int:
        count = 0
        for i in range(len(tables)):
            while actor(tables[i]) != NOBODY:
                digger = tables[i].digger
                step(tables[i], room[0].ids, dice[i])
                count += 1 if tables[i].digger != digger else 0
        return count

    return turns


def million_turns(game: Game) -> tuple[int, int, int]:
    """Turns played, and the most megabytes held after the first batch and after the last."""
    count, room, first = make_turns(game), room_for_ids(len(game.MOVES)), 0
    tables = batch(dealt(game, 3, i) for i in range(200))
    turns, before = 0, 0
    while turns < MILLION:
        turns += count(tables.copy(), room, batch(dice_of(first + i) for i in range(200)))
        first += 200
        before = before or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return turns, before // 1024, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def imports_numba() -> bool:
    code = "import sys\nfrom filon.terminal.cli import main\ntry: main(['--help'])\nexcept SystemExit: print('numba' in sys.modules)"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip().endswith("True")


def compared(what: str, first: Callable[[], int], second: Callable[[], int], goal: str) -> tuple[str, str, str]:
    fast, slow, ratio = rates(first, second)
    return what, f"{fast:,.0f} / {slow:,.0f} = {ratio:,.1f}x", goal


def rows() -> Iterator[tuple[str, str, str]]:
    for name in found():
        game = load(name)
        what = f"{name}, 3 seats: compiled / plain"
        yield compared(what, compiled(game, 3), plain(game, 3), "at least 25x")
    mars = load("dig-mars")
    for name, goal in (("backgammon", "at least 25x"), ("oh_hell", "at least 0.8x")):
        yield compared(f"dig-mars compiled / OpenSpiel {name}", compiled(mars, 3), spiel(name), goal)
    yield "dig-mars: a packed table, content included", f"{mars.Table.dtype.itemsize} bytes", "at most 800"
    turns, before, after = million_turns(load("digger"))
    yield "digger: a million random turns", f"{turns:,} turns, {before} MB after the first batch, {after} MB at the end", "constant"
    yield "filon --help imports Numba", "yes" if imports_numba() else "no", "no"


def shown(row: tuple[str, str, str]) -> str:
    """A row of the table; on stderr it shows the progress."""
    print(f"  {row[0]}: {row[1]}", file=sys.stderr, flush=True)
    return f"| {' | '.join(row)} |"


def main() -> None:
    argparse.ArgumentParser(prog="python bench/run.py", description=__doc__).parse_args()
    lines = ["| measured | result | goal |", "|---|---|---|", *map(shown, rows())]
    head = (
        "# Speed\n\nWritten by `make bench`: random play, moves per second, medians over slices that take turns, in one run on one core.\n"
    )
    note = "\nOpenSpiel plays whole games in one C++ call (`pyspiel.evaluate_bots` with its uniform random bots), chance moves counted.\n"
    text = "\n".join([head, *lines, note])
    Path(__file__).with_name("results.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
