"""`make record` leaves alone what still holds, and adds only what is missing."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from filon.core.game import Game, load
from tests import SHELF
from tests.record import record

NAME = next(path.parent.name for path in SHELF.glob("*/label.py"))


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A small game whose recorded games may be changed."""
    shutil.copytree(SHELF / NAME, tmp_path / NAME, ignore=shutil.ignore_patterns("__pycache__"))
    return replace(load(NAME), folder=tmp_path / NAME)


def texts(game: Game) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in sorted((game.folder / "recorded").glob("game-*.txt"))}


def test_recorded_games_that_hold_stay_as_they_are(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    before = texts(game)
    record(game)
    assert texts(game) == before
    assert capsys.readouterr().out == f"{game.name}: {len(before)} recorded games hold; to come: nothing\n"


def test_an_option_offered_since_changes_one_line_of_each_game(game: Game) -> None:
    before = texts(game)
    name = next(name for name, text in before.items() if '"goal": "usual", ' in text)
    path = game.folder / "recorded" / name
    path.write_text(before[name].replace('"goal": "usual", ', ""), encoding="utf-8")
    record(game)
    assert texts(game) == before


def test_a_game_that_no_longer_follows_the_rules_is_removed_and_only_what_it_showed_is_played_again(
    game: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    before = texts(game)
    name = next(name for name, text in before.items() if '"goal": "short"' in text)
    path = game.folder / "recorded" / name
    path.write_text(before[name].replace(" wash", " keep", 1), encoding="utf-8")
    record(game)
    said = capsys.readouterr().out
    assert f"{name}: removed, for it no longer follows the rules: {name}: line 1, keep" in said
    assert "to come: ['goal short']" in said
    after = texts(game)
    assert {one: text for one, text in after.items() if one != name} == {one: text for one, text in before.items() if one != name}
    assert '"goal": "short"' in after[name]


def test_a_game_that_ends_otherwise_than_its_name_says_is_removed(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    path = next((game.folder / "recorded").glob("game-*.txt"))
    other = path.with_name("game-99-river-dry.txt")
    shutil.copy(path, other)
    record(game)
    assert not other.exists()
    assert f"{other.name}: removed" in capsys.readouterr().out
