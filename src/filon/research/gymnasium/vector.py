"""Many tables as one vector environment: one seat of each table learns, the others are played inside a step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from filon.research.batched import SEEDS, Batch, batch
from filon.research.deals import ResearchRefused
from filon.research.gymnasium.rendering import MODES, render_mode_of, rendered
from filon.research.gymnasium.spaces import row_space
from filon.research.robots.greedy import greedy_level

Policy = Callable[[Any, Any], Any]  # rows and masks of the tables where it must act -> an action for each
Illegal = Literal["refuse", "replace"]


class SeatVectorEnv(VectorEnv[Any, Any, Any]):
    """Observations are rows of the seat that learns; `action_mask` in the infos has 1 for each legal action.

    against: "random", "greedy", a level that is greedy, or a policy of yours for the other seats: a function of rows and masks, as each
    of these seats sees its table.
    illegal: "refuse" raises ResearchRefused and plays nothing; "replace" plays a random legal action; `replaced` in the infos says where.
    The reward is the seat's share of the victory when a game ends, otherwise 0. The next game begins in the same step:
    `final_obs` in the infos is the last observation, `final_info` has `won`, the shares of all seats.
    """

    metadata = {"render_modes": MODES, "render_fps": 1, "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        seats: int = 2,
        seat: int = 0,
        against: str | Policy = "random",
        options: Mapping[str, Any] | None = None,
        content: dict[str, Any] | None = None,
        illegal: Illegal = "refuse",
        pause: int = 30,
        render_mode: str | None = None,
    ) -> None:
        if illegal not in get_args(Illegal):
            raise ResearchRefused(f"illegal: expected one of {', '.join(get_args(Illegal))}; found {illegal!r}")
        self.tables = batch(game, num_envs, seats, options, content, see="nothing", pause=pause)
        if against != "random" and not callable(against):
            greedy_level(self.tables.game, against)
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < seats:
            raise ResearchRefused(f"seat: expected a whole number from 0 to {seats - 1}; found {seat!r}")
        self.num_envs, self.seat, self.illegal, self.render_mode = num_envs, seat, illegal, render_mode_of(render_mode)
        self.encoding, self.actions = self.tables.encoding, self.tables.actions
        self._others = by_policy(against) if callable(against) else by_robot(against)
        self._seats = np.full(num_envs, seat)
        self._make_spaces()
        self._forget()

    def _make_spaces(self) -> None:
        self.single_observation_space, self.single_action_space = row_space(self.encoding), spaces.Discrete(len(self.actions))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def _forget(self) -> None:
        """Nothing has ended in this step yet."""
        self._over, self._won = np.zeros(self.num_envs, np.bool_), np.zeros_like(self.tables.won)
        self._final = self.tables.final.copy()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """New deals; the same seed gives the same games for the same actions."""
        super().reset(seed=seed)
        self.tables.reset(int(self.np_random.integers(SEEDS)))
        self._play_others()
        self._forget()  # a game that ended before the seat could act is none of its own
        return self._seen(), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        if (self.tables.seat != self.seat).any():
            raise ResearchRefused(f"step: expected reset() first; found a table where another seat than {self.seat} must act")
        replaced = self._replaced(np.array(actions)) if self.illegal == "replace" else None
        self._forget()
        self.tables.step(actions if replaced is None else replaced[0])
        self._note()
        self._play_others()
        infos = self._infos() | ({} if replaced is None else {"replaced": replaced[1], "_replaced": np.ones(self.num_envs, np.bool_)})
        return self._seen(), self._won[:, self.seat].astype(np.float64), self._over.copy(), np.zeros(self.num_envs, np.bool_), infos

    def _replaced(self, actions: Any) -> tuple[Any, Any]:
        """Actions of which each is legal, and where they are not those asked for."""
        if not self.action_space.contains(actions):
            return actions, np.zeros(self.num_envs, np.bool_)  # the tables refuse them by name
        wrong = self.tables.mask[np.arange(self.num_envs), actions] == 0
        return np.where(wrong, self.tables.sample(wrong), actions), wrong

    def _play_others(self) -> None:
        """Until the seat that learns must act at every table."""
        while (theirs := self.tables.seat != self.seat).any():
            self.tables.step(self._others(self.tables, theirs), theirs)
            self._note()

    def _note(self) -> None:
        """Keep the end of the game that the seat played, not of one that others ended before its first decision."""
        new = self.tables.over & ~self._over
        self._over |= new
        self._won[new], self._final[new] = self.tables.won[new], self.tables.final[new]

    def _seen(self) -> Any:
        return self.encoding.rows(self.tables.tables, self._seats)

    def _infos(self) -> dict[str, Any]:
        infos = {"action_mask": self.tables.mask.astype(np.int8), "_action_mask": np.ones(self.num_envs, np.bool_)}
        return infos | self._endings() if self._over.any() else infos

    def _endings(self) -> dict[str, Any]:
        last = np.full(self.num_envs, None, dtype=object)
        for i, row in zip(np.flatnonzero(self._over), self.encoding.rows(self._final[self._over], self._seats[self._over]), strict=True):
            last[i] = row
        won = {"won": self._won.copy(), "_won": self._over.copy()}
        return {"final_obs": last, "_final_obs": self._over.copy(), "final_info": won, "_final_info": self._over.copy()}

    def render(self) -> tuple[Any, ...] | None:
        """Each board, with what the seat that learns sees."""
        if self.render_mode is None:
            return None
        names = [f"seat_{seat}" for seat in range(self.tables.seats)]
        return tuple(rendered(self.render_mode, self.encoding, table, self.seat, names) for table in self.tables.tables)


def by_robot(robot: str) -> Callable[[Batch, Any], Any]:
    def answers(tables: Batch, where: Any) -> Any:
        return tables.by(robot, where)

    return answers


def by_policy(policy: Policy) -> Callable[[Batch, Any], Any]:
    def answers(tables: Batch, where: Any) -> Any:
        chosen = np.zeros(len(tables), np.int64)
        found = np.asarray(policy(tables.encoding.rows(tables.tables[where], tables.seat[where]), tables.mask[where]))
        if found.shape != (int(where.sum()),) or found.dtype.kind not in "iu":
            raise ResearchRefused(
                f"against: expected whole numbers, one for each of {where.sum()} rows; found shape {found.shape} of {found.dtype}"
            )
        chosen[where] = found
        return chosen

    return answers
