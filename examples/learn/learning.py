"""Training of the network in network.py: the losses, their slopes, and Adam's steps."""

from __future__ import annotations

from typing import Any

import numpy as np

from examples.learn.network import Network

CLIP, STEEPEST = 0.2, 0.5


def log_odds(scores: Any, masks: Any) -> Any:
    """Log of each legal action's probability; -1e9 or so for the others."""
    legal = np.where(masks, scores, np.float32(-1e9))
    legal -= legal.max(1, keepdims=True)
    return legal - np.log(np.exp(legal).sum(1, keepdims=True))


def drawn(odds: Any, luck: np.random.Generator) -> Any:
    """An action for each row, by its probability."""
    heaped = np.exp(odds, dtype=np.float64).cumsum(1)
    return (heaped <= luck.random(len(odds))[:, None] * heaped[:, -1:]).sum(1)


class Adam:
    """Kingma and Ba 2015, after the slopes are cut to a length of STEEPEST."""

    def __init__(self, network: Network) -> None:
        self.network, self.steps = network, 0
        self.mean, self.square = ({name: np.zeros_like(one) for name, one in network.weights.items()} for _ in range(2))

    def step(self, slopes: dict[str, Any], rate: float) -> None:
        self.steps += 1
        length = float(np.sqrt(sum(np.square(one, dtype=np.float64).sum() for one in slopes.values())))
        cut, rate = min(1.0, STEEPEST / (length + 1e-6)), rate * (1 - 0.999**self.steps) ** 0.5 / (1 - 0.9**self.steps)
        for name, slope in slopes.items():
            self.mean[name] += 0.1 * (cut * slope - self.mean[name])
            self.square[name] += 0.001 * ((cut * slope) ** 2 - self.square[name])
            self.network.weights[name] -= rate * self.mean[name] / (np.sqrt(self.square[name]) + 1e-6)


def imitate(network: Network, adam: Adam, rows: Any, masks: Any, wanted: Any, rate: float) -> float:
    """One step towards what was wanted; how often that was the network's first choice already."""
    scores, values, kept = network.forward(rows)
    odds = log_odds(scores, masks)
    slope, each = np.exp(odds), np.arange(len(rows))
    slope[each, wanted] -= 1
    adam.step(network.backward(kept, slope / len(rows), np.zeros_like(values)), rate)
    return float((odds.argmax(1) == wanted).mean())


def improve(network: Network, adam: Adam, held: dict[str, Any], rate: float, entropy: float, only_value: bool) -> None:
    """One step of proximal policy optimisation (Schulman and others 2017) on decisions: rows, masks, actions, odds, better, results."""
    scores, values, kept = network.forward(held["rows"])
    of_scores = np.zeros_like(scores) if only_value else policy_slope(scores, held, entropy)
    adam.step(network.backward(kept, of_scores, (values - held["results"]) / len(values)), rate)


def policy_slope(scores: Any, held: dict[str, Any], entropy: float) -> Any:
    odds, each, better = log_odds(scores, held["masks"]), np.arange(len(scores)), held["better"]
    chances, ratio = np.exp(odds), np.exp(odds[each, held["actions"]] - held["odds"])
    counts = ratio * better <= np.clip(ratio, 1 - CLIP, 1 + CLIP) * better  # elsewhere it has moved far enough
    pull = np.where(counts, ratio * better, 0)[:, None]
    unsure = -(chances * odds).sum(1, keepdims=True)
    slope = pull * chances + entropy * chances * (odds + unsure)
    slope[each, held["actions"]] -= pull[:, 0]
    return (slope / len(scores)).astype(np.float32)
