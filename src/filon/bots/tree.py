"""The tree of a search: nodes of moves and observations, and the rules of selecting, observing and backpropagating. It knows no game."""

from __future__ import annotations

from math import sqrt
from typing import Any

from filon.core.compiled.record import Record, whole
from filon.core.compiled.rule import rule
from filon.core.seats import NONE

SURE = 10_000  # chances of winning are counted in ten-thousandths
EXPLORATION = 1.2  # weight of the prior against the average result, as in PUCT
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
