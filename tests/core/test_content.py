"""A content file that does not fit is refused with the file, the key, what was expected and what was found."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from filon.core.content import ContentRefused, Page, read_content

DATA: dict[str, Any] = {
    "whole": 7,
    "wholes": [1, 2, 3],
    "price": 2.35,
    "word": "gold",
    "yes": True,
    "text": "seven",
    "table": {"depth": 4, "inner": {"deep": -1}},
    "tables": [{"n": 1}, {"n": 2}],
    "mixed": [1, True, 3],
    "odd": [{"n": 1}, 2],
}


@pytest.fixture
def page() -> Page:
    return Page(DATA, "box.toml")


def test_what_fits_is_read(page: Page) -> None:
    assert page.whole("whole", 7, 7) == 7
    assert page.wholes("wholes", 3, 1, 3) == [1, 2, 3]
    assert page.word("word", ["silver", "gold"]) == "gold"
    assert page.part("table").whole("depth", 0, 9) == 4
    assert page.part("table").part("inner").whole("deep", -1, 0) == -1
    assert [part.whole("n", 0, 9) for part in page.parts("tables")] == [1, 2]
    assert page.only(*DATA) is None


@pytest.mark.parametrize(("value", "hundredths"), [(2.35, 235), (0, 0), (3, 300), (0.07, 7), (1.1, 110), (9.99, 999), (0.29, 29)])
def test_hundredths_are_exact(value: float, hundredths: int) -> None:
    assert Page({"price": value}, "box.toml").hundredths("price", 0, 10) == hundredths


REFUSALS: list[tuple[Callable[[Page], Any], str]] = [
    (lambda page: page.whole("whole", 8, 9), "whole: expected a whole number from 8 to 9; found 7"),
    (lambda page: page.whole("whole", 1, 6), "whole: expected a whole number from 1 to 6; found 7"),
    (lambda page: page.whole("text", 1, 9), "text: expected a whole number from 1 to 9; found seven"),
    (lambda page: page.whole("yes", 0, 9), "yes: expected a whole number from 0 to 9; found True"),
    (lambda page: page.whole("price", 0, 9), "price: expected a whole number from 0 to 9; found 2.35"),
    (lambda page: page.whole("absent", 0, 9), "absent: expected a whole number from 0 to 9; found None"),
    (lambda page: page.wholes("wholes", 2, 0, 9), "wholes: expected 2 whole numbers; found [1, 2, 3]"),
    (lambda page: page.wholes("whole", 1, 0, 9), "whole: expected 1 whole numbers; found 7"),
    (lambda page: page.wholes("absent", 1, 0, 9), "absent: expected 1 whole numbers; found None"),
    (lambda page: page.wholes("wholes", 3, 0, 2), "wholes[2]: expected a whole number from 0 to 2; found 3"),
    (lambda page: page.wholes("mixed", 3, 0, 9), "mixed[1]: expected a whole number from 0 to 9; found True"),
    (lambda page: page.hundredths("price", 0, 2), "price: expected a number from 0 to 2; found 2.35"),
    (lambda page: page.hundredths("price", 2.5, 3), "price: expected a number from 2.5 to 3; found 2.35"),
    (lambda page: page.hundredths("yes", 0, 2), "yes: expected a number from 0 to 2; found True"),
    (lambda page: page.hundredths("text", 0, 2), "text: expected a number from 0 to 2; found seven"),
    (lambda page: page.hundredths("absent", 0, 2), "absent: expected a number from 0 to 2; found None"),
    (lambda page: page.word("word", ["silver", "tin"]), "word: expected one of silver, tin; found gold"),
    (lambda page: page.word("whole", ["7"]), "whole: expected one of 7; found 7"),
    (lambda page: page.word("absent", ["gold"]), "absent: expected one of gold; found None"),
    (lambda page: page.part("whole"), "whole: expected a table; found 7"),
    (lambda page: page.part("absent"), "absent: expected a table; found None"),
    (lambda page: page.parts("table"), f"table: expected a list of tables; found {DATA['table']}"),
    (lambda page: page.parts("odd"), f"odd: expected a list of tables; found {DATA['odd']}"),
    (lambda page: page.parts("absent"), "absent: expected a list of tables; found None"),
    (lambda page: page.part("table").whole("depth", 0, 3), "table.depth: expected a whole number from 0 to 3; found 4"),
    (lambda page: page.part("table").part("inner").word("deep", ["a"]), "table.inner.deep: expected one of a; found -1"),
    (lambda page: page.parts("tables")[1].whole("n", 0, 1), "tables[1].n: expected a whole number from 0 to 1; found 2"),
    (lambda page: page.part("table").only("depth"), "table.inner: expected only the keys depth; found an unknown key"),
    (lambda page: page.part("table").only("depth", "inner", "x"), "table.x: expected a value; found nothing"),
    (lambda page: page.parts("tables")[0].only("n", "m"), "tables[0].m: expected a value; found nothing"),
]


@pytest.mark.parametrize(("asked", "message"), REFUSALS, ids=[message for _, message in REFUSALS])
def test_what_does_not_fit_is_refused_by_name(page: Page, asked: Callable[[Page], Any], message: str) -> None:
    with pytest.raises(ContentRefused) as refused:
        asked(page)
    assert str(refused.value) == f"box.toml: {message}"


@pytest.mark.parametrize("value", [0.125, 1.001, 2.999])
def test_a_third_decimal_is_refused(value: float) -> None:
    with pytest.raises(ContentRefused) as refused:
        Page({"price": value}, "box.toml").hundredths("price", 0, 10)
    assert str(refused.value) == f"box.toml: price: expected at most two decimals; found {value}"


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_what_is_no_number_is_refused(value: float) -> None:
    with pytest.raises(ContentRefused, match="a number from 0 to 10"):
        Page({"price": value}, "box.toml").hundredths("price", 0, 10)


def test_a_game_can_refuse_in_the_same_words(page: Page) -> None:
    inner = page.part("table")
    assert str(inner.refuse("depth", "an even depth", 5)) == "box.toml: table.depth: expected an even depth; found 5"
    assert str(inner.refuse("", "two keys", "three")) == "box.toml: table: expected two keys; found three"
    assert str(page.refuse("", "two keys", "three")) == "box.toml: the file: expected two keys; found three"


def test_where_the_numbers_come_from_is_said() -> None:
    Page({"provenance": "Counted.", "n": 1}, "box.toml").only("provenance", "n")


@pytest.mark.parametrize("said", ["", " \n", 7, None, ["Counted."]])
def test_numbers_from_nowhere_are_refused(said: Any) -> None:
    with pytest.raises(ContentRefused) as refused:
        Page({"provenance": said, "n": 1}, "box.toml", "table").only("provenance", "n")
    assert str(refused.value) == f"box.toml: table.provenance: expected a sentence on where the numbers come from; found {said!r}"


def test_a_content_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text('name = "Été"\n[a]\nn = [1, 2]\n', encoding="utf-8")
    assert read_content(path) == {"name": "Été", "a": {"n": [1, 2]}}


def test_a_missing_file_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "absent.toml"
    with pytest.raises(ContentRefused) as refused:
        read_content(path)
    assert str(refused.value) == f"{path}: the file: expected a readable file; found {os.strerror(2)}"


def test_a_folder_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(ContentRefused, match=rf"^{re.escape(str(tmp_path))}: the file: expected a readable file; found "):
        read_content(tmp_path)


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"a = 1\nb = = 2\n", "Invalid value (at line 2, column 5)"),
        (b"a = 1\na = 2\n", "Cannot overwrite a value (at line 2, column 6)"),
        (b'name = "\xff"\n', "'utf-8' codec can't decode byte 0xff in position 8: invalid start byte"),
    ],
    ids=["not TOML", "a key twice", "not UTF-8"],
)
def test_a_file_that_is_no_toml_is_refused_with_the_place(tmp_path: Path, data: bytes, found: str) -> None:
    path = tmp_path / "box.toml"
    path.write_bytes(data)
    with pytest.raises(ContentRefused) as refused:
        read_content(path)
    assert str(refused.value) == f"{path}: the file: expected a TOML file; found {found}"


HOSTILE = {
    "too large": (b"a = 1\n" * 11_000, "the file: expected at most 65,536 bytes; found more"),
    "a long dotted key": (b"a = 1\n" + b"a." * 500 + b"b = 1\n", "line 2: expected at most 1,000 characters; found 1,005"),
    "nested lists": (b"a = " + b"[\n" * 20_000, "the file: expected tables and lists at most 16 deep; found deeper ones"),
    "a key over what Python calls lines": (b'"\xe2\x80\xa8".' * 300 + b"b = 1", "line 1: expected at most 1,000 characters; found 1,205"),
    "many digits on a line": (b"a = " + b"1" * 10_000, "line 1: expected at most 1,000 characters; found 10,004"),
    "nested heads": (b"[" + b"a." * 300 + b"b]\n", "the file: expected tables and lists at most 16 deep; found deeper ones"),
    "17 deep": (b"a = " + b"[" * 16 + b"1" + b"]" * 16, "the file: expected tables and lists at most 16 deep; found deeper ones"),
    "too many digits": (
        b"a = [\n" + b"1_" * 499 + b"1,\n" + b"1" * 999 + b"]",
        "the file: expected whole numbers of at most 64 bits; found one of",
    ),
    "many digits": (b"a = 0x" + b"f" * 900, "the file: expected whole numbers of at most 64 bits; found one of 3,600"),
    "hidden in a list": (b"a = [{b = [-9223372036854775808]}]", "the file: expected whole numbers of at most 64 bits; found one of 64"),
}


@pytest.mark.parametrize(("data", "said"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_is_refused_before_work_is_done(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "box.toml"
    path.write_bytes(data)
    with pytest.raises(ContentRefused) as refused:
        read_content(path)
    assert str(refused.value).startswith(f"{path}: {said}")


def test_what_is_just_within_the_bounds_is_read(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_bytes((b"a = " + b"[" * 15 + b"9223372036854775807" + b"]" * 15 + b"\n#").ljust(1_000, b"x") + b"\n" * 64_536)
    assert path.stat().st_size == 65_536
    assert read_content(path)


def test_a_file_without_end_is_not_read_to_its_end() -> None:
    with pytest.raises(ContentRefused, match="expected at most 65,536 bytes; found more"):
        read_content(Path("/dev/zero"))


def test_a_refusal_shows_the_beginning_of_what_it_found_and_writes_out_what_is_hidden() -> None:
    with pytest.raises(ContentRefused) as refused:
        Page({"a": ["\x1b[2K\u202e" * 99]}, "b\rox.toml").whole("a", 0, 1)
    said = str(refused.value)
    assert said.isprintable()
    assert said.startswith("b\\rox.toml: a: expected a whole number from 0 to 1; found [")
    assert said.endswith(" …")
    assert len(said) < 300
