"""What several commands read in the same way."""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    """Something asked for on the command line that cannot be had."""


def options_of(asked: str) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    for pair in filter(None, asked.split(",")):
        name, equals, value = pair.partition("=")
        if not equals or not value:
            raise Refused(f"--options: expected NAME=VALUE; found {pair!r}")
        chosen[name.strip()] = value.split("/") if "/" in value else value.strip()
    return chosen
