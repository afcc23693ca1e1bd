"""The pictures of the README: each game in full swing. `make pictures` keeps them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from filon.bots import robot_for
from filon.house.wire import Play
from tests.play.asking import asks, room_of
from tests.play.dealing import deal
from tests.play.eyes import SHOTS, fits
from tests.play.serving import Serving
from tests.play.visiting import Visit

WIDE = (1200, 750)
MOVES = {"diadingo": 21, "dig-mars": 24, "digger": 34}  # of the player whose window it is
OPTIONS = {"digger": {"hand": "roll"}}


@pytest.mark.parametrize("game", MOVES)
def test_a_picture_of_a_game_in_full_swing(visit: Visit, server: Serving, game: str) -> None:
    page = visit("/", size=WIDE)
    table = deal(server, page, game, seats=3, level="greedy", options=OPTIONS.get(game))
    for number in range(MOVES[game]):
        move_on(server, table, number)
    page.goto(f"{server.origin}/t/{table}")
    expect(page.locator("[data-place]").first).to_be_visible()
    fits(page)
    SHOTS.mkdir(exist_ok=True)
    page.mouse.move(0, 0)
    page.screenshot(path=SHOTS / f"readme-{game}.jpg", type="jpeg", quality=82, animations="disabled")


def move_on(server: Serving, table: str, number: int) -> None:
    """One move as a robot would play it in this seat, once it may."""
    while (live := room_of(server, table).playing).game.actor(live.table) != 0:
        server.pass_time(0 if server.served.house.pondering else 0.3)  # no sand runs out while a robot thinks
    server.pass_time(busy(server, table) / 100)
    news = live.news(0)
    move = robot_for(live.game, "greedy", 0, number).choose(live.told(0), news.view, news.legal, max(live.at, news.ready))
    asks(server, table, 0, Play, move=move)


def busy(server: Serving, table: str) -> int:
    """Hundredths of a second until the dice have landed, or the hand is free."""
    room = room_of(server, table)
    game, on_table = room.playing.game, room.playing.table
    return max(0, game.ready(on_table) - room.clock.time(server.served.house.store.now(), game.due(on_table)))
