import pytest

from filon.core import NONE
from filon.games.diadingo.parts import Card, Kind, Phase, Refusal
from filon.games.diadingo.tests.diadingo_dealing import (
    GAME,
    a_diamond,
    dealt,
    found,
    hit,
    miss,
    play,
    ready_to_steal,
    refused,
    stack,
    stack_last,
    tray_of,
)


def test_di_10_only_the_player_whose_turn_it_is_may_move() -> None:
    table = dealt(first=2)
    assert GAME.actor(table) == 1
    assert GAME.refusal(table, 0, found(Kind.DRAW)) == Refusal.NOT_YOURS
    assert GAME.refusal(table, 1, found(Kind.DRAW)) == Refusal.LEGAL


def test_di_10_then_everybody_in_turn() -> None:
    table, turns = dealt(4, first=3), []
    for _ in range(6):
        turns.append(table.turn)
        miss(table, Card.RING_1)
    assert turns == [2, 3, 0, 1, 2, 3]


def test_di_11_the_top_card_is_drawn() -> None:
    table = dealt()
    assert (table.card, table.drawn) == (NONE, 0)
    top = next(card for card in tray_of(table).pile if card != Card.THEFT)
    stack(table, Card(top))
    play(table, Kind.DRAW)
    assert (table.card, table.drawn) == (top, 1)


@pytest.mark.parametrize(
    ("kind", "reason"),
    [(Kind.LIFT, Refusal.DRAW_FIRST), (Kind.STEAL, Refusal.NO_THEFT_DRAWN), (Kind.DECLINE, Refusal.NO_THEFT_DRAWN)],
)
def test_di_11_before_anything_else(kind: Kind, reason: Refusal) -> None:
    assert refused(dealt(), kind) == reason


@pytest.mark.parametrize(
    ("kind", "reason"),
    [(Kind.DRAW, Refusal.TRY_A_DIAMOND_FIRST), (Kind.STEAL, Refusal.NO_THEFT_DRAWN), (Kind.DECLINE, Refusal.NO_THEFT_DRAWN)],
)
def test_di_12_a_ring_must_be_tried_for(kind: Kind, reason: Refusal) -> None:
    table = ready_to_steal()
    stack(table, Card.RING_2)
    play(table, Kind.DRAW)
    assert table.phase == Phase.TRYING
    assert refused(table, kind) == reason


def test_di_12_any_diamond_may_be_tried_known_to_be_fixed_or_not() -> None:
    table = dealt(memory="notes")
    miss(table, Card.RING_1)
    stack(table, Card.RING_1)
    play(table, Kind.DRAW)
    assert len(GAME.legal(table, 1)) == 42
    play(table, Kind.LIFT, place=a_diamond(table, 1))
    assert table.player[1].empty[Card.RING_1] == 1


def test_di_12_a_gap_holds_no_diamond() -> None:
    table = dealt()
    place = a_diamond(table, 0)
    hit(table, Card.RING_1)
    stack(table, Card.RING_1)
    play(table, Kind.DRAW)
    assert refused(table, Kind.LIFT, place=place) == Refusal.NO_DIAMOND_THERE
    assert len(GAME.legal(table, 1)) == 41


def test_di_13_a_loose_diamond_is_set_on_the_ring_just_drawn() -> None:
    table = dealt()
    table.player[0].empty[Card.RING_6] = 1
    place = a_diamond(table, 0)
    hit(table, Card.RING_2)
    assert table.player[0].set == [0, 1, 0, 0, 0, 0]
    assert table.player[0].empty == [0, 0, 0, 0, 0, 1]
    assert tray_of(table).gap[place - 1] == 1
    assert (table.lifted, sum(tray_of(table).gap)) == (1, 1)


def test_di_14_a_fixed_diamond_stays_and_the_ring_is_empty() -> None:
    table = dealt()
    miss(table, Card.RING_4)
    assert table.player[0].empty == [0, 0, 0, 1, 0, 0]
    assert sum(table.player[0].set) == sum(tray_of(table).gap) == table.lifted == 0


def test_di_15_hit_or_miss_the_next_player_draws() -> None:
    table = dealt()
    hit(table, Card.RING_1)
    assert (table.turn, table.phase) == (1, Phase.DRAWING)
    miss(table, Card.RING_1)
    assert (table.turn, table.phase) == (2, Phase.DRAWING)


def test_di_16_a_theft_moves_a_diamond_between_rings_of_one_value() -> None:
    table = ready_to_steal()
    play(table, Kind.DRAW)
    assert (table.turn, table.phase) == (0, Phase.STEALING)
    play(table, Kind.STEAL, victim=1, ring=Card.RING_3)
    assert (table.player[0].set[Card.RING_3], table.player[0].empty[Card.RING_3]) == (1, 0)


def test_di_16_the_thief_chooses_victim_and_rings() -> None:
    table = ready_to_steal(4)
    table.player[0].empty = [0, 0, 2, 0, 1, 1]
    table.player[0].set = [0, 0, 1, 0, 0, 0]
    table.player[2].set = [3, 0, 1, 0, 1, 0]
    play(table, Kind.DRAW)
    offered = [GAME.MOVES[i] for i in GAME.legal(table, 0)]
    stolen = {(move.victim, move.ring) for move in offered if move.kind == Kind.STEAL}
    assert stolen == {(1, Card.RING_3), (2, Card.RING_3), (2, Card.RING_5)}
    assert refused(table, Kind.STEAL, victim=0, ring=Card.RING_3) == Refusal.OWN_RING
    assert refused(table, Kind.STEAL, victim=4, ring=Card.RING_3) == Refusal.NO_SUCH_SEAT
    assert refused(table, Kind.STEAL, victim=1, ring=Card.RING_6) == Refusal.NO_SET_RING_THERE
    assert refused(table, Kind.STEAL, victim=2, ring=Card.RING_1) == Refusal.NO_EMPTY_RING_OF_THAT_VALUE


@pytest.mark.parametrize("kind", [Kind.DRAW, Kind.LIFT])
def test_di_16_a_theft_is_decided_before_anything_else(kind: Kind) -> None:
    table = ready_to_steal()
    play(table, Kind.DRAW)
    assert refused(table, kind) == Refusal.DECIDE_THE_THEFT_FIRST


@pytest.mark.parametrize("decline", ["redraw", "pass"])
def test_di_17_without_a_pair_of_rings_the_player_draws_again_and_again(decline: str) -> None:
    table = dealt(decline=decline)
    table.player[0].empty[Card.RING_3] = 1  # but nobody has a set one
    table.player[1].set[Card.RING_4] = 1  # and of these no empty one
    stack(table, Card.THEFT, Card.THEFT, Card.RING_1)
    play(table, Kind.DRAW)
    assert (table.turn, table.phase, table.card) == (0, Phase.DRAWING, Card.THEFT)
    play(table, Kind.DRAW)
    assert (table.turn, table.phase) == (0, Phase.DRAWING)
    play(table, Kind.DRAW)
    assert (table.turn, table.phase) == (0, Phase.TRYING)


def test_di_17_own_set_rings_are_no_use() -> None:
    table = dealt()
    table.player[0].empty[Card.RING_3] = table.player[0].set[Card.RING_3] = 1
    stack(table, Card.THEFT)
    play(table, Kind.DRAW)
    assert table.phase == Phase.DRAWING


def test_di_17_until_a_theft_comes_that_can_be_used() -> None:
    table = ready_to_steal()
    table.player[1].set[Card.RING_3] = 0
    stack(table, Card.THEFT, Card.THEFT)
    play(table, Kind.DRAW)
    table.player[1].set[Card.RING_3] = 1
    play(table, Kind.DRAW)
    assert (table.turn, table.phase) == (0, Phase.STEALING)


def test_di_18_after_a_theft_the_victim_draws() -> None:
    table = ready_to_steal(5, victim=3)
    play(table, Kind.DRAW)
    play(table, Kind.STEAL, victim=3, ring=Card.RING_3)
    assert (table.turn, table.phase) == (3, Phase.DRAWING)


def test_di_19_the_robbed_ring_stays_as_an_empty_one() -> None:
    table = ready_to_steal()
    play(table, Kind.DRAW)
    play(table, Kind.STEAL, victim=1, ring=Card.RING_3)
    assert (table.player[1].set[Card.RING_3], table.player[1].empty[Card.RING_3]) == (0, 1)


def test_di_20_a_diamond_lifted_later_fills_no_earlier_ring_but_a_theft_does() -> None:
    table = ready_to_steal(2)
    play(table, Kind.DRAW)
    play(table, Kind.STEAL, victim=1, ring=Card.RING_3)
    hit(table, Card.RING_3)  # the victim, who has a robbed ring of that very value
    assert (table.player[1].set[Card.RING_3], table.player[1].empty[Card.RING_3]) == (1, 1)
    hit(table, Card.RING_1)
    stack(table, Card.THEFT)
    play(table, Kind.DRAW)
    play(table, Kind.STEAL, victim=0, ring=Card.RING_3)
    assert (table.player[1].set[Card.RING_3], table.player[1].empty[Card.RING_3]) == (2, 0)


def test_di_21_a_diamond_from_a_3000_ring_goes_only_on_a_3000_ring() -> None:
    three = 2
    table = ready_to_steal()
    table.player[0].empty = [1, 1, 0, 1, 1, 1]
    table.player[1].set[three] = 1
    assert table.value[three] == 3000
    play(table, Kind.DRAW)
    assert table.phase == Phase.DRAWING  # no use
    table.player[0].empty[three] = 1
    stack(table, Card.THEFT)
    play(table, Kind.DRAW)
    play(table, Kind.STEAL, victim=1, ring=three)
    assert table.player[0].set == [0, 0, 1, 0, 0, 0]
    assert table.player[0].empty == [1, 1, 0, 1, 1, 1]


def test_di_a2_a_declined_theft_lets_the_player_draw_again() -> None:
    table = ready_to_steal()
    play(table, Kind.DRAW)
    play(table, Kind.DECLINE)
    assert (table.turn, table.phase, table.drawn) == (0, Phase.DRAWING, 1)
    assert table.player[1].set[Card.RING_3] == 1


def test_di_a2_or_passes_the_turn_to_the_left_neighbour() -> None:
    table = ready_to_steal(decline="pass")
    play(table, Kind.DRAW)
    play(table, Kind.DECLINE)
    assert (table.turn, table.phase, table.drawn) == (1, Phase.DRAWING, 1)


def test_di_a3_a_theft_is_used_once_and_never_comes_back() -> None:
    table = ready_to_steal(2)
    table.player[0].empty[Card.RING_3] = table.player[1].set[Card.RING_3] = 2
    stack(table, Card.THEFT, Card.RING_1)
    pile = tray_of(table).pile[:]
    play(table, Kind.DRAW)
    play(table, Kind.STEAL, victim=1, ring=Card.RING_3)
    assert tray_of(table).pile == pile
    play(table, Kind.DRAW)
    play(table, Kind.LIFT, place=a_diamond(table, 1))
    assert table.turn == 0
    assert refused(table, Kind.STEAL, victim=1, ring=Card.RING_3) == Refusal.NO_THEFT_DRAWN


def test_di_a3_a_declined_theft_is_not_kept_for_later() -> None:
    table = ready_to_steal()
    play(table, Kind.DRAW)
    play(table, Kind.DECLINE)
    assert refused(table, Kind.STEAL, victim=1, ring=Card.RING_3) == Refusal.NO_THEFT_DRAWN


def test_di_a4_a_last_ring_is_tried_for() -> None:
    table = dealt()
    stack_last(table, Card.RING_5)
    play(table, Kind.DRAW)
    assert table.phase == Phase.TRYING
    play(table, Kind.LIFT, place=a_diamond(table, 0))
    assert (table.phase, table.player[0].set[Card.RING_5]) == (Phase.OVER, 1)


def test_di_a4_after_a_last_theft_the_victim_has_no_turn() -> None:
    table = ready_to_steal()
    stack_last(table, Card.THEFT)
    play(table, Kind.DRAW)
    play(table, Kind.STEAL, victim=1, ring=Card.RING_3)
    assert (table.phase, table.player[0].set[Card.RING_3]) == (Phase.OVER, 1)


@pytest.mark.parametrize("decline", ["redraw", "pass"])
def test_di_a4_a_last_theft_declined_ends_the_game(decline: str) -> None:
    table = ready_to_steal(decline=decline)
    stack_last(table, Card.THEFT)
    play(table, Kind.DRAW)
    play(table, Kind.DECLINE)
    assert table.phase == Phase.OVER


def test_di_a4_a_last_theft_of_no_use_ends_the_game() -> None:
    table = dealt()
    stack_last(table, Card.THEFT)
    play(table, Kind.DRAW)
    assert table.phase == Phase.OVER


@pytest.mark.parametrize(("victim", "order"), [(5, [5, 6, 7, 0, 1]), (1, [1, 2, 3, 4, 5]), (7, [7, 0, 1, 2, 3])])
def test_di_a5_from_the_victim_on_to_the_left(victim: int, order: list[int]) -> None:
    table, turns = ready_to_steal(8, victim=victim), []
    play(table, Kind.DRAW)
    play(table, Kind.STEAL, victim=victim, ring=Card.RING_3)
    for _ in order:
        turns.append(table.turn)
        miss(table, Card.RING_1)
    assert turns == order


def test_di_a9_with_notes_a_tried_diamond_is_marked() -> None:
    table = dealt(memory="notes")
    place = a_diamond(table, 1)
    miss(table, Card.RING_1)
    hit(table, Card.RING_1)
    assert [i + 1 for i, noted in enumerate(tray_of(table).noted) if noted] == [place]


def test_di_a9_with_own_memory_it_is_not() -> None:
    table = dealt(memory="own")
    miss(table, Card.RING_1)
    assert sum(tray_of(table).noted) == 0


def test_di_a11_play_goes_to_the_left() -> None:
    table = dealt(3, first=3)
    hit(table, Card.RING_1)
    assert table.turn == 0
    hit(table, Card.RING_1)
    assert table.turn == 1


@pytest.mark.parametrize("fixed", [0, 1])
def test_di_a13_the_first_grip_is_the_try(fixed: int) -> None:
    table = dealt()
    stack(table, Card.RING_1)
    play(table, Kind.DRAW)
    play(table, Kind.LIFT, place=a_diamond(table, fixed))
    assert GAME.refusal(table, 0, found(Kind.LIFT, place=a_diamond(table, 0))) == Refusal.NOT_YOURS
    assert refused(table, Kind.LIFT, place=a_diamond(table, 0)) == Refusal.DRAW_FIRST
