"""The pictures of the README: each game in full swing, at a moment when nobody is in the way. `make pictures` keeps them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import expect

from filon.core.texts.notation import facts
from filon.house.room.room import Room
from tests.house.rooms import is_playing, next_time, step
from tests.play.boards.digging import chosen
from tests.play.steps.dealing import TABLE, dealt, keep
from tests.play.steps.page_checks import SHOTS, fits
from tests.play.steps.serving import Serving
from tests.play.steps.visiting import DOOR, Visit

WIDE = (1200, 750)
MINE = 0  # the seat whose window it is
CALM = 1_500  # hundredths of a second of sand that are left, at least

Moment = Callable[[Room, Any], bool]


def offers(room: Room, kind: str) -> int:
    """The number of legal moves of a kind, which the board highlights."""
    live = room.playing
    stamped = live.stamped(room.clock.time(next_time(room), room.game.due(live.table)))
    return sum(facts(room.game.MOVES[move])["kind"] == kind for move in room.game.legal(stamped, MINE))


def crates_and_loot(room: Room, table: Any) -> bool:
    """Something to take and something to steal, beside what is in the loot already."""
    is_full = all(sum(player.crate) >= 3 for player in table.player[: table.seats])
    is_calm = room.game.due(table) - room.game.ready(table) > CALM
    return is_full and is_calm and sum(table.loot) >= 2 and offers(room, "take") >= 2 and offers(room, "steal") >= 1


def rings_and_gaps(room: Room, table: Any) -> bool:
    """A ring is drawn, and a diamond to be tried."""
    return sum(table.player[MINE].set) >= 4 and sum(table.tray[0].gap) >= 12 and offers(room, "lift") > 0


def finds_to_share(room: Room, table: Any) -> bool:
    """Treasures lie open, on one of them stands somebody else too, and there is fortune to spend."""
    explored = [site for site, pile in enumerate(table.pile) if pile.explored]
    shared = [site for site in explored if sum(player.stations[site] > 0 for player in table.player) > 1]
    mine = [site for site in shared if table.player[MINE].stations[site]]
    return len(explored) >= 3 and bool(mine) and table.actions >= 2 and offers(room, "transport") >= 1 and offers(room, "upgrade") >= 2


MOMENTS: dict[str, Moment] = {"diadingo": rings_and_gaps, "dig-mars": finds_to_share, "digger": crates_and_loot}
OPTIONS = {"digger": {"hand": "roll"}}


@pytest.mark.parametrize("game", MOMENTS)
def test_a_picture_of_a_game_in_full_swing(visit: Visit, server: Serving, game: str) -> None:
    page = visit(DOOR, size=WIDE)
    keep(server, next(room for room in (played(server, page, game, number) for number in count()) if is_playing(room)))
    page.goto(f"/t/{TABLE}?seat={MINE}")
    expect(page.locator("[data-place]").first).to_be_visible()
    fits(page)
    SHOTS.mkdir(exist_ok=True)
    page.mouse.move(0, 0)
    page.screenshot(path=SHOTS / f"readme-{game}.jpg", type="jpeg", quality=82, animations="disabled")


def played(server: Serving, page: Any, game: str, number: int) -> Room:
    """Up to the first such moment: without waiting for anybody, so that it is the same in every run."""
    room = dealt(server, page, game, number, seats=3, options=OPTIONS.get(game))
    while is_playing(room) and not is_moment(room, MOMENTS[game]):
        step(room, lambda legal: chosen(room, legal))
    return room


def is_moment(room: Room, moment: Moment) -> bool:
    return room.game.actor(room.playing.table) == MINE and moment(room, room.playing.table)
