"""A link to a table, as the page shows it: an invitation, or a pass that moves a seat to another device."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

EXAMPLE = "http://localhost:8000/t/TABLE?invite=…"
TABLE = re.compile("/t/([A-Za-z0-9_-]+)/?")
SEAT = re.compile(r"\d|1[0-5]")


class LinkRefused(ValueError):
    """A text that is no link to a table."""


@dataclass(frozen=True)
class Link:
    address: str  # of the server
    table: str
    invite: str = ""
    carry: str = ""
    seat: int | None = None


def link_of(text: str) -> Link:
    """What a link says; anything else is refused."""
    at = urlsplit(text)
    table = TABLE.fullmatch(at.path)
    asked = {key: values[0] for key, values in parse_qs(at.query).items()}
    seat = asked.get("seat", "")
    if at.scheme not in ("http", "https") or not at.netloc or not table or (seat and not SEAT.fullmatch(seat)):
        raise LinkRefused(f"expected a link to a table, such as {EXAMPLE}; found {text!r}")
    return Link(f"{at.scheme}://{at.netloc}", table[1], asked.get("invite", ""), asked.get("carry", ""), int(seat) if seat else None)
