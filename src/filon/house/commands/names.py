"""Names as people see them, by Unicode's own data: which are blank, and which look alike (UTS #39, decision 52)."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from functools import cache
from importlib.resources import files

import msgspec
import regex

from filon.house.errors import CommandRefused, Reason

IGNORABLE = regex.compile(r"\p{Default_Ignorable_Code_Point}")
# U+2800, a braille cell without dots, is a symbol, and no property of Unicode says that it is blank.
VISIBLE = regex.compile(r"[[\p{L}\p{N}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]", regex.V1)
FRAMES = str.maketrans("", "", "\u200e\u25cc")  # Unicode's table puts them around right-to-left letters and under combining marks


def require_visible(name: str) -> None:
    if not VISIBLE.search(name):
        raise CommandRefused(Reason.NAME_BLANK)


def alike(one: str, other: str) -> bool:
    """The same skeleton as written, or without capitals and full width: "Ian" is like "lan" with a small L, and like "IAN"."""
    return skeleton(one) == skeleton(other) or skeleton(_folded(one)) == skeleton(_folded(other))


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def skeleton(name: str) -> str:
    """The text that all names share which look like this one; it is compared, never shown."""
    drawn = _drawn(IGNORABLE.sub("", name), _prototypes())
    return " ".join(unicodedata.normalize("NFD", drawn).split())


def _drawn(text: str, prototypes: dict[str, str]) -> str:
    return "".join(prototypes.get(letter, letter) for letter in unicodedata.normalize("NFD", text))


@cache
def _prototypes() -> dict[str, str]:
    """By character: the text that stands for everything that looks like it. A prototype is told by its many neighbours."""
    neighbours = _neighbours()
    found: dict[str, str] = {}
    for text, (first, *more) in neighbours.items():
        is_source = not more and (len(neighbours[first]) > 1 or (len(first), first) > (len(text), text))
        if is_source and len(text) == 1:
            found[text] = first
    return {text: _drawn(prototype, found) for text, prototype in found.items()}


def _neighbours() -> dict[str, list[str]]:
    """By text: the texts that look like it. The file holds each pair in both directions."""
    table = msgspec.json.decode(files("confusable_homoglyphs").joinpath("confusables.json").read_bytes())
    neighbours: defaultdict[str, list[str]] = defaultdict(list)
    for text, those in table.items():
        neighbours[_unframed(text)] += [_unframed(that["c"]) for that in those]
    return {text: list(dict.fromkeys(those)) for text, those in neighbours.items()}


def _unframed(text: str) -> str:
    return text.translate(FRAMES) or text if len(text) > 1 else text
