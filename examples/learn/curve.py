"""Draw curve.csv, the learning curve of the weights beside it, as docs/pictures/learning-curve.svg."""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from typing import Any

CURVE = Path(__file__).with_name("curve.csv")
PICTURE = Path(__file__).parents[2] / "docs" / "pictures" / "learning-curve.svg"


def drawn(curve: Path) -> Any:
    import altair as alt

    with curve.open(encoding="utf-8") as file:
        points = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]
    for point in points:
        error = 1.96 * (point["won_against_greedy"] * (1 - point["won_against_greedy"]) / point["games"]) ** 0.5
        point |= {"low": point["won_against_greedy"] - error, "high": point["won_against_greedy"] + error}
    across = alt.X("cpu_minutes:Q", title="minutes of CPU time, one thread")
    base = alt.Chart(alt.Data(values=points), width=560, height=260).encode(x=across)
    up = alt.Y("won_against_greedy:Q", title="won against greedy", axis=alt.Axis(format="%"), scale=alt.Scale(domain=[0, 1]))
    sure = base.mark_rule(strokeWidth=2).encode(y=alt.Y("low:Q", title="won against greedy"), y2="high:Q")
    return sure + base.mark_line(point=True).encode(y=up)


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m examples.learn.curve", description=__doc__)
    asked.add_argument("--to", type=Path, default=PICTURE, help="the picture (default: docs/pictures/learning-curve.svg)")
    given = asked.parse_args()
    from filon.research.charts.svg import save_svg

    save_svg(drawn(CURVE), given.to, "Share of games won against the greedy robot during training, with 95 % intervals")
    print(f"wrote {given.to}")


if __name__ == "__main__":
    main()
