"""`python -m bench.thinking.ismcts`: Filon's search against OpenSpiel's IS-MCTS at equal CPU time for a move; kept in bench/research.md.

OpenSpiel's bot is its own Python class over our adapter, with random play-outs; `resample` gives it tables that fit what its seat sees.
Each deal is played twice, with seats swapped. The two differ above all in how fast they run: ours is compiled, OpenSpiel's is Python.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot, ISMCTSFinalPolicyType
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from bench.figure import Figure
from bench.research import keep
from filon.bots import warm
from filon.bots.searcher import CompiledTree
from filon.core.compiled.dice import dice_of
from filon.core.game import found
from filon.research.match_result import Wins
from filon.research.openspiel import resample, short_name

AT_ONCE = 200  # of our iterations between two looks at the clock
MOST = 200_000  # of our iterations for a move: there is memory for so many
EXPLORATION = 2.0  # OpenSpiel's uct_c, as in its examples
NO_LIMIT = 10**9


@dataclass
class Thought:
    """The thinking of one side: its moves, and the rounds of search behind them."""

    moves: int = 0
    rounds: int = 0  # iterations, or simulations

    def add(self, more: Thought) -> None:
        self.moves, self.rounds = self.moves + more.moves, self.rounds + more.rounds

    @property
    def each(self) -> float:
        return self.rounds / max(self.moves, 1)


Player = Callable[[Any], int]  # (state): the action of the player whose turn it is


class Timed(ISMCTSBot):  # type: ignore[misc]  # open_spiel has no types
    """OpenSpiel's bot, stopped by the clock of this thread."""

    def __init__(self, game: Any, seed: int, seconds: float, thought: Thought) -> None:
        luck = np.random.RandomState(seed)
        plays = RandomRolloutEvaluator(1, luck)
        best = ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        super().__init__(game, plays, EXPLORATION, NO_LIMIT, random_state=luck, use_observation_string=True, final_policy_type=best)
        self.set_resampler(resample)
        self.seconds, self.thought = seconds, thought

    def run_search(self, state: Any) -> Any:
        self.reset()
        legal = state.legal_actions()
        if len(legal) == 1:
            return [(legal[0], 1.0)]
        self._root_node = self.create_new_node(state)
        end, simulations = time.thread_time() + self.seconds, 0
        while simulations < 2 or time.thread_time() < end:
            self.run_simulation(self.sample_root_state(state))
            simulations += 1
        self.thought.add(Thought(1, simulations))
        return self.get_final_policy(state, self._root_node)


def ours(game: Any, seed: int, seconds: float, thought: Thought) -> Player:
    """The search of our robots, on what the seat sees."""
    dice, play = dice_of(seed), game.play

    def choose(state: Any) -> int:
        seat, legal = state.current_player(), state.legal_actions()
        if len(legal) == 1:
            return int(legal[0])
        end, iterations = time.thread_time() + seconds, 0
        tree = CompiledTree(play.game, play.game.Table.unpacked(state.position.view(seat)[0]), seat, dice, MOST)
        while iterations < MOST and (iterations == 0 or time.thread_time() < end):
            tree.think(AT_ONCE)
            iterations += AT_ONCE
        thought.add(Thought(1, iterations))
        return int(play.actions.of_id[seat, tree.best()])

    return choose


def share(game: Any, deal: int, players: list[Player], ours_at: int) -> float:
    """One game; our share of the victory. Both games on one deal have the same luck of the house."""
    state, luck = game.new_initial_state(), np.random.RandomState(deal)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(luck.choice(outcomes, p=odds)))
        else:
            state.apply_action(int(players[state.current_player()](state)))
    return float(state.returns()[ours_at]) + 1 / game.num_players()


@dataclass(frozen=True)
class Deal:
    game: str
    number: int
    seconds: float


def played(deal: Deal) -> tuple[Deal, list[float], Thought, Thought]:
    """Both games on one deal: what we won, and how much both sides thought."""
    game, won, we, they = pyspiel.load_game(short_name(deal.game)), list[float](), Thought(), Thought()
    warm(deal.game)
    for ours_at in range(2):
        seed = 2 * deal.number + ours_at
        players: list[Player] = [Timed(game, seed, deal.seconds, they).step] * 2
        players[ours_at] = ours(game, seed, deal.seconds, we)
        won.append(share(game, deal.number, players, ours_at))
    return deal, won, we, they


def match(name: str, deals: int, seconds: float, processes: int | None) -> Figure:
    wins, we, they = Wins(), Thought(), Thought()
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        for deal, won, our, their in pool.map(played, [Deal(name, number, seconds) for number in range(deals)]):
            for one in won:
                wins.add(deal.number, one)
            we.add(our), they.add(their)
            print(f"  {name}: {sum(wins.won.values()):g} of {sum(wins.games.values())} games", file=sys.stderr, flush=True)
    low, high = wins.interval
    found = f"{100 * (wins.share or 0):.1f} % ({100 * low:.1f} to {100 * high:.1f}) of {2 * deals} games on {deals} deals, "
    found += f"{we.each:,.0f} iterations a move against {they.each:,.0f} simulations: the interpreter accounts for much of it"
    return Figure(f"{name}: search against OpenSpiel's IS-MCTS in Python, {seconds:g} s of CPU time a move each", found, "above 85 %")


def main() -> None:
    asked = argparse.ArgumentParser(
        prog="python -m bench.thinking.ismcts", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    asked.add_argument("game", nargs="?", default="dig-mars", choices=list(found()), metavar="GAME", help="(default: %(default)s)")
    asked.add_argument("--deals", type=int, default=40, metavar="N", help="each played twice (default: %(default)s)")
    asked.add_argument("--seconds", type=float, default=0.2, metavar="N", help="of CPU time for a move (default: %(default)s)")
    asked.add_argument("--processes", type=int, metavar="N", help="how many play at once (default: one for each core)")
    given = asked.parse_args()
    keep(match(given.game, given.deals, given.seconds, given.processes))


if __name__ == "__main__":
    main()
