"""Moves by name."""

from __future__ import annotations

from enum import IntEnum
from types import SimpleNamespace

import pytest

from filon.core import NONE, UNKNOWN, Record, one_of, seat, whole
from filon.core.texts.notation import facts, move_ids, named


class Kind(IntEnum):
    STEAL = 0
    END_OF_TURN = 1


class Metal(IntEnum):
    TIN = 0
    WHITE_GOLD = 1


class Move(Record):
    kind: Kind = one_of(Kind)
    metal: Metal = one_of(Metal, also=NONE)
    victim: int = seat(4, also=NONE)
    count: int = whole(-2, 9, also=NONE)


@pytest.mark.parametrize(
    ("move", "name", "told"),
    [
        ((0, 1, 2, NONE), "steal white-gold 2", {"kind": "steal", "metal": "white-gold", "victim": 2}),
        ((0, 0, 0, 0), "steal tin 0 0", {"kind": "steal", "metal": "tin", "victim": 0, "count": 0}),
        ((1, NONE, NONE, NONE), "end-of-turn", {"kind": "end-of-turn"}),
        ((0, NONE, NONE, -2), "steal -2", {"kind": "steal", "count": -2}),
        ((0, UNKNOWN, 3, UNKNOWN), "steal ? 3 ?", {"kind": "steal", "metal": "?", "victim": 3, "count": "?"}),
        ((UNKNOWN, NONE, UNKNOWN, NONE), "? ?", {"kind": "?", "victim": "?"}),
    ],
)
def test_a_move_is_named_by_its_kind_and_every_field_that_says_something(move: tuple[int, ...], name: str, told: dict[str, object]) -> None:
    assert named(Move(*move)) == name
    assert facts(Move(*move)) == told
    assert list(facts(Move(*move))) == list(told)


def test_facts_are_words_and_numbers_that_json_keeps() -> None:
    values = facts(Move(Kind.STEAL, Metal.TIN, 2, 3)).values()
    assert [type(value) for value in values] == [str, str, int, int]


def test_each_name_leads_to_its_id(toy: SimpleNamespace) -> None:
    ids = move_ids(toy.MOVES)
    assert list(ids.values()) == list(range(len(toy.MOVES)))
    assert [ids[named(move)] for move in toy.MOVES] == list(range(len(toy.MOVES)))
    assert [ids[name] for name in ("roll red", "hold", "drop 2", "bell", "take sky-blue 3", "pass")] == [0, 3, 5, 6, 15, 16]


def test_two_moves_with_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^two moves share a name$"):
        move_ids(Move.rows([(0, NONE, 2, NONE), (0, NONE, NONE, 2)]))
    assert len(move_ids(Move.rows([(0, NONE, 2, NONE), (0, NONE, 2, 2)]))) == 2
