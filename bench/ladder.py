"""`make ladder`: every level against the one below, in every game and number of seats; rewrites the tables and plots of docs/robots.md.

`python -m bench.ladder digger --seats 3` plays one piece of it. What was played is kept beside the plots (docs/robots/GAME.json), so pieces
may be played one at a time and in any order; whatever has not been played yet is simply not in the tables.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

from bench.thinking.counted import all_games
from filon.core.game import found, load
from filon.core.level import LEVELS
from filon.research.charts.ladder import ladder_svg
from filon.research.match import match_of
from filon.research.match_result import result_of, wilson
from filon.research.strength.ratings import Outcome, Rating, ratings

ROOT = Path(__file__).parent.parent
PAGE, KEPT = ROOT / "docs/robots.md", ROOT / "docs/robots"
MARKED = re.compile(r"(<!-- ladder -->\n).*(<!-- /ladder -->)", re.DOTALL)
GAMES, OTHERWISE = 400, {"dig-mars": 200, "diadingo": 1680}  # for each step: fewer where they take long, more where many share a table
HOW = """\
Beginner is anchored at 1000. Brackets and ± are 95 % intervals by deal; where only sums are known, a deal counts as one game (decision 67).
Dearer thinking is cut to {most} iterations a move.

"""


@dataclass(frozen=True)
class Step:
    """One level alone against the one below on all other seats."""

    seats: int
    high: str
    low: str
    games: int
    won: float
    effective: float  # independent games that vary as the deals do; where only sums were kept, one for each deal
    iterations: int = 6000  # a move, at most

    @property
    def outcome(self) -> Outcome:
        others = self.seats - 1
        return Outcome(
            [self.high, *[self.low] * others], [self.won, *[(self.games - self.won) / others] * others], self.games, self.effective
        )

    def __str__(self) -> str:
        bottom, top = wilson(self.won / self.games, self.effective)
        against = f"{self.seats - 1} × {self.low}" if self.seats > 2 else self.low
        share = f"{100 * self.won / self.games:.1f} % ({100 * bottom:.1f} to {100 * top:.1f})"
        return f"{self.seats} seats: {self.high} against {against}: {share}, equal would be {100 / self.seats:.1f}, of {self.games} games"


# Playing


def played(game: str, seats: int, low: str, high: str, games: int, most: int, processes: int) -> Step:
    match = match_of(game, [high, low], seats, games, iterations=most)
    result = result_of(match, all_games(match, processes, f"{game}, {seats} seats, {high} against {low}"))
    wins = result.sides[high].wins
    step = Step(seats, high, low, result.games, round(result.sides[high].won, 6), round(wins.effective, 1), most)
    print(f"{game}, {step}", file=sys.stderr, flush=True)
    return step


def kept(game: str) -> list[Step]:
    path = KEPT / f"{game}.json"
    return [Step(**held) for held in json.loads(path.read_text(encoding="utf-8"))] if path.exists() else []


def keep(game: str, step: Step) -> None:
    """In place of the same step played before."""
    others = [one for one in kept(game) if (one.seats, one.high) != (step.seats, step.high)]
    steps = sorted([*others, step], key=lambda one: (one.seats, LEVELS.index(one.high)))
    rows = ",\n".join(f" {json.dumps(asdict(one))}" for one in steps)
    (KEPT / f"{game}.json").write_text(f"[\n{rows}\n]\n", encoding="utf-8")


# Writing


def section(game: str) -> str:
    steps, name = kept(game), load(game).label.name
    if not steps:
        return f"### {name}\n\nNot measured yet: run `python -m bench.ladder {game}`.\n\n"
    ladders = {seats: _rated([step for step in steps if step.seats == seats]) for seats in sorted({step.seats for step in steps})}
    (KEPT / f"{game}.svg").write_text(ladder_svg(f"{name}: ratings of the levels", ladders), encoding="utf-8")
    said = "\n".join(f"- {step}" for step in steps)
    return f"### {name}\n\n{_table(ladders)}\n\n![Ratings](robots/{game}.svg)\n\n{said}\n\n"


def _rated(steps: list[Step]) -> dict[str, Rating]:
    """Those levels that a chain of steps joins to the first."""
    names = list(LEVELS[:1])
    for step in steps:
        if step.low == names[-1]:
            names.append(step.high)
    return ratings([step.outcome for step in steps if {step.low, step.high} <= set(names)], names)


def _table(ladders: dict[int, dict[str, Rating]]) -> str:
    rows = [f"| Elo | {' | '.join(f'{seats} seats' for seats in ladders)} |", "|---|" + "---|" * len(ladders)]
    for name in LEVELS:
        cells = [f"{rated[name].elo:.0f} ± {rated[name].error:.0f}" if name in rated else "" for rated in ladders.values()]
        rows.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(rows)


def write() -> None:
    most = sorted({step.iterations for game in found() for step in kept(game)})
    text = HOW.format(most=" or ".join(f"{one:,}" for one in most)) + "".join(section(game) for game in found())
    PAGE.write_text(MARKED.sub(lambda held: held[1] + "\n" + text + held[2], PAGE.read_text(encoding="utf-8")), encoding="utf-8")


def main() -> None:
    asked = argparse.ArgumentParser(
        prog="python -m bench.ladder", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    asked.add_argument("which", nargs="*", metavar="GAME", help=f"{', '.join(found())} (default: all)")
    asked.add_argument("--seats", type=int, nargs="*", metavar="N", help="(default: all that the game allows)")
    asked.add_argument("--levels", nargs="*", choices=LEVELS[1:], default=LEVELS[1:], help="whose steps (default: all)")
    asked.add_argument("--games", type=int, metavar="N", help=f"for each step (default: {GAMES}, or what suits the game)")
    asked.add_argument("--iterations", type=int, default=6000, metavar="N", help="a move, at most (default: %(default)s)")
    asked.add_argument("--processes", type=int, default=0, metavar="N", help="how many play at once (default: one for each core)")
    given = asked.parse_args()
    KEPT.mkdir(exist_ok=True)
    for game in given.which or found():
        games = given.games or OTHERWISE.get(game, GAMES)
        for seats in given.seats or load(game).label.seats:
            for low, high in pairwise(LEVELS):
                if high in given.levels:
                    keep(game, played(game, seats, low, high, games, given.iterations, given.processes))
                    write()


if __name__ == "__main__":
    main()
