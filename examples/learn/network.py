"""A small network for Dig Mars in NumPy: it looks at each of the 16 sites with the same weights, at the rest of the table once, and
scores a move by the sites that it touches. What it learns about one site it knows about all."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from filon.research import Encoding, encoding

GAME, SEATS, SITES, SIDE, HIDDEN = "dig-mars", 2, 16, 4, 64
LINE = 2 * (SIDE - 1)  # DM-16: stations move along lines; so many other sites are in line with one
FROM_TABLE = ("taken", "holder")  # which tiles are gone, and who has them: columns that say little


class Shape:
    """Which columns of a row belong to which site, and which outputs of the network add up to the score of an action."""

    def __init__(self, coding: Encoding) -> None:
        self.coding = coding
        self.sites, self.rest = by_site([column.name for column in coding.columns])
        moves = [coding.game.MOVES[i] for i in coding.actions.ids[0]]
        self.onto = Outputs([(m.site, (m.kind, m.depth, max(m.owner, -1))) for m in moves])
        self.start = Outputs([(m.start, (m.kind, max(m.owner, -1))) for m in moves])
        self.act = Outputs([(0, (m.kind, m.gear)) for m in moves])


class Outputs:
    """Which output scores each action: those of one kind that touch one place share it. An action that touches no place has none."""

    def __init__(self, wanted: list[tuple[int, Hashable]]) -> None:
        kinds = {kind: n for n, kind in enumerate(dict.fromkeys(kind for place, kind in wanted if place >= 0))}
        self.each = len(kinds)  # outputs of a place
        self.actions = np.array([n for n, (place, _) in enumerate(wanted) if place >= 0])
        used = np.array([place * len(kinds) + kinds[kind] for place, kind in wanted if place >= 0])
        order = np.argsort(used, kind="stable")
        self.actions, self.used = self.actions[order], used[order]
        self.one_each, self.first = np.unique(self.used, return_index=True)

    def add(self, found: Any, to: Any) -> None:
        to[:, self.actions] += found.reshape(len(to), -1)[:, self.used]

    def slope(self, of_scores: Any, like: Any) -> Any:
        """Of what add() was given, from the slope of the scores."""
        found = np.zeros_like(like).reshape(len(like), -1)
        found[:, self.one_each] = np.add.reduceat(of_scores[:, self.actions], self.first, axis=1)
        return found.reshape(like.shape)


def by_site(names: Sequence[str]) -> tuple[Any, Any]:
    """Columns [site, each], and those of no site: names that are the same but for one number from 0 to 15 tell the sites apart."""
    often = Counter(star for name in names for star, _ in starred(name))
    place = {star: n for n, star in enumerate(star for star, count in often.items() if count == SITES)}
    sites, rest = np.zeros((SITES, len(place)), np.int64), []
    for column, name in enumerate(names):
        held = [(site, place[star]) for star, site in starred(name) if star in place]
        if held:
            sites[held[0]] = column
        elif not name.startswith(FROM_TABLE):
            rest.append(column)
    return sites, np.array(rest)


def starred(name: str) -> list[tuple[str, int]]:
    """The name with a star for one of its numbers, and that number."""
    return [(f"{name[: at.start()]}*{name[at.end() :]}", int(at[0])) for at in re.finditer(r"(?<=\[)\d+(?=\])", name)]


@cache
def shape() -> Shape:
    return Shape(encoding(GAME, SEATS))


class Network:
    """Scores of all actions, and how the game should end for the seat that sees: from -1, lost, to 1, won."""

    def __init__(self, weights: dict[str, Any]) -> None:
        self.shape, self.weights = shape(), weights

    def forward(self, rows: Any) -> tuple[Any, Any, Any]:
        """Scores [n, actions], values [n], and what backward() needs."""
        w = self.weights
        rest, site = rows[:, self.shape.rest], rows[:, self.shape.sites.ravel()].reshape(len(rows), SITES, -1)
        whole = np.maximum(rest @ w["rest"] + w["rest+"], 0)
        near = np.maximum(times(site, w["site"]) + (w["site+"] + whole)[:, None], 0)
        line, mean = in_line(near), near.mean(1)
        far = np.maximum(times(near, w["again"]) + times(line, w["along"]) + (w["again+"] + mean @ w["all"] + whole)[:, None], 0)
        both = np.concatenate([whole, far.mean(1)], 1)
        table = np.maximum(both @ w["table"] + w["table+"], 0)
        scores, value = np.zeros((len(rows), len(self.shape.coding.actions)), np.float32), np.tanh(table @ w["value"] + w["value+"])
        for name, of in (("onto", far), ("start", far), ("act", table)):
            getattr(self.shape, name).add(times(of, w[name]) + w[f"{name}+"], scores)
        return scores, value[:, 0], (rest, site, whole, near, line, mean, far, both, table, value)

    def backward(self, kept: Any, of_scores: Any, of_values: Any) -> dict[str, Any]:
        """The slope of the loss for each weight, from its slopes for scores and values."""
        rest, site, whole, near, line, mean, far, both, table, value = kept
        w, found = self.weights, dict[str, Any]()

        def back(name: str, x: Any, slope: Any) -> Any:
            found[name] = flat(x).T @ flat(slope)
            if f"{name}+" in w:
                found[f"{name}+"] = flat(slope).sum(0)
            return times(slope, w[name].T)

        def scored(name: str, x: Any) -> Any:
            like = np.empty((*x.shape[:-1], w[name].shape[1]), np.float32)
            return back(name, x, getattr(self.shape, name).slope(of_scores, like))

        to_table = scored("act", table) + back("value", table, of_values[:, None] * (1 - value**2))
        to_both = back("table", both, to_table * (table > 0))
        to_far = (scored("onto", far) + scored("start", far) + to_both[:, None, HIDDEN:] / SITES) * (far > 0)
        sum_far = to_far.sum(1)
        to_near = back("again", near, to_far) + in_line(back("along", line, to_far)) + back("all", mean, sum_far)[:, None] / SITES
        to_near *= near > 0
        back("site", site, to_near)
        back("rest", rest, (to_both[:, :HIDDEN] + sum_far + to_near.sum(1)) * (whole > 0))
        return found


def flat(x: Any) -> Any:
    return x.reshape(-1, x.shape[-1])


def times(x: Any, weights: Any) -> Any:
    """One product of two matrices, however many axes come before the last."""
    return (flat(x) @ weights).reshape(*x.shape[:-1], -1)


def in_line(sites: Any) -> Any:
    """For each site the mean of those in its row and its column."""
    square = sites.reshape(len(sites), SIDE, SIDE, -1)
    return ((square.sum(1, keepdims=True) + square.sum(2, keepdims=True) - 2 * square) / LINE).reshape(sites.shape)


def new_weights(luck: np.random.Generator) -> dict[str, Any]:
    held = shape()
    into = {"rest": len(held.rest), "site": held.sites.shape[1], "table": 2 * HIDDEN}
    out = {"onto": held.onto.each, "start": held.start.each, "act": held.act.each, "value": 1}
    weights = dict[str, Any]()
    for name in ("rest", "site", "again", "along", "all", "table", "onto", "start", "act", "value"):
        size = into.get(name, HIDDEN), out.get(name, HIDDEN)
        weights[name] = (luck.standard_normal(size) * (0.01 if name in out else size[0] ** -0.5)).astype(np.float32)
        if name not in ("along", "all"):
            weights[f"{name}+"] = np.zeros(size[1], np.float32)
    return weights


@cache
def network_in(path: Path) -> Network:
    with np.load(path) as held:
        return Network(dict(held))
