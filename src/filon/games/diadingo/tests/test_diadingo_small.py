"""The small instance: what is set aside stays out of play, and a file that sets aside too much is refused."""

from __future__ import annotations

from typing import Any

import pytest

from filon.core.content import ContentRefused, Page
from filon.core.game import load
from filon.core.stream import seeded

GAME = load("diadingo")


def small() -> dict[str, Any]:
    return GAME.content(GAME.folder / "small.toml")


def dealt(seed: int, **options: Any) -> Any:
    return GAME.new(GAME.label.choose(options, 2), Page(small(), "small.toml"), 2, seeded(seed))


def test_di_02_di_03_three_diamonds_and_four_cards_are_in_play() -> None:
    for seed in range(5):
        table = dealt(seed)
        tray = table.tray[0]
        standing = [place for place in range(len(tray.gap)) if not tray.gap[place]]
        assert standing == [0, 1, 2]
        assert sum(tray.fixed[place] for place in standing) == 1
        assert sorted(tray.pile[table.drawn :]) == [0, 5, 5, 6]
        assert GAME.pieces(table) == GAME.pieces(dealt(9))


def test_two_games_are_refused_where_something_is_set_aside() -> None:
    with pytest.raises(ContentRefused, match="aside: expected one game"):
        dealt(1, games=2)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("rings", [8, 7, 7, 7, 7, 5], "aside.rings: expected at most"),
        ("rings", [7, 7, 7, 7, 7, 7], "aside.rings: expected a ring in play"),
        ("loose", 26, "aside.loose: expected a whole number from 0 to 25"),
        ("fixed", 16, "aside.fixed: expected a whole number from 0 to 15"),
    ],
)
def test_too_much_set_aside_is_refused(key: str, value: Any, said: str) -> None:
    content = small()
    content["aside"][key] = value
    with pytest.raises(ContentRefused, match=said):
        GAME.read_content(Page(content, "small.toml"))
