"""Tables whose deal a test has chosen and may look at, so that it knows what each move will do."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from msgspec import structs
from playwright.sync_api import Page

from filon.house import lines as log
from filon.house.fair import commitment
from filon.house.lines import AnyLine
from filon.house.manners import digest, noted, start
from filon.house.opening import opened
from filon.house.room import Room
from filon.house.wire import NewTable
from filon.server.who import NAME
from tests.play.serving import Serving

TABLE = "known-to-all"
PEOPLE = ("Nora", "Otto", "Pia", "Quentin")


def deal(
    server: Serving,
    page: Page,
    game: str,
    seats: int,
    people: int = 1,
    level: str = "newcomer",
    options: dict[str, Any] | None = None,
    content: dict[str, Any] | None = None,
    wanted: Callable[[Any], bool] = bool,
) -> str:
    """The first table that is as wanted, begun; this page's device holds the first seats, robots have the others.

    The page must not be asking for a device itself meanwhile: two askers would get two.
    """
    page.request.post("/api/device", headers={"Origin": server.origin})
    holder = next(digest(cookie["value"]) for cookie in page.context.cookies() if cookie["name"] == NAME)
    first = opened(holder, NewTable(game, seats, options or {}))
    first = structs.replace(first, content=content or first.content)
    sitting: list[AnyLine] = [log.Sat(seat, PEOPLE[seat], holder) for seat in range(people)]
    sitting += [log.Robot(seat, level, f"Robot {seat}") for seat in range(people, seats)]
    lines = next(lines for lines in ([_known(first, number), *sitting] for number in count()) if wanted(_dealt(lines)))
    server.does(server.served.house.open(TABLE, lines, begin=True))
    return TABLE


def _known(first: log.Opened, number: int) -> log.Opened:
    """All that chance depends on is the same in every run."""
    secret = f"{number:064x}"
    return structs.replace(first, table=TABLE, secret=secret, commit=commitment(secret))


def _dealt(lines: list[AnyLine]) -> Any:
    room = Room()
    noted(room, lines, 0)
    start(room, 0)
    return room.playing.table


def truth(server: Serving, table: str) -> Any:
    """Everything on and under the table, as it is now."""
    return server.does(server.served.house.host(table)).room.playing.table
