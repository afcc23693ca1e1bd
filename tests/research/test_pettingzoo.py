"""Tables as PettingZoo's environments: its own tests without a warning, and what its tests do not ask."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from filon.core.game import Game, found, load
from filon.research import ResearchRefused
from filon.research.pettingzoo import TableEnv, env

GAME = min(found(), key=lambda name: len(load(name).MOVES))


def test_pettingzoo_finds_nothing_to_warn_of(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    seats = game.label.seats[-1]  # as the law of encodings has them: what it compiled serves here
    api_test(env(game.name, seats, render_mode="ansi"), num_cycles=200)
    seed_test(lambda: env(game.name, seats), num_cycles=200)
    assert "Passed API test" in capsys.readouterr().out


def played(table: TableEnv, seed: int) -> Any:
    """Each moment of a random game: before each action, and the end."""
    luck = np.random.default_rng(seed)
    table.reset(seed=seed)
    while not any(table.terminations.values()):
        yield
        told = table.last()[0]["action_mask"] if table.mask_in == "observation" else table.infos[table.agent_selection]["action_mask"]
        table.step(int(luck.choice(np.flatnonzero(told))))
    yield


def test_agents_see_what_their_seats_may_know_until_the_winners_share_one(game: Game) -> None:
    seats = range(game.label.seats[-1])
    table, other = TableEnv(game.name, len(seats)), TableEnv(game.name, len(seats), mask="observation")
    for number, _ in enumerate(zip(played(table, 5), played(other, 5), strict=True)):
        if number % 16 and not any(table.terminations.values()):
            continue
        held = game.Table.unpacked(table._tables[0])
        rows = [table.encoding.encode(game.view(held, seat), seat) for seat in seats]
        assert all(np.array_equal(table.observe(f"seat_{seat}"), rows[seat]) for seat in seats)
        assert all(np.array_equal(other.observe(f"seat_{seat}")["observation"], rows[seat]) for seat in seats)
        assert all(table.observation_space(agent).contains(table.observe(agent)) for agent in table.agents)
        assert all(other.observation_space(agent).contains(other.observe(agent)) for agent in other.agents)
        assert table.state_space.contains(table.state())
        masks = {agent: info["action_mask"] for agent, info in table.infos.items() if info}
        assert list(masks) == ([] if game.actor(held) < 0 else [f"seat_{game.actor(held)}"])
        for agent in table.agents:
            assert np.array_equal(other.observe(agent)["action_mask"], masks.get(agent, np.zeros(len(table.actions))))
    winners = game.winners(held)
    assert table.rewards == {f"seat_{seat}": (seat in winners) / len(winners) for seat in seats}
    assert all(table.terminations.values())
    for agent in table.possible_agents:
        table.agent_selection = agent
        table.step(None)
    assert table.agents == []


def test_state_tells_all_and_a_drawn_board_what_the_agent_in_turn_may_know(game: Game) -> None:
    table = TableEnv(game.name, game.label.seats[-1], render_mode="ansi")
    table.reset(seed=3)
    unknown = [i for i, column in enumerate(table.encoding.columns) if column.name.endswith("=unknown")]
    assert np.array_equal(table.state(), table.encoding.encode(game.Table.unpacked(table._tables[0]), 0))
    assert not table.state()[unknown].any()
    assert any(table.observe(agent)[unknown].any() for agent in table.agents) == bool(game.SECRET)
    for name in table.possible_agents:
        assert name in table.render()


def test_pictures_of_a_game_have_one_size_and_differ(game: Game) -> None:
    table = TableEnv(game.name, game.label.seats[0], render_mode="rgb_array")
    table.reset(seed=3)
    before = table.render()
    table.step(int(table.infos[table.agent_selection]["action_mask"].argmax()))
    after = table.render()
    assert before.shape == after.shape == (*before.shape[:2], 3)
    assert before.dtype == np.uint8
    assert len(np.unique(before.reshape(-1, 3), axis=0)) > 10
    assert (before != after).any()


def test_games_after_the_first_follow_from_its_seed() -> None:
    one, other = TableEnv(GAME), TableEnv(GAME)
    for seed in (8, None, None):
        one.reset(seed)
        other.reset(seed)
        assert np.array_equal(one.state(), other.state())
        assert one.agent_selection == other.agent_selection
        assert (one._batch.dice == other._batch.dice).all()
    before = one._batch.dice.copy()
    one.reset()
    assert (one._batch.dice != before).any()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"mask": "both"}, "mask: expected one of info, observation; found 'both'"),
        ({"render_mode": "human"}, "render_mode: expected ansi, rgb_array or None; found 'human'"),
        ({"pause": -1}, "pause: expected a whole number"),
    ],
)
def test_arguments_that_do_not_fit_are_refused_by_name(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(ResearchRefused, match=said):
        env(GAME, **asked)


def test_a_refused_action_changes_nothing() -> None:
    table = TableEnv(GAME)
    table.reset(seed=1)
    before, agent = table.state(), table.agent_selection
    wrong = int(np.flatnonzero(table.infos[agent]["action_mask"] == 0)[0])
    for action, said in ((wrong, rf"may not play action {wrong}, .*\([A-Z]+-\w+\)"), (99999, "found 99999"), (None, "found None")):
        with pytest.raises(ResearchRefused, match=said):
            table.step(action)
    assert np.array_equal(table.state(), before)
    assert table.agent_selection == agent
    assert table.render() is None
