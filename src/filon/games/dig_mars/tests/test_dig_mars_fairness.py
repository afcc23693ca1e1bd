"""Dig Mars' hidden items: which move shows which of them to whom (docs/fairness.md)."""

import pytest

from filon.core import SPECTATOR
from filon.core.stream import seeded
from filon.games.dig_mars.parts import DEEP, MOVES, TILES, Bonus, Kind
from filon.games.dig_mars.secrets import bared, items, told, view
from filon.games.dig_mars.tests.dig_mars_scene import begun, dealt, lay, move_of, play, site_of, use_up

EVERYBODY = [0, 1, SPECTATOR]


def test_dm_02_every_tile_lies_hidden_pile_by_pile_from_below() -> None:
    table = dealt()
    held = items(table)
    assert sorted(held) == list(range(TILES))
    assert held[site_of("c2") * DEEP : site_of("c2") * DEEP + DEEP] == table.pile[site_of("c2")].tile


@pytest.mark.parametrize("left", [1, 2, 3])
def test_dm_11_a_tile_that_is_dug_is_shown_to_everybody(left: int) -> None:
    table = begun()
    hidden = items(table)
    use_up(table, "a1", left=left)
    lay(table, "a1", fortune=3)
    shown = {seat: bared(table, seat, move_of("dig a1")) for seat in EVERYBODY}
    heard = told(table, 1, move_of("dig a1"))
    play(table, "dig a1")
    assert set(shown.values()) == {(site_of("a1") * DEEP + left - 1,)}
    value = hidden[shown[1][0]]
    assert {view(table, seat).pile[site_of("a1")].tile[left - 1] for seat in EVERYBODY} == {value}
    tile = table.tile[value]
    assert heard
    assert (heard.dig, heard.transport, heard.fortune, heard.bonus) == (tile.dig, tile.transport, tile.fortune, tile.bonus)


def test_dm_a15_a_soil_sample_is_shown_to_whoever_takes_it() -> None:
    table = begun()
    table.bonus[Bonus.SAMPLE] = 1
    hidden, sample = items(table), move_of("sample c2 2")
    shown = {seat: bared(table, seat, sample) for seat in EVERYBODY}
    play(table, "sample c2 2")
    assert shown == {0: (site_of("c2") * DEEP + 1,), 1: (), SPECTATOR: ()}
    assert view(table, 0).pile[site_of("c2")].tile[1] == hidden[shown[0][0]]


def test_dm_02_nothing_else_shows_a_tile() -> None:
    table = begun()
    others = [move for move in MOVES if move.kind not in (Kind.DIG, Kind.SAMPLE)]
    assert {bared(table, seat, move) for seat in EVERYBODY for move in others} == {()}


def test_dm_02_dm_04_the_deal_is_as_documented() -> None:
    """docs/fairness.md: the tiles are shuffled from the last place down, then who begins is drawn."""
    source, order = seeded(5), list(range(TILES))
    for place in range(TILES - 1, 0, -1):
        other = source.below(place + 1)
        order[place], order[other] = order[other], order[place]
    table = dealt(3, seed=5, first="lot")
    assert items(table) == order
    assert table.first == source.below(3)
