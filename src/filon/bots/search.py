"""Information-set Monte Carlo tree search, made from a game's rules and its bot.py (prior, chances, rollout, shown).

Every iteration imagines one whole table that fits what the seat knows, selects moves down the tree, expands a leaf, plays a rollout and
adds each seat's chance of winning to the nodes of the path. A node is a move as everybody saw it: one tree serves all imagined tables.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from filon.bots.tree import FAR, SEATS, SURE, backpropagate, observe, select, selection_value, unexpanded
from filon.core.compiled.dice import Dice, below
from filon.core.compiled.play import make_by_odds
from filon.core.compiled.record import Record, Row, many, whole
from filon.core.compiled.rule import loop, put, rule
from filon.core.game import Game, GameRefused
from filon.core.seats import NOBODY, TIME

ROLLOUT_MOVES = 12  # moves of a rollout below the tree
MOST_DEPTH = 78  # moves in the tree, at most


def scratch_of(game: Game) -> type[Record]:
    """The working memory of a search: one record, because Numba counts references to separate arrays."""
    width = len(game.MOVES)

    class Scratch(Record):
        ids: Row = many(width, whole(0, width - 1))  # the legal moves
        marks: Row = many(width, whole(0, FAR))  # the turn in which a move was last legal and had no node
        weights: Row = many(width, whole(0, FAR))
        path: Row = many(MOST_DEPTH + 2, whole(0, FAR))
        won: Row = many(SEATS, whole(-FAR, FAR))  # by each seat, in ten-thousandths

    return Scratch


def needed(game: Game, name: str) -> Any:
    """A function that bot.py must define for a search."""
    if (function := getattr(game.bot, name)) is None:
        raise GameRefused(f"{game.name}: expected bot.py to define {name} for a level that searches")
    return function


def make_rollout(game: Game) -> Callable[[Any, Any, int, Dice], int]:
    MOVES, prior = game.MOVES, needed(game, "prior")

    @rule
    def rollout(table: Any, ids: Any, count: int, dice: Dice) -> int:
        """The default rollout policy: of two random moves, the one with the greater prior."""
        one, other = ids[below(dice, count)], ids[below(dice, count)]
        return int(one if prior(table, MOVES[one]) >= prior(table, MOVES[other]) else other)

    return rollout


def make_settle(game: Game) -> Callable[[Any, Any, Dice], int]:
    MOVES, by_odds, by_law = game.MOVES, make_by_odds(game), game.law.by_law
    actor, due, ready, stamp, apply = game.actor, game.due, game.ready, game.stamp, game.apply

    @rule
    def tick(table: Any) -> int:
        """The seat that moves next; the table's clock is set to that moment."""
        mover = actor(table)
        at = ready(table)
        if mover != NOBODY and due(table) <= at:
            mover = TIME
            at = due(table)
        stamp(table, at)
        return int(mover)

    @rule
    def settle(table: Any, ids: Any, dice: Dice) -> int:
        """Play the moves of Chance, Hand and Time until a player must move; that seat."""
        mover = tick(table)
        while mover < 0 and mover != NOBODY:
            count = by_law(table, mover, ids)
            apply(table, MOVES[by_odds(table, ids, count, dice) if mover != TIME else ids[0]])
            mover = tick(table)
        return mover

    return settle


def make_play_rollout(game: Game, settle: Any) -> Callable[[Any, int, Any, Dice], None]:
    MOVES, apply, legal = game.MOVES, game.apply, game.law.legal
    rollout = game.bot.rollout or make_rollout(game)

    @rule
    def play_rollout(table: Any, mover: int, ids: Any, dice: Dice) -> None:
        for _ in range(ROLLOUT_MOVES):
            if mover != NOBODY:
                count = legal(table, mover, ids)
                apply(table, MOVES[rollout(table, ids, count, dice)])
                mover = settle(table, ids, dice)

    return play_rollout


def make_expand(game: Game) -> Callable[..., int]:
    MOVES, prior = game.MOVES, needed(game, "prior")

    @rule
    def expand(table: Any, nodes: Any, node: int, used: int, mover: int, scratch: Any, count: int, turn: int) -> int:
        """Add a node for each marked move, with its share of the priors; the one with the greatest."""
        ids, marks, weights = scratch.ids, scratch.marks, scratch.weights
        total = 0
        for i in range(count):
            weights[i] = prior(table, MOVES[ids[i]])
            total += weights[i]
        first, best = nodes[node].child, used
        nodes[node].child = used
        for i in range(count):
            if marks[ids[i]] == turn:
                new = nodes[used]
                new.move = ids[i]
                new.mover = mover
                new.prior = weights[i] * SURE // total
                new.offered = 1
                if new.prior > nodes[best].prior:
                    best = used
                used += 1
                new.sibling = used
        nodes[used - 1].sibling = first
        return best

    return expand


def make_search(game: Game) -> Callable[..., int]:
    """The loop that runs iterations on a tree and returns how many nodes are used."""
    MOVES, apply, legal, imagine = game.MOVES, game.apply, game.law.legal, game.imagine
    chances, shown, settle = needed(game, "chances"), game.bot.shown, make_settle(game)
    expand, play_rollout = make_expand(game), make_play_rollout(game, settle)

    @loop
    def think(tables: Any, seat: int, nodes: Any, used: int, iterations: int, scratches: Any, dices: Any) -> int:
        scratch, dice = scratches[0], dices[0]
        ids, marks, path, won = scratch.ids, scratch.marks, scratch.path, scratch.won
        nodes[0].mover = seat
        turn = nodes[0].offered
        for _ in range(iterations):
            put(tables, 1, tables[0])
            table = tables[1]
            imagine(table, seat, dice)
            node, length = 0, 1
            mover = settle(table, ids, dice)
            while mover != NOBODY and length < MOST_DEPTH and (node == 0 or nodes[node].visits > 0):
                turn += 1
                count = legal(table, mover, ids)
                child = select(nodes, node, ids, count, marks, turn)
                new = unexpanded(ids, count, marks, turn)
                if new > 0 and used + new <= len(nodes):
                    fresh = expand(table, nodes, node, used, mover, scratch, count, turn)
                    used += new
                    if child == 0 or selection_value(nodes, node, fresh) > selection_value(nodes, node, child):
                        child = fresh
                if child == 0:
                    break
                move = nodes[child].move
                apply(table, MOVES[move])
                path[length] = child
                length += 1
                node = child
                seen = shown(table, MOVES[move])
                mover = settle(table, ids, dice)
                if seen != 0 and mover != NOBODY and nodes[node].visits > 0:
                    node = observe(nodes, node, used, seen, mover)
                    if node == 0:
                        break
                    used = max(used, node + 1)
                    path[length] = node
                    length += 1
            play_rollout(table, mover, ids, dice)
            chances(table, won)
            backpropagate(nodes, path, length, mover, won)
        nodes[0].offered = turn
        return used

    return think
