"""The worked example of a learned player: its slopes are right, its notebook runs, it plays, and says what it cannot play."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from examples.learn.learning import log_odds, policy_slope
from examples.learn.network import GAME, SEATS, Network, new_weights
from examples.learn.player import Learned
from filon.research import batch
from filon.research.match import MatchRefused, match_of, play

ROOT = Path(__file__).parents[2]
LEARNED = "examples.learn.player:Learned"
MANY, ENTROPY = 64, 0.5


def decisions() -> dict[str, Any]:
    tables, luck = batch(GAME, MANY, SEATS, seed=3, recall=True), np.random.default_rng(5)
    for _ in range(40):
        tables.step(tables.sample())
    rows, masks, actions = tables.rows.astype(np.float64), tables.mask.astype(bool), tables.sample().copy()
    better, results = luck.standard_normal(MANY), luck.uniform(-1, 1, MANY)
    return {"rows": rows, "masks": masks, "actions": actions, "better": better, "results": results}


def loss(network: Network, held: dict[str, Any]) -> float:
    """The loss that improve() descends, as the papers write it."""
    scores, values, _ = network.forward(held["rows"])
    odds, better = log_odds(scores.astype(np.float64), held["masks"]), held["better"]
    ratio = np.exp(odds[np.arange(MANY), held["actions"]] - held["odds"])
    gain = np.minimum(ratio * better, np.clip(ratio, 0.8, 1.2) * better) - ENTROPY * (np.exp(odds) * odds).sum(1)
    return float((0.5 * (values - held["results"]) ** 2 - gain).mean())


def test_every_slope_is_that_of_the_loss() -> None:
    luck, held = np.random.default_rng(1), decisions()
    network = Network({name: one + 0.05 * luck.standard_normal(one.shape) for name, one in new_weights(luck).items()})
    scores, values, kept = network.forward(held["rows"])
    held["odds"] = log_odds(scores, held["masks"])[np.arange(MANY), held["actions"]] + 0.15 * luck.standard_normal(MANY)
    slopes = network.backward(kept, policy_slope(scores, held, ENTROPY), (values - held["results"]) / MANY)
    assert set(slopes) == set(network.weights)
    for name, slope in slopes.items():
        weights, way = network.weights[name], slope / np.linalg.norm(slope)
        sides = []
        for step in (1e-3, -1e-3):
            network.weights[name] = weights + step * way
            sides.append(loss(network, held))
        network.weights[name] = weights
        assert (sides[0] - sides[1]) / 2e-3 == pytest.approx(np.linalg.norm(slope), rel=0.05), name


def test_it_beats_a_robot_that_plays_at_random() -> None:
    match = match_of(GAME, [LEARNED, "random"], SEATS, games=2, seed=1)
    for number in range(match.games):
        played = play(match, number)
        assert played.shares[played.robots.index(LEARNED)] == 1


def test_it_refuses_a_table_and_weights_that_it_was_not_made_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(MatchRefused, match="expected 2 seats, for which it was trained; found 3"):
        play(match_of(GAME, [LEARNED, "random"], 3, games=1), 0)
    monkeypatch.setattr(Learned, "weights", tmp_path / "none.npz")
    with pytest.raises(MatchRefused, match=r"expected the weights that `python -m examples\.learn\.train` makes"):
        play(match_of(GAME, [LEARNED, "random"], SEATS, games=1), 0)


def test_the_notebook_runs_through_on_a_small_budget() -> None:
    asked = [sys.executable, "-m", "examples.learn.notebook", "--minutes", "0.02", "--games", "1", "--tables", "16"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "of 1 games against greedy; 95 % interval by deal" in done.stdout
