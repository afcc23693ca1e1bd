"""Whole games of compiled robots: the moves replay, a game depends on its number alone, and the robots sit where they should."""

from __future__ import annotations

import numpy as np
import pytest

from filon.core.game import Game, found, load
from filon.core.seats import NOBODY
from filon.research import ResearchRefused, batch, batched, play_games
from filon.research.robots.whole_games import Games

GAME = min(found(), key=lambda name: len(load(name).MOVES))


def test_the_moves_of_a_game_lead_from_its_deal_to_its_end(game: Game) -> None:
    seats = game.label.seats[0]
    games = play_games(game.name, ["greedy"] + ["random"] * (seats - 1), games=seats + 1, seed=3)
    for start, moves, final, won in zip(games.start, games.moves, games.final, games.won, strict=True):
        table = game.Table.unpacked(start)
        for move in moves:
            game.apply(table, game.MOVES[move])
        winners = game.winners(table)
        assert game.actor(table) == NOBODY
        assert game.ending(table) == game.ending(game.Table.unpacked(final))
        assert won.tolist() == [np.float32((seat in winners) / len(winners)) for seat in range(seats)]
    assert games.deals == [0] * seats + [1]
    assert {tuple(lineup).index("greedy") for lineup in games.robots[:seats]} == set(range(seats))
    assert all(np.array_equal(one, games.start[0]) for one in games.start[:seats])


def test_greedy_robots_beat_random_ones(game: Game) -> None:
    """Compiled ones, which a law holds to the moves of those at a live table (test_batches.py)."""
    games = play_games(game.name, ["greedy", "random"], games=100, seed=2)
    assert sum(won[lineup.index("greedy")] for lineup, won in zip(games.robots, games.won, strict=True)) >= 65


def same(one: Games, other: Games, moved: int) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one.moves[moved:], other.moves, strict=False)) and np.array_equal(
        one.won[moved : moved + len(other.won)], other.won
    )


def test_a_game_is_the_same_whatever_the_number_of_games() -> None:
    games = play_games(GAME, ["greedy", "random", "random"], 300, seed=4)
    assert same(games, play_games(GAME, ["greedy", "random", "random"], 7, seed=4), 0)
    assert same(games, play_games(GAME, ["greedy", "random", "random"], 7, seed=4, first=280), 280)
    assert not same(games, play_games(GAME, ["greedy", "random", "random"], 7, seed=5), 0)


def test_robots_that_cannot_play_inside_a_batch_are_refused_by_name() -> None:
    with pytest.raises(ResearchRefused, match=f"expert does not play inside a batch of {GAME}: expected one of random, greedy"):
        play_games(GAME, ["greedy", "expert"], 2)
    with pytest.raises(ResearchRefused, match="no robot is called 'hal'"):
        batch(GAME).by("hal")
    with pytest.raises(ResearchRefused, match="games: expected 1 or more"):
        play_games(GAME, ["greedy", "greedy"], 0)


def test_a_log_grows_with_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    games = play_games(GAME, ["random", "random"], 4, seed=6)
    monkeypatch.setattr(batched, "LOG", 8)
    assert max(map(len, games.moves)) > 2 * batched.LOG
    assert same(games, play_games(GAME, ["random", "random"], 4, seed=6), 0)
