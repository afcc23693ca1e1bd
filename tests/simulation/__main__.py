"""Run schedules of the simulation, one for each seed, and check the promises of the server after each."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from itertools import count

from tests.simulation.run import results

PROGRESS = 5.0  # seconds between two lines of progress


def main(arguments: list[str]) -> int:
    asked = _parser().parse_args(arguments)
    began, counts = time.monotonic(), Counter[str]()
    until = began + 60 * asked.minutes if asked.minutes else float("inf")
    shown = began
    for ran in results(asked.seeds or count(), asked.processes, asked.trace):
        for line in ran.trace:
            print(line)
        if ran.broken:
            print(f"{ran.broken}\nrun it again: python -m tests.simulation --seeds {ran.seed}:{ran.seed + 1} --trace", file=sys.stderr)
            return 1
        counts.update(ran.counts, schedules=1)
        if time.monotonic() > shown + PROGRESS:
            shown = time.monotonic()
            print(_figures(counts, shown - began), file=sys.stderr)
        if time.monotonic() > until:
            break
    print(f"every promise was kept: {_figures(counts, time.monotonic() - began)}")
    return 0


def _figures(counts: Counter[str], seconds: float) -> str:
    kinds = {"append": "entries", "to": "messages", "crash": "crashes", "stall": "stalls", "cut": "cut connections"}
    told = ", ".join(f"{counts[kind]:,} {name}" for kind, name in kinds.items())
    return f"{counts['schedules']:,} schedules ({60 * counts['schedules'] / max(seconds, 0.001):,.0f} a minute), {told}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seeds", type=_seeds, metavar="A:B", help="from A to B - 1; all from 0 on if left out")
    parser.add_argument("--minutes", type=float, metavar="M", help="stop after so many minutes")
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="in which schedules run (default: %(default)s)")
    parser.add_argument("--trace", action="store_true", help="print everything that happens")
    return parser


def _seeds(text: str) -> range:
    first, _, last = text.partition(":")
    if not (first.isdecimal() and last.isdecimal() and int(first) < int(last)):
        raise argparse.ArgumentTypeError(f"expected two numbers, the smaller first, such as 0:1000; found {text!r}")
    return range(int(first), int(last))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
