"""Texts from files and from other people, as a terminal may show them."""

from __future__ import annotations

import unicodedata

# Control, format (which includes changes of direction), lone surrogate, private use, and separators of lines and paragraphs.
ESCAPED = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def visible(text: str) -> str:
    """The text with control and format characters written out as Python does, \\x1b and \\u202e; a second time changes nothing."""
    return text if text.isprintable() else "".join(map(_visible, text))


def _visible(letter: str) -> str:
    return letter.encode("unicode_escape").decode() if unicodedata.category(letter) in ESCAPED else letter
