"""A notebook of marimo: train a small network for Dig Mars and see how strong it is.

`marimo edit examples/learn/notebook.py` opens it; `python -m examples.learn.notebook` runs it through.
"""

import marimo

app = marimo.App(width="medium")

with app.setup:
    import argparse
    import csv
    import sys
    import tempfile
    from pathlib import Path

    import altair as alt
    import marimo as mo

    from examples.learn.player import Learned
    from examples.learn.train import TABLES, train
    from filon.research import batch
    from filon.research.arena import played
    from filon.research.match import match_of
    from filon.research.match_result import result_of

    about = "Run the notebook through: train a small network for Dig Mars and see how strong it is."
    asked = argparse.ArgumentParser(prog="python -m examples.learn.notebook", description=about)
    asked.add_argument("--minutes", type=float, default=1, help="of CPU time for the training (default: %(default)s)")
    asked.add_argument("--games", type=int, default=40, help="against the greedy robot (default: %(default)s)")
    asked.add_argument("--tables", type=int, default=TABLES, help="that are played at once in the training (default: %(default)s)")
    given = asked.parse_args([] if mo.running_in_notebook() else sys.argv[1:])


@app.cell
def _():
    mo.md(
        """
        # A player that learns Dig Mars

        A table of Dig Mars, as the player in turn sees it, is a row of numbers; what others hide is unknown in it. A small network
        scores every legal action of such a row. It first imitates the greedy robot, then plays against itself and against greedy.
        """
    )
    return


@app.cell
def _():
    tables = batch("dig-mars", tables=4, seats=2, seed=1, recall=True)
    names = [column.name for column in tables.encoding.columns]
    mo.md(f"A row has {tables.rows.shape[1]:,} columns, such as `{names[0]}` and `{names[-1]}`; there are {len(tables.actions)} actions.")
    return


@app.cell
def _():
    folder = Path(tempfile.mkdtemp(prefix="filon-learn-"))
    weights, curve = folder / "weights.npz", folder / "curve.csv"
    train(given.minutes, seed=1, weights=weights, curve=curve, tables=given.tables)
    return curve, weights


@app.cell
def _(curve):
    with curve.open(encoding="utf-8") as _file:
        points = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(_file)]
    shown = alt.Chart(alt.Data(values=points)).mark_line(point=True)
    shown.encode(
        x=alt.X("cpu_minutes:Q", title="minutes of CPU time"),
        y=alt.Y("won_against_greedy:Q", title="won against greedy, while exploring", axis=alt.Axis(format="%")),
    )
    return


@app.cell
def _(weights):
    Learned.weights = weights
    match = match_of("dig-mars", ["examples.learn.player:Learned", "greedy"], seats=2, games=given.games, seed=15)
    result = result_of(match, played(match, processes=1))
    low, high = result.interval(match.robots[0])
    said = f"{result.share(match.robots[0]):.0%} of {result.games} games against greedy; 95 % interval by deal: {low:.0%} to {high:.0%}"
    print(said)
    mo.md(f"**{said}**")
    return


if __name__ == "__main__":
    app.run()
