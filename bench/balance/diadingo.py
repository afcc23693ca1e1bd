"""Diadingo: what memory is worth. The same robot, remembering more or fewer of the latest tries that failed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from bench.balance.common import Figures
from bench.balance.play import GREEDY, Run, numbers
from filon.core.game import load
from filon.games.diadingo.parts import PLACES, Kind, Phase
from filon.research import batch
from filon.research.analysis.estimates import mean_by_deal, share_by_deal
from filon.research.analysis.luck import parts_of_luck
from filon.research.analysis.played import Played, joined
from filon.research.batched import LUCK, SEED_STRIDE

GAME = "diadingo"
ALL = PLACES
MEMORIES = (0, 1, 2, 4, 8, 16, ALL)  # tries that failed, the latest ones, anybody's
GAMES, AT_ONCE = 800, 800


class Rememberers:
    """Many tables, one game each, between robots that remember so many tries; thefts as the greedy robot plays them."""

    def __init__(self, lineups: Sequence[Sequence[int]], deals: Sequence[int], seed: int, options: dict[str, Any]) -> None:
        self.lineups, seats = np.array(lineups), len(lineups[0])
        self.tables = batch(GAME, len(lineups), seats, {"first": 1, **options}, see="nothing")
        self.luck = np.random.default_rng(seed)
        self.tables.begin([seed * SEED_STRIDE + deal for deal in deals], [LUCK + seed * SEED_STRIDE + n for n in range(len(deals))])
        self.failed = np.full((len(lineups), PLACES), -ALL)  # the number of the try that last failed there
        self.fails = np.zeros(len(lineups), int)
        moves, ids = self.tables.game.MOVES, self.tables.actions.ids[0]
        self.lifts = np.array([moves[one].kind == Kind.LIFT for one in ids])
        self.place = np.array([max(0, moves[one].place - 1) for one in ids])

    def play(self) -> tuple[Any, Any]:
        """Each seat's share of the victory, and its scores."""
        playing, every = np.ones(len(self.tables), np.bool_), np.arange(len(self.tables))
        won, scores = np.zeros(self.lineups.shape), np.zeros(self.lineups.shape, int)
        while playing.any():
            trying = playing & (self.tables.tables["phase"] == Phase.TRYING)
            actions = self.tables.by(GREEDY, playing & ~trying).copy()
            actions[trying] = self.hopeful()[trying]
            self.tables.step(actions, playing)
            self.note(every[trying], self.place[actions[trying]])
            over = playing & self.tables.over
            won[over] = self.tables.won[over]
            for table in np.flatnonzero(over):
                scores[table] = self.scores(self.tables.final[table])
            playing &= ~over
        return won, scores

    def scores(self, final: Any) -> list[int]:
        return list(self.tables.game.scores(self.tables.game.Table.unpacked(final)))

    def hopeful(self) -> Any:
        """Any diamond that the player does not remember as fixed; if there is none, any."""
        memory = self.lineups[np.arange(len(self.lineups)), self.tables.seat]
        known = self.failed >= (self.fails - memory)[:, None]
        legal = (self.tables.mask > 0) & self.lifts
        hopes = legal & ~known[:, self.place]
        open_to = np.where(hopes.any(axis=1)[:, None], hopes, legal)
        return (open_to * self.luck.random(open_to.shape)).argmax(axis=1)

    def note(self, tables: Any, places: Any) -> None:
        """DI-14: a diamond that stayed. A game that is over has been dealt anew: its table is not looked at again."""
        gap = self.tables.tables["tray"]["gap"][tables, 0, places]
        stayed = (gap == 0) & ~self.tables.over[tables]
        self.failed[tables[stayed], places[stayed]] = self.fails[tables[stayed]]
        self.fails[tables[stayed]] += 1


def match(run: Run, memories: Sequence[int], games: int) -> Played:
    """The robots move one seat on in each game; a deal is played until each has had every seat."""
    seats, shares, scores = len(memories), [], []
    lineups = [tuple(np.roll(memories, number % seats).tolist()) for number in range(games)]
    deals = [number // seats for number in range(games)]
    for at in range(0, games, AT_ONCE):
        won, points = Rememberers(lineups[at : at + AT_ONCE], deals[at : at + AT_ONCE], run.seed + at, {}).play()
        shares.append(won)
        scores.append(points)
    run.games += games
    run.say(f"{GAME}: memories {memories}, {games} games")
    robots = [tuple(str(one) for one in lineup) for lineup in lineups]
    return Played(load(GAME), np.arange(games), robots, np.array(deals), np.concatenate(shares), np.concatenate(scores), [""] * games, [])


def worth_of_memory(run: Run) -> Figures:
    """Against players who remember nothing, and against one who remembers everything."""
    against_none = {memory: match(run, [memory, 0], run.many(GAMES, 2)) for memory in MEMORIES[1:]}
    against_all = {memory: match(run, [memory, ALL], run.many(GAMES, 2)) for memory in MEMORIES[:-1]}
    four = {memory: match(run, [memory, 0, 0, 0], run.many(GAMES, 4)) for memory in (4, ALL)}
    return {
        "against_none": {str(memory): remembering(played, memory) for memory, played in against_none.items()},
        "against_all": {str(memory): remembering(played, memory) for memory, played in against_all.items()},
        "among_four": {str(memory): remembering(played, memory) for memory, played in four.items()},
    }


def remembering(played: Played, memory: int) -> Figures:
    """Wins of the player with this memory, and its dollars more than the others' mean."""
    is_theirs = np.array([[robot == str(memory) for robot in lineup] for lineup in played.robots])
    dollars = (played.scores * is_theirs).sum(axis=1) - (played.scores * ~is_theirs).sum(axis=1) / (played.seats - 1)
    won = share_by_deal((played.shares * is_theirs).sum(axis=1), played.deals)
    return {"games": len(played.deals), "won": numbers(won), "dollars": numbers(mean_by_deal(dollars, played.deals), 0)}


def luck(run: Run) -> Figures:
    """Three memories in every seating on the same deals."""
    pairs = combinations_with_replacement((0, 4, ALL), 2)
    return parts_as_figures(joined([match(run, pair, run.many(600, 2)) for pair in pairs]))


def parts_as_figures(played: Played) -> Figures:
    parts = parts_of_luck(played)
    return {"games": len(played.deals)} | {name: numbers(getattr(parts, name)) for name in ("seat", "robots", "deal", "rest")}
