"""Tables whose deal a test has chosen and may look at, so that it knows what each move will do."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from msgspec import structs
from playwright.sync_api import Page

from filon.house.commands.seats import digest
from filon.house.commands.start import start
from filon.house.new_table import opened
from filon.house.protocol import NewTable
from filon.house.room import events
from filon.house.room.events import AnyEvent, Entry
from filon.house.room.fairness import commitment
from filon.house.room.outcome import add_events
from filon.house.room.room import Room
from filon.server.access.auth import COOKIE
from tests.house.rooms import next_time
from tests.play.steps.serving import Serving

TABLE = "known-to-all"
PEOPLE = ("Nora", "Otto", "Pia", "Quentin")


def deal(
    server: Serving,
    page: Page,
    game: str,
    seats: int,
    people: int = 1,
    level: str = "beginner",
    options: dict[str, Any] | None = None,
    content: dict[str, Any] | None = None,
    wanted: Callable[[Any], bool] = bool,
) -> str:
    """The first table that is as wanted, begun; this page's device holds the first seats, robots have the others.

    The page must not be asking for a device itself meanwhile: two askers would get two.
    """
    first, sitting = _around(server, page, game, seats, people, level, options)
    first = structs.replace(first, content=content or first.content)
    lines = next(lines for lines in ([_known(first, number), *sitting] for number in count()) if wanted(_begun(lines, 0).playing.table))
    server.does(server.served.house.create(TABLE, lines, begin=True))
    return TABLE


def dealt(server: Serving, page: Page, game: str, number: int, seats: int, options: dict[str, Any] | None = None) -> Room:
    """A room that no server knows yet, begun now: whatever is played in it takes no time. `keep` brings it to the server."""
    first, sitting = _around(server, page, game, seats, 1, "casual", options)
    return _begun([_known(first, number), *sitting], server.served.house.store.now())


def keep(server: Serving, room: Room) -> None:
    """Store the room at the server, and pass the time until its actor may move."""
    append, card = server.served.house.store.append, room.card()
    for number, (when, line) in enumerate(room.log, 1):
        server.does(append(TABLE, Entry(number, when, "", [line]), card if number == 1 else None))
    server.pass_time(max(0, next_time(room) - server.served.house.store.now()) / 1000)


def _around(
    server: Serving, page: Page, game: str, seats: int, people: int, level: str, options: dict[str, Any] | None
) -> tuple[events.Opened, list[AnyEvent]]:
    page.request.post("/api/device", headers={"Origin": server.origin})
    holder = next(digest(cookie["value"]) for cookie in page.context.cookies() if cookie["name"] == COOKIE)
    sitting: list[AnyEvent] = [events.Sat(seat, PEOPLE[seat], holder) for seat in range(people)]
    sitting += [events.RobotSeated(seat, level, f"Robot {seat}") for seat in range(people, seats)]
    return opened(holder, NewTable(game, seats, options or {})), sitting


def _known(first: events.Opened, number: int) -> events.Opened:
    """All that chance depends on is the same in every run, with every name."""
    secret = f"{number:064x}"
    return structs.replace(first, table=TABLE, secret=secret, commit=commitment(secret), fairness=1)


def _begun(lines: list[AnyEvent], now: int) -> Room:
    room = Room()
    add_events(room, lines, now)
    start(room, now)
    return room


def truth(server: Serving, table: str) -> Any:
    """Everything on and under the table, as it is now."""
    return server.does(server.served.house.rooms.load(table)).room.playing.table
