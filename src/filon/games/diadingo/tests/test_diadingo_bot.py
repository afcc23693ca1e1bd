"""How Diadingo's robots judge and remember."""

from typing import Any

import pytest

from filon.core import NOBODY, UNKNOWN, loop
from filon.core.dice import Dice, below, dice_of
from filon.core.play import make_play
from filon.core.rule import batch, numbers
from filon.games.diadingo import bot
from filon.games.diadingo.parts import CARDS, MOVES, Card, Kind, Move, Outcome, Phase, Table
from filon.games.diadingo.rules import apply, steal
from filon.games.diadingo.secrets import imagine, told, view
from filon.games.diadingo.tests.diadingo_dealing import GAME, a_diamond, dealt, found, hit, miss, stack

Heard = list[tuple[int, Move | None]]


def with_rings(seat_0: list[int], seat_1: list[int], **options: Any) -> Table:
    """Two players and their set rings, by rank."""
    table = dealt(2, **options)
    table.player[0].set, table.player[1].set = seat_0, seat_1
    return table


def greedy(table: Table, seat: int, heard: Heard, dice: Dice) -> int:
    """One step ahead on a few imagined tables, knowing only the view and what was heard."""
    tables = []
    for _ in range(3):
        tables.append(view(table, seat))
        bot.recall(tables[-1], heard)
        imagine(tables[-1], seat, dice)
    return max(GAME.legal(table, seat), key=lambda move: sum(worth_after(one, seat, move) for one in tables))


def worth_after(table: Table, seat: int, move: int) -> int:
    after = table.copy()
    apply(after, MOVES[move])
    return bot.worth(after, seat)


# What a table is worth


def test_more_dollars_than_the_best_other_are_worth_more() -> None:
    behind, ahead = with_rings([1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1]), with_rings([0, 0, 0, 0, 0, 1], [1, 0, 0, 0, 0, 0])
    assert bot.worth(behind, 0) < bot.worth(ahead, 0)


def test_of_a_finished_game_only_the_dollars_count() -> None:
    table = with_rings([0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], debts=True)
    table.phase, table.player[0].empty = int(Phase.OVER), [1, 0, 0, 0, 0, 0]
    assert bot.worth(table, 0) == 2000 - 1000 - 3000
    assert bot.worth(table, 1) == 3000 - 1000


def test_only_the_best_of_the_others_is_looked_at() -> None:
    table = dealt(4)
    table.phase = int(Phase.OVER)
    for seat, dollars in enumerate((500, 300, 900, 100)):
        table.player[seat].dollars = dollars
    assert [bot.worth(table, seat) for seat in range(4)] == [-400, -600, 400, -800]


def test_an_empty_ring_is_a_hope_only_where_somebody_can_be_robbed_of_its_value() -> None:
    hopeful, hopeless = with_rings([0] * 6, [0, 0, 1, 0, 0, 0]), with_rings([0] * 6, [0, 0, 1, 0, 0, 0])
    hopeful.player[0].empty[Card.RING_3] = hopeless.player[0].empty[Card.RING_4] = 1
    assert bot.thefts_to_come(hopeful, 0) > 0 == bot.thefts_to_come(hopeless, 0)


def test_a_set_ring_is_in_danger_while_thefts_are_left_for_an_empty_one_of_its_value() -> None:
    table = with_rings([0, 0, 1, 0, 0, 0], [0] * 6)
    table.player[1].empty[Card.RING_3] = 1
    assert bot.thefts_to_come(table, 0) < 0 < bot.thefts_to_come(table, 1)
    table.drawn = CARDS
    assert bot.thefts_to_come(table, 0) == bot.thefts_to_come(table, 1) == 0


@pytest.mark.parametrize("debts", [False, True])
def test_a_loose_diamond_is_worth_more_than_a_fixed_one(debts: bool) -> None:
    tables = [dealt(3, debts=debts) for _ in range(2)]
    hit(tables[0], Card.RING_1)
    miss(tables[1], Card.RING_1)
    assert bot.worth(tables[0], 0) > bot.worth(tables[1], 0)


def test_robbing_the_leader_is_worth_more_than_robbing_the_last() -> None:
    worths = []
    for victim in (1, 2):
        table = dealt(3)
        table.player[0].empty[Card.RING_6] = 1
        table.player[1].set[Card.RING_6], table.player[2].set[Card.RING_6] = 2, 1
        steal(table, victim, int(Card.RING_6))
        worths.append(bot.worth(table, 0))
    assert worths[0] > worths[1]


@loop
def worths_of(tables: Any, worths: Any) -> None:
    for i in range(len(tables)):
        worths[i] = bot.worth(tables[i], i % 2)


def test_worth_compiled_is_worth_plain() -> None:
    play, ids, tables = make_play(GAME), [0] * len(MOVES), []
    for i in range(40):
        table, dice = dealt(2 + i % 4, debts=i % 3 == 0, games=1 + i % 2), dice_of(i)
        play.playout(table, ids, dice, 4 * i)
        tables.append(table)
    worths = numbers(len(tables))
    worths_of(batch(tables), worths)
    assert list(worths) == [bot.worth(table, i % 2) for i, table in enumerate(tables)]


# What a robot remembers (DI-A9)


def told_and_done(table: Table, kind: Kind, **fields: int) -> tuple[int, Move | None]:
    line = (table.turn, told(table, 0, found(kind, **fields)))
    apply(table, found(kind, **fields))
    return line


def after_two_tries() -> tuple[Table, Heard, int, int]:
    """One diamond that stayed, one that came off, and what everybody heard."""
    table, heard = dealt(), []
    fixed, loose = a_diamond(table, 1), a_diamond(table, 0)
    stack(table, Card.RING_1, Card.RING_2)
    for place in (fixed, loose):
        heard += [told_and_done(table, Kind.DRAW), told_and_done(table, Kind.LIFT, place=place)]
    return table, heard, fixed, loose


def test_di_a9_a_robot_remembers_a_diamond_that_stayed() -> None:
    table, heard, fixed, loose = after_two_tries()
    seen = view(table, 1)
    assert seen.tray[0].fixed[fixed - 1] == UNKNOWN
    bot.recall(seen, heard)
    assert [place for place, value in enumerate(seen.tray[0].fixed, start=1) if value != UNKNOWN] == sorted([fixed, loose])
    assert (seen.tray[0].fixed[fixed - 1], seen.tray[0].fixed[loose - 1]) == (1, 0)


def test_di_a9_a_line_told_again_without_its_place_is_no_memory() -> None:
    table, heard, _, _ = after_two_tries()
    for _, move in heard:
        if move is not None and move.kind == Kind.LIFT:
            move.place = UNKNOWN
    seen = view(table, 1)
    bot.recall(seen, [*heard, (0, None)])  # nor is a line without a move
    assert seen == view(table, 1)


def test_di_a10_tries_of_the_games_before_are_forgotten() -> None:
    table, heard, _, _ = after_two_tries()
    table.drawn = 0
    seen = view(table, 1)
    bot.recall(seen, heard)
    assert seen == view(table, 1)


@pytest.mark.parametrize("seats", [2, 5])
def test_a_greedy_robot_never_tries_a_diamond_it_remembers_as_fixed(seats: int) -> None:
    table, dice = dealt(seats, games=2), dice_of(seats)
    heard: Heard = []
    stuck: set[tuple[int, int]] = set()
    while GAME.actor(table) != NOBODY:
        seat, legal = table.turn, GAME.legal(table, table.turn)
        robot = seat == 0 and table.phase != Phase.DRAWING
        move = MOVES[greedy(table, seat, heard, dice) if robot else legal[below(dice, len(legal))]]
        if robot:
            assert (table.game, move.place) not in stuck
        heard.append((seat, told(table, 0, move)))
        if heard[-1][1].outcome == Outcome.FIXED:  # type: ignore[union-attr]
            stuck.add((table.game, move.place))
        apply(table, move)
    assert {game for game, _ in stuck} == {0, 1}


def test_a_robot_takes_no_time_where_none_runs() -> None:
    assert bot.pause(dealt(), 0) == 0
