"""Core's two questions: may this seat play this move, and what may it play?"""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from filon.core import CHANCE, HAND, NOBODY, NONE, SPECTATOR, TIME, UNKNOWN, loop
from filon.core.compiled.dice import below, dice_of
from filon.core.compiled.play import make_play
from filon.core.compiled.rule import batch, is_compiled, numbers
from filon.core.game import found, load
from filon.core.law import GAME_OVER, LEGAL, NOT_YOURS, first_ids, make_law
from filon.core.stream import seeded
from filon.house.room.setup import set_up

SEATS = (0, 1, 2, CHANCE, HAND, TIME, NOBODY, SPECTATOR, NONE, UNKNOWN)


def legal(toy: SimpleNamespace, table: Any, seat: int) -> list[int]:
    ids = [0] * len(toy.MOVES)
    return ids[: toy.law.legal(table, seat, ids)]


def not_refused(toy: SimpleNamespace, table: Any, seat: int) -> list[int]:
    return [i for i, move in enumerate(toy.MOVES) if toy.law.refusal(table, seat, move) == LEGAL]


def of_kind(toy: SimpleNamespace, name: str) -> Any:
    return next(move for move in toy.MOVES if move.kind == toy.Kind[name])


def tables(toy: SimpleNamespace, seed: int, limit: int = 60) -> Any:
    """A random game, table by table, with the bell sometimes already due."""
    table, dice = toy.new(), dice_of(seed)
    for _ in range(limit):
        table.clock += below(dice, 15)
        yield table
        if toy.actor(table) == NOBODY:
            return
        mover = TIME if table.bell <= table.clock else toy.actor(table)
        ids = legal(toy, table, mover)
        toy.apply(table, toy.MOVES[ids[below(dice, len(ids))]])


def at(toy: SimpleNamespace, phase: str, **fields: Any) -> Any:
    table = toy.new()
    table.phase, table.heap = toy.Phase[phase], [3, 0, 1]
    for name, value in fields.items():
        setattr(table, name, value)
    return table


@pytest.mark.parametrize("seat", [0, 1, 7])
@pytest.mark.parametrize("kind", ["ROLL", "HOLD", "DROP", "BELL"])
def test_house_moves_sent_by_a_seat_are_refused_before_the_table_is_looked_at(toy: SimpleNamespace, kind: str, seat: int) -> None:
    assert toy.law.refusal(None, seat, of_kind(toy, kind)) == NOT_YOURS


@pytest.mark.parametrize("seat", [CHANCE, HAND, TIME, NOBODY, SPECTATOR])
@pytest.mark.parametrize("kind", ["TAKE", "PASS"])
def test_seats_moves_sent_by_the_house_are_refused_before_the_table_is_looked_at(toy: SimpleNamespace, kind: str, seat: int) -> None:
    assert toy.law.refusal(None, seat, of_kind(toy, kind)) == NOT_YOURS


@pytest.mark.parametrize("seat", [CHANCE, HAND, NOBODY, SPECTATOR])
def test_times_moves_are_only_for_time(toy: SimpleNamespace, seat: int) -> None:
    assert toy.law.refusal(None, seat, of_kind(toy, "BELL")) == NOT_YOURS


@pytest.mark.parametrize("kind", ["ROLL", "HOLD", "DROP", "TAKE", "PASS"])
def test_time_has_only_its_own_moves(toy: SimpleNamespace, kind: str) -> None:
    assert toy.law.refusal(None, TIME, of_kind(toy, kind)) == NOT_YOURS


def test_a_table_that_is_not_looked_at_would_raise(toy: SimpleNamespace) -> None:
    """The tests above would see a look at the table."""
    with pytest.raises(AttributeError):
        toy.law.refusal(None, 0, of_kind(toy, "TAKE"))
    with pytest.raises(AttributeError):
        toy.law.refusal(None, TIME, of_kind(toy, "BELL"))


@pytest.mark.parametrize("phase", ["ROLLING", "CHOOSING", "REACHING", "OVER"])
def test_time_moves_whoever_else_would(toy: SimpleNamespace, phase: str) -> None:
    early, late = (toy.law.refusal(at(toy, phase, clock=clock), TIME, of_kind(toy, "BELL")) for clock in (39, 40))
    over = phase == "OVER"
    assert early == (GAME_OVER if over else toy.Refusal.TOO_EARLY)
    assert late == (GAME_OVER if over else LEGAL)


def test_only_the_actor_moves(toy: SimpleNamespace) -> None:
    table, take = at(toy, "CHOOSING", turn=1), of_kind(toy, "TAKE")
    assert [seat for seat in SEATS if toy.law.refusal(table, seat, take) == LEGAL] == [1]
    assert [seat for seat in SEATS if toy.law.refusal(at(toy, "ROLLING"), seat, of_kind(toy, "ROLL")) == LEGAL] == [CHANCE]
    assert [seat for seat in SEATS if toy.law.refusal(at(toy, "REACHING"), seat, of_kind(toy, "HOLD")) == LEGAL] == [HAND]
    assert {toy.law.refusal(table, seat, take) for seat in SEATS if seat != 1} == {NOT_YOURS}


def test_the_house_acts_only_when_it_is_the_actor(toy: SimpleNamespace) -> None:
    table = at(toy, "CHOOSING")
    assert toy.law.refusal(table, CHANCE, of_kind(toy, "ROLL")) == NOT_YOURS
    assert toy.law.refusal(table, HAND, of_kind(toy, "HOLD")) == NOT_YOURS
    assert toy.law.refusal(at(toy, "ROLLING"), HAND, of_kind(toy, "ROLL")) == NOT_YOURS
    assert toy.law.refusal(at(toy, "ROLLING"), CHANCE, of_kind(toy, "HOLD")) == toy.Refusal.NOT_NOW


def test_when_the_game_is_over_it_is_over_for_its_own_moves_and_not_theirs_for_others(toy: SimpleNamespace) -> None:
    table = at(toy, "OVER", clock=99)
    mine = {0: "TAKE", 1: "PASS", CHANCE: "ROLL", HAND: "DROP", TIME: "BELL"}
    for seat, own in mine.items():
        assert toy.law.refusal(table, seat, of_kind(toy, own)) == GAME_OVER
    for kind in ("ROLL", "HOLD", "DROP", "BELL"):
        assert toy.law.refusal(table, 0, of_kind(toy, kind)) == NOT_YOURS
    assert [legal(toy, table, seat) for seat in SEATS] == [[]] * len(SEATS)


def test_the_moment_is_asked_before_the_move(toy: SimpleNamespace) -> None:
    table = at(toy, "CHOOSING")
    table.player[0].passed = 1
    assert toy.law.refusal(table, 0, of_kind(toy, "PASS")) == toy.Refusal.PASSED_BEFORE
    assert toy.law.refusal(table, 0, toy.Move(toy.Kind.TAKE, toy.Heap.GREEN, 1)) == toy.Refusal.NOT_SO_MANY
    assert toy.law.refusal(at(toy, "ROLLING"), CHANCE, toy.Move(toy.Kind.DROP, NONE, 3)) == toy.Refusal.NOT_NOW


def test_legal_writes_ids_in_order_and_counts_them(toy: SimpleNamespace) -> None:
    ids = [-5] * len(toy.MOVES)
    assert toy.law.legal(at(toy, "CHOOSING"), 0, ids) == 5
    wanted = [(toy.Kind.TAKE, 0, 1), (toy.Kind.TAKE, 0, 2), (toy.Kind.TAKE, 0, 3), (toy.Kind.TAKE, 2, 1), (toy.Kind.PASS, NONE, NONE)]
    assert [toy.MOVES[i].packed() for i in ids[:5]] == wanted
    assert ids[5:] == [-5] * (len(ids) - 5)
    assert [legal(toy, at(toy, "CHOOSING"), seat) for seat in (1, CHANCE, TIME, SPECTATOR)] == [[]] * 4


def test_legal_does_not_ask_about_moves_whose_moment_has_not_come(toy: SimpleNamespace) -> None:
    asked = []

    def unlawful(table: Any, move: Any) -> int:
        asked.append(move.kind)
        return int(toy.unlawful(table, move))

    law = make_law(SimpleNamespace(**{**vars(toy), "unlawful": unlawful}))
    table = at(toy, "CHOOSING")
    table.player[0].passed = 1
    law.legal(table, 0, [0] * len(toy.MOVES))
    assert set(asked) == {toy.Kind.TAKE}


@settings(deadline=None, max_examples=25)
@given(seed=st.integers(0, 10**6))
def test_legal_is_what_is_not_refused(toy: SimpleNamespace, seed: int) -> None:
    for table in tables(toy, seed):
        before = table.bytes()
        for seat in SEATS:
            assert legal(toy, table, seat) == not_refused(toy, table, seat)
        assert table.bytes() == before


def test_a_random_game_asks_every_kind_and_meets_every_refusal(toy: SimpleNamespace) -> None:
    """The random games of the law above reach every kind and every refusal of the toy."""
    seen, kinds = set(), set()
    for seed in range(20):
        for table in tables(toy, seed):
            seen |= {toy.law.refusal(table, seat, move) for seat in SEATS for move in toy.MOVES}
            kinds |= {toy.MOVES[i].kind for seat in SEATS for i in legal(toy, table, seat)}
    assert seen == set(toy.Refusal)
    assert kinds == set(toy.Kind)


@pytest.mark.skipif(not is_compiled(), reason="Numba is not here, or not wanted")
def test_the_compiled_law_says_the_same(toy: SimpleNamespace) -> None:
    MOVES, refusal, legal_now = toy.MOVES, toy.law.refusal, toy.law.legal

    @loop
    def ask(held: Any, seat: int, reasons: Any, ids: Any) -> int:
        for i in range(len(MOVES)):
            reasons[i] = refusal(held[0], seat, MOVES[i])
        return legal_now(held[0], seat, ids)

    reasons, ids = numbers(len(MOVES)), numbers(len(MOVES))
    for seed in range(5):
        for table in tables(toy, seed):
            held = batch([table])
            for seat in SEATS:
                count = ask(held, seat, reasons, ids)
                assert list(reasons) == [refusal(table, seat, move) for move in MOVES]
                assert list(ids[:count]) == legal(toy, table, seat)


@pytest.mark.parametrize("name", [name for name in found() if load(name).generate])
def test_a_games_own_generator_says_the_same_at_every_move(name: str) -> None:
    """Closer than the law over all games, which asks about every move but at few tables."""
    game = load(name)
    asked, step, ids = make_law(replace(game, generate=None)).legal, make_play(game).step, [0] * len(game.MOVES)
    for seed in range(8):
        table, dice = set_up(game, ["a", "b", "c"], seed=seed).deal(seeded(seed)), dice_of(seed)
        while (actor := game.actor(table)) != NOBODY:
            assert game.legal(table, actor) == ids[: asked(table, actor, ids)]
            step(table, ids, dice)


def test_first_ids_say_where_each_kind_begins(toy: SimpleNamespace) -> None:
    assert first_ids(toy) == [0, 3, 4, 6, 7, 16, 17]


def test_moves_that_are_not_grouped_by_kind_are_refused(toy: SimpleNamespace) -> None:
    rows = [move.packed() for move in toy.MOVES]
    message = r"^toy: expected MOVES grouped in the order of Kind, each kind present$"
    for wrong in (rows[::-1], [*rows, rows[0]], rows[3:] + rows[:3]):
        with pytest.raises(ValueError, match=message):
            make_law(SimpleNamespace(**{**vars(toy), "MOVES": toy.Move.rows(wrong)}))


def test_moves_that_lack_a_kind_are_refused(toy: SimpleNamespace) -> None:
    without = [move.packed() for move in toy.MOVES if move.kind != toy.Kind.DROP]
    with pytest.raises(ValueError, match="each kind present"):
        make_law(SimpleNamespace(**{**vars(toy), "MOVES": toy.Move.rows(without)}))
