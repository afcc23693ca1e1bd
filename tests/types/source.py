"""Functions that write both kinds of TypeScript files."""

from __future__ import annotations

import inspect
import json
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

from filon.core import seats

ROOT = Path(__file__).parents[2]
HEAD = "// Made by `make types` from {}: change that, not this.\n"
REMARK = re.compile(r"^    (\w+)(?::| =).*?  # (.+)$", re.MULTILINE)
NUMBER = re.compile(r"^([A-Z_]+) = (\d+)  # ([A-Z]{2}-A?\d+)$", re.MULTILINE)
SEATS = ("UNKNOWN", "NONE", "CHANCE", "HAND", "TIME", "NOBODY", "SPECTATOR", "NEVER")


def doc(cls: type) -> str:
    """A type's own docstring as a comment before it."""
    said = inspect.cleandoc(cls.__dict__.get("__doc__") or "")
    return f"/** {' '.join(said.split())} */\n" if said else ""


def remarks(cls: type) -> dict[str, str]:
    """The comment behind each field or member in its source; an enum made by a call has none."""
    held = re.search(rf"^class {cls.__name__}\b.*?(?=^\S|\Z)", _source(cls.__module__), re.MULTILINE | re.DOTALL)
    return dict(REMARK.findall(held[0])) if held else {}


def numbers(module: str) -> list[tuple[str, str, str]]:
    """Plain numbers of a module behind which a clause stands, and that clause."""
    return NUMBER.findall(_source(module))


@cache
def _source(module: str) -> str:
    return inspect.getsource(sys.modules[module])


def remark(*parts: str) -> str:
    said = "; ".join(part for part in parts if part)
    return f" // {said}" if said else ""


def interface(name: str, rows: list[str], before: str = "") -> str:
    body = "".join(f"  {row}\n" for row in rows)
    return f"{before}export interface {name} {{\n{body}}}\n"


def union(name: str, members: list[str]) -> str:
    line = f"export type {name} = {' | '.join(members)};\n"
    return line if len(line) <= 140 else f"export type {name} =\n" + "".join(f"  | {one}\n" for one in members)[:-1] + ";\n"


def row_of(kind: str, depth: int) -> str:
    held = f"({kind})" if depth and " | " in kind else kind
    return held + "[]" * depth


def literal(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def constants() -> str:
    """The blanks and the house's seats, with what core/seats.py says of them."""
    said = dict(re.findall(r"^(\w+) = .*?  # (.+)$", inspect.getsource(seats), re.MULTILINE))
    return "".join(f"export const {name} = {getattr(seats, name)};{remark(said.get(name, ''))}\n" for name in SEATS)
