"""Batched tables: named refusals that change nothing, seeds, slices, and a game that lacks compiled.py."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from filon.core.game import found, load
from filon.core.label import OptionRefused
from filon.research import ResearchRefused, batch
from filon.research.batched import SLICE

GAME = min(found(), key=lambda name: len(load(name).MOVES))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"tables": 0}, "tables: expected a whole number from 1 to 1048576; found 0"),
        ({"tables": True}, "tables: expected a whole number"),
        ({"seed": -1}, "seed: expected a whole number from 0"),
        ({"pause": 1.5}, "pause: expected a whole number from 0 to 100000; found 1.5"),
        ({"see": "all"}, "see: expected one of row, view, nothing; found 'all'"),
    ],
)
def test_arguments_that_do_not_fit_are_refused_by_name(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(ResearchRefused) as error:
        batch(GAME, **asked)
    assert str(error.value).startswith(said)


def test_seats_and_options_are_refused_as_at_any_table() -> None:
    with pytest.raises(OptionRefused, match="seats; found 99"):
        batch(GAME, seats=99)
    name = load(GAME).label.options[0].name
    with pytest.raises(OptionRefused, match=f"option {name}"):
        batch(GAME, options={name: "endless"})


def test_a_refused_action_changes_no_table() -> None:
    tables = batch(GAME, tables=3, seed=5)
    before = [array.copy() for array in (tables.tables, tables.dice, tables.mask, tables.rows)]
    legal, other = [int(one) for one in tables.legal[:, 0]], int(np.flatnonzero(tables.mask[2] == 0)[0])
    for actions, said in (
        ([*legal[:2], other], rf"table 2: seat . may not play action {other}, .*: [A-Z_]+ \([A-Z]+-\w+\)"),
        ([legal[0], 9999, legal[2]], "table 1: expected an action from 0 to .*; found 9999"),
        (legal[:2], r"actions: expected whole numbers, one for each of 3 tables; found shape .2,. of int64"),
        ([0.5, 0.5, 0.5], "actions: expected whole numbers"),
    ):
        with pytest.raises(ResearchRefused, match=said):
            tables.step(actions)
    with pytest.raises(ValueError, match="read-only"):  # a step writes only what has changed
        tables.rows[0, 0] = 1
    after = (tables.tables, tables.dice, tables.mask, tables.rows)
    assert all(np.array_equal(one, other) for one, other in zip(before, after, strict=True))


def test_tables_that_are_not_meant_wait() -> None:
    tables, where = batch(GAME, tables=SLICE + 2, seed=5), np.zeros(SLICE + 2, np.bool_)
    while not tables.over[:2].any():
        tables.step(tables.sample())
    where[[0, SLICE + 1]] = True
    kept = [array[1 : SLICE + 1].copy() for array in (tables.tables, tables.dice, tables.mask, tables.rows, tables.seat)]
    before, asked = tables.dice.copy(), tables._luck[1 : SLICE + 1].copy()
    actions = tables.sample(where).copy()
    actions[~where] = 9999  # where nothing is played, nothing is refused
    tables.step(actions, where)
    after = [array[1 : SLICE + 1] for array in (tables.tables, tables.dice, tables.mask, tables.rows, tables.seat)]
    assert all(np.array_equal(one, other) for one, other in zip(kept, after, strict=True))
    assert np.array_equal(tables._luck[1 : SLICE + 1], asked)
    assert not tables.over[~where].any()
    assert not tables.won[~where].any()
    for _ in range(20):
        tables.step(tables.sample(where), where)
    assert (tables.dice[where] != before[where]).all()
    with pytest.raises(ResearchRefused, match=rf"where: expected true or false for each of {SLICE + 2} tables; found shape .2,. of int64"):
        tables.step(actions, [0, 1])


def test_the_same_seed_gives_the_same_games_whatever_else_is_in_the_batch() -> None:
    """Also beyond the first slice, and again after a reset."""
    one, other = batch(GAME, tables=SLICE + 3, seats=3, seed=9), batch(GAME, tables=4, seats=3, seed=9)
    first = one.rows.copy()
    for _ in range(60):
        one.step(one.sample())
        other.step(other.sample())
        assert np.array_equal(one.rows[:4], other.rows)
        assert np.array_equal(one.won[:4], other.won)
        codes = [one.encoding.encode(one.game.Table.unpacked(one.tables[i]), int(one.seat[i])) for i in (0, SLICE + 2)]
        assert np.array_equal(one.rows[[0, SLICE + 2]], codes)
    assert one.over.any() or one.won.sum() == 0
    one.reset(9)
    assert np.array_equal(one.rows, first)
    one.reset(10)
    assert not np.array_equal(one.rows, first) or not np.array_equal(one.seat, other.seat)


def test_a_game_without_compiled_py_plays_and_says_what_research_lacks(tmp_path: Path) -> None:
    shutil.copytree(load(GAME).folder, tmp_path / "copper_pan", ignore=shutil.ignore_patterns("compiled.py", "__pycache__", "tests"))
    code = "from filon.core.game import load; from filon.research import batch; print(load('copper-pan').ahead); batch('copper-pan')"
    ran = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | {"FILON_GAMES": str(tmp_path)}, capture_output=True, text=True, check=False
    )
    assert ran.stdout.strip() == "None"
    assert "ResearchRefused: copper-pan can be played but not studied in batches" in ran.stderr
    assert "copper_pan/compiled.py" in ran.stderr
