"""The tool that finds a lesson's secret plays lessons as the house does."""

from __future__ import annotations

import pytest

from filon.core.game import found, load
from filon.core.lesson import lesson_of
from filon.core.seats import CHANCE
from tests.lesson_seed import ANY, SeedRefused, main, search, secret_of, throws

THROWING = [name for name in found() if CHANCE in load(name).OWNERS.values()]
DEALING = [name for name in found() if CHANCE not in load(name).OWNERS.values()]
SMALL = min(THROWING, key=lambda name: len(load(name).MOVES))


def thrown(name: str) -> list[str]:
    game = load(name)
    return list(throws(game, lesson_of(game), lesson_of(game).secret))


@pytest.mark.parametrize("name", THROWING)
def test_a_lessons_throws_are_those_of_its_secret(name: str) -> None:
    assert len(thrown(name)) > len(lesson_of(load(name)).script)


def test_the_secret_of_a_lesson_is_found_by_its_throws() -> None:
    assert search(load(SMALL), thrown(SMALL)) == lesson_of(load(SMALL)).secret


def test_any_throw_will_do_where_none_is_named() -> None:
    assert search(load(SMALL), [ANY]) == secret_of(0)
    second = thrown(SMALL)[1]
    found = search(load(SMALL), [ANY, second])
    assert list(throws(load(SMALL), lesson_of(load(SMALL)), found))[1] == second


def test_what_cannot_be_thrown_is_refused() -> None:
    with pytest.raises(SeedRefused, match=r"expected throws such as .* found 'seven'"):
        search(load(SMALL), ["seven"])
    with pytest.raises(SeedRefused, match="it only deals"):
        search(load(DEALING[0]), [ANY])


def test_a_list_that_no_secret_gives_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([SMALL, *thrown(SMALL), "--tries", "3"]) == 2
    assert "none of 3 secrets gives" in capsys.readouterr().err


def test_help_starts_no_work(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    assert "GAME THROW" in capsys.readouterr().out
