"""A game folder as a game of OpenSpiel; its parameters are the number of players, the options of its label, and how it is dealt."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyspiel

from filon.core.game import Game, load
from filon.core.label import Option
from filon.house.room.setup import set_up
from filon.research.deals import ResearchRefused, ready
from filon.research.openspiel.position import Play
from filon.research.openspiel.state import Deals, TableObserver, TableState

BOX = "box"  # the content file in the game's box
MOST_ACTIONS = 20_000  # of one game, chance included: some ten times the longest random game of any
LIMITS = {"layouts": (1, 1 << 20), "hidden": (1, 1 << 20), "seed": (0, 1 << 31), "pause": (0, 100_000)}
PLAIN = {"layouts": 1000, "hidden": 1000, "seed": 0, "pause": 30}


class TableGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """Made by pyspiel.load_game; `play` holds the rules and the encoding."""

    def __init__(self, kind: Any, game: Game, given: dict[str, Any]) -> None:
        asked = parameters(game) | given
        for name, (least, most) in LIMITS.items():
            if not least <= asked[name] <= most:
                raise ResearchRefused(f"{name}: expected a whole number from {least} to {most}; found {asked[name]}")
        names = [f"Seat {seat}" for seat in range(asked["players"])]
        options = {option.name: _value(option, asked[option.name]) for option in game.label.options}
        self.play = Play(set_up(ready(game.name), names, options, content_of(game, asked["content"])), asked["pause"])
        self.deals = Deals(self.play, asked["layouts"], asked["hidden"], asked["seed"])
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.play.actions),
            max_chance_outcomes=max(self.deals.layouts, self.deals.hidden, len(game.MOVES)),
            num_players=len(names),
            min_utility=-1 / len(names),
            max_utility=1 - 1 / len(names),
            utility_sum=0.0,
            max_game_length=MOST_ACTIONS,
        )
        super().__init__(kind, info, given)

    def new_initial_state(self) -> TableState:
        return TableState(self, self.deals)

    def max_chance_nodes_in_history(self) -> int:
        return MOST_ACTIONS

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TableObserver:
        return TableObserver(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), self.play)


def content_of(game: Game, asked: str) -> dict[str, Any]:
    """`box`, another content file of the game's folder by its name, or a path."""
    return game.content(None if asked == BOX else game.folder / f"{asked}.toml" if asked.isidentifier() else Path(asked))


def parameters(game: Game) -> dict[str, Any]:
    """With their defaults. OpenSpiel reads each as the type of its default."""
    options = {option.name: _plain(option) for option in game.label.options}
    return {"players": game.label.official[0], "content": BOX, **options, **PLAIN}


def _is_mixed(option: Option) -> bool:
    """Words and numbers: OpenSpiel wants one type, and reads what looks like a number as one, so that 2 is written n2."""
    return any(isinstance(value, str) for value in option.values)


def _plain(option: Option) -> Any:
    return f"n{option.default}" if _is_mixed(option) and not isinstance(option.default, str) else option.default


def _value(option: Option, asked: Any) -> Any:
    is_number = _is_mixed(option) and asked[:1] == "n" and asked[1:].isdecimal()
    return asked[1:] if is_number else asked


def short_name(game: str) -> str:
    return f"filon_{game.replace('-', '_')}"


def register(name: str) -> None:
    game = load(name)
    kinds = pyspiel.GameType
    kind = kinds(
        short_name=short_name(name),
        long_name=f"{game.label.name} by the rules of Filon, version {game.label.rules}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if game.SECRET else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.label.seats[-1],
        min_num_players=game.label.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,  # no row of fixed length holds all that was told
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(game),
    )

    class Registered(TableGame):
        """A class, never a function: OpenSpiel lets go of it after Python has ended, and the end of a function would abort the process."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(kind, game, params or {})

    pyspiel.register_game(kind, Registered)
