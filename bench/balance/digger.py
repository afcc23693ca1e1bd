"""Digger: what one more throw brings or costs, and what a theft does, by loot, sand and the odds of the Hand."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np

from bench.balance.common import Figures
from bench.balance.play import GREEDY, PAUSE, Run, numbers
from filon.core import NONE
from filon.games.digger.parts import Kind, Phase
from filon.research import batch
from filon.research.analysis.estimates import mean_by_deal, ratio_by_deal
from filon.research.analysis.positions import play_until, set_positions

GAME, SEATS = "digger", 3
TABLES, THROWS, THEFTS = 500, 6000, 2000  # at once; positions with loot; positions with a theft on offer
FEW = 20  # positions: of fewer nothing is said
DARING = 0.25  # how often, in looking for positions, the robot is made to throw again
LOOTS = ((1, 2), (3, 4), (5, 6), (7, 8), (9, 50))
SECONDS = ((0, 4), (4, 8), (8, 12), (12, 16), (16, 20), (20, 26))
TOUCHES = (0, 5, 11, 20, 35, 50)  # of a hundred pulls


def tables_of(count: int, seed: int) -> Any:
    return batch(GAME, count, SEATS, {"first": 1}, see="nothing", pause=PAUSE, seed=seed)


def first_of(tables: Any, kind: int) -> Any:
    """The first legal action of that kind at each table, or NONE."""
    is_kind = np.array([move.kind == kind for move in tables.game.MOVES])[tables.actions.ids]
    legal = (tables.mask > 0) & is_kind[tables.seat]
    return np.where(legal.any(axis=1), legal.argmax(axis=1), NONE)


def points(tables: Any, seats: Any) -> Any:
    """DG-31."""
    held = (tables["player"]["crate"].astype(int) * tables["player"]["value"]).sum(axis=2)
    return held[np.arange(len(tables)), seats]


def lead(tables: Any, seats: Any) -> Any:
    """Points more than the others have on average."""
    every = sum(points(tables, np.full(len(tables), seat)) for seat in range(SEATS))
    return points(tables, seats) - (every - points(tables, seats)) / (SEATS - 1)


def turn_over(diggers: Any) -> Callable[[Any], Any]:
    return lambda now: (now["digger"] != diggers) | (now["phase"] == Phase.OVER)


# Looking for positions


def gathered(run: Run, count: int, wanted: Callable[[Any], Any], about: str) -> tuple[Any, Any]:
    """Positions out of games of greedy robots that throw again more often than they would, each with the number of its table."""
    held, of, luck = [], [], np.random.default_rng(run.seed)
    tables = tables_of(TABLES, run.seed)
    want = run.many(count)
    while sum(map(len, held)) < want:
        fits = wanted(tables) & (luck.random(TABLES) < 0.1)
        held.append(tables.tables[fits].copy())
        of.append(np.flatnonzero(fits))
        throw, actions = first_of(tables, Kind.THROW), tables.by(GREEDY)
        dares = (throw != NONE) & (luck.random(TABLES) < DARING)
        tables.step(np.where(dares, throw, actions))
    run.say(f"{GAME}: {want} positions, {about}")
    return np.concatenate(held)[:want], np.concatenate(of)[:want]


def with_loot(tables: Any) -> Any:
    """DG-21: the digger may throw again or begin to stow."""
    return (first_of(tables, Kind.THROW) != NONE) & (first_of(tables, Kind.STOW) != NONE)


def with_theft(tables: Any) -> Any:
    """DG-17, DG-19: a gem that may be stolen or taken from the pool."""
    return (theft(tables)[0] != NONE) & (tables.tables["phase"] == Phase.DIGGING)


def theft(tables: Any) -> tuple[Any, Any]:
    """For each table a steal of the dearest gem from who has most of it, and taking it from the pool; NONE where there are not both."""
    now, ids = tables.tables, tables.actions.ids
    best, steals, takes = np.full(len(now), -1), np.full(len(now), NONE), np.full(len(now), NONE)
    moves = tables.game.MOVES
    for action in np.flatnonzero([moves[one].kind == Kind.STEAL for one in ids[0]]):
        for seat in range(SEATS):
            move = moves[ids[seat, action]]
            take = next((a for a in range(ids.shape[1]) if (m := moves[ids[seat, a]]).kind == Kind.TAKE and m.colour == move.colour), NONE)
            value = 100 * now["player"]["value"][:, seat, move.colour].astype(int)
            value += now["player"]["crate"][:, min(move.victim, SEATS - 1), move.colour]
            fits = (tables.seat == seat) & (tables.mask[:, action] > 0) & (tables.mask[:, take] > 0) & (value > best)
            best[fits], steals[fits], takes[fits] = value[fits], action, take
    return steals, takes


# One more throw


def one_more_throw(run: Run) -> Figures:
    """Points at the end of the turn after throwing again, less those after beginning to stow."""
    positions, of = gathered(run, THROWS, with_loot, "with loot")
    gain, lost = [], []
    for cut in cuts(len(positions)):
        thrown, stowed = (ended(positions[cut], kind, run.seed) for kind in (Kind.THROW, Kind.STOW))
        diggers = positions[cut]["digger"].astype(int)
        gain.append(points(thrown, diggers) - points(stowed, diggers))
        lost.append(thrown["last_turn"] != 1)
    loot, seconds = positions["loot"].sum(axis=1), sand_left(positions)
    return by_cell(np.concatenate(gain), np.concatenate(lost), loot, seconds, of)


def cuts(count: int) -> list[slice]:
    return [slice(at, at + TABLES) for at in range(0, count, TABLES)]


def ended(positions: Any, kind: int, seed: int) -> Any:
    """The tables when the turn is over that went on with a move of this kind, and then as the greedy robot plays."""
    tables = tables_of(len(positions), seed)
    set_positions(tables, positions, seed)
    return play_until(tables, GREEDY, turn_over(positions["digger"].copy()), first_of(tables, kind))[0]


def sand_left(positions: Any) -> Any:
    """In seconds, when the hand is free."""
    return (positions["turned"] + positions["sand"] - np.maximum(positions["clock"], positions["free"])) / 100


def by_cell(gain: Any, lost: Any, loot: Any, seconds: Any, of: Any) -> Figures:
    cells = {}
    for (fewest, most), (least, end) in product(LOOTS, SECONDS):
        fits = (loot >= fewest) & (loot <= most) & (seconds >= least) & (seconds < end)
        if fits.sum() >= FEW:
            failed = round(float(lost[fits].mean()), 3)
            figure = {"positions": int(fits.sum()), "gain": numbers(mean_by_deal(gain[fits], of[fits]), 2), "failed": failed}
            cells[f"{fewest}-{most} {least}-{end}"] = {"loot": [fewest, most], "sand": [least, end], **figure}
    return {"positions": len(gain), "cells": cells}


# A theft


def thefts(run: Run) -> Figures:
    """The lead at the end of the turn after a theft, less that after taking the same gem from the pool; by touches and by loot."""
    positions, of = gathered(run, THEFTS, with_theft, "with a theft on offer")
    loot, found = positions["loot"].sum(axis=1), []
    for touches in TOUCHES:
        gain, fouls = stolen(positions, touches, run.seed)
        cells = {
            "0": loot == 0,
            "1 or 2": (loot >= 1) & (loot <= 2),
            "3 to 5": (loot >= 3) & (loot <= 5),
            "6 or more": loot >= 6,
            "any": loot >= 0,
        }
        figures = {name: numbers(mean_by_deal(gain[fits], of[fits]), 2) for name, fits in cells.items() if fits.sum() >= FEW}
        found.append({"touches": touches, "fouls": numbers(ratio_by_deal(fouls, np.ones(len(fouls)), of)), "gain": figures})
        run.say(f"{GAME}: thefts that touch in {touches} %")
    return {"positions": len(positions), "by_touches": found}


def stolen(positions: Any, touches: int, seed: int) -> tuple[Any, Any]:
    """The gain of a theft over taking from the pool, and whether it was a foul."""
    gain, fouls = [], []
    for cut in cuts(len(positions)):
        changed = positions[cut].copy()
        changed["touched"] = touches
        diggers, tables = changed["digger"].astype(int), tables_of(len(changed), seed)
        after = []
        for choice in (0, 1):
            set_positions(tables, changed, seed)
            after.append(play_until(tables, GREEDY, turn_over(diggers), theft(tables)[choice])[0])
        gain.append(lead(after[0], diggers) - lead(after[1], diggers))
        fouls.append((after[0]["last_turn"] == 2) & (after[1]["last_turn"] != 2))
    return np.concatenate(gain), np.concatenate(fouls)
