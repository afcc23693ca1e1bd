from copy import deepcopy
from typing import Any

import pytest

from filon.core.content import ContentRefused, Page
from filon.games.diadingo.parts import Box, read_content
from filon.games.diadingo.tests.diadingo_dealing import CONTENT


def reading(part: str, key: str, value: Any) -> Box:
    """The content of the box with one value changed."""
    data = deepcopy(CONTENT)
    data[part][key] = value
    return read_content(Page(data, "mine.toml"))


def pegs(**changed: Any) -> list[Any]:
    return [changed.get(f"peg_{i}", peg) for i, peg in enumerate(CONTENT["tray"]["pegs"])]


def test_the_content_of_the_box_is_read() -> None:
    box = read_content(Page(CONTENT, "content.toml"))
    assert box.dollars == [1000, 2000, 3000, 4000, 5000, 6000]
    assert box.copies == [7] * 6
    assert (box.apart, box.rim, len(box.pegs)) == (160, 80, 16)


def test_other_numbers_may_be_played_with() -> None:
    assert reading("rings", "dollars", [10, 20, 50, 100, 200, 100_000]).dollars[5] == 100_000
    assert reading("rings", "copies", [0, 2, 10, 10, 10, 10]).copies[0] == 0
    assert reading("tray", "apart", 100).apart == 100


@pytest.mark.parametrize(
    ("part", "key", "value", "message"),
    [
        ("rings", "dollars", [1000, 2000], "rings.dollars: expected 6 whole numbers; found [1000, 2000]"),
        ("rings", "dollars", [0, 20, 30, 40, 50, 60], "rings.dollars[0]: expected a whole number from 1 to 100000; found 0"),
        ("rings", "dollars", [10, 10, 30, 40, 50, 60], "rings.dollars: expected rising values, each a multiple of 10"),
        ("rings", "dollars", [10, 64, 70, 80, 90, 100], "rings.dollars: expected rising values, each a multiple of 10"),
        ("rings", "copies", [7, 7, 7, 7, 7, 8], "rings.copies: expected counts that add up to 42; found [7, 7, 7, 7, 7, 8], which"),
        ("rings", "copies", [-1, 8, 7, 7, 7, 14], "rings.copies[0]: expected a whole number from 0 to 42; found -1"),
        ("rings", "colour", "red", "rings.colour: expected only the keys provenance, dollars, copies; found an unknown key"),
        ("rings", "provenance", " ", "rings.provenance: expected a sentence on where the numbers come from; found ' '"),
        ("thefts", "count", 8, "thefts.count: expected 7, which with 42 rings makes 49 cards; found 8"),
        ("thefts", "provenance", 7, "thefts.provenance: expected a sentence"),
        ("tray", "rim", 600, "tray.rim: expected a whole number from 0 to 500; found 600"),
        ("tray", "apart", 185, "tray.apart: expected a whole number from 1 to 184; found 185"),
        ("tray", "pegs", [[0, 0]], "tray.pegs: expected 16 places [x, y]; found [[0, 0]]"),
        ("tray", "pegs", pegs(peg_2=7), "tray.pegs[2]: expected 2 whole numbers; found 7"),
        ("tray", "pegs", pegs(peg_2=[0, 0.5]), "tray.pegs[2][1]: expected a whole number from -1000 to 1000; found 0.5"),
    ],
)
def test_di_03_wrong_numbers_are_refused_by_name(part: str, key: str, value: Any, message: str) -> None:
    with pytest.raises(ContentRefused) as refused:
        reading(part, key, value)
    assert str(refused.value).startswith(f"mine.toml: {message}")


@pytest.mark.parametrize("missing", ["rings", "thefts", "tray"])
def test_nothing_may_be_missing(missing: str) -> None:
    data = {part: CONTENT[part] for part in CONTENT if part != missing}
    with pytest.raises(ContentRefused, match=f"mine.toml: {missing}: expected a value; found nothing"):
        read_content(Page(data, "mine.toml"))


def test_di_a8_a_peg_too_near_to_another_is_refused() -> None:
    x, y = CONTENT["tray"]["pegs"][0]
    with pytest.raises(ContentRefused, match=r"tray.pegs\[1\]: expected a place at least 80 from the edge and 160 from every other"):
        reading("tray", "pegs", pegs(peg_1=[x, y - 159]))


def test_di_a8_a_peg_off_the_tray_is_refused() -> None:
    with pytest.raises(ContentRefused, match=r"tray.pegs\[5\]: .* found \[921, 0\], turned 0 eighths"):
        reading("tray", "pegs", pegs(peg_5=[921, 0]))


def test_di_a8_also_if_only_a_turn_brings_it_too_near() -> None:
    few = [[0, 0], [128, 96]]  # exactly 160 apart, and after an eighth rounded to less
    others = [[x, y] for x in (-600, -200, 300, 600) for y in (-500, -250, 250, 500)][:14]
    with pytest.raises(ContentRefused, match="turned 1 eighths"):
        reading("tray", "pegs", few + others)
