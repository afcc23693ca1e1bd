"""One table as Gymnasium's plain environment: a SeatVectorEnv of one, whose game ends before the next one begins."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

from filon.research.batched import SEEDS
from filon.research.deals import ResearchRefused
from filon.research.gymnasium.rendering import MODES
from filon.research.gymnasium.vector import SeatVectorEnv


class SeatEnv(gymnasium.Env[Any, Any]):
    """Takes what SeatVectorEnv takes, but for num_envs."""

    metadata = {"render_modes": MODES, "render_fps": 1}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(self, game: str, seats: int = 2, **asked: Any) -> None:
        self._vector = SeatVectorEnv(game, 1, seats, **asked)
        self._is_over = True
        self.encoding, self.actions, self.render_mode = self._vector.encoding, self._vector.actions, self._vector.render_mode
        self.observation_space, self.action_space = self._vector.single_observation_space, self._vector.single_action_space

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        rows, infos = self._vector.reset(seed=int(self.np_random.integers(SEEDS)))
        self._is_over = False
        return rows[0], _first(infos)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self._is_over:
            raise ResearchRefused("step: expected reset() before the first step and after the end of a game")
        rows, rewards, over, _, infos = self._vector.step(np.array([action]))
        self._is_over = bool(over[0])
        if self._is_over:
            return infos["final_obs"][0], float(rewards[0]), True, False, _first(infos["final_info"])
        return rows[0], float(rewards[0]), False, False, _first(infos)

    def render(self) -> Any:
        frames = self._vector.render()
        return frames[0] if frames else None


def _first(infos: dict[str, Any]) -> dict[str, Any]:
    """The infos of the one table."""
    return {name: held[0] for name, held in infos.items() if not name.startswith("_")}
