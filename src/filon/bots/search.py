"""Information-set Monte Carlo tree search, made from a game's rules and its bot.py (prior, chances, rollout, shown).

Every iteration imagines one whole table that fits what the seat knows, selects moves down the tree, expands a leaf, plays a rollout and
adds each seat's chance of winning to the nodes of the path. A node is a move as everybody saw it: one tree serves all imagined tables.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any

from filon.core.compiled.dice import Dice, below
from filon.core.compiled.play import make_by_odds
from filon.core.compiled.record import Record, Row, many, whole
from filon.core.compiled.rule import loop, put, rule
from filon.core.game import Game, GameRefused
from filon.core.seats import NOBODY, NONE, TIME

SURE = 10_000  # chances of winning are counted in ten-thousandths
EXPLORATION = 1.2  # weight of the prior against the average result, as in PUCT
ROLLOUT_MOVES = 12  # moves of a rollout below the tree
MOST_DEPTH = 78  # moves in the tree, at most
FAR = 2**31 - 1
SEATS = 16


class Node(Record):
    """A move in the tree, or an observation after it; the children of a node are a linked list of siblings."""

    move: int = whole(0, 2**15, also=NONE)
    mover: int = whole(0, SEATS - 1, also=NONE)
    prior: int = whole(0, SURE)  # its share of the priors of all legal moves, when it was expanded
    child: int = whole(0, FAR)
    sibling: int = whole(0, FAR)
    visits: int = whole(0, FAR)
    offered: int = whole(0, FAR)  # how often it was among the legal moves
    won: int = whole(0, 2**62)  # the sum of its mover's chances
    next_won: int = whole(0, 2**62)  # the sum of the chances of the seat that moved next


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


def make_search(game: Game) -> Callable[..., int]:
    """The loop that runs iterations on a tree and returns how many nodes are used."""
    MOVES, by_odds = game.MOVES, make_by_odds(game)
    actor, due, ready, stamp = game.actor, game.due, game.ready, game.stamp
    apply, legal, by_law, imagine = game.apply, game.law.legal, game.law.by_law, game.imagine
    prior, chances, shown = needed(game, "prior"), needed(game, "chances"), game.bot.shown
    rollout = game.bot.rollout or make_rollout(game)

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

    @rule
    def play_rollout(table: Any, mover: int, ids: Any, dice: Dice) -> None:
        for _ in range(ROLLOUT_MOVES):
            if mover != NOBODY:
                count = legal(table, mover, ids)
                apply(table, MOVES[rollout(table, ids, count, dice)])
                mover = settle(table, ids, dice)

    @rule
    def selection_value(nodes: Any, node: int, child: int) -> float:
        """PUCT: the average result, plus the prior scaled down by the number of visits."""
        one = nodes[child]
        if one.visits > 0:
            return float(one.won / one.visits + EXPLORATION * one.prior * sqrt(one.offered) / (1 + one.visits))
        known = nodes[node].next_won / nodes[node].visits if nodes[node].visits > 0 else SURE / 2
        return float(known + EXPLORATION * one.prior * sqrt(one.offered))

    @rule
    def select(nodes: Any, node: int, ids: Any, count: int, marks: Any, turn: int) -> int:
        """The child with the greatest selection value among the legal moves, or 0; legal moves without a node stay marked."""
        for i in range(count):
            marks[ids[i]] = turn
        best, found = -1.0, 0
        child = nodes[node].child
        while child != 0:
            if marks[nodes[child].move] == turn:
                marks[nodes[child].move] = 0
                nodes[child].offered += 1
                value = selection_value(nodes, node, child)
                if value > best:
                    best, found = value, child
            child = nodes[child].sibling
        return int(found)

    @rule
    def unexpanded(ids: Any, count: int, marks: Any, turn: int) -> int:
        """The number of legal moves without a node."""
        found = 0
        for i in range(count):
            found += 1 if marks[ids[i]] == turn else 0
        return found

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

    @rule
    def observe(nodes: Any, node: int, used: int, seen: int, mover: int) -> int:
        """The node of an observation after a move, added if there is room; 0 if there is none."""
        child = nodes[node].child
        while child != 0 and nodes[child].move != seen:
            child = nodes[child].sibling
        if child == 0 and used < len(nodes):
            child = used
            new = nodes[used]
            new.move = seen
            new.mover = mover
            new.sibling = nodes[node].child
            nodes[node].child = used
        return int(child)

    @rule
    def backpropagate(nodes: Any, path: Any, length: int, after: int, won: Any) -> None:
        """Add the result to every node of the path; `after` is the seat that would have moved next."""
        for i in range(length):
            one = nodes[path[i]]
            follower = nodes[path[i + 1]].mover if i + 1 < length else after
            one.visits += 1
            one.won += won[one.mover]
            one.next_won += won[follower if follower >= 0 else one.mover]

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
