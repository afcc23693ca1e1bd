"""Gold Pan's robots and its table in a terminal."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from filon.bots import robot_for
from filon.core.game import load
from filon.core.texts.notation import named

GAME = load("gold-pan")


def table(pan: int, pouch: int = 0) -> Any:
    held: Any = GAME.Table()
    held.seats, held.goal, held.pan, held.pouch[0] = 2, 30, pan, pouch
    return held


@pytest.mark.parametrize(
    ("level", "pan", "does"), [("beginner", 2, "keep"), ("casual", 8, "wash"), ("casual", 9, "keep"), ("strong", 2, "wash")]
)
def test_a_level_washes_until_it_has_enough(level: str, pan: int, does: str) -> None:
    view = table(pan)
    assert named(GAME.MOVES[robot_for(GAME, level, 0, 1).choose([], view, GAME.legal(view, 0), 0)]) == does


def test_an_expert_that_needs_one_throw_more_washes_for_it_only_when_the_pan_is_cheap() -> None:
    robot = robot_for(GAME, "expert", 0, 1)
    robot.seconds = None
    small, large = table(2, 20), table(24)
    assert [named(GAME.MOVES[robot.choose([], view, GAME.legal(view, 0), 0)]) for view in (small, large)] == ["wash", "keep"]


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_the_board_shows_die_pan_and_pouches(language: str) -> None:
    view = table(5, 12)
    view.face = 5
    console = Console(file=StringIO(), width=80)
    words = GAME.words(language)
    console.print(GAME.board.draw(view, 0, ["Ada", "Bram"], words, 0))
    drawn = console.file.getvalue()  # type: ignore[attr-defined]
    assert "⚄" in drawn
    assert words.say("board.pan", n=5) in drawn
    assert f"Ada ({words.say('board.you')})" in drawn
    assert "12" in drawn
