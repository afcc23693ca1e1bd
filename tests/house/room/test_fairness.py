"""Chance that can be proved: the formulas, and that the document has them."""

import pytest

from filon.house.room.fairness import Fairness, Throws, canonical, commitment, leaf, name_hash
from tests.house.records import independent_verifier
from tests.house.room.fairness_example import ENTROPY, NAMES, PAGE, SALTS, SECRET, SETUP, TABLE, example, written


def fairness(**other: object) -> Fairness:
    held: dict[str, object] = {"secret": SECRET, "table": TABLE, "setup": SETUP, "entropy": ENTROPY, "version": 2, **other}
    return Fairness(**held)  # type: ignore[arg-type]


def test_the_example_of_the_document_is_what_the_house_computes() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert example() in text
    assert written() == text


def test_the_second_verifier_computes_the_example_too() -> None:
    sat = {"line": "sat", "seat": 0, "entropy": ENTROPY[0]}
    began = {"line": "began", "names": NAMES, "hashes": SETUP["names"], "options": SETUP["options"]}
    opened = {"content": SETUP["content"], "seats": 2, "secret": SECRET}
    file = {"version": 2, "table": TABLE, "game": "example", "rules": 1, "opened": opened, "lines": [sat, began]}
    key = independent_verifier.key_of(file)
    assert key == fairness().key
    before = {**SETUP, "names": NAMES}
    assert independent_verifier.key_of({**file, "version": 1}) == fairness(setup=before, version=1).key != fairness(setup=before).key
    theirs, ours = independent_verifier.numbers(independent_verifier.hmac256(key, b"deal")), fairness().deal()
    assert all(independent_verifier.below(limit, theirs) == ours.below(limit) for limit in (48, 47, 2**32, 2**31 + 1, 2**31 + 1, 1))


@pytest.mark.parametrize(
    "other",
    [
        {"secret": "ff" * 32},
        {"table": "example-tablf"},
        {"setup": {**SETUP, "names": [name_hash("Ada", SALTS[0]), name_hash("Chloe", SALTS[1])]}},
        {"setup": {**SETUP, "names": [name_hash("Ada", SALTS[1]), name_hash("Chloé", SALTS[1])]}},
        {"version": 1},
        {"setup": {**SETUP, "content": {"sand": {"longest": 32.5, "step": 0.1}}}},
        {"entropy": ["lucky 8", ""]},
        {"entropy": ["", "lucky 7"]},
        {"entropy": ["lucky 7", "", ""]},
        {"entropy": ['lucky 7","', ""]},
    ],
)
def test_chance_depends_on_everything_that_is_frozen(other: dict[str, object]) -> None:
    assert fairness(**other).key != fairness().key


def test_no_two_purposes_share_a_key() -> None:
    chance = fairness()
    keys = [chance.deal().key, *(chance.throw(number).key for number in range(200))]
    assert len({*keys, chance.key}) == 202
    assert len({chance.salt(item) for item in range(200)}) == 200
    assert len({chance.tremor(pull, attempt) for pull in range(12) for attempt in range(12)}) == 144
    assert chance.tremor(1, 11) != chance.tremor(11, 1)


def test_a_leaf_is_of_one_item_and_one_value() -> None:
    assert len({leaf(item, value, "00" * 16) for item in range(30) for value in range(30)}) == 900
    assert leaf(1, 12, "00" * 16) != leaf(11, 2, "00" * 16)
    assert fairness().leaf(3, 4) == leaf(3, 4, fairness().salt(3))


@pytest.mark.parametrize("secret", ["", "00" * 31, "00" * 33, "AB" * 32, "0" * 63 + "g", " " + "0" * 63, "00" * 32 + "\n"])
def test_a_secret_is_spelt_in_one_way(secret: str) -> None:
    with pytest.raises(ValueError, match="64 digits"):
        commitment(secret)
    with pytest.raises(ValueError, match="64 digits"):
        fairness(secret=secret)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": 1, "a": [True, None, 'é\n"\\/']}, '{"a":[true,null,"é\\n\\"\\\\/"],"b":1}'),
        (30.0, "30"),
        (-0.0, "0"),
        (0.4, "0.4"),
        (0.0001, "0.0001"),
        (-127, "-127"),
        ((1, 2), "[1,2]"),
        ({"\ue000": 1, "\U0001f600": 2}, '{"\U0001f600":2,"\ue000":1}'),
        ("\x1f\x7f\u2028", '"\\u001f\x7f\u2028"'),
    ],
)
def test_json_has_one_form(value: object, text: str) -> None:
    assert canonical(value) == text == independent_verifier.canonical(list(value) if isinstance(value, tuple) else value)


@pytest.mark.parametrize("value", [0.00001, 2**53, -(2**60), float("nan"), float("inf"), 1e300])
def test_what_languages_write_differently_is_refused(value: float) -> None:
    with pytest.raises((ValueError, OverflowError)):
        canonical([value])


def test_each_draw_of_a_live_table_is_the_next_throw() -> None:
    made = iter([5, 6])
    throws = Throws(fairness(), lambda: next(made))
    assert [throws.below(6), throws.below(101)] == [fairness().throw(5).below(6), fairness().throw(6).below(101)]
