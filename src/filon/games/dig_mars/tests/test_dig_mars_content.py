"""Dig Mars' content file: what is in the box, and what is refused."""

from collections import Counter
from copy import deepcopy
from typing import Any

import pytest

from filon.core import NONE
from filon.core.content import ContentRefused, Page
from filon.games.dig_mars.parts import Bonus, read_content
from filon.games.dig_mars.tests.dig_mars_scene import GAME, dealt, play, why

DATA = GAME.content()


def read(data: dict[str, Any]) -> Any:
    return read_content(Page(data, "mine.toml"))


def test_dm_01_the_box_holds_48_tiles_worth_118() -> None:
    goal, cost, tiles = read(DATA)
    assert (goal, cost) == ([40, 30, 20], [1, 2, 3])
    assert (len(tiles), sum(tile.fortune for tile in tiles)) == (48, 118)
    assert Counter(tile.dig for tile in tiles) == {1: 16, 2: 14, 3: 10, 4: 8}
    assert Counter(tile.bonus for tile in tiles) == {NONE: 28} | dict.fromkeys(Bonus, 4)
    assert {tile.transport for tile in tiles if tile.fortune == 5} == {4}


def test_dm_01_copies_of_a_tile_are_tiles_of_their_own() -> None:
    tiles = read(DATA).tile
    assert len({id(tile) for tile in tiles}) == len(tiles)


def changed(*path: Any, to: Any) -> dict[str, Any]:
    """The content file with one value changed."""
    data = deepcopy(DATA)
    held: Any = data
    for key in path[:-1]:
        held = held[key]
    held[path[-1]] = to
    return data


@pytest.mark.parametrize(
    ("path", "to", "said"),
    [
        (("goal", "two"), 0, "goal.two: expected a whole number from 1 to 1008; found 0"),
        (("goal", "provenance"), "", "goal.provenance: expected a sentence on where the numbers come from; found ''"),
        (("goal", "five"), 10, "goal.five: expected only the keys provenance, two, three, four; found an unknown key"),
        (("upgrade", "costs"), [1, 2], "upgrade.costs: expected 3 whole numbers; found [1, 2]"),
        (("upgrade", "costs"), [1, 2, 21], "upgrade.costs[2]: expected a whole number from 0 to 20; found 21"),
        (("tiles", "row", 0, "dig"), 5, "tiles.row[0].dig: expected a whole number from 1 to 4; found 5"),
        (("tiles", "row", 3, "transport"), "x", "tiles.row[3].transport: expected a whole number from 1 to 4; found x"),
        (("tiles", "row", 0, "fortune"), -1, "tiles.row[0].fortune: expected a whole number from 0 to 20; found -1"),
        (
            ("tiles", "row", 1, "bonus"),
            "luck",
            "tiles.row[1].bonus: expected one of none, dig, transport, relocate, point, sample; found luck",
        ),
        (("tiles", "row", 0, "copies"), 2, "tiles.row: expected 48 copies in all; found 49"),
        (("tiles",), 3, "tiles: expected a table; found 3"),
        (("extra",), 3, "extra: expected only the keys goal, upgrade, tiles; found an unknown key"),
    ],
)
def test_dm_02_what_does_not_fit_is_refused_by_name(path: tuple[Any, ...], to: Any, said: str) -> None:
    with pytest.raises(ContentRefused) as error:
        read(changed(*path, to=to))
    assert str(error.value) == f"mine.toml: {said}"


@pytest.mark.parametrize("part", ["goal", "upgrade", "tiles"])
def test_provenance_is_required(part: str) -> None:
    data = deepcopy(DATA)
    del data[part]["provenance"]
    with pytest.raises(ContentRefused, match=rf"{part}\.provenance: expected a value; found nothing"):
        read(data)


def test_dm_17_dm_50_another_content_file_has_its_own_prices_and_goals() -> None:
    data = changed("upgrade", "costs", to=[0, 5, 20])
    data["goal"]["two"] = 3
    table = dealt(content=data)
    play(table, "place a1", "place b1", "upgrade dig")
    assert why(table, "upgrade dig").name == "TOO_POOR"
    table.player[0].fortune = 8
    play(table, "upgrade dig", "announce")
