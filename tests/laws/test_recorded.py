"""Recorded games: whole games as text, replayed move by move with every seat's view."""

from filon.core.game import Game
from filon.house.paper import read, written
from tests.record import seen, wanted


def test_recorded_games_replay_to_the_letter(game: Game) -> None:
    paths = sorted((game.folder / "recorded").glob("game-*.txt"))
    assert paths
    for path in paths:
        text = path.read_text(encoding="utf-8")
        assert written(read(text, path.name), with_views=True) == text, path.name


def test_every_end_and_every_option_is_recorded(game: Game) -> None:
    paths = sorted((game.folder / "recorded").glob("game-*.txt"))
    missing = wanted(game)
    for path in paths:
        missing -= seen(read(path.read_text(encoding="utf-8"), path.name), missing)
    assert missing == set()
