"""Plays on from given positions with a first action of one's own, to compare with another action at the same positions."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from filon.core.compiled.dice import dice_of
from filon.core.compiled.rule import batch as packed
from filon.core.compiled.rule import loop
from filon.core.game import load
from filon.research.batched import LUCK, Batch
from filon.research.deals import ResearchRefused

Until = Callable[[Any], Any]  # true for each packed table that has come far enough


def set_positions(tables: Batch, positions: Any, seed: int) -> None:
    """Each table stands as given, a player to move; its dice and the robots' luck follow from `seed` and its place, its log is empty.

    A robot that remembers what it heard remembers nothing of the moves before.
    """
    places = range(len(tables))
    tables.tables[:] = positions
    tables.logged[:], tables.over[:], tables.mask[:] = 0, False, 0
    tables.dice[:] = packed(dice_of(seed + place) for place in places)
    tables._luck[:] = packed(dice_of(LUCK + seed + place) for place in places)
    _lister_of(tables.game.name)(
        tables.tables, tables._room, tables.actions.of_id, tables.seat, tables.count, tables.legal, tables.mask
    )  # fmt: skip
    if (tables.seat < 0).any():
        raise ResearchRefused(f"positions: expected a player to move; found none at table {int(np.argmax(tables.seat < 0))}")


@cache
def _lister_of(name: str) -> Callable[..., None]:
    game = load(name)
    actor, legal = game.actor, game.law.legal

    @loop
    def list_legal(tables: Any, room: Any, action_of: Any, seat: Any, count: Any, legal_actions: Any, mask: Any) -> None:
        ids = room[0].ids
        for i in range(len(tables)):
            seat[i] = actor(tables[i])
            count[i] = legal(tables[i], seat[i], ids)
            for j in range(count[i]):
                action = action_of[seat[i], ids[j]]
                legal_actions[i, j] = action
                mask[i, action] = 1

    return list_legal


def play_until(tables: Batch, robot: str, until: Until, actions: Any = None) -> tuple[Any, Any]:
    """Play each table on, first with `actions` if given, until it has come far enough or its game is over; those tables, and who won."""
    final, won = tables.tables.copy(), np.zeros((len(tables), tables.seats), np.float32)
    playing = np.ones(len(tables), np.bool_)
    while playing.any():
        tables.step(tables.by(robot, playing) if actions is None else actions, playing)
        actions = None
        over = playing & tables.over
        final[over], won[over] = tables.final[over], tables.won[over]
        playing &= ~over
        there = playing & until(tables.tables)
        final[there] = tables.tables[there]
        playing &= ~there
    return final, won


def to_the_end(tables: Any) -> Any:
    return np.zeros(len(tables), np.bool_)
