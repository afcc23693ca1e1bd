"""Texts longer than 140 characters are listed in long_texts.txt: a person has looked at each and found no shorter one that says it."""

import json
from pathlib import Path

from filon.core.texts.words import _branches, _pieces

ROOT, LISTED = Path(__file__).parents[2], Path(__file__).with_name("long_texts.txt")
MOST = 140  # characters, with the longest choice of each plural and selection


def test_every_long_text_is_listed_and_no_other() -> None:
    texts = [(path, key, message) for path in catalogues() for key, message in read(path).items()]
    found = sorted(f"{path.relative_to(ROOT)} {key}" for path, key, message in texts if length(message) > MOST)
    assert found == LISTED.read_text(encoding="utf-8").splitlines()


def test_the_length_is_that_of_the_longest_choice() -> None:
    assert length("{who} digs.") == len("{who} digs.")
    assert length("{n, plural, one {# stone} other {# stones}}, {a, select, b {} other {!}}") == len("# stones, !")


def catalogues() -> list[Path]:
    return [*ROOT.glob("src/filon/**/words.*.json"), *ROOT.glob("web/words.*.json"), *ROOT.glob("web/src/**/words.*.json")]


def read(path: Path) -> dict[str, str]:
    held: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return held


def length(message: str) -> int:
    return sum(_braced_length(text) if is_braced else len(text) for text, is_braced in _pieces(message))


def _braced_length(text: str) -> int:
    _, _, choices = (*text.split(",", 2), "", "")[:3]
    return max(map(length, _branches(choices).values())) if choices.strip() else len(text) + 2
