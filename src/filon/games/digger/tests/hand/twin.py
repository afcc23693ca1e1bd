"""Pulls as the judge sees them, for the twin of the judge in a browser: `python -m filon.games.digger.tests.hand.twin` writes them down."""

import argparse
import json
from pathlib import Path
from typing import Any

from filon.core.stream import seeded
from filon.games.digger.hand import CLUMSY, reach, seen
from filon.games.digger.parts import Kind, Table
from filon.games.digger.pulls import gesture, timing
from filon.games.digger.tests.hand.pulls import DIAMOND, RUBY, pulled, reaching

CASES = Path(__file__).parents[2] / "table/theft/hand.cases.json"
VERDICTS = {Kind.CLEAN: "out", Kind.TOUCHED: "touched"}


def cases() -> dict[str, Any]:
    tables = [reaching(RUBY, DIAMOND), reaching(RUBY), reaching()]
    return {
        "tremor": [[ms, *gesture.tremor(gesture.phases(7), ms)] for ms in range(0, 2000, 97)],
        "shaken": seen(tables[0], 7),
        "marker": [[ms, timing.marker(ms, 7), timing.is_safe(tables[0], ms, 7)] for ms in range(0, 4000, 61)],
        "pulls": [_pull(table, seed) for table in tables for seed in range(1, 5)],
    }


def _pull(table: Table, seed: int) -> dict[str, Any]:
    path = reach(seen(table, seed), CLUMSY, seeded(seed))
    verdict = pulled(table, path, seed)
    assert isinstance(verdict, Kind)
    return {"scene": seen(table, seed), "path": path, "verdict": VERDICTS[verdict]}


def written() -> str:
    return json.dumps(cases(), separators=(",", ":")) + "\n"


if __name__ == "__main__":
    argparse.ArgumentParser(prog="python -m filon.games.digger.tests.hand.twin", description=__doc__).parse_args()
    CASES.write_text(written(), encoding="utf-8")
