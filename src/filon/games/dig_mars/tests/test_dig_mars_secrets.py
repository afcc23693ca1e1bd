"""Dig Mars' clauses: what each seat sees and hears, and what it may imagine."""

import pytest

from filon.core import NONE, SPECTATOR, UNKNOWN
from filon.core.compiled.dice import dice_of
from filon.core.compiled.play import make_play
from filon.core.texts.notation import facts
from filon.core.texts.words import Blank
from filon.games.dig_mars.parts import TILES, Bonus, Gear, Phase, Refusal, Table
from filon.games.dig_mars.rules import fortune_of_all
from filon.games.dig_mars.secrets import imagine, told, view
from filon.games.dig_mars.tests.dig_mars_scene import GAME, begun, join, lay, lay_open, move_of, play, site_of, use_up, why

C3 = site_of("c3")


def midway(seats: int = 3, moves: int = 60, seed: int = 3, **options: str) -> Table:
    """A random game, so many moves on or over."""
    table, dice, ids = begun(seats, **options), dice_of(seed), [0] * len(GAME.MOVES)
    make_play(GAME).playout(table, ids, dice, moves)
    return table


def test_dm_02_everybody_sees_heights_the_back_of_each_top_tile_and_explored_tiles() -> None:
    table = begun()
    use_up(table, "b2", left=2)
    use_up(table, "d1")
    lay_open(table, "c3")
    for seat in (0, 1, SPECTATOR):
        seen = view(table, seat)
        assert [pile.height for pile in seen.pile] == [pile.height for pile in table.pile]
        assert seen.pile[0].tile == [UNKNOWN] * 3
        assert seen.pile[0].back == [UNKNOWN, UNKNOWN, table.pile[0].back[2]]
        assert seen.pile[5].tile == [UNKNOWN, UNKNOWN, NONE]
        assert seen.pile[5].back == [UNKNOWN, table.pile[5].back[1], NONE]
        assert seen.pile[3].tile == seen.pile[3].back == [NONE] * 3
        assert seen.pile[C3].tile == [UNKNOWN, UNKNOWN, table.pile[C3].tile[2]]


def test_dm_15_fortune_is_hidden_from_the_others() -> None:
    table = begun(3)
    for seat, fortune in enumerate((7, 8, 9)):
        table.player[seat].fortune = fortune
    assert [player.fortune for player in view(table, 1).player] == [UNKNOWN, 8, UNKNOWN, 0]
    assert [player.fortune for player in view(table, SPECTATOR).player] == [UNKNOWN, UNKNOWN, UNKNOWN, 0]


def test_dm_a7_open_fortune_is_seen_by_all() -> None:
    table = begun(fortune="open")
    table.player[0].fortune = 7
    for seat in (0, 1, SPECTATOR):
        assert view(table, seat).player[0].fortune == 7


def test_dm_a7_at_the_end_everything_is_seen() -> None:
    table = begun()
    table.player[1].fortune = 7
    play(table, "end-turn", "end-turn")
    assert table.phase == Phase.OVER
    for seat in (0, 1, SPECTATOR):
        seen = view(table, seat)
        assert seen == table
        assert (GAME.scores(seen), GAME.winners(seen)) == ([0, 7], [1])


def test_dm_a15_only_the_sampler_keeps_seeing_the_tile_while_it_is_unexplored() -> None:
    table = begun()
    table.bonus[Bonus.SAMPLE] = 1
    play(table, "sample c3 1", "end-turn")
    low = table.pile[C3]
    for seat in (0, 1, SPECTATOR):
        seen = view(table, seat).pile[C3]
        assert seen.seen_by == [0b01, 0, 0]
        assert seen.tile == ([low.tile[0], UNKNOWN, UNKNOWN] if seat == 0 else [UNKNOWN] * 3)
        assert seen.back == ([low.back[0], UNKNOWN, low.back[2]] if seat == 0 else [UNKNOWN, UNKNOWN, low.back[2]])


def test_dm_a15_a_tile_that_is_taken_takes_the_mark_along() -> None:
    table = begun()
    table.pile[0].seen_by[2] = 0b11
    lay_open(table, "a1")
    play(table, "transport a1")
    assert table.pile[0].seen_by == [0, 0, 0]


def test_dm_a15_everybody_hears_which_tile_was_sampled_and_only_the_sampler_its_faces() -> None:
    table = begun()
    table.bonus[Bonus.SAMPLE] = 1
    lay(table, "c3", dig=2, transport=3, fortune=4, bonus=Bonus.DIG)
    for seat, faces in ((0, (2, 3, 4, Bonus.DIG)), (1, (UNKNOWN,) * 4), (SPECTATOR, (UNKNOWN,) * 4)):
        heard = told(table, seat, move_of("sample c3 3"))
        assert heard
        assert (heard.site, heard.depth) == (C3, 3)
        assert (heard.dig, heard.transport, heard.fortune, heard.bonus) == faces


@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_dm_11_dm_13_dm_17_everybody_hears_what_was_turned_up_taken_and_paid(seat: int) -> None:
    table = begun()
    lay(table, "a1", transport=1, fortune=4, bonus=Bonus.POINT)
    heard = told(table, seat, move_of("dig a1"))
    assert heard
    assert (heard.dig, heard.transport, heard.fortune, heard.bonus) == (1, 1, 4, Bonus.POINT)
    play(table, "dig a1")
    heard = told(table, seat, move_of("transport a1"))
    assert heard
    assert (heard.dig, heard.transport, heard.fortune, heard.bonus) == (NONE, 1, 4, NONE)
    table.player[0].level[Gear.DIG] = 2
    heard = told(table, seat, move_of("upgrade dig"))
    assert heard
    assert heard.fortune == 2
    assert told(table, seat, move_of("end-turn")) == move_of("end-turn")


SHARES = {
    "en": "Ada transports 5 fortune from A1: Ada 3, Bram 2.",
    "fr": "Ada transporte 5 points de fortune depuis A1 : Ada 3, Bram 2.",
    "nl": "Ada transporteert 5 fortuinpunten vanaf A1: Ada 3, Bram 2.",
}


def transported(table: Table, language: str = "en", seat: int = SPECTATOR) -> str:
    """What the log tells this seat of a transport from A1."""
    names, heard = ["Ada", "Bram", "Chloé", "Dirk"], told(table, seat, move_of("transport a1"))
    assert heard
    values = dict.fromkeys(heard.fields, Blank.NONE) | facts(heard) | {"site": "A1"}
    seats = {key: names[values[key]] for key in ("second", "third", "fourth") if values[key] != Blank.NONE}
    return GAME.words(language).say("move.transport", who=names[table.turn], **values | seats)


@pytest.mark.parametrize("seat", [0, 1, 2, SPECTATOR])
@pytest.mark.parametrize("language", SHARES)
def test_dm_40_everybody_is_told_who_got_what_share(seat: int, language: str) -> None:
    table = begun(3)
    lay_open(table, "a1", fortune=5)
    join(table, 1, "a1")
    assert transported(table, language, seat) == SHARES[language]
    play(table, "transport a1")
    assert [player.fortune for player in table.player] == [3, 2, 0, 0]


def test_dm_40_shares_are_told_clockwise_from_who_transports() -> None:
    table = begun(4)
    lay_open(table, "a1", fortune=2)
    for seat in (1, 2, 3):
        join(table, seat, "a1")
    assert transported(table) == "Ada transports 2 fortune from A1: Ada 2, Bram 0, Chloé 0, Dirk 0."
    table.turn = 2
    table.player[0].stations[site_of("a1")] = 0
    assert transported(table) == "Chloé transports 2 fortune from A1: Chloé 2, Dirk 0, Bram 0."


@pytest.mark.parametrize("fortune", [0, 4])
def test_dm_40_no_shares_are_told_of_a_worthless_tile_or_where_nobody_shares(fortune: int) -> None:
    table = begun()
    lay_open(table, "a1", fortune=fortune)
    if not fortune:
        join(table, 1, "a1")
    assert transported(table) == f"Ada transports {f'{fortune} fortune' if fortune else 'a worthless tile'} from A1."


def test_dm_a8_announcing_reveals_the_total() -> None:
    table = begun()
    table.player[0].fortune = 43
    for seat in (0, 1, SPECTATOR):
        heard = told(table, seat, move_of("announce"))
        assert heard
        assert heard.fortune == 43


def test_what_is_told_is_never_a_row_of_moves() -> None:
    table = begun()
    told(table, 0, move_of("upgrade dig"))
    assert move_of("upgrade dig").fortune == NONE


@pytest.mark.parametrize("moves", [0, 20, 60, 150, 400])
@pytest.mark.parametrize("seat", [0, 2, SPECTATOR])
def test_dm_02_an_imagined_table_fits_what_the_seat_sees(seat: int, moves: int) -> None:
    table = midway(moves=moves)
    seen = view(table, seat)
    for seed in range(5):
        other = seen.copy()
        imagine(other, seat, dice_of(seed))
        assert view(other, seat) == seen
        assert GAME.pieces(other) == GAME.pieces(table)
        for pile in other.pile:
            assert pile.back == [NONE if tile == NONE else other.tile[tile].dig for tile in pile.tile]


def test_dm_02_every_tile_that_fits_is_imagined_under_a_back_and_only_those() -> None:
    table = begun()
    seen = view(table, 0)
    wanted = {tile for tile in range(TILES) if table.tile[tile].dig == seen.pile[0].back[2]}
    assert {_imagined(seen, seed).pile[0].tile[2] for seed in range(400)} == wanted
    assert len({_imagined(seen, seed).pile[0].tile[0] for seed in range(400)}) == TILES


def _imagined(seen: Table, seed: int, seat: int = 0) -> Table:
    other = seen.copy()
    imagine(other, seat, dice_of(seed))
    return other


def test_dm_a15_a_sample_stays_in_its_place_when_the_rest_is_imagined() -> None:
    table = begun()
    table.bonus[Bonus.SAMPLE] = 1
    play(table, "sample c3 1")
    for seed in range(20):
        assert _imagined(view(table, 0), seed).pile[C3].tile[0] == table.pile[C3].tile[0]


def test_dm_a7_hidden_fortunes_are_imagined_so_that_they_add_up() -> None:
    table = begun(3)
    join(table, 1, "a1")
    lay_open(table, "a1", fortune=9)
    play(table, "transport a1", "upgrade dig", "end-turn")
    assert fortune_of_all(table) == 8
    seen = view(table, 1)
    splits = {tuple(player.fortune for player in _imagined(seen, seed, 1).player) for seed in range(200)}
    assert splits == {(4 - other, 4, other, 0) for other in range(5)}


def test_dm_a7_a_fortune_a_robot_has_counted_is_kept() -> None:
    table = begun(3)
    join(table, 1, "a1")
    lay_open(table, "a1", fortune=9)
    play(table, "transport a1")
    seen = view(table, 2)
    seen.player[0].fortune = 5
    assert {tuple(player.fortune for player in _imagined(seen, seed, 2).player) for seed in range(20)} == {(5, 4, 0, 0)}


def test_dm_a15_sampling_again_what_one_knows_is_allowed() -> None:
    table = begun()
    table.bonus[Bonus.SAMPLE] = 2
    play(table, "sample c3 1")
    assert why(table, "sample c3 1") == Refusal.LEGAL


def test_a_seats_own_view_tells_what_it_may_play() -> None:
    table = midway(moves=40)
    assert GAME.legal(view(table, table.turn), table.turn) == GAME.legal(table, table.turn)
