"""Tables as OpenSpiel's games: its own tests, its algorithms, and what a state may not tell."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts
from open_spiel.python.policy import UniformRandomPolicy

from filon.core.compiled.rule import batch as packed
from filon.core.content import ContentRefused
from filon.core.game import Game, found, load
from filon.core.label import OptionRefused
from filon.core.seats import NOBODY, SPECTATOR
from filon.research import ResearchRefused
from filon.research.openspiel import resample, short_name
from filon.research.openspiel.position import Position

SMALL = [name for name in found() if (load(name).folder / "small.toml").exists()]  # games with a small instance


def loaded(game: Game, **asked: Any) -> Any:
    return pyspiel.load_game(short_name(game.name), {"players": game.label.seats[0], "layouts": 3, "hidden": 4, **asked})


def test_openspiel_plays_and_clones_every_game(game: Game) -> None:
    pyspiel.random_sim_test(loaded(game), num_sims=1, serialize=False, verbose=False)


def test_a_state_that_was_written_and_read_goes_on_as_before(game: Game) -> None:
    held, luck = loaded(game), Random(5)
    state = held.new_initial_state()
    for _ in range(20):
        state.apply_action(luck.choice(state.legal_actions()))
    _, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(held, state))
    for _ in range(5):
        assert (str(read), read.legal_actions()) == (str(state), state.legal_actions())
        assert [read.information_state_string(seat) for seat in (0, 1)] == [state.information_state_string(seat) for seat in (0, 1)]
        action = luck.choice(state.legal_actions())
        state.apply_action(action)
        read.apply_action(action)


def test_a_playthrough_can_be_written(game: Game) -> None:
    from open_spiel.python.algorithms import generate_playthrough  # imports scipy.stats, which takes seconds

    text = generate_playthrough.playthrough(str(loaded(game)), [0, 1] if game.SECRET else [1], observation_params_string="")
    assert f'GameType.short_name = "{short_name(game.name)}"' in text
    assert "InformationStateString(0)" in text


def told_alike(game: Game, seat: int, one: Position, other: Position, moves: tuple[int, int]) -> bool:
    """Whether the seat is told the same of two moves and sees the same after them, asked of the plain rules."""
    after = one.after(moves[0]), other.after(moves[1])
    heard = [game.told(held.table, seat, game.MOVES[move]).packed() for held, move in zip((one, other), moves, strict=True)]
    seen = [game.view(held.table, seat).packed() for held in after]
    return heard[0] == heard[1] and seen[0] == seen[1] and after[0].mover == after[1].mover


def test_two_tables_that_differ_in_what_a_seat_may_not_know_are_one_to_it(game: Game) -> None:
    """Two games side by side, other outcomes wherever the seat cannot tell; when it can, its information states part for good."""
    deals, luck, compared = loaded(game, hidden=20).deals, Random(4), 0
    for number in range(1, 13):
        seat, one, other = number % 2, deals.dealt(0, 0), deals.dealt(0, number)
        for _ in range(60):
            assert one.heard(seat) == other.heard(seat)
            assert one.seen(seat) == other.seen(seat)
            assert np.array_equal(one.row(seat), other.row(seat))
            assert one.view(SPECTATOR) == packed([game.view(one.table, SPECTATOR)])
            compared += int((one.tables != other.tables).any())
            shared = [move for move in one.legal if move in other.legal]
            if one.mover == NOBODY or not shared:
                break
            first = luck.choice(shared)
            hidden = [move for move in other.legal if one.mover < 0 and told_alike(game, seat, one, other, (first, move))]
            moves = first, luck.choice(hidden or [first])
            is_alike = told_alike(game, seat, one, other, moves)
            one, other = one.after(moves[0]), other.after(moves[1])
            if not is_alike:
                assert one.heard(seat) != other.heard(seat)
                break
    assert compared > 0 or not game.SECRET


def test_a_resampled_state_is_another_table_in_the_same_information_state(game: Game) -> None:
    held, luck = loaded(game), Random(3)
    state = held.new_initial_state()
    while state.current_player() < 0 or len(state.history()) < 12:
        state.apply_action(luck.choice(state.legal_actions()))
    player = state.current_player()
    others = [resample(state, player) for _ in range(5)]
    assert all(other.information_state_string(player) == state.information_state_string(player) for other in others)
    assert all(other.observation_string(player) == state.observation_string(player) for other in others)
    assert all(other.legal_actions() == state.legal_actions() for other in others)


@pytest.mark.parametrize("name", SMALL)
def test_information_set_search_plays_a_whole_game(name: str) -> None:
    held = pyspiel.load_game(short_name(name), {"content": "small"})
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(held, evaluator, 2.0, 20, random_state=np.random.RandomState(1), use_observation_string=True)
    bot.set_resampler(resample)
    state = held.new_initial_state()
    while not state.is_terminal():
        state.apply_action(int(bot.step(state)) if state.current_player() >= 0 else 0)
    assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.parametrize("name", SMALL)
def test_counterfactual_regret_solves_a_small_instance(name: str) -> None:
    held = pyspiel.load_game(f"{short_name(name)}(content=small,layouts=1,hidden=4,first=n1)")
    solver = cfr.CFRPlusSolver(held)
    for _ in range(6):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(held, solver.average_policy()) < exploitability.exploitability(held, UniformRandomPolicy(held)) / 5


@pytest.mark.parametrize(
    ("asked", "refusal", "said"),
    [
        ({"hidden": 0}, ResearchRefused, "hidden: expected a whole number from 1"),
        ({"first": "n99"}, OptionRefused, "option first"),
        ({"players": 99}, OptionRefused, "seats; found 99"),
        ({"content": "nothing"}, ContentRefused, r"nothing\.toml"),
    ],
)
def test_parameters_that_do_not_fit_are_refused_by_name(asked: dict[str, Any], refusal: type[Exception], said: str) -> None:
    with pytest.raises(refusal, match=said):
        pyspiel.load_game(short_name(SMALL[0]), asked)
