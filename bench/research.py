"""`make bench-research`: batched tables beside other environments, decisions a second as ratios in one run; written to bench/research.md.

Every figure is a median over slices of CPU time that take turns, so that a busy machine slows both sides. Two seats, random legal actions,
with observation and legal mask. `make` gives the peers an environment of their own; those that are not installed are named as missing.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import numpy as np

from bench.figure import Figure
from bench.run import compiled
from filon.core.game import found, load
from filon.research import batch

RESULTS = Path(__file__).parent / "research.md"
HEAD = """# Batched tables, measured

Written by `make bench-research`: two seats, random legal actions, with observation and mask; decisions a second of CPU time, medians of
slices that take turns. The games differ: read the ratios as orders of magnitude. A figure is kept until it is measured again.
"""
Play = Callable[[], int]  # plays a while; how many decisions


def slice_of(play: Play, seconds: float) -> float:
    start, played = time.process_time(), 0
    while time.process_time() - start < seconds:
        played += play()
    return played / (time.process_time() - start)


def compared(one: Play, other: Play, seconds: float, repeats: int) -> tuple[float, float, float]:
    """Decisions a second of both, and the median of the ratios."""
    one(), other()
    pairs = [(slice_of(one, seconds), slice_of(other, seconds)) for _ in range(repeats)]
    return statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs), statistics.median(a / b for a, b in pairs)


def ours(name: str, tables: int = 256) -> Play:
    held = batch(name, tables)

    def play() -> int:
        held.step(held.sample())
        return tables

    return play


def pettingzoo_tictactoe() -> Play:
    from pettingzoo.classic import tictactoe_v3

    env, luck, seeds = tictactoe_v3.env(), random.Random(1), iter(range(10**9))

    def play() -> int:
        played = 0
        env.reset(seed=next(seeds))
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            env.step(None if ended or cut else int(luck.choice(np.flatnonzero(seen["action_mask"]))))
            played += not (ended or cut)
        return played

    return play


def openspiel_backgammon() -> Play:
    """From Python, with observation tensor and legal mask."""
    import pyspiel

    game, luck = pyspiel.load_game("backgammon"), random.Random(1)

    def play() -> int:
        state, played = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(luck.choices(outcomes, odds)[0])
            else:
                state.observation_tensor(), state.legal_actions_mask()
                state.apply_action(luck.choice(state.legal_actions()))
                played += 1
        return played

    return play


def rlcard_leduc() -> Play:
    import rlcard

    env, luck = rlcard.make("leduc-holdem", config={"seed": 1}), random.Random(1)

    def play() -> int:
        state, _ = env.reset()
        played = 0
        while not env.is_over():
            state, _ = env.step(luck.choice(list(state["legal_actions"])))
            played += 1
        return played

    return play


def pgx_backgammon(tables: int = 256) -> Play:
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env, key = pgx.make("backgammon"), jax.random.PRNGKey(0)
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    choose = jax.jit(lambda key, mask: jax.random.categorical(key, jax.numpy.log(mask.astype("float32")), axis=-1))
    held = [jax.jit(jax.vmap(env.init))(jax.random.split(key, tables)), key]

    def play() -> int:
        held[1], one, other = jax.random.split(held[1], 3)
        held[0] = step(held[0], choose(one, held[0].legal_action_mask), jax.random.split(other, tables))
        held[0].observation.block_until_ready()
        return tables

    return play


def envpool_blackjack(tables: int = 256) -> Play:
    import envpool

    env, luck = envpool.make("Blackjack-v1", env_type="gymnasium", num_envs=tables, num_threads=1), np.random.default_rng(0)
    env.reset()
    actions = luck.integers(0, env.action_space.n, tables).astype(np.int32)

    def play() -> int:
        env.step(actions)
        return tables

    return play


PEERS: dict[str, tuple[Callable[[], Play], str]] = {
    "OpenSpiel backgammon from Python": (openspiel_backgammon, "60x"),
    "PettingZoo tictactoe_v3": (pettingzoo_tictactoe, "90x"),
    "RLCard leduc-holdem": (rlcard_leduc, "reported"),
    "Pgx backgammon, 256 tables": (pgx_backgammon, "reported"),
    "EnvPool Blackjack-v1, 256 tables": (envpool_blackjack, "reported"),
}


@cache
def made(peer: str) -> Play:
    """Once for all games: some peers compile for half a minute."""
    return PEERS[peer][0]()


def sizes(name: str, seconds: float, repeats: int) -> Iterator[Figure]:
    large, small, ratio = compared(ours(name, 4096), ours(name, 256), seconds, repeats)
    yield Figure(f"{name}: decisions a second, 256 tables", f"{small:,.0f}", "2,000,000")
    yield Figure(f"{name}: 4,096 tables / 256 tables", f"{large:,.0f} / {small:,.0f} = {ratio:.2f}x", "0.9x")


def whole_games(name: str, seconds: float, repeats: int) -> Figure:
    """Whole games in one loop: no observation, no mask for anybody to read."""
    play = compiled(load(name), 2)
    play()
    rate = statistics.median(slice_of(play, seconds) for _ in range(repeats))
    return Figure(f"{name}: whole games in one loop, moves a second, those of the house counted", f"{rate:,.0f}", "20,000,000")


def threads(name: str, seconds: float, repeats: int) -> Figure:
    """Two batches in two threads beside one of them alone."""
    one, other = ours(name), ours(name)
    one(), other()
    with ThreadPoolExecutor(2) as pool:
        pairs = [(sum(pool.map(lambda play: clocked(play, seconds), (one, other))), clocked(one, seconds)) for _ in range(repeats)]
    what = f"{name}: two threads / one, by the clock less the time that a thread waited for a processor"
    return Figure(what, f"{statistics.median(two / alone for two, alone in pairs):.2f}x", "1.8x")


def clocked(play: Play, seconds: float) -> float:
    """The count of play() a second. Time taken by other processes of the machine is left out; waiting for Python's lock is not."""
    start, spent, played = time.perf_counter() - waiting(), 0.0, 0
    while spent < seconds:
        played += sum(play() for _ in range(20))
        spent = time.perf_counter() - waiting() - start
    return played / spent


def waiting() -> float:
    """Seconds for which this thread was ready and no processor was free; only Linux tells."""
    told = Path("/proc/thread-self/schedstat")
    return int(told.read_text(encoding="ascii").split()[1]) / 1e9 if told.exists() else 0.0


def beside(name: str, peer: str, seconds: float, repeats: int) -> Figure:
    wanted = PEERS[peer][1]
    try:
        theirs = made(peer)
    except ImportError as error:
        return Figure(f"{name} / {peer}", f"not installed: {error.name}", wanted)
    mine, other, ratio = compared(ours(name), theirs, seconds, repeats)
    return Figure(f"{name} / {peer}", f"{mine:,.0f} / {other:,.0f} = {ratio:,.1f}x", wanted)


def figures(names: list[str], seconds: float, repeats: int) -> Iterator[Figure]:
    yield Figure("machine", f"{os.cpu_count()} cores of {processor()}, Python {platform.python_version()}", "reported")
    for name in names:
        yield from sizes(name, seconds, repeats)
        yield whole_games(name, seconds, repeats)
        yield threads(name, seconds, repeats)
        for peer in PEERS:
            yield beside(name, peer, seconds, repeats)


def processor() -> str:
    """Its name, where Linux tells it."""
    told = Path("/proc/cpuinfo")
    lines = told.read_text(encoding="utf-8").splitlines() if told.exists() else []
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.machine())


def kept() -> dict[str, str]:
    """The rows of earlier runs, by what they say."""
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    return {row.split(" | ")[0].removeprefix("| "): row for row in rows[1:]}


def keep(one: Figure) -> None:
    """Write a figure down in place of the same one measured before; on stderr it shows the progress."""
    print(f"  {one.what}: {one.found} (wanted {one.wanted})", file=sys.stderr, flush=True)
    rows = kept() | {one.what: f"| {one.what} | {one.found} | {one.wanted} |"}
    RESULTS.write_text("\n".join([HEAD, "| what | found | wanted |", "|---|---|---|", *rows.values(), ""]), encoding="utf-8")


def main() -> None:
    asked = argparse.ArgumentParser(
        prog="python -m bench.research", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    asked.add_argument("which", nargs="*", metavar="GAME", help=f"{', '.join(found())} (default: all)")
    asked.add_argument("--seconds", type=float, default=0.25, metavar="N", help="of CPU time for each slice (default: %(default)s)")
    asked.add_argument("--repeats", type=int, default=5, metavar="N", help="slices for each figure (default: %(default)s)")
    given = asked.parse_args()
    if unknown := set(given.which) - set(found()):
        asked.error(f"expected games among {', '.join(found())}; found {', '.join(sorted(unknown))}")
    if not given.which:
        RESULTS.unlink(missing_ok=True)  # all is measured again
    for one in figures(given.which or list(found()), given.seconds, given.repeats):
        keep(one)
    print(RESULTS.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
