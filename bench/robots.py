"""`make bench-robots`: how strong the robots are and how fast they think, measured in iterations; figures go to bench/robots.md.

`python -m bench.robots dig-mars --only speed` measures one part alone, when the machine is quiet; a figure is kept until it is measured
again. How each level stands beside the one below it is `make ladder`'s to say (docs/robots.md).
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.figure import Figure
from bench.thinking.counted import all_games
from bench.thinking.memory import found_by
from bench.thinking.searching import first_move, speed
from bench.thinking.yardstick import Yardstick, average, first_turns
from filon.bots import UNBOUNDED
from filon.research.match import match_of
from filon.research.match_result import result_of

RESULTS = Path(__file__).parent / "robots.md"
SEARCHED, REMEMBERED, TIMED = "dig-mars", "diadingo", "digger"


@dataclass(frozen=True)
class Counts:
    """The number of games behind each figure."""

    games: int
    long: int
    turns: int
    processes: int


def strength(game: str, robots: list[str], seats: int, games: int, wanted: str, processes: int, most: int = UNBOUNDED) -> Figure:
    match = match_of(game, robots, seats, games, iterations=most)
    what = f"{robots[0]} against {robots[1] if seats == 2 else f'{seats - 1} × {robots[1]}'}"
    result = result_of(match, all_games(match, processes, what))
    low, high = result.interval(robots[0])
    found = f"{100 * result.share(robots[0]):.1f} % ({100 * low:.1f} to {100 * high:.1f}) of {result.games}"
    return Figure(what if most == UNBOUNDED else f"{what}, at most {most} iterations a move", found, wanted)


def search_speed(counts: Counts) -> Iterator[Figure]:
    yield from speed()
    yield first_move()


def against_greedy(counts: Counts) -> Iterator[Figure]:
    for seats, wanted in ((2, "90 %"), (4, "55 %")):
        yield strength(SEARCHED, ["expert", "greedy"], seats, counts.games, wanted, counts.processes, 6_000)


def against_greedy_long(counts: Counts) -> Iterator[Figure]:
    yield strength(SEARCHED, ["expert", "greedy"], 2, counts.long, "aim 95 %", counts.processes, 60_000)


def memory(counts: Counts) -> Iterator[Figure]:
    found = found_by("expert", counts.games)
    said = f"{found.share:.3f} ± {found.error:.3f} ({found.known} of {found.tries} tries went to a diamond tried before)"
    yield Figure("loose diamonds the expert finds, beside perfect memory of what was played", said, "0.97")


def thieves(counts: Counts) -> Iterator[Figure]:
    yield strength(REMEMBERED, ["expert", "beginner"], 2, counts.games, "80 %", counts.processes)


def turns(counts: Counts) -> Iterator[Figure]:
    best = Yardstick("expert").points()
    points, error = average(list(first_turns("expert", counts.turns)))
    said = f"{points:.2f} ± {error:.2f} beside {best:.2f}: {points / best:.3f} ± {error / best:.3f} ({counts.turns} turns)"
    yield Figure("expert's points in a turn, beside the yardstick for its speed (bench/thinking/yardstick.py)", said, "0.95")


def diggers(counts: Counts) -> Iterator[Figure]:
    yield strength(TIMED, ["expert", "beginner"], 3, counts.games, "65 %", counts.processes)


Measure = Callable[[Counts], Iterator[Figure]]
MEASURES: dict[str, dict[str, Measure]] = {
    SEARCHED: {"speed": search_speed, "strength": against_greedy, "long": against_greedy_long},
    REMEMBERED: {"memory": memory, "strength": thieves},
    TIMED: {"turns": turns, "strength": diggers},
}
PARTS = sorted({part for parts in MEASURES.values() for part in parts})


def measure(game: str, part: str, counts: Counts) -> None:
    """Each figure is written down as soon as it is known, in place of the same one measured before."""
    for one in MEASURES[game][part](counts):
        print(f"{game}: {one.what}: {one.found}; wanted {one.wanted}", file=sys.stderr, flush=True)
        tables = kept()
        tables.setdefault(game, {})[one.what] = f"| {one.what} | {one.found} | {one.wanted} |"
        write(tables)


def kept() -> dict[str, dict[str, str]]:
    """The rows of earlier runs, by game and by what they say."""
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    tables = {part[1]: part[2].splitlines() for part in re.finditer(r"^## (\S+)\n\n((?:\|.*\n)+)", text, re.MULTILINE)}
    return {game: {row.split(" | ")[0].removeprefix("| "): row for row in rows[2:]} for game, rows in tables.items()}


def write(tables: dict[str, dict[str, str]]) -> None:
    head = ["| what | found | wanted |", "|---|---|---|"]
    parts = ["\n".join([f"## {game}\n", *head, *tables[game].values(), ""]) for game in MEASURES if game in tables]
    RESULTS.write_text(
        "\n".join(["# Robots, measured\n", "Written by `make bench-robots`; intervals of 95 %.\n", *parts]), encoding="utf-8"
    )


def main() -> None:
    asked = argparse.ArgumentParser(
        prog="python -m bench.robots", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    asked.add_argument("which", nargs="*", metavar="GAME", help=f"{', '.join(MEASURES)} (default: all)")
    asked.add_argument("--only", choices=PARTS, nargs="*", default=PARTS, help="these parts alone (default: all)")
    asked.add_argument("--games", type=int, default=400, metavar="N", help="for each match (default: %(default)s)")
    asked.add_argument("--long", type=int, default=60, metavar="N", help="games at 60,000 iterations (default: %(default)s)")
    asked.add_argument("--turns", type=int, default=3000, metavar="N", help="beside the yardstick (default: %(default)s)")
    asked.add_argument("--processes", type=int, default=0, metavar="N", help="how many play at once (default: one for each core)")
    given = asked.parse_args()
    if unknown := set(given.which) - set(MEASURES):
        asked.error(f"expected games among {', '.join(MEASURES)}; found {', '.join(sorted(unknown))}")
    counts = Counts(given.games, given.long, given.turns, given.processes)
    for game in given.which or MEASURES:
        for part in MEASURES[game]:
            if part in given.only:
                print(f"{game}: {part} …", file=sys.stderr, flush=True)
                measure(game, part, counts)
    print(RESULTS.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
