"""Steps of a test at a table without a browser: others move, and time passes."""

from __future__ import annotations

from itertools import count
from typing import Any

from playwright.sync_api import Locator, Page

from filon.core.texts.notation import facts
from filon.house import protocol
from filon.house.commands.permissions import Caller
from filon.house.room.room import Room
from tests.play.steps.serving import Serving

_numbers = count(1)


def room_of(server: Serving, table: str) -> Room:
    return server.does(server.served.house.rooms.load(table)).room


def run_command(server: Serving, table: str, by: int, command: type[Any], **more: Any) -> protocol.Done:
    """By the holder of the seat."""
    caller = Caller(room_of(server, table).chairs[by].holder, by)
    return server.does(server.served.house.run(table, caller, command(f"test.{next(_numbers)}", **more)))


def plays(server: Serving, table: str, kind: str) -> int:
    """The first legal move of this kind, by the seat whose move it is; returns the seat."""
    live = room_of(server, table).playing
    seat = live.game.actor(live.table)
    move = next(move for move in live.legal(seat) if facts(live.game.MOVES[move])["kind"] == kind)
    run_command(server, table, seat, protocol.Play, move=move)
    return seat


def finished(server: Serving, table: str) -> None:
    """Robots play on until it is over."""
    while room_of(server, table).status != "over":
        server.does(server.served.house.settled())


MAKE = """async (table) => {
    await fetch('/api/device', { method: 'POST' });
    const made = await fetch('/api/tables', { method: 'POST', body: JSON.stringify(table) });
    return await made.json();
}"""


def made(page: Page, **table: Any) -> protocol.Made:
    """A table of this page's device."""
    return protocol.Made(**page.evaluate(MAKE, table))


def person(page: Page, name: str) -> Locator:
    """The button of a player in the list of players."""
    return page.get_by_role("list", name="Players").get_by_role("button", name=name)
