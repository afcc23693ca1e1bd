"""Every reason that can be given has a sentence, in every language."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import filon
from filon.core.game import found, load
from filon.core.texts.words import LANGUAGES, read_words
from filon.house.commands.chat import PHRASES
from filon.house.errors import Reason
from filon.server.http.problems import DETAILS, STATUS
from tests.check.words import values_in

SOURCES = Path(filon.__file__).parent
HOUSE = SOURCES / "house"


def raised(folder: Path, *names: str) -> Iterator[str]:
    """The texts written out in calls of these names."""
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in names:
                yield from (arg.value for arg in node.args[:1] if isinstance(arg, ast.Constant) and isinstance(arg.value, str))


def given() -> set[str]:
    """The reasons that the house and its server give somewhere."""
    code = "".join(path.read_text(encoding="utf-8") for part in ("house", "server") for path in (SOURCES / part).rglob("*.py"))
    return {reason for reason in Reason if f"Reason.{reason.name}" in code.replace(f"    Reason.{reason.name}:", "")}


def test_every_reason_is_given_somewhere_and_explained() -> None:
    assert given() == set(Reason)
    assert set(STATUS) | set(DETAILS) <= set(Reason)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_and_every_phrase_has_a_sentence_and_nothing_else_has(language: str) -> None:
    expected = {f"refused.{reason}" for reason in Reason} | {f"phrase.{phrase}" for phrase in PHRASES}
    words = read_words(HOUSE, language)
    assert set(words.messages) == expected
    assert all(words.say(key).strip() for key in expected)
    assert not any(values_in(message) for message in words.messages.values())


def test_the_words_stand_in_one_order_in_all_languages() -> None:
    orders = [list(json.loads((HOUSE / f"words.{language}.json").read_text(encoding="utf-8"))) for language in LANGUAGES]
    assert orders.count(orders[0]) == len(orders)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", found())
def test_every_reason_against_a_pull_has_a_sentence_of_its_game(name: str, language: str) -> None:
    game = load(name)
    for why in raised(game.folder, "PullRefused"):
        assert game.words(language).say(f"hand.{why}")
