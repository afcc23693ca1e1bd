"""Content files: reading and checking. An error names the file, the key, the expected and the found value."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from filon.core.texts.visible import visible

# Within these the worst file took tomllib a second: a dotted key, which stands on one line, costs the square of its parts.
BYTES, LINE, DEPTH, LARGEST = 65_536, 1_000, 16, 2**63
SHOWN = 200  # characters of a found value in a refusal


class ContentRefused(ValueError):
    """A content file that does not fit the game."""

    def __init__(self, source: str, key: str, expected: str, found: Any) -> None:
        said = str(found)
        shown = said if len(said) <= SHOWN else f"{said[:SHOWN]} …"
        super().__init__(visible(f"{source}: {key or 'the file'}: expected {expected}; found {shown}"))


class Page:
    """One table of a content file, asked key by key."""

    def __init__(self, data: dict[str, Any], source: str, path: str = "") -> None:
        self.data, self.source, self.path = data, source, path

    def key(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name

    def refuse(self, name: str, expected: str, found: Any) -> ContentRefused:
        return ContentRefused(self.source, self.key(name) if name else self.path, expected, found)

    def only(self, *names: str) -> None:
        """These keys, all of them and no others; "provenance" says something."""
        for name in self.data:
            if name not in names:
                raise self.refuse(name, f"only the keys {', '.join(names)}", "an unknown key")
        for name in names:
            if name not in self.data:
                raise self.refuse(name, "a value", "nothing")
        if "provenance" in names:
            self._check_provenance(self.data["provenance"])

    def _check_provenance(self, said: Any) -> None:
        if not isinstance(said, str) or not said.strip():
            raise self.refuse("provenance", "a sentence on where the numbers come from", repr(said))

    def whole(self, name: str, least: int, most: int) -> int:
        return self._checked(name, self.data.get(name), least, most)

    def wholes(self, name: str, count: int, least: int, most: int) -> list[int]:
        held = self.data.get(name)
        if not isinstance(held, list) or len(held) != count:
            raise self.refuse(name, f"{count} whole numbers", held)
        return [self._checked(f"{name}[{i}]", value, least, most) for i, value in enumerate(held)]

    def _checked(self, name: str, value: Any, least: int, most: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.refuse(name, f"a whole number from {least} to {most}", value)
        return value

    def hundredths(self, name: str, least: float, most: float) -> int:
        """A number with at most two decimals, in hundredths."""
        value = self.data.get(name)
        if not isinstance(value, int | float) or isinstance(value, bool) or not least <= value <= most:
            raise self.refuse(name, f"a number from {least} to {most}", value)
        if abs(value * 100 - round(value * 100)) > 1e-6:
            raise self.refuse(name, "at most two decimals", value)
        return round(value * 100)

    def word(self, name: str, words: Iterable[str]) -> str:
        value, known = self.data.get(name), list(words)
        if value not in known:
            raise self.refuse(name, f"one of {', '.join(known)}", value)
        return str(value)

    def part(self, name: str) -> Page:
        held = self.data.get(name)
        if not isinstance(held, dict):
            raise self.refuse(name, "a table", held)
        return Page(held, self.source, self.key(name))

    def parts(self, name: str) -> list[Page]:
        held = self.data.get(name)
        if not isinstance(held, list) or not all(isinstance(one, dict) for one in held):
            raise self.refuse(name, "a list of tables", held)
        return [Page(one, self.source, f"{self.key(name)}[{i}]") for i, one in enumerate(held)]


def read_content(path: Path) -> dict[str, Any]:
    """A content file as data; read_content() of its game checks the keys and values."""
    try:
        held = tomllib.loads(_text(path))
    except OSError as error:
        raise ContentRefused(str(path), "", "a readable file", error.strerror) from None
    except RecursionError:
        raise _nested(path) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ContentRefused(str(path), "", "a TOML file", error) from None
    _check_values(held, path)
    return held


def _text(path: Path) -> str:
    with path.open("rb") as file:
        data = file.read(BYTES + 1)  # the size that a system tells may be wrong, as for a device
    if len(data) > BYTES:
        raise ContentRefused(str(path), "", f"at most {BYTES:,} bytes", "more")
    text = data.decode()
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LINE:
            raise ContentRefused(str(path), f"line {number}", f"at most {LINE:,} characters", f"{len(line):,}")
    return text


def _check_values(held: dict[str, Any], path: Path) -> None:
    """Level by level, as heads nest without recursion."""
    level: list[Any] = [held]
    for _ in range(DEPTH):
        level = [one for holder in level for one in (holder.values() if isinstance(holder, dict) else holder)]
        for one in level:
            if isinstance(one, int) and abs(one) >= LARGEST:
                raise ContentRefused(str(path), "", "whole numbers of at most 64 bits", f"one of {one.bit_length():,}")
        level = [one for one in level if isinstance(one, dict | list)]
    if level:
        raise _nested(path)


def _nested(path: Path) -> ContentRefused:
    return ContentRefused(str(path), "", f"tables and lists at most {DEPTH} deep", "deeper ones")
