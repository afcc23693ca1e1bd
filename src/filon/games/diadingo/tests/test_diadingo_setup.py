from collections import Counter

import pytest

from filon.core.label import OptionRefused
from filon.core.stream import seeded
from filon.games.diadingo.label import LABEL
from filon.games.diadingo.parts import FIXED, HALF, PLACES, Card, Spot, Tray, are_apart, is_on_tray, legible, turned
from filon.games.diadingo.tests.diadingo_dealing import CONTENT, GAME, dealt
from filon.games.diadingo.tray import thrown

APART, RIM = CONTENT["tray"]["apart"], CONTENT["tray"]["rim"]
PEGS = [(x, y) for x, y in CONTENT["tray"]["pegs"]]


def spots(tray: Tray) -> list[Spot]:
    return list(zip(tray.x, tray.y, strict=True))


def fixed_spots(tray: Tray) -> set[Spot]:
    return {spot for spot, fixed in zip(spots(tray), tray.fixed, strict=True) if fixed}


def turns(tray: Tray) -> list[int]:
    """By how many eighths the pegs may have been turned."""
    return [eighths for eighths in range(8) if fixed_spots(tray) == {turned(peg, eighths) for peg in PEGS}]


@pytest.mark.parametrize("seats", range(2, 9))
def test_di_01_two_to_eight_players_sit_down(seats: int) -> None:
    LABEL.check_seats(seats)
    assert dealt(seats).seats == seats
    assert LABEL.age == 8


@pytest.mark.parametrize("seats", [1, 9])
def test_di_01_nobody_plays_alone_nor_with_eight_others(seats: int) -> None:
    with pytest.raises(OptionRefused):
        LABEL.check_seats(seats)


@pytest.mark.parametrize("kind", ["fresh", "classic"])
def test_di_02_16_of_42_diamonds_are_fixed(kind: str) -> None:
    tray = dealt(tray=kind).tray[0]
    assert (len(tray.fixed), sum(tray.fixed)) == (PLACES, FIXED)
    assert sum(tray.gap) == sum(tray.noted) == 0


@pytest.mark.parametrize("kind", ["fresh", "classic"])
def test_di_02_the_diamonds_stand_on_the_octagon_a_finger_apart(kind: str) -> None:
    for seed in range(10):
        standing = spots(dealt(tray=kind, seed=seed).tray[0])
        assert all(is_on_tray(spot, RIM) for spot in standing)
        assert all(are_apart(spot, other, APART) for i, spot in enumerate(standing) for other in standing[:i])


def test_di_03_42_rings_seven_of_each_value_and_7_thefts() -> None:
    table = dealt()
    assert table.value == [1000, 2000, 3000, 4000, 5000, 6000]
    assert Counter(table.tray[0].pile) == dict.fromkeys(Card, 7)


def test_di_03_every_piece_is_on_the_table() -> None:
    diamonds, fixed, *rings = GAME.pieces(dealt(games=3))
    assert (diamonds, fixed, rings) == (42, 16, [7] * 6)


@pytest.mark.parametrize("kind", ["fresh", "classic"])
def test_di_04_the_number_of_a_place_tells_nothing(kind: str) -> None:
    often = Counter(place for seed in range(200) for place, fixed in enumerate(dealt(tray=kind, seed=seed).tray[0].fixed) if fixed)
    assert all(45 <= often[place] <= 110 for place in range(PLACES))  # 76 on average


def test_di_05_the_cards_are_shuffled_anew_for_every_table() -> None:
    piles = [dealt(seed=seed).tray[0].pile for seed in range(100)]
    assert len({tuple(pile) for pile in piles}) == 100
    assert {pile[0] for pile in piles} == set(Card)


def test_di_a7_the_first_player_is_drawn_by_lot() -> None:
    begun = Counter(dealt(4, seed=seed, first="lot").turn for seed in range(100))
    assert set(begun) == {0, 1, 2, 3}


def test_di_a7_or_named_by_the_host() -> None:
    assert dealt(4, first=3).turn == dealt(4, first=3).began == 2


def test_di_a7_but_somebody_must_sit_there() -> None:
    with pytest.raises(OptionRefused, match="option first: expected lot or one of 3 seats; found 4"):
        dealt(3, first=4)


def test_di_a8_fresh_places_are_drawn_anew_for_each_game() -> None:
    table = dealt(games=7)
    assert len({tuple(spots(tray)) for tray in table.tray}) == 7


def test_di_a8_fresh_fixed_diamonds_are_drawn_by_lot() -> None:
    assert all(turns(dealt(seed=seed).tray[0]) == [] for seed in range(5))


def test_di_a8_the_classic_pegs_are_turned_by_each_of_eight_eighths() -> None:
    drawn = [turns(dealt(tray="classic", seed=seed).tray[0]) for seed in range(60)]
    assert all(len(possible) == 1 for possible in drawn)
    assert {possible[0] for possible in drawn} == set(range(8))


def test_di_a8_the_classic_loose_diamonds_are_scattered_anew() -> None:
    table = dealt(tray="classic", games=7)
    loose = {tuple(sorted(set(spots(tray)) - fixed_spots(tray))) for tray in table.tray}
    assert len(loose) == 7


def test_di_a8_a_turn_of_two_eighths_is_a_quarter_and_eight_are_none() -> None:
    assert turned((300, 40), 0) == (300, 40)
    assert turned((300, 40), 1) == (184, 240)
    assert turned((300, 40), 2) == (-40, 300)
    assert turned((300, 40), 4) == (-300, -40)


def test_di_a10_every_agreed_game_has_its_own_shuffle_and_no_other_is_laid_out() -> None:
    table = dealt(games=3)
    assert len({tuple(tray.pile) for tray in table.tray[:3]}) == 3
    assert table.tray[3] == Tray()


def test_no_place_reads_as_a_blank() -> None:
    assert legible((-128, -127)) == (-126, -126)
    assert legible((-129, -126)) == (-129, -126)
    source = seeded(3)
    thrown_parts = {part for _ in range(20_000) for part in thrown(source)}
    assert thrown_parts == set(range(-HALF, HALF + 1)) - {-128, -127}
