"""Gold Pan, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest

from filon.core import CHANCE, NOBODY
from filon.core.content import ContentRefused, Page
from filon.core.game import load
from filon.core.label import OptionRefused
from filon.core.stream import Script
from filon.core.texts.notation import move_ids

GAME = load("gold-pan")
IDS = move_ids(GAME.MOVES)


def dealt(seats: int = 2, **options: Any) -> Any:
    chosen = GAME.label.choose({"first": 1, **options}, seats)
    return GAME.new(chosen, Page(GAME.content(), "content"), seats, Script([]))


def played(table: Any, *names: str) -> Any:
    for name in names:
        move, actor = GAME.MOVES[IDS[name]], GAME.actor(table)
        assert GAME.refusal(table, actor, move).name == "LEGAL", name
        GAME.apply(table, move)
    return table


def test_gp_01_two_to_four_play() -> None:
    assert list(GAME.label.seats) == [2, 3, 4]
    with pytest.raises(OptionRefused):
        GAME.label.check_seats(5)


def test_gp_02_all_is_empty_and_the_first_is_named_or_drawn() -> None:
    table = dealt(first=2)
    assert (table.turn, table.pan, table.pouch) == (1, 0, [0, 0, 0, 0])
    lot = GAME.new(GAME.label.choose({}, 3), Page(GAME.content(), "content"), 3, Script([2]))
    assert lot.turn == 2


def test_gp_10_a_turn_begins_with_a_wash_and_chance_throws() -> None:
    table = dealt()
    assert GAME.legal(table, 0) == [IDS["wash"]]
    played(table, "wash")
    assert GAME.actor(table) == CHANCE
    assert len(GAME.legal(table, CHANCE)) == 6
    assert {GAME.odds(table, move) for move in GAME.MOVES[2:]} == {1}


def test_gp_11_faces_are_nuggets_for_the_pan() -> None:
    table = played(dealt(), "wash", "find 6", "wash", "find 2")
    assert (table.pan, table.pouch[0], table.turn) == (8, 0, 0)


def test_gp_12_the_river_takes_the_pan() -> None:
    table = played(dealt(), "wash", "find 6", "keep", "wash", "find 5", "wash", "find 1")
    assert (table.pan, table.pouch[:2], table.turn) == (0, [6, 0], 0)


def test_gp_13_keeping_ends_the_turn_and_needs_nuggets() -> None:
    table = dealt()
    assert GAME.refusal(table, 0, GAME.MOVES[IDS["keep"]]).name == "PAN_EMPTY"
    played(table, "wash", "find 4", "keep")
    assert (table.pan, table.pouch[0], table.turn) == (0, 4, 1)


def test_gp_20_the_goal_ends_the_game_at_once() -> None:
    table = played(dealt(goal="short"), *["wash", "find 6"] * 3)
    assert GAME.actor(table) == 0
    played(table, "wash", "find 2")
    assert GAME.actor(table) == NOBODY
    assert (GAME.winners(table), GAME.scores(table), GAME.ending(table).name) == ([0], [20, 0], "GOAL_REACHED")


@pytest.mark.parametrize(("goal", "nuggets"), [("usual", 30), ("short", 20), ("long", 50)])
def test_gp_a1_the_table_chooses_the_goal(goal: str, nuggets: int) -> None:
    assert dealt(goal=goal).goal == nuggets


def test_gp_a2_play_goes_to_the_left() -> None:
    table = played(dealt(3), "wash", "find 1", "wash", "find 2", "keep", "wash", "find 3", "keep")
    assert (table.turn, table.pouch[:3]) == (0, [0, 2, 3])


def test_a_goal_out_of_range_is_refused() -> None:
    wrong = {"goal": {**GAME.content()["goal"], "long": 201}}
    with pytest.raises(ContentRefused, match=r"goal\.long: expected a whole number from 1 to 200; found 201"):
        GAME.read_content(Page(wrong, "content.toml"))
