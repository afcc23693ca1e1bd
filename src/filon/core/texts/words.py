"""Text for people: one catalogue per language, formatted by a small part of ICU MessageFormat.

Understood: {name}, {n, plural, =0 {…} one {…} other {…}} with # for the number, {x, select, gold {…} other {…}};
branches may hold further braces.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from filon.core.texts.visible import visible

LANGUAGES = ("en", "fr", "nl")
SHARED = Path(__file__).parent  # the sentences that all games share


class WordsRefused(ValueError):
    """A malformed message, or a message with a value that say() did not get."""


class BlankWritten(WordsRefused, UserWarning):
    """A text that writes a blank or a value that is missing. Tests fail by it; people see a dash."""


class Blank(Enum):
    """A value that a move does not have, or that its reader may not know: a select may have a branch for it, no text may write it."""

    NONE = "none"
    UNKNOWN = "unknown"


DASH = "–"


@dataclass(frozen=True)
class Words:
    """The sentences of one language."""

    language: str
    messages: Mapping[str, str]

    def __contains__(self, key: str) -> bool:
        return key in self.messages

    def say(self, key: str, **values: Any) -> str:
        if key not in self.messages:
            raise WordsRefused(f"no words for {key!r} in {self.language}")
        return formatted(self.messages[key], values, self.language)

    def __or__(self, more: Words) -> Words:
        return Words(self.language, {**self.messages, **more.messages})


def read_words(folder: Path, language: str) -> Words:
    return Words(language, json.loads((folder / f"words.{language}.json").read_text(encoding="utf-8")))


def formatted(message: str, values: Mapping[str, Any], language: str) -> str:
    """The message with its values; None is no value."""
    return "".join(_piece(text, values, language) if is_braced else text for text, is_braced in _pieces(message))


def _pieces(message: str) -> Iterator[tuple[str, bool]]:
    """The message cut into plain text and the insides of its outermost braces."""
    start = depth = 0
    for i, letter in enumerate(message):
        if letter == "{":
            if depth == 0:
                yield message[start:i], False
                start = i + 1
            depth += 1
        elif letter == "}":
            depth -= 1
            if depth < 0:
                raise WordsRefused(f"a closing brace too many in {message!r}")
            if depth == 0:
                yield message[start:i], True
                start = i + 1
    if depth:
        raise WordsRefused(f"a closing brace is missing in {message!r}")
    yield message[start:], False


def _piece(text: str, values: Mapping[str, Any], language: str) -> str:
    name, _, rest = (part.strip() for part in text.partition(","))
    if not rest or values.get(name) is None:
        return _written(values.get(name), name)
    kind, _, choices = (part.strip() for part in rest.partition(","))
    chosen = _chosen(kind, _branches(choices), values[name], language)
    if kind == "plural":
        chosen = _numbered(chosen, values[name], name)
    return formatted(chosen, values, language)


def _written(value: Any, name: str) -> str:
    """A value as text; it may come from a file or from another person."""
    if value is not None and not isinstance(value, Blank):
        return visible(str(value))
    found = "nothing" if value is None else value.value
    warnings.warn(f"expected a value for {{{name}}}; found {found}", BlankWritten, stacklevel=2)
    return DASH


def _numbered(message: str, number: Any, name: str) -> str:
    """# stands for the number, except inside a nested choice, which has its own."""
    return "".join(
        f"{{{text}}}" if braced else _written(number, name).join(text.split("#")) if "#" in text else text
        for text, braced in _pieces(message)
    )


def _branches(choices: str) -> dict[str, str]:
    branches, label = {}, ""
    for text, is_braced in _pieces(choices):
        if is_braced:
            branches[label] = text
        else:
            label = text.strip()
    return branches


def _chosen(kind: str, branches: Mapping[str, str], value: Any, language: str) -> str:
    if kind not in ("plural", "select") or "other" not in branches:
        raise WordsRefused(f"expected plural or select with an 'other' branch; found {kind} {sorted(branches)}")
    if kind == "select":
        return branches.get(value.value if isinstance(value, Blank) else str(value), branches["other"])
    exact = branches.get(f"={value}")
    return exact if exact is not None else branches.get(_plural(value, language), branches["other"])


def _plural(number: Any, language: str) -> str:
    if isinstance(number, Blank):
        return "other"
    one = abs(number) < 2 if language == "fr" else abs(number) == 1
    return "one" if one else "other"
