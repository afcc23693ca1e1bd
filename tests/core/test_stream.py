"""A live table's Chance: documented numbers, unbiased, shuffles and weights, scripts."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator
from itertools import islice, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from filon.core.stream import Noted, Script, ScriptRefused, Stream, fair, seeded, shuffled, weighed

WORD = 2**32
KEYS = st.binary(max_size=80)
LIMITS = st.one_of(st.integers(1, 100), st.integers(1, WORD), st.sampled_from([1, 2, WORD // 2 + 1, 3 * 2**30, WORD - 1, WORD]))


def words(key: bytes) -> Iterator[int]:
    """Block n is HMAC-SHA256(key, n as 8 bytes, big end first), read as eight numbers of 32 bits."""
    counter = 0
    while True:
        block = hmac.new(key, counter.to_bytes(8, "big"), hashlib.sha256).digest()
        for i in range(8):
            a, b, c, d = block[4 * i : 4 * i + 4]
            yield a << 24 | b << 16 | c << 8 | d
        counter += 1


def test_the_numbers_are_the_documented_ones() -> None:
    stream = Stream(b"key")
    assert [stream.below(WORD) for _ in range(40)] == list(islice(words(b"key"), 40))


def test_the_first_numbers_never_change() -> None:
    """Worked out once from the description, for an old game to replay for ever."""
    stream = Stream(b"key")
    assert [stream.below(WORD) for _ in range(3)] == [359426332, 2433191035, 1419955326]
    dice = seeded(1)
    assert [dice.below(6) for _ in range(12)] == [0, 5, 0, 0, 4, 4, 1, 0, 2, 1, 4, 4]


def test_a_seed_has_its_own_key() -> None:
    assert seeded(12).key == b"seed 12"
    assert seeded(-3).key == b"seed -3"
    assert seeded(1).below(WORD) != seeded(2).below(WORD)


def test_a_fair_stream_has_a_fresh_secret_key() -> None:
    keys = {fair().key for _ in range(20)}
    assert len(keys) == 20
    assert {len(key) for key in keys} == {32}


@settings(deadline=None)
@given(KEYS, st.lists(LIMITS, min_size=1, max_size=20))
def test_below_rejects_from_the_largest_multiple_on(key: bytes, limits: list[int]) -> None:
    """Among the accepted words every outcome comes equally often, as their number is a multiple of the limit."""
    stream, expected = Stream(key), words(key)
    for limit in limits:
        accepted = limit * (WORD // limit)
        drawn = stream.below(limit)
        assert 0 <= drawn < limit
        word = next(expected)
        while word >= accepted:
            word = next(expected)
        assert drawn == word % limit


def test_words_are_really_rejected() -> None:
    """Three words of four are accepted below three quarters: each draw uses up 4/3 words on average."""
    stream, limit = Stream(b"key"), 3 * 2**30
    draws = [stream.below(limit) for _ in range(300)]
    assert draws == list(islice((word for word in words(b"key") if word < limit), 300))
    assert draws != list(islice(words(b"key"), 300))


@pytest.mark.parametrize("limit", [3, 10, 3 * 2**30, WORD - 1, WORD])
def test_the_last_word_of_the_largest_multiple_is_accepted_and_the_next_rejected(limit: int) -> None:
    accepted = limit * (WORD // limit)
    stream = Stream(b"key")
    stream._words = iter([*{accepted, WORD - 1} - {accepted - 1, WORD}, accepted - 1, 0])
    assert [stream.below(limit), stream.below(limit)] == [limit - 1, 0]


@pytest.mark.parametrize("limit", [0, -1, WORD + 1])
def test_a_limit_out_of_range_is_refused(limit: int) -> None:
    with pytest.raises(ValueError, match=f"^expected a limit from 1 to {WORD}; found {limit}$"):
        seeded(1).below(limit)


def test_a_shuffle_is_fisher_and_yates_from_the_last_place_down() -> None:
    source = Noted(Script([1, 0, 1]))
    assert shuffled("abcd", source) == ["c", "d", "a", "b"]  # abcd, adcb, cdab, cdab


def test_a_shuffle_asks_for_each_place_once() -> None:
    asked = []

    class Asked:
        def below(self, limit: int) -> int:
            asked.append(limit)
            return limit - 1

    assert shuffled([3, 1, 2, 5], Asked()) == [3, 1, 2, 5]
    assert asked == [4, 3, 2]
    assert shuffled([], Asked()) == []
    assert shuffled([7], Asked()) == [7]
    assert asked == [4, 3, 2]


def test_every_order_comes_from_exactly_one_row_of_draws() -> None:
    draws = product(range(4), range(3), range(2))
    assert Counter(tuple(shuffled("abcd", Script(row))) for row in draws) == Counter(permutations("abcd"))


@settings(deadline=None)
@given(st.lists(st.integers(0, 5)), st.integers(0, 10**6))
def test_a_shuffle_is_a_permutation_of_a_copy(items: list[int], seed: int) -> None:
    before = list(items)
    order = shuffled(items, seeded(seed))
    assert items == before
    assert Counter(order) == Counter(items)
    assert order == shuffled(tuple(items), seeded(seed))


def test_a_script_gives_what_is_written() -> None:
    script = Script((0, 5, 2))
    assert [script.below(limit) for limit in (1, 6, 3)] == [0, 5, 2]
    assert script.used == 3


def test_a_script_that_has_run_out_is_refused() -> None:
    script = Script([1, 1])
    script.below(2)
    script.below(2)
    with pytest.raises(ScriptRefused) as refused:
        script.below(2)
    assert str(refused.value) == "the script has run out after 2 draws"


@pytest.mark.parametrize("draw", [6, 7, -1])
def test_a_script_that_gives_what_cannot_come_up_is_refused(draw: int) -> None:
    script = Script([3, draw])
    script.below(6)
    with pytest.raises(ScriptRefused) as refused:
        script.below(6)
    assert str(refused.value) == f"draw 2 of the script: expected 0 to 5; found {draw}"
    assert script.used == 1


@settings(deadline=None)
@given(st.integers(0, 10**6), st.lists(st.integers(1, 60), max_size=20))
def test_noted_draws_replay_as_a_script(seed: int, limits: list[int]) -> None:
    noted, alone = Noted(seeded(seed)), seeded(seed)
    drawn = [noted.below(limit) for limit in limits]
    order = shuffled(range(9), noted)
    assert drawn == [alone.below(limit) for limit in limits]
    assert len(noted.draws) == len(limits) + 8
    script = Script(noted.draws)
    assert [script.below(limit) for limit in limits] == drawn
    assert shuffled(range(9), script) == order
    with pytest.raises(ScriptRefused):
        script.below(2)


def test_weighed_picks_each_index_as_often_as_its_weight() -> None:
    for weights in product(range(4), repeat=3):
        total = sum(weights)
        picks = Counter(weighed(weights, Script([draw])) for draw in range(total))
        assert [picks[i] for i in range(3)] == list(weights)


def test_nothing_can_be_weighed_out_of_nothing() -> None:
    with pytest.raises(ValueError, match="expected a limit from 1"):
        weighed([0, 0], seeded(1))
