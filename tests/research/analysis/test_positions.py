"""Positions played on: first with the action asked for, and the same seed plays the same games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from filon.core.game import found, load
from filon.research import Batch, ResearchRefused, batch
from filon.research.analysis.positions import play_until, set_positions, to_the_end

GAME, TABLES = load(min(found(), key=lambda name: len(load(name).MOVES))), 6


@pytest.fixture(scope="module")
def tables() -> Batch:
    return batch(GAME.name, TABLES, 2, {"first": 1}, see="nothing", seed=3)


@pytest.fixture(scope="module")
def positions(tables: Batch) -> Any:
    """Somewhere in the game, where there is a choice."""
    tables.reset(3)
    tables.step(tables.sample())
    return play_until(tables, "random", lambda _: tables.count > 1)[0]


def test_positions_are_played_on_as_they_stand(tables: Batch, positions: Any) -> None:
    ids = np.zeros(len(GAME.MOVES), np.int64)
    set_positions(tables, positions, 7)
    for table, seat, count, legal in zip(tables.tables, tables.seat, tables.count, tables.legal, strict=True):
        plain = GAME.Table.unpacked(table)
        there = GAME.law.legal(plain, seat, ids)
        assert seat == GAME.actor(plain)
        assert tables.actions.ids[seat, legal[:count]].tolist() == ids[:there].tolist()
    assert np.array_equal(tables.tables, positions)
    assert tables.mask.sum(axis=1).tolist() == tables.count.tolist()


def test_the_first_action_is_as_asked_and_the_rest_repeats_itself(tables: Batch, positions: Any) -> None:
    ends = []
    for choice in (0, 1, 0):
        set_positions(tables, positions, 7)
        actions = tables.legal[np.arange(TABLES), choice].astype(int)
        asked = tables.actions.ids[tables.seat, actions].tolist()
        ends.append(play_until(tables, "greedy", to_the_end, actions))
        assert tables.last_log[:, 0].tolist() == asked
    (first, won), (other, _), (again, won_again) = ends
    assert np.array_equal(first, again)
    assert np.array_equal(won, won_again)
    assert not np.array_equal(first, other)
    assert won.sum(axis=1) == pytest.approx(np.ones(TABLES))


def test_a_game_that_is_over_cannot_be_played_on(tables: Batch, positions: Any) -> None:
    set_positions(tables, positions, 7)
    ended = play_until(tables, "random", to_the_end)[0]
    with pytest.raises(ResearchRefused, match="expected a player to move; found none at table 0"):
        set_positions(tables, ended, 7)
