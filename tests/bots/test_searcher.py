"""Search over imagined tables: the same plain and compiled, within its time, and better the longer it thinks."""

import time
from typing import Any

import pytest

from filon.bots import Level, Robot, warm
from filon.bots.searcher import CompiledTree, PlainTree, Searcher, has_search
from filon.bots.tree import Node
from filon.core.compiled.dice import dice_of
from filon.core.game import Game, found, load
from filon.house.robots.in_memory import Robots
from filon.house.room.live import LiveTable
from filon.house.room.setup import set_up

SEARCHED = [name for name in found() if has_search(load(name))]


@pytest.fixture(params=SEARCHED)
def searched(request: pytest.FixtureRequest) -> Game:
    return load(request.param)


def begun(game: Game, lines: int, seats: int = 2, seed: int = 1, **options: Any) -> LiveTable:
    """So many lines into a game; in a game that is over by then, half as many."""
    setup = set_up(game, [f"Seat {seat}" for seat in range(seats)], options, robots=["random"] * seats, seed=seed)
    live = LiveTable(setup, setup.chance())
    Robots(live, seed).play_out(lines)
    return begun(game, lines // 2, seats, seed, **options) if live.is_over else live


def recalled(live: LiveTable, seat: int) -> Any:
    return Robot(live.game, seat, 0).recalled(live.told(seat), live.view(seat), live.at)


@pytest.mark.parametrize(("lines", "seats"), [(0, 2), (25, 3), (60, 4)])
def test_plain_equals_compiled(searched: Game, lines: int, seats: int) -> None:
    """Node by node: so a robot that has not warmed up yet plays what it would play then, only with less thought."""
    live = begun(searched, lines, seats)
    seat = searched.actor(live.table)
    trees = []
    for kind in (PlainTree, CompiledTree):
        tree = kind(searched, recalled(live, seat), seat, dice_of(7), 150)
        tree.think(100)
        tree.think(50)
        trees.append([[tree._field(node, name) for name in Node.fields] for node in range(1, tree.used)])
        assert tree.used > min(150, 10 * tree.width)
        assert tree.best() in live.legal(seat)
    assert trees[0] == trees[1]


def test_every_visit_is_counted_once_and_every_share_is_whole(searched: Game) -> None:
    warm(searched.name)
    live = begun(searched, 30)
    seat = searched.actor(live.table)
    tree = CompiledTree(searched, recalled(live, seat), seat, dice_of(1), 3000)
    tree.think(3000)
    nodes = tree.nodes[: tree.used]
    assert nodes[0]["visits"] == 3000
    children, child = [], int(nodes[0]["child"])
    while child:
        children.append(child)
        child = int(nodes[child]["sibling"])
    assert sum(int(nodes[one]["visits"]) for one in children) == 3000
    assert {int(nodes[one]["move"]) for one in children} <= set(live.legal(seat))
    assert all(0 <= node["won"] <= 10_000 * int(node["visits"]) for node in nodes)


def test_a_full_tree_is_searched_on_without_growing(searched: Game) -> None:
    live = begun(searched, 30)
    seat = searched.actor(live.table)
    tree = CompiledTree(searched, recalled(live, seat), seat, dice_of(1), 50)
    tree.think(3000)
    assert len(tree.nodes) - tree.width < tree.used <= len(tree.nodes)
    assert int(tree.nodes[0]["visits"]) == 3000
    assert tree.best() in live.legal(seat)


def test_it_keeps_to_its_time(searched: Game) -> None:
    """However many iterations its level has: nobody waits longer than it may think, but for what it thinks at once."""
    warm(searched.name)
    live = begun(searched, 30)
    seat = searched.actor(live.table)
    robot = Searcher(searched, seat, 1, Level("search", thinking=10**7 // 4))
    robot.seconds = 0.05
    began = time.thread_time()
    assert robot.choose(live.told(seat), live.view(seat), live.legal(seat), live.at) in live.legal(seat)
    assert time.thread_time() - began < 1


def test_the_same_seed_chooses_the_same(searched: Game) -> None:
    live = begun(searched, 40)
    seat = searched.actor(live.table)
    level = Level("search", thinking=300)
    chosen = set()
    for _ in range(2):
        robot = Searcher(searched, seat, 5, level)
        robot.seconds = None
        chosen.add(robot.choose(live.told(seat), live.view(seat), live.legal(seat), live.at))
    assert len(chosen) == 1
