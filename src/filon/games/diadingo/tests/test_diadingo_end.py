import pytest

from filon.core import NOBODY, NONE
from filon.games.diadingo.parts import Card, Ending, Kind, Phase, Refusal, Table
from filon.games.diadingo.tests.diadingo_dealing import GAME, a_diamond, dealt, found, hit, miss, play, stack, stack_last


def finished(*hands: tuple[list[int], list[int]], debts: bool = False) -> Table:
    """A game just over, with these set and empty rings."""
    table = dealt(max(2, len(hands)), debts=debts)
    for player, (held, empty) in zip(table.player, hands, strict=False):
        player.set, player.empty = held, empty
    table.phase, table.ending = int(Phase.OVER), int(Ending.PILE_EMPTY)
    return table


def nearly_empty_tray(table: Table) -> None:
    """One loose diamond is left."""
    tray = table.tray[table.game]
    while table.lifted < 25:
        tray.gap[a_diamond(table, 0) - 1] = 1
        table.lifted += 1


def end_game(table: Table, ring: Card) -> None:
    """The last card of the pile is this ring; the diamond stays."""
    stack_last(table, ring)
    play(table, Kind.DRAW)
    play(table, Kind.LIFT, place=a_diamond(table, 1))


def test_di_30_the_game_ends_when_all_cards_have_been_used() -> None:
    table = dealt()
    end_game(table, Card.RING_1)
    assert (table.phase, GAME.ending(table), GAME.actor(table)) == (Phase.OVER, Ending.PILE_EMPTY, NOBODY)
    assert GAME.refusal(table, 1, found(Kind.DRAW)) == Refusal.GAME_OVER


def test_di_30_or_at_once_with_the_26th_loose_diamond() -> None:
    table = dealt()
    nearly_empty_tray(table)
    miss(table, Card.RING_1)
    assert (table.phase, GAME.ending(table)) == (Phase.DRAWING, Ending.NOT_OVER)
    hit(table, Card.RING_6)
    assert (table.phase, GAME.ending(table)) == (Phase.OVER, Ending.DIAMONDS_GONE)
    assert (table.player[1].set[Card.RING_6], table.drawn, table.lifted) == (1, 2, 26)
    assert table.tray[0].gap.count(0) == 16


def test_di_30_the_26th_diamond_on_the_last_card_leaves_the_tray_bare() -> None:
    table = dealt()
    nearly_empty_tray(table)
    stack_last(table, Card.RING_1)
    play(table, Kind.DRAW)
    play(table, Kind.LIFT, place=a_diamond(table, 0))
    assert GAME.ending(table) == Ending.DIAMONDS_GONE


def test_di_31_set_rings_count_and_empty_ones_do_not() -> None:
    table = finished(([1, 0, 2, 0, 0, 1], [3, 0, 0, 0, 0, 2]), ([0] * 6, [1] * 6))
    assert GAME.scores(table) == [13_000, 0]


def test_di_32_with_debts_empty_rings_count_negatively() -> None:
    table = finished(([1, 0, 2, 0, 0, 1], [3, 0, 0, 0, 0, 1]), ([0] * 6, [0] * 6), debts=True)
    assert GAME.scores(table) == [13_000 - 9_000, 0]


def test_di_33_the_most_dollars_win() -> None:
    table = finished(([0, 0, 0, 0, 1, 0], [0] * 6), ([0, 0, 0, 0, 0, 1], [0] * 6), ([1, 0, 0, 0, 0, 0], [0] * 6))
    assert GAME.winners(table) == [1]


def test_di_33_over_all_the_games_agreed() -> None:
    table = dealt(2, games=2)
    table.player[0].set[Card.RING_6] = 1
    end_game(table, Card.RING_1)
    table.player[1].set[Card.RING_4] = 1
    end_game(table, Card.RING_1)
    assert table.phase == Phase.OVER
    assert GAME.scores(table) == [6_000, 4_000]
    assert GAME.winners(table) == [0]


def test_di_a1_dollars_win_and_not_the_number_of_rings() -> None:
    table = finished(([3, 0, 0, 0, 0, 0], [0] * 6), ([0, 0, 0, 0, 0, 1], [0] * 6))
    assert GAME.winners(table) == [1]


def test_di_a6_a_tie_goes_to_more_set_rings() -> None:
    table = finished(([0, 0, 0, 0, 0, 1], [0] * 6), ([1, 1, 1, 0, 0, 0], [0, 0, 0, 0, 0, 1]))
    assert GAME.winners(table) == [1]


def test_di_a6_then_to_fewer_empty_rings() -> None:
    table = finished(([0, 0, 1, 0, 0, 0], [1, 0, 0, 0, 0, 0]), ([0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 0, 0]))
    assert GAME.winners(table) == [1]


def test_di_a6_then_the_victory_is_shared() -> None:
    hand = ([0, 0, 1, 0, 0, 0], [1, 0, 0, 0, 0, 0])
    table = finished(hand, ([0] * 6, [0] * 6), ([0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 0, 1]))
    assert GAME.winners(table) == [0, 2]


def test_di_a6_rings_are_summed_over_all_games() -> None:
    table = dealt(2, games=2)
    table.player[0].set[Card.RING_1] = 6
    end_game(table, Card.RING_1)  # seat 0 misses
    table.player[1].set[Card.RING_6] = 1
    end_game(table, Card.RING_1)  # seat 1 misses
    assert GAME.scores(table) == [6_000, 6_000]
    assert GAME.winners(table) == [0]


def test_di_a6_empty_rings_of_earlier_games_break_a_tie_too() -> None:
    table = dealt(2, games=2)
    table.player[0].set[Card.RING_6] = table.player[1].set[Card.RING_6] = 1
    end_game(table, Card.RING_1)  # seat 0 misses
    nearly_empty_tray(table)
    table.player[0].set[Card.RING_1] = 1
    hit(table, Card.RING_1)
    assert GAME.scores(table) == [7_000, 7_000]
    assert GAME.winners(table) == [1]


def test_di_a10_the_next_game_begins_with_empty_hands_and_a_new_tray() -> None:
    table = dealt(3, games=2, first=3)
    hit(table, Card.RING_2)
    end_game(table, Card.RING_3)
    assert (table.game, table.phase, table.ending) == (1, Phase.DRAWING, Ending.NOT_OVER)
    assert (table.drawn, table.lifted, table.card) == (0, 0, NONE)
    assert [player.set + player.empty for player in table.player] == [[0] * 12] * 8
    assert [player.dollars for player in table.player[:3]] == [0, 0, 2_000]
    top = table.tray[1].pile[0]
    play(table, Kind.DRAW)
    assert table.card == top


def test_di_a10_and_is_begun_by_the_left_neighbour_of_who_began_the_last() -> None:
    table, begun = dealt(3, games=4, first=2), []
    for _ in range(4):
        begun.append(table.turn)
        assert table.began == table.turn
        hit(table, Card.RING_1)
        end_game(table, Card.RING_1)
    assert begun == [1, 2, 0, 1]
    assert table.phase == Phase.OVER


def test_di_a10_negative_scores_are_added_up_too() -> None:
    table = dealt(2, games=2, debts=True)
    end_game(table, Card.RING_5)
    assert GAME.scores(table) == [-5_000, 0]
    end_game(table, Card.RING_3)
    assert GAME.scores(table) == [-5_000, -3_000]


@pytest.mark.parametrize("games", [1, 2])
def test_di_a10_the_last_game_is_not_counted_twice(games: int) -> None:
    table = dealt(2, games=games)
    for _ in range(games):
        table.player[0].set[Card.RING_6] = 1
        end_game(table, Card.RING_1)
    assert GAME.scores(table) == [6_000 * games, 0]
    assert table.player[0].set[Card.RING_6] == 1  # still on the table


def test_di_a12_a_debt_is_the_printed_value_of_robbed_rings_too() -> None:
    table = dealt(2, debts=True)
    table.player[0].empty[Card.RING_4] = 1
    table.player[1].set[Card.RING_4] = 1
    stack(table, Card.THEFT)
    assert GAME.scores(table) == [-4_000, 4_000]
    play(table, Kind.DRAW)
    play(table, Kind.STEAL, victim=1, ring=Card.RING_4)
    assert GAME.scores(table) == [4_000, -4_000]
