"""Random play: Chance by its odds, Time when it is due, and the same game in both worlds."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from filon.core import NEVER, NOBODY
from filon.core.compiled.dice import Dice, below, dice_of
from filon.core.compiled.play import PAUSE, make_play
from filon.core.compiled.record import walk
from filon.core.compiled.rule import batch, is_compiled, room_for_ids, unbatch
from filon.core.game import at_once, never, unstamped

LIMIT = 1000


def stepped(toy: SimpleNamespace, play: Any, seed: int) -> Any:
    """A random game as (table before, id, table after)."""
    table, dice, ids = toy.new(), dice_of(seed), [0] * len(toy.MOVES)
    while toy.actor(table) != NOBODY:
        before = table.copy()
        yield before, play.step(table, ids, dice), table


def test_every_step_is_legal_and_said_by_its_id(toy: SimpleNamespace, play: Any) -> None:
    for seed in range(10):
        for before, chosen, after in stepped(toy, play, seed):
            move = toy.MOVES[chosen]
            before.clock = after.clock
            seat = toy.OWNERS.get(move.kind, before.turn)
            assert toy.law.refusal(before, seat, move) == toy.Refusal.LEGAL
            toy.apply(before, move)
            assert before == after


def test_every_kind_is_played(toy: SimpleNamespace, play: Any) -> None:
    kinds = {toy.MOVES[chosen].kind for seed in range(20) for _, chosen, _ in stepped(toy, play, seed)}
    assert kinds == set(toy.Kind)


def test_time_moves_at_due_before_any_move_stamped_at_or_after_it(toy: SimpleNamespace, play: Any) -> None:
    rung = 0
    for seed in range(20):
        for before, chosen, after in stepped(toy, play, seed):
            if toy.MOVES[chosen].kind == toy.Kind.BELL:
                assert after.clock == before.bell
                rung += 1
            else:
                assert before.clock <= after.clock < before.bell
            if before.phase != toy.Phase.CHOOSING and before.clock < before.bell:
                assert after.clock == before.clock
            assert after.clock - before.clock < PAUSE
    assert rung > 20


def test_chance_follows_the_odds(toy: SimpleNamespace, play: Any) -> None:
    rolls, hands = Counter(), Counter()
    for seed in range(150):
        for before, chosen, _ in stepped(toy, play, seed):
            move = toy.MOVES[chosen]
            if move.kind == toy.Kind.ROLL:
                rolls[toy.Heap(move.heap)] += 1
            if move.kind in (toy.Kind.HOLD, toy.Kind.DROP):
                assert before.in_hand > 0
                hands[toy.Kind(move.kind)] += 1
    assert set(rolls) == {toy.Heap.RED, toy.Heap.GREEN}
    assert rolls[toy.Heap.RED] / rolls.total() == pytest.approx(3 / 5, abs=0.05)
    assert hands[toy.Kind.HOLD] / hands.total() == pytest.approx(2 / 3, abs=0.05)


def test_a_playout_counts_its_moves_and_stops_at_the_end_or_the_limit(toy: SimpleNamespace, play: Any) -> None:
    ids = [0] * len(toy.MOVES)
    moves = len(list(stepped(toy, play, 3)))
    table = toy.new()
    assert play.playout(table, ids, dice_of(3), LIMIT) == moves
    assert toy.actor(table) == NOBODY
    assert play.playout(table, ids, dice_of(3), LIMIT) == 0
    table = toy.new()
    assert play.playout(table, ids, dice_of(3), 5) == 5
    assert toy.actor(table) != NOBODY


@pytest.mark.skipif(not is_compiled(), reason="Numba is not here, or not wanted")
def test_the_same_games_are_played_in_both_worlds(toy: SimpleNamespace, play: Any) -> None:
    plain, dice, ids = [toy.new() for _ in range(40)], [dice_of(i) for i in range(40)], [0] * len(toy.MOVES)
    tables, packed = batch(plain), batch(dice)
    moves = sum(play.playout(table, ids, die, LIMIT) for table, die in zip(plain, dice, strict=True))
    assert play.playouts(tables, room_for_ids(len(ids)), packed, LIMIT) == moves
    assert unbatch(toy.Table, tables) == plain
    assert unbatch(Dice, packed) == dice
    assert len({table.bytes() for table in plain}) == 40


def test_every_field_stays_in_its_range(toy: SimpleNamespace, play: Any) -> None:
    for seed in range(10):
        for _, _, table in stepped(toy, play, seed):
            assert [(path, value) for path, field, value in walk(table) if not field.holds(value)] == []


def test_without_time_nothing_is_due_or_stamped(toy: SimpleNamespace) -> None:
    assert (never(None), at_once(None), unstamped(None, 3)) == (NEVER, 0, None)
    timeless = make_play(SimpleNamespace(**{**vars(toy), "due": never, "ready": at_once, "stamp": unstamped}))
    for before, chosen, after in stepped(toy, timeless, 1):
        assert toy.MOVES[chosen].kind != toy.Kind.BELL
        assert after.clock == before.clock == 0


@settings(deadline=None)
@given(st.integers(0, 2**64), st.integers(1, 2**31))
def test_dice_fall_below_the_limit_and_stay_in_range(seed: int, limit: int) -> None:
    dice = dice_of(seed)
    for _ in range(20):
        assert 0 <= below(dice, limit) < limit
        assert all(field.holds(value) for _, field, value in walk(dice))


def test_dice_are_the_same_for_a_seed_and_far_apart_for_near_seeds() -> None:
    def thrown(seed: int) -> tuple[int, ...]:
        dice = dice_of(seed)
        return tuple(below(dice, 6) for _ in range(12))

    assert thrown(5) == thrown(5)
    assert len({thrown(seed) for seed in range(500)}) == 500
    first = Counter(thrown(seed)[0] for seed in range(3000))
    assert set(first) == set(range(6))
    assert max(first.values()) - min(first.values()) < 150


def test_dice_come_out_evenly() -> None:
    dice = dice_of(1)
    pairs = Counter((below(dice, 6), below(dice, 6)) for _ in range(36000))
    assert len(pairs) == 36
    assert all(800 < count < 1200 for count in pairs.values())
