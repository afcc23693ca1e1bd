"""Train the network of network.py: first it imitates the greedy robot, then it plays against itself and against greedy.

`python -m examples.learn.train` takes a quarter of an hour of CPU time in one thread and writes dig-mars.npz and curve.csv
beside this file.
"""

from __future__ import annotations

import argparse
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: matrices this small gain nothing from a second thread

import numpy as np

from examples.learn.learning import Adam, drawn, imitate, improve, log_odds
from examples.learn.network import GAME, SEATS, Network, new_weights
from examples.learn.player import WEIGHTS
from filon.research import Batch, batch

TABLES, STEPS = 256, 64
IMITATION, WARMING = 0.2, 0.05  # of the time: imitating greedy; then learning to judge positions before changing how it plays
ASTRAY = 0.15  # of the moves that are imitated, played at random instead: it sees positions that greedy would not reach
AGAINST_GREEDY = 0.5  # of the tables, in self-play
LAMBDA, ENTROPY, MINIBATCH, EPOCHS, REPORTS = 0.95, 0.01, 2048, 2, 40
HEADINGS = "cpu_minutes,decisions,games,won_against_greedy"


class Clock:
    """CPU time of this process: what others do on the machine does not count."""

    def __init__(self, minutes: float) -> None:
        self.minutes, self.began = minutes, time.process_time()

    @property
    def spent(self) -> float:
        """The part of the time that is gone."""
        return min(1.0, self.spent_minutes / self.minutes)

    @property
    def spent_minutes(self) -> float:
        return (time.process_time() - self.began) / 60


class Training:
    def __init__(self, minutes: float, seed: int, tables: int) -> None:
        self.luck = np.random.default_rng(seed)
        self.network = Network(new_weights(self.luck))
        self.tables = batch(GAME, tables, SEATS, seed=seed, recall=True)
        self.tables.by("greedy")  # compiled before the clock starts
        self.clock, self.decisions = Clock(minutes), 0

    def imitation(self) -> float:
        """Until IMITATION of the time is gone; how often it now agrees with greedy where there is a choice."""
        adam, agreed = Adam(self.network), 0.0
        while self.clock.spent < IMITATION:
            rows, masks, wanted = (np.concatenate(part) for part in zip(*(shown(self.tables, self.luck) for _ in range(4)), strict=True))
            choice = masks.sum(1) > 1
            rate = 2e-3 * (1 - 0.9 * self.clock.spent / IMITATION)
            agreed += 0.02 * (imitate(self.network, adam, rows[choice], masks[choice], wanted[choice], rate) - agreed)
        return agreed

    def self_play(self, curve: TextIO) -> None:
        """Until the time is gone."""
        each = np.arange(len(self.tables))
        greedy = np.where(each < AGAINST_GREEDY * len(each), each % SEATS, -1)
        adam, held, won = Adam(self.network), memory_for(self.tables), list[float]()
        print(HEADINGS, file=curve)
        next_report = self.clock.spent
        while self.clock.spent < 1:
            play(self.network, self.tables, greedy, held, self.luck)
            self._learn(adam, held)
            self.decisions += STEPS * len(each)
            won += [held.won[k, i, 1 - greedy[i]] for k, i in zip(*np.nonzero(held.over & (greedy >= 0)), strict=True)]
            if self.clock.spent >= next_report and won:
                self._report(won, curve)
                next_report, won = next_report + 1 / REPORTS, []

    def _learn(self, adam: Adam, held: Played) -> None:
        left, decisions = 1 - self.clock.spent, decisions_of(held)
        only_value, entropy = self.clock.spent < IMITATION + WARMING, ENTROPY * (0.2 + 0.8 * left)
        for _ in range(EPOCHS):
            order = self.luck.permutation(len(decisions["rows"]))
            for some in np.array_split(order, -(-len(order) // MINIBATCH)):
                part = {name: array[some] for name, array in decisions.items()}
                improve(self.network, adam, part, 4e-4 * max(left, 0.05), entropy, only_value)

    def _report(self, won: list[float], curve: TextIO) -> None:
        minutes, share = self.clock.spent_minutes, np.mean(won)
        print(f"{minutes:.2f},{self.decisions},{len(won)},{share:.4f}", file=curve, flush=True)
        said = f"{minutes:5.1f} min, {self.decisions:,} decisions; still exploring, it won {share:.1%} of {len(won)} games against greedy"
        print(said, flush=True)


def shown(tables: Batch, luck: np.random.Generator) -> tuple[Any, Any, Any]:
    """Rows, masks and what greedy plays there; then the tables go on."""
    rows, masks, wanted = tables.rows.copy(), tables.mask.astype(np.bool_), tables.by("greedy").copy()
    astray = luck.random(len(tables)) < ASTRAY
    tables.step(np.where(astray, tables.sample(astray), wanted))
    return rows, masks, wanted


@dataclass
class Played:
    """STEPS decisions at each table; values and seats of one decision more."""

    rows: Any
    masks: Any
    actions: Any
    odds: Any
    values: Any
    seats: Any
    over: Any
    won: Any
    taught: Any  # whether the network decided, and had a choice


def memory_for(tables: Batch) -> Played:
    def room(*more: int, kind: Any = np.float32, steps: int = STEPS) -> Any:
        return np.zeros((steps, len(tables), *more), kind)

    return Played(
        rows=room(tables.rows.shape[1]),
        masks=room(len(tables.actions), kind=np.bool_),
        actions=room(kind=np.int64),
        odds=room(),
        values=room(steps=STEPS + 1),
        seats=room(steps=STEPS + 1, kind=np.int64),
        over=room(kind=np.bool_),
        won=room(SEATS),
        taught=room(kind=np.bool_),
    )


def play(network: Network, tables: Batch, greedy: Any, to: Played, luck: np.random.Generator) -> None:
    """greedy: the seat that the greedy robot has at each table, or -1."""
    each = np.arange(len(tables))
    for k in range(STEPS):
        to.rows[k], to.masks[k], to.seats[k] = tables.rows, tables.mask, tables.seat
        scores, to.values[k], _ = network.forward(tables.rows)
        odds = log_odds(scores, to.masks[k])
        to.actions[k] = drawn(odds, luck)
        to.odds[k] = odds[each, to.actions[k]]
        theirs = tables.seat == greedy
        to.taught[k] = ~theirs & (tables.count > 1)
        tables.step(np.where(theirs, tables.by("greedy", theirs), to.actions[k]))
        to.over[k], to.won[k] = tables.over, tables.won
    to.values[STEPS], to.seats[STEPS] = network.forward(tables.rows)[1], tables.seat


def decisions_of(held: Played) -> dict[str, Any]:
    """Those that teach, with how much better each went than expected and what should have been expected."""
    better = advantages(held)
    results = np.clip(better + held.values[:STEPS], -1, 1)
    found = {name: getattr(held, name)[held.taught] for name in ("rows", "masks", "actions", "odds")}
    better = better[held.taught]
    return found | {"better": (better - better.mean()) / (better.std() + 1e-8), "results": results[held.taught]}


def advantages(held: Played) -> Any:
    """The advantage of each decision by generalised advantage estimation, from the side of the seat that decided."""
    tables = held.over.shape[1]
    found, at = np.zeros((STEPS, tables), np.float32), np.arange(tables)
    after = -np.repeat(held.values[STEPS][:, None], SEATS, 1)
    after[at, held.seats[STEPS]] = held.values[STEPS]
    later, ended = np.zeros((tables, SEATS), np.float32), np.zeros((tables, SEATS), np.float32)
    for k in range(STEPS - 1, -1, -1):
        over, seat = held.over[k], held.seats[k]
        after[over], later[over], ended[over] = 0, 0, 2 * held.won[k][over] - 1
        found[k] = ended[at, seat] + after[at, seat] - held.values[k] + LAMBDA * later[at, seat]
        after[at, seat], later[at, seat], ended[at, seat] = held.values[k], found[k], 0
    return found


def train(minutes: float, seed: int, weights: Path, curve: Path, tables: int = TABLES) -> None:
    training = Training(minutes, seed, tables)
    print(f"{sum(one.size for one in training.network.weights.values()):,} weights, {minutes:g} minutes of CPU time", flush=True)
    agreed = training.imitation()
    print(f"imitation: agrees with greedy on {agreed:.1%} of its choices, {training.clock.spent_minutes:.1f} min", flush=True)
    with curve.open("w", encoding="utf-8") as file:
        training.self_play(file)
    np.savez(weights, **training.network.weights)
    print(f"wrote {weights} and {curve}", flush=True)


def main() -> None:
    asked = argparse.ArgumentParser(
        prog="python -m examples.learn.train", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    asked.add_argument("--minutes", type=float, default=15, help="of CPU time, in one thread (default: %(default)s)")
    asked.add_argument("--seed", type=int, default=1, help="of the weights, the deals and the dice (default: %(default)s)")
    asked.add_argument("--weights", type=Path, default=WEIGHTS, help="where to write the weights (default: beside this file)")
    asked.add_argument("--curve", type=Path, default=WEIGHTS.with_name("curve.csv"), help="where to write the learning curve")
    given = asked.parse_args()
    if not 0 < given.minutes < float("inf"):
        asked.error(f"--minutes: expected more than 0; found {given.minutes}")
    train(given.minutes, given.seed, given.weights, given.curve)


if __name__ == "__main__":
    main()
