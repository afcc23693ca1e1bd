"""One seat as Gymnasium's environment: its own checker without a warning, and what its checker does not ask."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from filon.core.game import Game, found, load
from filon.research import ResearchRefused
from filon.research.gymnasium import SeatEnv, SeatVectorEnv, id_of

GAME = min(found(), key=lambda name: len(load(name).MOVES))


def test_gymnasium_finds_nothing_to_warn_of(game: Game) -> None:
    seats = game.label.seats[-1]  # as the law of encodings has them: what it compiled serves here
    check_env(gymnasium.make(id_of(game.name), seats=seats, illegal="replace").unwrapped)
    made = gymnasium.make_vec(id_of(game.name), num_envs=3, seats=seats)
    assert isinstance(made, SeatVectorEnv)
    assert made.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP


def test_the_seat_acts_at_every_table_and_is_paid_when_a_game_ends(game: Game) -> None:
    seats = range(game.label.seats[-1])
    env, ended = SeatVectorEnv(game.name, 8, len(seats), seat=1), 0
    rows, infos = env.reset(seed=2)
    while ended < 3:
        assert (env.tables.seat == 1).all()
        assert env.observation_space.contains(rows)
        assert np.array_equal(infos["action_mask"], env.tables.mask)
        rows, rewards, over, cut, infos = env.step(env.tables.sample())
        assert not rewards[~over].any()
        assert not cut.any()
        assert ("final_obs" in infos) == over.any()
        for i in np.flatnonzero(over):
            last, new = (game.Table.unpacked(tables[i]) for tables in (env._final, env.tables.tables))
            winners = game.winners(last)
            assert np.array_equal(infos["final_obs"][i], env.encoding.encode(game.view(last, 1), 1))
            assert np.array_equal(rows[i], env.encoding.encode(game.view(new, 1), 1))
            assert infos["final_info"]["won"][i].tolist() == [np.float32((seat in winners) / len(winners)) for seat in seats]
            assert rewards[i] == infos["final_info"]["won"][i, 1]
        ended += over.sum()


def first_legal(rows: Any, masks: Any) -> Any:
    return masks.argmax(axis=1)


@pytest.mark.parametrize("against", ["random", "greedy", first_legal])
def test_the_same_seed_gives_the_same_games_whatever_the_number_of_tables(against: Any) -> None:
    """However long others play at the other tables."""
    one, other = (SeatVectorEnv(GAME, count, seats=3, seat=2, against=against) for count in (4, 30))
    assert np.array_equal(one.reset(seed=5)[0], other.reset(seed=5)[0][:4])
    ended = 0
    for _ in range(60):
        mine, theirs = (env.step(env.tables.sample()) for env in (one, other))
        assert all(np.array_equal(mine[part], theirs[part][:4]) for part in range(4))
        ended += mine[2].sum()
    assert ended
    before = one.tables.dice.copy()
    one.reset(seed=5)
    assert (one.tables.dice != before).any()
    assert np.array_equal(one.reset(seed=5)[0], other.reset(seed=5)[0][:4])


def test_a_policy_is_asked_for_the_tables_where_it_must_act_with_what_its_seat_sees() -> None:
    asked = list[int]()

    def policy(rows: Any, masks: Any) -> Any:
        where = np.flatnonzero(env.tables.seat != 0)
        views = [(env.tables.game.Table.unpacked(env.tables.tables[i]), int(env.tables.seat[i])) for i in where]
        assert np.array_equal(rows, [env.encoding.encode(env.tables.game.view(*one), one[1]) for one in views])
        assert np.array_equal(masks, env.tables.mask[where])
        asked.append(len(rows))
        return masks.argmax(axis=1)

    env = SeatVectorEnv(GAME, 5, seats=3, against=policy)
    env.reset(seed=1)
    for _ in range(10):
        env.step(env.tables.sample())
    assert {1, 2} <= set(asked)


def test_an_illegal_action_is_refused_or_replaced() -> None:
    env = SeatVectorEnv(GAME, 3, render_mode="ansi")
    rows, infos = env.reset(seed=4)
    legal, wrong = infos["action_mask"].argmax(axis=1), infos["action_mask"].argmin(axis=1)
    assert not infos["action_mask"][0, wrong[0]]
    for actions, said in (
        ([wrong[0], *legal[1:]], rf"table 0: seat 0 may not play action {wrong[0]}, .*\([A-Z]+-\w+\)"),
        ([99, *legal[1:]], "found 99"),
        (legal[:2], "one for each of 3 tables"),
    ):
        for illegal in ("refuse", "replace")[: 1 if actions[0] == wrong[0] else 2]:
            env.illegal = illegal
            with pytest.raises(ResearchRefused, match=said):
                env.step(np.array(actions))
    assert np.array_equal(env._seen(), rows)
    assert [board.count("seat_0") for board in env.render()] == [1] * 3
    *_, infos = env.step(np.array([wrong[0], *legal[1:]]))
    assert infos["replaced"].tolist() == [True, False, False]


def test_a_step_out_of_turn_is_refused() -> None:
    with pytest.raises(ResearchRefused, match=r"step: expected reset\(\)"):
        SeatEnv(GAME).step(0)
    single, over = SeatEnv(GAME, illegal="replace"), False
    assert single.reset(seed=1)[1]["action_mask"].any()
    while not over:
        _, reward, over, _, info = single.step(0)
    assert reward == info["won"][0]
    with pytest.raises(ResearchRefused, match=r"step: expected reset\(\)"):
        single.step(0)
    env = SeatVectorEnv(GAME, 3, against=lambda rows, masks: masks.argmin(axis=1) if len(rows) == 99 else [0.5])
    with pytest.raises(ResearchRefused, match="against: expected whole numbers, one for each of"):
        env.reset(seed=1)
    with pytest.raises(ResearchRefused, match="found a table where another seat than 0 must act"):
        env.step([0, 0, 0])


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"illegal": "maybe"}, "illegal: expected one of refuse, replace; found 'maybe'"),
        ({"against": "hal"}, "no robot is called 'hal'"),
        ({"seat": 2}, "seat: expected a whole number from 0 to 1; found 2"),
        ({"num_envs": 0}, "tables: expected a whole number from 1"),
        ({"render_mode": "human"}, "render_mode: expected ansi, rgb_array or None; found 'human'"),
    ],
)
def test_arguments_that_do_not_fit_are_refused_by_name(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(ResearchRefused, match=said):
        SeatVectorEnv(GAME, **asked)
