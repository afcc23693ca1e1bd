"""Run in a process of its own, with a tree's src on the path: prints what its games say of themselves."""

from __future__ import annotations

import argparse
import json
from importlib import import_module
from typing import Any

from filon.core.compiled.record import spoken
from filon.core.label import Option
from filon.core.views import undeclared


def described(folder: str) -> dict[str, Any]:
    label, parts, secrets = (import_module(f"filon.games.{folder}.{part}") for part in ("label", "parts", "secrets"))
    return {
        "label": label.LABEL.name,
        "kinds": [spoken(kind) for kind in parts.Kind],
        "players": [spoken(kind) for kind in parts.Kind if kind not in parts.OWNERS],
        "refusals": [spoken(refusal) for refusal in parts.Refusal if refusal.name != "LEGAL"],
        "endings": [spoken(ending) for ending in parts.Ending if ending.name != "NOT_OVER"],
        "clauses": {refusal.name: clause for refusal, clause in parts.CLAUSES.items()},
        "options": {option.name: option.clause for option in label.LABEL.options},
        "values": {option.name: worded(option) for option in label.LABEL.options},
        "undeclared": undeclared(parts.Table, secrets.OPEN, secrets.SECRET),
    }


def worded(option: Option) -> list[str]:
    """The values that need words: numbers speak for themselves."""
    return [str(value).lower() for value in option.values if isinstance(value, str | bool)]


def tried(folder: str) -> dict[str, Any]:
    try:
        return described(folder)
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python tests/check/describe.py", description=__doc__)
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help="name of a game folder")
    print(json.dumps({folder: tried(folder) for folder in parser.parse_args().folders}))
