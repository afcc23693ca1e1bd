"""How Diadingo's robots judge and remember."""

from typing import Any

import pytest

from filon.bots import robot_for
from filon.core import NOBODY, UNKNOWN, loop
from filon.core.compiled.dice import Dice, below, dice_of
from filon.core.compiled.play import make_play
from filon.core.compiled.rule import batch, numbers
from filon.core.level import PLAIN, Level
from filon.games.diadingo import bot
from filon.games.diadingo.foresight import FEW, WARM, foreseen, known, play_on, result, warm
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
        bot.recall(tables[-1], 0, heard, PLAIN)
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


def thefts_to_come(table: Table, seat: int) -> int:
    return bot.thefts_to_come(table, seat, bot.thefts_in_pile(table))


def test_an_empty_ring_is_a_hope_only_where_somebody_can_be_robbed_of_its_value() -> None:
    hopeful, hopeless = with_rings([0] * 6, [0, 0, 1, 0, 0, 0]), with_rings([0] * 6, [0, 0, 1, 0, 0, 0])
    hopeful.player[0].empty[Card.RING_3] = hopeless.player[0].empty[Card.RING_4] = 1
    assert thefts_to_come(hopeful, 0) > 0 == thefts_to_come(hopeless, 0)


def test_a_set_ring_is_in_danger_while_thefts_are_left_for_an_empty_one_of_its_value() -> None:
    table = with_rings([0, 0, 1, 0, 0, 0], [0] * 6)
    table.player[1].empty[Card.RING_3] = 1
    assert thefts_to_come(table, 0) < 0 < thefts_to_come(table, 1)
    table.drawn = CARDS
    assert thefts_to_come(table, 0) == thefts_to_come(table, 1) == 0


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
    bot.recall(seen, 0, heard, PLAIN)
    assert [place for place, value in enumerate(seen.tray[0].fixed, start=1) if value != UNKNOWN] == sorted([fixed, loose])
    assert (seen.tray[0].fixed[fixed - 1], seen.tray[0].fixed[loose - 1]) == (1, 0)


def test_di_a9_a_line_told_again_without_its_place_is_no_memory() -> None:
    table, heard, _, _ = after_two_tries()
    for _, move in heard:
        if move is not None and move.kind == Kind.LIFT:
            move.place = UNKNOWN
    seen = view(table, 1)
    bot.recall(seen, 0, [*heard, (0, None)], PLAIN)  # nor is a line without a move
    assert seen == view(table, 1)


def test_di_a10_tries_of_the_games_before_are_forgotten() -> None:
    table, heard, _, _ = after_two_tries()
    table.drawn = 0
    seen = view(table, 1)
    bot.recall(seen, 0, heard, PLAIN)
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


# How much a level remembers, and whom it robs


def after_failures(places: list[tuple[int, int]]) -> tuple[Table, Heard]:
    """Tries in vain, by (seat, place), all in one game."""
    table = dealt()
    heard: Heard = []
    for seat, place in places:
        tried = found(Kind.LIFT, place=place).copy()
        tried.outcome = int(Outcome.FIXED)
        heard += [(seat, found(Kind.DRAW)), (seat, tried)]
        table.drawn += 1
    return table, heard


def recalled(table: Table, heard: Heard, habits: bot.Habits) -> set[int]:
    seen = view(table, 0)
    bot.recall(seen, 0, heard, Level(parameters=habits))
    return {place for place, fixed in enumerate(seen.tray[0].fixed, start=1) if fixed == 1}


def test_a_level_recalls_so_many_of_its_own_tries_and_so_many_of_others_the_latest_first() -> None:
    table, heard = after_failures([(0, 1), (1, 2), (0, 3), (1, 4), (0, 5), (1, 6)])
    assert recalled(table, heard, bot.Habits(bot.any_theft, others=0, own=2)) == {3, 5}
    assert recalled(table, heard, bot.Habits(bot.any_theft, others=1, own=1)) == {5, 6}
    assert recalled(table, heard, bot.PERFECT) == {1, 2, 3, 4, 5, 6}
    assert recalled(table, heard, bot.Habits(bot.any_theft, sure=0)) == set()


def test_a_level_that_is_not_sure_forgets_some_tries_for_good_and_not_always_the_same_diamonds() -> None:
    unsure = bot.Habits(bot.any_theft, sure=50)
    tries = [(seat, 2 * i + seat + 1) for i in range(9) for seat in (0, 1)]
    table, heard = after_failures(tries)
    known = recalled(table, heard, unsure)
    assert 4 <= len(known) <= 14
    more, later = after_failures([*tries, (0, 19), (1, 20)])
    assert recalled(more, later, unsure) - {19, 20} == known
    assert recalled(*after_failures(tries[::-1]), unsure) != known


def test_each_level_recalls_more_than_the_one_below() -> None:
    table, heard = after_failures([(seat, 2 * i + seat + 1) for i in range(8) for seat in (0, 1)])
    counts = [len(recalled(table, heard, level.parameters)) for level in bot.LEVELS.values()]
    assert counts == sorted(set(counts))
    assert counts[-1] == 16


def a_theft(value: int = 5, others: int = 3) -> Table:
    """Seat 0 drew a theft and has empty rings of every value; the others hold one set ring each, the last the dearest."""
    table = dealt(others + 1)
    table.phase, table.card, table.drawn = int(Phase.STEALING), int(Card.THEFT), 20
    table.player[0].empty = [1] * 6
    for seat in range(1, others + 1):
        table.player[seat].set[value - others + seat] = 1
    return table


def choice(table: Table, level: str, seed: int = 1) -> Move:
    legal = GAME.legal(table, 0)
    return MOVES[robot_for(GAME, level, 0, seed).choose([], view(table, 0), legal, 0)]


def test_a_beginner_robs_anybody_a_casual_player_only_for_the_dearest_ring() -> None:
    assert {choice(a_theft(), "beginner", seed).victim for seed in range(30)} == {1, 2, 3}
    assert {choice(a_theft(), "casual", seed).ring for seed in range(30)} == {5}


def test_an_expert_robs_a_rival_who_leads_rather_than_one_who_is_behind() -> None:
    table = a_theft(others=2)
    table.player[0].set, table.player[1].set, table.player[2].set = [0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 2], [1, 0, 0, 0, 0, 1]
    table.drawn = CARDS  # DI-A4: after this theft the dollars are counted
    assert (choice(table, "expert").victim, choice(table, "strong").victim) == (1, 1)


def test_with_debts_and_no_cards_left_an_expert_takes_the_dearest_it_can() -> None:
    table = a_theft(others=1)
    table.debts, table.drawn = 1, CARDS
    table.player[1].set = [1] * 6
    assert choice(table, "expert").ring == 5


def test_what_is_foreseen_is_the_same_plain_and_compiled() -> None:
    table = view(a_theft(), 0)
    legal = GAME.legal(table, 0)
    WARM.clear()
    results = foreseen(table, 0, legal, 40, dice_of(3))
    assert len(set(results)) > 1
    warm()
    assert WARM.is_set()
    assert foreseen(table, 0, legal, 40, dice_of(3)) == results
    moves, dice = [legal[i % len(legal)] for i in range(40 // len(legal) * len(legal))], dice_of(3)
    plain = dict.fromkeys(legal, 0)
    for move in moves:
        one = known(table)
        imagine(one, 0, dice)
        apply(one, MOVES[move])
        play_on(one, dice)
        plain[move] += result(one, 0)
    assert results == list(plain.values())


def test_as_long_as_nothing_is_compiled_few_games_are_played() -> None:
    table = view(a_theft(), 0)
    legal, dice, other = GAME.legal(table, 0), dice_of(3), dice_of(3)
    WARM.clear()
    assert foreseen(table, 0, legal, 10**9, dice) == foreseen(table, 0, legal, FEW, other)


def test_a_robot_takes_no_time_where_none_runs() -> None:
    assert GAME.bot.pause(dealt(), 0, PLAIN) == 0
