"""`make balance`: how balanced the printed games are, by games of robots; rewrites docs/balance.md and its pictures.

Games are played as studies, whose Parquet files are kept: a run that was stopped goes on. What was measured is kept in
docs/balance/figures.json, so that one piece may be measured again (`python -m bench.balance digger/thefts`); `--write` only writes the
report again. The same seed gives the same figures.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from bench.balance.pieces import PIECES
from bench.balance.play import SEED, Run
from bench.balance.report import KEPT, keep, write

ROOT = Path(__file__).parents[2]
QUICK = 0.02
GAMES = ROOT / "build" / "balance"


def main() -> None:
    given = asked().parse_args()
    scale = QUICK if given.quick else given.scale
    run = Run(given.games / f"{given.seed}-{scale}", scale, given.seed, given.workers)
    chosen = [name for name in PIECES if not given.which or any(name.startswith(one) for one in given.which)]
    for name in [] if given.write else chosen:
        run.say(name)
        keep(given.to, name, PIECES[name](run), run)
    if (given.to / KEPT).exists():
        write(given.to)
        print(f"wrote {given.to / 'balance.md'}: {run.games:,} games")


def asked() -> argparse.ArgumentParser:
    asked = argparse.ArgumentParser(
        prog="python -m bench.balance", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    asked.add_argument("which", nargs="*", metavar="PIECE", help=f"what to measure: {', '.join(PIECES)}, or how they begin (default: all)")
    asked.add_argument("--scale", type=float, default=1.0, metavar="X", help="so many times as many games (default: %(default)s)")
    asked.add_argument("--quick", action="store_true", help=f"as --scale {QUICK}: to try the command, not to learn from it")
    asked.add_argument("--seed", type=int, default=SEED, metavar="N", help="of all games (default: %(default)s)")
    asked.add_argument("--workers", type=int, default=1, metavar="N", help="processes that play studies (default: %(default)s)")
    asked.add_argument("--games", type=Path, default=GAMES, metavar="FOLDER", help="where played games are kept (default: build/balance)")
    asked.add_argument("--write", action="store_true", help="only write the report again, from what was measured before")
    asked.add_argument("--to", type=Path, default=ROOT / "docs", metavar="FOLDER", help="where the report goes (default: docs)")
    return asked


if __name__ == "__main__":
    main()
