"""One table as PettingZoo's AEC environment: agents act one after another; Chance, Hand and Time act inside a step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from filon.research.batched import SEEDS, batch
from filon.research.deals import ResearchRefused
from filon.research.gymnasium.rendering import MODES, render_mode_of, rendered
from filon.research.gymnasium.spaces import row_space

MaskIn = Literal["info", "observation"]


def env(game: str, seats: int = 2, **asked: Any) -> OrderEnforcingWrapper[str, Any, int]:
    """A TableEnv, with PettingZoo's own refusals of calls in the wrong order."""
    return OrderEnforcingWrapper(TableEnv(game, seats, **asked))


class TableEnv(AECEnv[str, Any, int]):
    """Agents are seat_0, seat_1, …; an action means to each agent what `actions` tells as this seat counts.

    mask: "info" puts the legal actions into the agent's info as `action_mask`; "observation" makes each observation a dict of
    `observation` and `action_mask`.
    A game's last rewards are the shares of the victory; all others are 0.
    """

    def __init__(
        self,
        game: str,
        seats: int = 2,
        options: Mapping[str, Any] | None = None,
        content: dict[str, Any] | None = None,
        mask: MaskIn = "info",
        pause: int = 30,
        render_mode: str | None = None,
    ) -> None:
        if mask not in get_args(MaskIn):
            raise ResearchRefused(f"mask: expected one of {', '.join(get_args(MaskIn))}; found {mask!r}")
        self.render_mode, self.mask_in = render_mode_of(render_mode), mask
        self._batch = batch(game, 1, seats, options, content, see="nothing", pause=pause)
        self.encoding, self.actions = self._batch.encoding, self._batch.actions
        held = self._batch.game
        self.metadata = {
            "name": f"filon_{held.folder.name}_v{held.label.rules}",
            "render_modes": MODES,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents = []
        self._make_spaces()
        self._seeds = np.random.default_rng()

    def _make_spaces(self) -> None:
        """Equal for all agents; one object each, because each can be seeded."""
        count = len(self.actions)
        self.observation_spaces, self.action_spaces = {}, {}
        for agent in self.possible_agents:
            row: spaces.Space[Any] = row_space(self.encoding)
            if self.mask_in == "observation":
                row = spaces.Dict({"observation": row, "action_mask": spaces.Box(0, 1, (count,), np.int8)})
            self.observation_spaces[agent] = row
            self.action_spaces[agent] = spaces.Discrete(count)  # type: ignore[assignment]  # np.int64 is as good as int
        self.state_space = row_space(self.encoding)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[int]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new deal; the same seed gives the same games for the same actions, this one and those after it."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self._batch.reset(int(self._seeds.integers(SEEDS)))
        self.agents = self.possible_agents[:]
        self.rewards, self._cumulative_rewards = dict.fromkeys(self.agents, 0.0), dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self._tell()

    def step(self, action: int | None) -> None:  # None is what PettingZoo asks of an agent whose game is over
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)  # type: ignore[arg-type]  # it takes None alone
            return
        if action is None:
            raise ResearchRefused(f"{self.agent_selection}: expected an action from 0 to {len(self.actions) - 1}; found None")
        self._batch.step(np.array([action]))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = {agent: float(won) for agent, won in zip(self.agents, self._batch.won[0], strict=True)}
        self.terminations = dict.fromkeys(self.agents, self._is_over)
        self._accumulate_rewards()
        self._tell()

    def _tell(self) -> None:
        """Whose turn it is, and what it may play."""
        if not self._is_over:
            self.agent_selection = self.possible_agents[int(self._batch.seat[0])]
        self.infos = {agent: {} for agent in self.agents}
        if self.mask_in == "info" and not self._is_over:
            self.infos[self.agent_selection] = {"action_mask": self._mask(self.agent_selection)}

    @property
    def _is_over(self) -> bool:
        return bool(self._batch.over[0])

    @property
    def _tables(self) -> Any:
        """The table, packed, in an array of one; when the game is over, as it ended."""
        return self._batch.final if self._is_over else self._batch.tables

    def _mask(self, agent: str) -> Any:
        acts = not self._is_over and agent == self.agent_selection
        return self._batch.mask[0].astype(np.int8) if acts else np.zeros(len(self.actions), np.int8)

    def observe(self, agent: str) -> Any:
        row = self.encoding.rows(self._tables, np.array([self.possible_agents.index(agent)]))[0]
        return row if self.mask_in == "info" else {"observation": row, "action_mask": self._mask(agent)}

    def state(self) -> Any:
        """The whole table with all secrets, in the columns of an observation of seat_0: for critics in training, never for players."""
        return self.encoding.encode(self.encoding.game.Table.unpacked(self._tables[0]), 0)

    def render(self) -> Any:
        """The board, as text or as a picture, with what the agent in turn sees."""
        if self.render_mode is None:
            return None
        seat = self.possible_agents.index(self.agent_selection)
        return rendered(self.render_mode, self.encoding, self._tables[0], seat, self.possible_agents)

    def close(self) -> None:
        """Nothing is held open."""
