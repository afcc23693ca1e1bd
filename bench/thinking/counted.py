"""A match with its progress on the error channel: a long run that says nothing looks like one that hangs."""

from __future__ import annotations

import argparse
import sys
import time

from filon.research.arena import played
from filon.research.match import GameResult, Match

EVERY = 10.0  # seconds


def all_games(match: Match, processes: int, what: str) -> list[GameResult]:
    games, told = [], time.monotonic()
    for one in played(match, processes):
        games.append(one)
        if time.monotonic() - told > EVERY:
            told = time.monotonic()
            print(f"  {what}: {len(games)} of {match.games}", file=sys.stderr, flush=True)
    return games


if __name__ == "__main__":
    used_by = "Used by bench.ladder and bench.robots; does nothing alone."
    argparse.ArgumentParser(prog="python -m bench.thinking.counted", description=__doc__, epilog=used_by).parse_args()
