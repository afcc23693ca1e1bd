"""Digger's components: the printed numbers, how they are judged, the set-up."""

from collections.abc import Callable
from typing import Any

import pytest

from filon.core.content import ContentRefused, Page
from filon.games.digger.parts import Colour, Phase, Refusal, read_content
from filon.games.digger.rules import odds
from filon.games.digger.tests.scene import GAME, fresh, move_of, offers, play, throw, why


def test_dg_01_five_dice_with_six_colours() -> None:
    table = fresh()
    play(table, "glass 3000", "throw")
    assert offers(table) == {"die water", "die gold", "die ruby", "die emerald", "die diamond", "die black"}
    play(table, *["die black"] * 4)
    assert table.phase == Phase.ROLLING
    play(table, "die gold")
    assert (table.phase, table.shown) == (Phase.DIGGING, [0, 1, 0, 0, 0, 4])


def test_dg_01_a_die_shows_only_faces_it_has_as_often_as_it_has_them() -> None:
    content = GAME.content()
    content["dice"] |= {"gold": 3, "ruby": 0, "black": 0}
    table = fresh(content=content)
    play(table, "glass 3000", "throw")
    assert [odds(table, move_of(f"die {colour.name.lower()}")) for colour in Colour] == [1, 3, 0, 1, 1, 0]
    assert why(table, "die ruby") == Refusal.NOT_NOW


def test_dg_02_fifty_tokens_all_in_the_pool() -> None:
    table = fresh()
    assert table.pool == [10] * 5
    assert (table.loot, table.box, [player.crate for player in table.player]) == ([0] * 5, 0, [[0] * 5] * 5)


def test_dg_03_white_crates_are_alike_and_black_ones_add_up_to_fifteen() -> None:
    white, black = fresh(5), fresh(5, crates="black")
    assert [player.value for player in white.player] == [[0, 3, 1, 2, 1]] * 5
    assert [sum(player.value) for player in black.player] == [15] * 5


def test_dg_04_the_hourglass_holds_thirty_seconds() -> None:
    assert fresh().exact == 3000


def test_dg_05_everybody_has_one_crate_its_white_side_up() -> None:
    table = fresh(3)
    assert [sum(player.value) > 0 for player in table.player] == [True, True, True, False, False]


def test_dg_33_a_table_never_mixes_white_and_black_crates() -> None:
    printed = read_content(Page(GAME.content(), "content.toml"))
    assert all(player.value in printed.black for player in fresh(5, crates="black").player)
    assert all(player.value == printed.white for player in fresh(5, crates="white").player)


def test_dg_a15_the_colours_of_a_white_crate_are_not_all_worth_the_same() -> None:
    assert len(set(fresh().player[0].value[1:])) > 1


def test_dg_a16_no_two_black_crates_are_alike_and_they_are_dealt_by_lot() -> None:
    values = [player.value for player in fresh(5, crates="black").player]
    for colour in range(1, 5):
        assert len({value[colour] for value in values}) == 5
    assert len({tuple(fresh(2, crates="black", seed=seed).player[0].value) for seed in range(60)}) == 5


def test_two_contents_live_side_by_side() -> None:
    content = GAME.content()
    content["pace"] |= {"air": 0.5}
    short, usual = fresh(content=content), fresh()
    for table in (short, usual):
        throw(table, "gold black black black black")
    assert (short.free, usual.free) == (50, 200)


def change(table: str, **values: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda content: content[table].update(values)


WRONG: list[tuple[Callable[[dict[str, Any]], Any], str]] = [
    (lambda content: content.pop("sand"), "sand: expected a value; found nothing"),
    (lambda content: content.update(extra=1), "extra: expected only the keys"),
    (lambda content: content.update(dice=3), "dice: expected a table; found 3"),
    (lambda content: content["pace"].pop("provenance"), "pace.provenance: expected a value; found nothing"),
    (change("hand", provenance=" "), "hand.provenance: expected a sentence on where the numbers come from; found ' '"),
    (change("dice", black=2), "dice: expected six faces on a die; found 7"),
    (change("dice", black=-1), "dice.black: expected a whole number from 0 to 6; found -1"),
    (change("tokens", water=0), "tokens.water: expected a whole number from 1 to 50; found 0"),
    (change("tokens", gold=51), "tokens.gold: expected a whole number from 1 to 50; found 51"),
    (change("tokens", black=1), "tokens.black: expected only the keys"),
    (lambda content: content["crates"]["white"].update(gold=16), "crates.white.gold: expected a whole number from 0 to 15; found 16"),
    (lambda content: content["crates"]["white"].update(water=1), "crates.white.water: expected only the keys"),
    (lambda content: content["crates"]["black"].pop(), "crates.black: expected five crates; found 4"),
    (lambda content: content["crates"]["black"][2].update(gold=6), r"crates.black\[2\]: expected values adding up to 15; found 16"),
    (lambda content: content["crates"]["black"][4].update(content["crates"]["black"][0]), r"crates.black\[4\]: expected no two black"),
    (change("sand", exact=27.9), "sand: expected shortest <= exact <= longest; found 28.0, 27.9, 32.0"),
    (change("sand", shortest=24.9), "sand.shortest: expected a number from 25.0 to 35.0"),
    (change("sand", longest=32.05), "sand.longest: expected whole tenths of a second; found 32.05"),
    (change("pace", air=10.01), "pace.air: expected a number from 0 to 10"),
    (change("pace", stow="fast"), "pace.stow: expected a number from 0 to 10"),
    (change("hand", touched=1.1), "hand.touched: expected a number from 0 to 1"),
]


@pytest.mark.parametrize(("spoil", "message"), WRONG, ids=[message.split(":")[0] for _, message in WRONG])
def test_a_content_file_that_does_not_fit_is_refused_with_file_key_and_value(spoil: Callable[[dict[str, Any]], Any], message: str) -> None:
    content = GAME.content()
    spoil(content)
    with pytest.raises(ContentRefused, match=f"^mine.toml: {message}"):
        read_content(Page(content, "mine.toml"))
