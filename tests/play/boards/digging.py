"""Somebody who plays Digger with a mouse, a finger or a keyboard; time passes when they say so, here and at the server."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count
from time import monotonic
from typing import Any

from playwright.sync_api import Locator, TimeoutError

from filon.bots import robot_for
from filon.games.digger.parts import Kind
from filon.house.room.room import Room
from tests.house.rooms import is_playing, next_time, step
from tests.play.steps.commands import room_of
from tests.play.steps.dealing import TABLE, dealt, keep
from tests.play.steps.serving import Serving
from tests.play.steps.visiting import DOOR, Visit

Options = dict[str, Any]
Click = Callable[[Locator], Any]

AIR, TAKE, PULL, STOW = 2.0, 0.4, 1.0, 0.5  # content.toml [pace]
MAKE = """async (table) => {
  await fetch('/api/device', {method: 'POST'});
  const made = await fetch('/api/tables', {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(table)});
  return (await made.json()).table;
}"""
PIXEL = 0.25  # a tenth of a unit
SHORTLY = 500  # milliseconds


class Digger:
    """On the first chair of a table whose other chairs are robots'."""

    def __init__(self, visit: Visit, server: Serving, seats: int = 3, options: Options | None = None, on_socket: Any = None, **device: Any):
        self.server, self.page = server, visit(DOOR, **device)
        self.page.clock.install()
        if on_socket:
            self.page.on("websocket", on_socket)
        asked = {"game": "digger", "seats": seats, "options": {"first": 1, **(options or {})}, "name": "Ada", "entropy": "candle"}
        self.asked = {**asked, "robots": ["casual"] * (seats - 1), "begin": True}
        self.board = self.page.locator(".digger")
        self.sits()

    def sits(self) -> None:
        """At a table of their own."""
        self.table = self.page.evaluate(MAKE, self.asked)
        self.page.goto(f"/t/{self.table}?seat=0")
        self.find(".badge").first.wait_for()

    def find(self, what: str) -> Locator:
        return self.board.locator(what)

    def passes(self, seconds: float) -> None:
        self.server.pass_time(seconds)
        self.page.clock.run_for(round(seconds * 1000))

    def pauses(self) -> float:
        """From now on the page's clock goes only as `follows` says."""
        self.page.clock.pause_at(self.page.evaluate("Date.now() / 1000 + 1"))
        self.server.pass_time(1)
        return monotonic()

    def follows(self, last: float) -> float:
        """The page's clock catches up with the server's."""
        now = monotonic()
        self.page.clock.run_for(round((now - last) * 1000))
        return now

    @property
    def seq(self) -> int:
        return 0 if self.is_over else int(self.board.get_attribute("data-seq") or 0)

    def heard_more(self, seq: int, within: float | None = None) -> None:
        self.page.wait_for_function("(seq) => !(Number(document.querySelector('.digger')?.dataset.seq) <= seq)", arg=seq, timeout=within)

    def does(self, act: Any, seconds: float) -> None:
        """An act that is kept, and the time that it takes."""
        seq = self.seq
        act()
        self.heard_more(seq)
        self.passes(seconds)

    @property
    def is_mine(self) -> bool:
        return self.page.locator(".digger.isMine").count() > 0

    @property
    def is_over(self) -> bool:
        """The result covers the board after a moment."""
        return self.find(".badge").count() == 0

    def waits(self) -> None:
        """Until it is one's own turn, or the game is over."""
        while not self.is_mine and not self.is_over:
            seq = self.seq
            self.server.pass_time(AIR)
            with suppress(TimeoutError):  # a robot may take its time
                self.heard_more(seq, SHORTLY)

    # Moves, by clicks

    def throws(self) -> None:
        if self.is_mine:
            self.does(self.find(".throw").click, AIR)

    def takes(self) -> None:
        while self.find(".heap.isLit").count():
            self.does(self.find(".heap.isLit").first.click, TAKE)

    def stows(self, act: Callable[[], Any]) -> None:
        """The first stow of a turn is asked for twice, as long as dice could be thrown."""
        if self.find(".throw.isLit").count():
            act()
            self.find(".loot .asks").wait_for()
        self.does(act, STOW)

    def stops(self) -> None:
        while self.find(".cell.isLit").count():
            self.stows(self.find(".cell.isLit").first.click)
        if self.is_mine:  # the sand may have been quicker
            self.does(self.find(".stop").click, 0)

    # A hand in somebody's crate

    def reaches(self, click: Click = lambda spot: spot.click()) -> None:
        """At a table where something can be stolen that has a neighbouring stack; clicks there."""
        keep(self.server, next(room for room in map(self._before_theft, count()) if is_playing(room)))
        self.table = TABLE
        self.page.goto(f"/t/{TABLE}?seat=0")
        self.find(".opponents .spots button.isLit").first.wait_for()
        spot = self._victim()
        assert spot is not None
        self.does(partial(click, spot), 0)

    def _before_theft(self, number: int) -> Room:
        """Robots play in memory; over, where there was no such moment."""
        room = dealt(self.server, self.page, self.asked["game"], number, self.asked["seats"], self.asked["options"])
        while is_playing(room) and not may_steal(room):
            step(room, lambda legal: chosen(room, legal))
        return room

    def _victim(self) -> Locator | None:
        lit = self.find(".opponents .spots button.isLit")
        for i in range(lit.count()):
            if lit.nth(i).evaluate(HAS_NEIGHBOUR):
                return lit.nth(i)
        return None

    @property
    def theft(self) -> Locator:
        return self.page.locator("dialog[open]")

    def pulls(self, pull: Callable[[], None]) -> None:
        """Until it is judged: on a machine that stood still for a moment a pull is late, and the game says to try again."""
        moves, is_judged = self._moves, False
        while not is_judged:
            seq = self.seq
            pull()
            self.passes(PULL)
            while self.page.wait_for_function(SAID, arg=seq).json_value() == "more" and not (is_judged := self._moves > moves):
                seq = self.seq  # the server said that it stood still
            self.page.mouse.up()

    @property
    def _moves(self) -> int:
        return len(room_of(self.server, self.table).playing.played)

    def drags(self, across: float, out: float, steps: int = 12) -> None:
        """The token, by so many tenths of a unit, without letting go."""
        stage = self.theft.locator(".stage")
        stage.wait_for()
        box = stage.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] - 66
        self.pauses()
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        last = monotonic()  # only now: a path may not be ahead of the server's clock
        for part in range(1, steps + 1):
            last = self.follows(last)
            self.page.mouse.move(x + across * PIXEL * part / steps, y - out * PIXEL * part / steps)
        self.follows(last)
        self.page.clock.resume()


SAID = """(seq) => {
  if (!(Number(document.querySelector('.digger')?.dataset.seq) <= seq)) return 'more';
  return document.querySelector('dialog[open] [role=status]')?.textContent.includes('Try again') && 'refused';
}"""


def may_steal(room: Room) -> bool:
    """The first seat, a token beside another stack (DG-A20)."""
    live = room.playing
    if room.game.actor(live.table) != 0:
        return False
    stamped = live.stamped(room.clock.time(next_time(room), room.game.due(live.table)))
    offered = [room.game.MOVES[move] for move in room.game.legal(stamped, 0)]
    return any(move.kind == Kind.STEAL and has_neighbour(live.table.player[move.victim].crate, move.colour) for move in offered)


def has_neighbour(crate: list[int], colour: int) -> bool:
    return crate[1 + (colour + 2) % 4] > 0 or crate[1 + colour % 4] > 0


def chosen(room: Room, legal: list[int]) -> int:
    """The move of a greedy robot; for Hand and Chance the first legal move."""
    live, seat = room.playing, room.game.actor(room.playing.table)
    if seat < 0:
        return legal[0]
    at = max(live.at, room.game.ready(live.table))
    return robot_for(room.game, "greedy", seat, room.seq).choose(live.told(seat), live.view(seat), legal, at)


HAS_NEIGHBOUR = """(spot) => {
  const all = [...spot.parentElement.children];
  const held = (i) => parseInt(all[(i + 4) % 4].getAttribute('aria-label'), 10) > 0;
  return held(all.indexOf(spot) - 1) || held(all.indexOf(spot) + 1);
}"""
