"""Diadingo's hidden items: which move shows which of them to whom (docs/fairness.md)."""

import pytest

from filon.core import NONE, SPECTATOR
from filon.core.content import Page
from filon.core.stream import Noted, seeded
from filon.games.diadingo.parts import CARDS, FIXED, MOVES, PLACES, Card, Kind, Outcome
from filon.games.diadingo.secrets import bared, items, told
from filon.games.diadingo.tests.diadingo_dealing import CONTENT, GAME, a_diamond, dealt, found, play, stack, stack_last, tray_of
from filon.house.room.live import LiveTable, UndoRefused
from filon.house.room.setup import set_up

EVERYBODY = [0, 1, 2, SPECTATOR]
EACH_GAME = PLACES + CARDS


def test_di_04_di_05_di_a10_diamonds_and_cards_of_every_game_agreed_on_lie_hidden() -> None:
    table = dealt(games=3)
    held = items(table)
    assert len(held) == 3 * EACH_GAME
    for game, tray in enumerate(table.tray[:3]):
        mine = held[game * EACH_GAME : (game + 1) * EACH_GAME]
        assert (mine[:PLACES], mine[PLACES:]) == (tray.fixed, tray.pile)


def test_di_11_the_card_drawn_is_shown_to_everybody() -> None:
    table = dealt()
    for drawn in range(3):
        stack(table, Card.THEFT)
        hidden, draw = items(table), found(Kind.DRAW)
        shown = {bared(table, seat, draw) for seat in EVERYBODY}
        assert shown == {(PLACES + drawn,)}
        assert told(table, 1, draw).card == hidden[PLACES + drawn]
        play(table, Kind.DRAW)


@pytest.mark.parametrize("outcome", Outcome)
def test_di_13_di_14_the_diamond_tried_is_shown_to_everybody(outcome: Outcome) -> None:
    table = dealt()
    stack(table, Card.RING_2)
    play(table, Kind.DRAW)
    place = a_diamond(table, int(outcome))
    lift = found(Kind.LIFT, place=place)
    assert {bared(table, seat, lift) for seat in EVERYBODY} == {(place - 1,)}
    assert items(table)[place - 1] == outcome == told(table, 1, lift).outcome


def test_di_a10_in_the_second_game_the_second_games_items_are_shown() -> None:
    table = dealt(games=2)
    stack_last(table, Card.RING_1)
    play(table, Kind.DRAW)
    play(table, Kind.LIFT, place=a_diamond(table, 1))
    assert table.game == 1
    stack(table, Card.RING_5)
    assert bared(table, 0, found(Kind.DRAW)) == (EACH_GAME + PLACES,)
    assert bared(table, 0, found(Kind.LIFT, place=7)) == (EACH_GAME + 6,)
    assert items(table)[EACH_GAME + 6] == tray_of(table).fixed[6]


def test_di_a9_where_a_try_is_told_again_it_shows_nothing() -> None:
    """Whoever comes later is not told which diamond it was: a proof would."""
    live = LiveTable(setup := set_up(GAME, ["Ada", "Bram"], {"first": 1}, seed=3), setup.chance())
    while live.table.card in (Card.THEFT, NONE):
        live.play(live.game.actor(live.table), 0, 0)
    live.play(live.game.actor(live.table), list(MOVES).index(found(Kind.LIFT, place=9)), 0)
    assert live.told(1)[-1].bared == (8,)
    assert [line.bared for line in live.log(1)] == [()] * len(live.played)


def test_di_a14_a_try_is_not_taken_back_even_if_the_diamond_stayed() -> None:
    """With "own" memory no view changes by it: everybody was told."""
    live = LiveTable(setup := set_up(GAME, ["Ada", "Bram"], {"first": 1}, seed=3), setup.chance())
    while live.table.card in (Card.THEFT, NONE):
        live.play(live.game.actor(live.table), 0, 0)
    trier, fixed = live.game.actor(live.table), live.table.tray[0].fixed.index(1) + 1
    live.play(trier, list(MOVES).index(found(Kind.LIFT, place=fixed)), 0)
    with pytest.raises(UndoRefused, match="undo-taught"):
        live.undo(trier, 0)


def test_di_16_di_a2_nothing_else_shows_an_item() -> None:
    table = dealt()
    others = [move for move in MOVES if move.kind in (Kind.STEAL, Kind.DECLINE)]
    assert {bared(table, seat, move) for seat in EVERYBODY for move in others} == {()}


@pytest.mark.parametrize("kind", ["fresh", "classic"])
def test_di_02_di_05_di_10_the_deal_is_as_documented(kind: str) -> None:
    """docs/fairness.md: who begins, then for each game spots, the order of the diamonds, the pile."""
    noted = Noted(seeded(6))
    table = GAME.new(GAME.label.choose({"tray": kind, "games": 2}, 3), Page(CONTENT, "content.toml"), 3, noted)
    assert table.began == noted.draws[0]
    order, pile = noted.draws[-(PLACES - 1 + CARDS - 1) : -(CARDS - 1)], noted.draws[-(CARDS - 1) :]
    assert table.tray[1].fixed == [int(spot < FIXED) for spot in mixed(list(range(PLACES)), order)]
    rings = [rank for rank, copies in enumerate(CONTENT["rings"]["copies"]) for _ in range(copies)]
    assert table.tray[1].pile == mixed([*rings, *[int(Card.THEFT)] * (CARDS - len(rings))], pile)


def mixed(order: list[int], draws: list[int]) -> list[int]:
    """Shuffled from the last place down, by these draws."""
    for place, other in zip(range(len(order) - 1, 0, -1), draws, strict=True):
        order[place], order[other] = order[other], order[place]
    return order
