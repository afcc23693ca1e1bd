"""The board in the browser shows sums: what its tests hold them to is fresh from the law."""

from filon.games.dig_mars.tests.dig_mars_cases import CASES, made


def test_the_cases_of_the_browsers_sums_are_fresh() -> None:
    assert CASES.read_text("utf-8") == made(), "run `python -m filon.games.dig_mars.tests.dig_mars_cases`"
