"""Dig Mars' board in a real browser: by mouse, by finger, by keyboard; what it shows and what it never does."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from filon.games.dig_mars.parts import TILES, Bonus, Kind, Phase, Table
from filon.games.dig_mars.sites import top
from filon.house import protocol
from tests.play.steps.commands import made, room_of, run_command
from tests.play.steps.dealing import deal, truth
from tests.play.steps.page_checks import PHONE, at_sizes, fills, fits, looked_at, roams, shot
from tests.play.steps.serving import Serving
from tests.play.steps.visiting import DOOR, Visit

FIRST = {"first": 1}  # seat 0 begins
MINE = ".end-turn.ready"
TOO_LOW = "(all) => all.filter((one) => one.getBoundingClientRect().height < 44).length"
Wanted = Callable[[Table], bool]


def anything(table: Table) -> bool:
    return True


def an_easy_corner(table: Table) -> bool:
    """On A1 a tile that anybody can dig and transport, for 2 fortune."""
    tile = top(table, table.pile[0])
    return tile.dig == tile.transport == 1 and tile.fortune == 2


def a_sample_in_the_corner(table: Table) -> bool:
    tile = top(table, table.pile[0])
    return tile.dig == 1 and tile.bonus == Bonus.SAMPLE


def all_alike(goal: int = 40, **tile: Any) -> dict[str, Any]:
    """Content with one kind of tile: easy, and worth 2 fortune unless said otherwise."""
    row = {"dig": 1, "transport": 1, "fortune": 2, "bonus": "none", "copies": TILES, **tile}
    return {
        "goal": {"provenance": "a test", "two": goal, "three": goal, "four": goal},
        "upgrade": {"provenance": "a test", "costs": [1, 2, 3]},
        "tiles": {"provenance": "a test", "row": [row]},
    }


class Play:
    """People at one device, each in a window of their own, with robots in the other seats."""

    def __init__(self, server: Serving, visit: Visit, seats: int = 2, people: int = 1, wanted: Wanted = anything, **how: Any) -> None:
        options, content = {**FIRST, **how.pop("options", {})}, how.pop("content", None)
        door = visit(DOOR, **how)
        self._server, self.id = server, deal(server, door, "dig-mars", seats, people, options=options, content=content, wanted=wanted)
        self.pages = [door, *(visit("about:blank", beside=door) for _ in range(people - 1))]
        for seat, page in enumerate(self.pages):
            page.goto(f"/t/{self.id}?seat={seat}")
            site(page, "a1").wait_for()

    @property
    def table(self) -> Table:
        held: Table = truth(self._server, self.id)
        return held

    @property
    def invitation(self) -> str:
        """For somebody who looks on from a device of their own."""
        room = self._server.does(self._server.served.house.rooms.load(self.id)).room
        return f"/t/{self.id}?invite={room.opened.invite}"

    def settle(self, *sites: str) -> None:
        """Each person puts a station down, in turn; then it is the first one's turn."""
        for page, name in zip(self.pages, sites, strict=True):
            page.locator(f".lit [data-place={name}]").click()
        self.pages[0].locator(MINE).wait_for()


@pytest.fixture
def play(server: Serving, visit: Visit) -> Callable[..., Play]:
    return partial(Play, server, visit)


def site(page: Page, name: str) -> Locator:
    return page.locator(f"[data-place={name}]")


def card(page: Page, seat: int) -> Locator:
    return page.locator(f'[data-anchor="player-{seat}"]')


def has_left(page: Page, actions: int) -> None:
    expect(page.locator(".cells .full")).to_have_count(actions)


# A whole game


SEEN = """() => {
  const seen = document.querySelectorAll('.site button, .console, .sheet, article');
  return [...seen].map((one) => one.ariaLabel + one.textContent).join();
}"""
FIRST_OF = """(ways) => {
  const found = ways.map((way) => [...document.querySelectorAll(way)].map((one) => one.dataset.place));
  return found.find((places) => places.length);
}"""
CHOSEN = ".mars:has(.console [aria-pressed=true])"
WAYS = [
    *("[data-place^=look-]", "[data-place^=lift-]", ".sheet .main", f"{CHOSEN} .lit [data-place]"),
    *(".announce.ready", ".token.ready", ".transport.ready", ".dig.ready"),
    *(".console:not(:has(.full)) .end-turn.ready", "li.next button", ".lit [data-place]", MINE),
]


def test_a_game_against_robots_by_mouse(play: Callable[..., Play]) -> None:
    """Whatever brings fortune, else equipment, else a station somewhere else; a turn ends once its actions are taken."""
    game = play(seats=4)
    [page], chance = game.pages, Random(1)
    while page.locator(f"{MINE}, .lit, .won").first.wait_for() or not page.locator(".won").count():
        before = page.evaluate(SEEN)
        site(page, chance.choice(page.evaluate(FIRST_OF, WAYS))).click()
        page.wait_for_function(f"(before) => ({SEEN})() !== before", arg=before)
    assert game.table.phase == Phase.OVER
    shot(page, "dig-mars-over")


# A turn


def test_a_tile_is_dug_and_transported_by_clicks_on_its_site(play: Callable[..., Play]) -> None:
    game = play(people=2, wanted=an_easy_corner)
    page, _ = game.pages
    game.settle("a1", "d4")
    site(page, "a1").click()
    expect(page.locator(".chosen [data-place=a1]")).to_be_visible()
    site(page, "a1").click()
    has_left(page, 2)
    expect(site(page, "a1")).to_have_accessible_name(re.compile("the top one face up: 2 fortune, transport difficulty 1"))
    site(page, "a1").click()
    expect(card(page, 0)).to_contain_text("2 of 40 to announce")
    assert game.table.player[0].fortune == 2
    assert game.table.pile[0].height == 2


def test_what_was_turned_up_is_not_offered_to_be_taken_back(play: Callable[..., Play]) -> None:
    game = play(wanted=an_easy_corner)
    [page] = game.pages
    game.settle("a1")
    undo = page.get_by_role("button", name="Undo", exact=True)
    page.locator("[data-place=act-move]").click()
    page.locator(".lit [data-place=b1]").click()
    expect(undo).to_be_visible()
    undo.click()
    expect(site(page, "a1")).to_have_accessible_name(re.compile("Stations: you"))
    site(page, "a1").click()
    page.locator("[data-place=here-dig]").click()
    has_left(page, 2)
    expect(undo).to_have_count(0)


def test_an_action_is_chosen_before_its_place(play: Callable[..., Play]) -> None:
    game = play(people=2, wanted=an_easy_corner)
    page, _ = game.pages
    game.settle("a1", "d4")
    page.get_by_role("button", name="Dig", exact=True).first.click()
    expect(page.locator(".lit")).to_have_count(1)
    site(page, "a1").click()
    has_left(page, 2)
    page.get_by_role("button", name="Move", exact=True).first.click()
    expect(page.locator(".lit")).to_have_count(2)  # the only station there is, to the right or down
    site(page, "b1").click()
    has_left(page, 1)
    assert game.table.player[0].stations[1] == 1
    page.get_by_role("button", name="End turn").dblclick()  # an action is left: it asks
    expect(page.locator(MINE)).to_have_count(0)


def test_an_action_that_cannot_be_taken_says_why(play: Callable[..., Play]) -> None:
    """The station is there: only its level is too low, or the tile still lies face down."""
    game = play(people=2, content=all_alike(dig=2))
    page, other = game.pages
    game.settle("b2", "d4")
    for action, reason in (("dig", "Your level is too low there"), ("transport", "That tile is still face down")):
        page.locator(f"[data-place=act-{action}]").click()
        expect(page.get_by_text(reason).first).to_be_visible()
        expect(page.locator("[aria-pressed=true]")).to_have_count(0)
    page.keyboard.press("e")  # nothing useful is left
    expect(other.locator(MINE)).to_be_visible()


def test_a_turn_that_could_go_on_is_not_ended_by_one_click(play: Callable[..., Play]) -> None:
    game = play(people=2, content=all_alike())
    page, other = game.pages
    game.settle("a1", "d4")
    page.keyboard.press("d")
    expect(page.locator("[aria-live]").filter(has_text="Choose where to dig.")).to_have_count(1)
    page.keyboard.press("e")
    expect(page.locator("header .status")).to_have_text("You can still: Dig. End turn once more to leave it.")
    page.keyboard.press("Escape")
    page.get_by_role("toolbar", name="Actions").get_by_role("button", name="End turn").click()
    expect(page.locator("header .status")).to_contain_text("You can still: Dig.")
    shot(page, "dig-mars-end-turn")
    assert game.table.turn == 0
    page.locator(MINE).click()
    expect(other.locator(MINE)).to_be_visible()
    expect(other.locator(".still")).to_contain_text("if you end your turn without one, the game ends")  # DM-A10
    expect(page.locator(".still")).to_contain_text("if Otto ends the turn without one, the game ends")
    shot(other, "dig-mars-idle")


def test_a_station_is_dragged(play: Callable[..., Play]) -> None:
    game = play()
    [page] = game.pages
    game.settle("b2")
    site(page, "b2").hover()
    page.mouse.down()
    site(page, "c3").hover()
    expect(page.locator(".ghost")).to_have_count(1)
    expect(page.locator(".lit")).to_have_count(4)
    expect(page.locator("[data-over]")).to_have_count(0)  # no station steps across a corner
    site(page, "b3").hover()
    expect(page.locator("[data-over] [data-place=b3]")).to_have_count(1)
    page.mouse.up()
    has_left(page, 2)
    expect(page.locator(".ghost")).to_have_count(0)
    assert game.table.player[0].stations[9] == 1


def test_equipment_is_bought_on_ones_own_card(play: Callable[..., Play]) -> None:
    game = play(people=2, wanted=an_easy_corner)
    page, _ = game.pages
    game.settle("a1", "d4")
    site(page, "a1").click()
    site(page, "a1").click()
    has_left(page, 2)
    site(page, "a1").click()
    page.get_by_role("button", name="Upgrade the fleet to level 2 for 1 fortune").click()
    expect(page.locator(".lit")).to_have_count(16)  # DM-18: the new station comes at once, anywhere
    site(page, "d4").click()
    expect(card(page, 0)).to_contain_text("1 of 40 to announce")
    assert game.table.player[0].stations[15] == 1


def test_shares_are_shown_before_a_tile_is_transported_and_told_afterwards(play: Callable[..., Play]) -> None:
    game = play(people=2, wanted=an_easy_corner, reduced_motion="no-preference")
    page, other = game.pages
    game.settle("a1", "a1")
    page.get_by_role("button", name="Dig", exact=True).first.click()
    site(page, "a1").click()
    page.get_by_role("button", name="Transport", exact=True).first.click()
    site(page, "a1").click()
    expect(page.locator(".shares")).to_have_text(re.compile(r"Shared:\s*you \+1\s*Otto \+1"))
    expect(page.locator(".sheet .sum")).to_have_text(re.compile(r"1\s*\+1\s*≥ 1"))
    assert game.table.player[0].fortune == 0
    shot(page, "dig-mars-sharing")
    page.locator(".sheet .main").click()
    expect(page.locator(".risen")).to_have_text(["+1", "+1"])  # over who transported, and over who shares
    expect(card(other, 1)).to_contain_text("1 of 40 to announce")
    expect(other.locator("ol li.move").last).to_contain_text("transports 2 fortune from A1: Nora 1, Otto 1.")


def test_what_is_not_possible_is_said_and_changes_nothing(play: Callable[..., Play]) -> None:
    game = play(people=2, wanted=an_easy_corner)
    page, _ = game.pages
    game.settle("a1", "d4")
    page.get_by_role("button", name="Dig", exact=True).first.click()
    site(page, "c3").click()
    expect(page.get_by_text("You have no station there.").first).to_be_visible()
    has_left(page, 3)


def test_a_turn_by_touch(play: Callable[..., Play]) -> None:
    game = play(people=2, wanted=an_easy_corner, size=PHONE, touch=True)
    page, _ = game.pages
    game.settle("a1", "d4")
    site(page, "a1").tap()
    page.locator("[data-place=here-dig]").tap()
    has_left(page, 2)
    page.locator("[data-place=here-transport]").tap()
    expect(card(page, 0)).to_contain_text("2 of 40")
    fits(page)
    for _ in ("asks", "ends"):
        page.locator(MINE).tap()
    expect(page.locator(MINE)).to_have_count(0)


def test_a_turn_by_keyboard(play: Callable[..., Play]) -> None:
    game = play(people=2, wanted=an_easy_corner)
    page, other = game.pages
    stops = page.locator(".mars [data-place]:not([tabindex='-1'])")
    stops.focus()
    page.keyboard.press("Home")
    expect(site(page, "a1")).to_be_focused()
    page.keyboard.press("Enter")
    other.locator(".lit [data-place=d4]").click()
    page.locator(MINE).wait_for()
    expect(site(page, "a1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-place=here-dig]")).to_be_focused()
    page.keyboard.press("Enter")
    has_left(page, 2)
    expect(site(page, "a1")).to_be_focused()  # what had the focus is gone: back to the site
    page.keyboard.press("ArrowDown")
    expect(site(page, "a2")).to_be_focused()
    expect(site(page, "a2")).to_have_accessible_name(re.compile("Move a station from A1 to A2"))
    page.keyboard.press("Enter")
    has_left(page, 1)
    page.keyboard.press("Escape")
    expect(site(page, "a2")).to_be_focused()
    expect(page.locator(".sheet")).to_have_count(0)
    expect(stops).to_have_count(1)
    assert game.table.player[0].stations[4] == 1


def test_a_game_by_keyboard(play: Callable[..., Play]) -> None:
    """From the first station to the announcement."""
    game = play(people=2, content=all_alike(goal=2))
    for eyes, place in zip(game.pages, ("a1", "d4"), strict=True):
        eyes.locator(f".lit [data-place={place}]").focus()
        eyes.keyboard.press("Enter")
    [page, _] = game.pages
    page.locator(MINE).wait_for()
    for left, action in ((2, "d"), (1, "t")):
        site(page, "a1").focus()
        page.keyboard.press(action)
        expect(page.locator(".act[aria-pressed=true]")).to_have_count(1)
        page.keyboard.press("Enter")
        has_left(page, left)
    page.locator(".announce.ready").wait_for()
    page.keyboard.press("a")
    expect(page.get_by_role("heading", name=re.compile("wins?\\b"))).to_be_visible()


def test_a_station_is_relocated_whoevers_it_is(play: Callable[..., Play]) -> None:
    """DM-23: where several stand, one says whose goes."""
    game = play(people=2, content=all_alike(bonus="relocate"))
    page, _ = game.pages
    game.settle("a1", "a1")
    page.get_by_role("button", name="Dig", exact=True).first.click()
    site(page, "a1").click()
    has_left(page, 2)
    page.get_by_role("button", name="relocate", exact=True).click()
    site(page, "a1").click()
    shot(page, "dig-mars-relocate")
    page.get_by_role("button", name="Otto’s station").click()
    expect(page.locator(".lit")).to_have_count(15)
    site(page, "c3").click()
    expect(site(page, "c3")).to_have_accessible_name(re.compile("Stations: Otto"))
    has_left(page, 2)  # a bonus costs no action
    assert [game.table.player[seat].stations[site] for seat, site in ((0, 0), (1, 0), (1, 10))] == [1, 0, 1]


# The end


def test_a_fortune_is_announced_as_soon_as_it_is_made(play: Callable[..., Play]) -> None:
    """DM-50."""
    game = play(people=2, content=all_alike(goal=2))
    page, other = game.pages
    game.settle("a1", "d4")
    announce = page.locator("[data-place=act-announce]")
    announce.click()
    expect(page.get_by_text("You do not have enough fortune to announce yet.").first).to_be_visible()
    expect(announce).not_to_contain_class("ready")
    site(page, "a1").click()
    site(page, "a1").click()
    has_left(page, 2)
    site(page, "a1").click()
    expect(card(page, 0)).to_contain_text("2 of 2 to announce")
    expect(announce).to_contain_class("ready")
    announce.click()
    for eyes in (page, other):
        expect(eyes.get_by_role("heading", name=re.compile("wins?\\b"))).to_be_visible()
    page.get_by_role("button", name="Look at the board").click()
    expect(card(page, 0)).to_contain_class("won")
    expect(card(page, 1)).not_to_contain_class("won")


def test_the_last_call_is_for_announcing_alone(play: Callable[..., Play], server: Serving) -> None:
    """DM-A12: under "round" the other gets a turn just for that, on the way to which everything is dug up."""
    game = play(people=2, content=all_alike(goal=50), options={"last_tile": "round"})
    page, other = game.pages
    game.settle("a1", "a1")
    emptied(server, game)
    page.reload()  # it need not show a hundred moves one after another
    page.locator(MINE).dblclick()  # an upgrade is left: it asks
    expect(other.get_by_text("Last call: announce now, or end your turn").first).to_be_visible()
    expect(other.locator(".act.ready")).to_have_count(1 + (game.table.player[1].fortune >= 50))
    shot(other, "dig-mars-last-call")
    other.locator("[data-place=act-dig]").click()
    expect(other.get_by_text("you can only announce, or end your turn").first).to_be_visible()
    other.locator(MINE).click()
    expect(other.get_by_text("The last tile is gone: the biggest fortune wins.").first).to_be_visible()


def emptied(server: Serving, game: Play) -> None:
    """All tiles but the last are transported by the player whose turn it is, and the last by the first player."""
    wanted = (Kind.TRANSPORT, Kind.DIG, Kind.MOVE, Kind.END_TURN)
    while (table := game.table).tiles_left:
        live = room_of(server, game.id).playing
        legal = {move: live.game.MOVES[move] for move in live.legal(table.turn)}
        useful = {
            move: wanted.index(row.kind)
            for move, row in legal.items()
            if (row.kind == Kind.TRANSPORT and (table.tiles_left > 1 or table.turn == 0))
            or row.kind in (Kind.DIG, Kind.END_TURN)
            or (row.kind == Kind.MOVE and table.pile[row.site].height)
        }
        run_command(server, game.id, table.turn, protocol.Play, move=min(useful, key=useful.__getitem__))


# Secrets


def test_a_fortune_is_shown_to_its_owner_alone(play: Callable[..., Play], visit: Visit) -> None:
    game = play(people=2, wanted=an_easy_corner)
    page, other = game.pages
    looking = visit(game.invitation)
    game.settle("a1", "d4")
    site(page, "a1").click()
    site(page, "a1").click()
    has_left(page, 2)
    site(page, "a1").click()
    expect(card(page, 0)).to_contain_text("2 of 40 to announce")
    for eyes in (other, looking):
        expect(eyes.locator(".mars")).to_contain_text("47 tiles left")
        expect(card(eyes, 0)).to_contain_text("fortune hidden")
        assert "2 of 40" not in eyes.content()


def test_open_fortunes_are_shown_to_all(play: Callable[..., Play]) -> None:
    game = play(people=2, options={"fortune": "open"})
    expect(card(game.pages[1], 0)).to_contain_text("0 fortune")
    expect(game.pages[0].get_by_text("The biggest fortune wins")).to_be_visible()


def test_a_soil_sample_is_remembered_for_who_took_it_alone(play: Callable[..., Play], visit: Visit) -> None:
    game = play(people=2, wanted=a_sample_in_the_corner)
    page, other = game.pages
    looking = visit(game.invitation)
    game.settle("a1", "d4")
    site(page, "a1").click()
    site(page, "a1").click()
    page.get_by_role("button", name="soil sample", exact=True).click()
    site(page, "c3").click()
    page.get_by_role("button", name="Look at the bottom tile").click()
    expect(page.locator(".peek")).to_have_count(1)
    expect(site(page, "c3")).to_have_accessible_name(re.compile("Your soil sample of the bottom tile: dig difficulty"))
    shot(page, "dig-mars-sample")
    for eyes in (other, looking):
        expect(eyes.locator(".seen")).to_have_count(1)  # everybody saw where
        expect(eyes.locator(".peek")).to_have_count(0)
        assert "soil sample of" not in eyes.content()
    page.reload()
    expect(page.locator(".peek")).to_have_count(1)


# Looks


def test_whoever_looks_on_sees_every_player_at_once(play: Callable[..., Play], visit: Visit) -> None:
    game = play(seats=4)
    looking = visit(game.invitation)
    for seat in range(4):
        expect(card(looking, seat)).to_be_in_viewport(ratio=1)
    fills(looking)


def test_a_long_name_leaves_room_for_the_stations_in_reserve(visit: Visit) -> None:
    page = visit(DOOR, size=PHONE)
    table = made(page, game="dig-mars", seats=2, name="Alexandrina-Maximiliana", robots=["beginner"], begin=True)
    page.goto(f"/t/{table.table}")
    card(page, 0).wait_for()
    name, waits = card(page, 0).locator("h3").bounding_box(), card(page, 0).locator(".waits").first.bounding_box()
    assert name
    assert waits
    assert name["x"] + name["width"] <= waits["x"]


def test_nothing_to_complain_of(play: Callable[..., Play]) -> None:
    game = play(seats=4, wanted=a_sample_in_the_corner)
    [page] = game.pages
    game.settle("a1")
    site(page, "a1").click()
    site(page, "a1").click()
    has_left(page, 2)
    for _ in at_sizes(page):
        looked_at(page, "dig-mars", whole=True)
        roams(page.locator(".mars"))
        assert page.locator(".mars [data-place]").evaluate_all(TOO_LOW) == 0


WINDOWS = ((1440, 900), (1366, 657), (1280, 600), (1024, 768), (820, 1180), (844, 390), (720, 450))
PARTS = ":is(.canyon, .console, .looked, .me, .others)"
CUT_OFF = """(board) => {  // numbers beyond the edge of their card, names broken into several lines
  const beyond = (one) => one.getBoundingClientRect().right > one.closest('.looked').getBoundingClientRect().right - 4;
  const broken = (one) => one.clientHeight > 1.7 * parseFloat(getComputedStyle(one).fontSize);
  const all = (what) => [...board.querySelectorAll(what)];
  return [...all('.overview li').filter(beyond), ...all('article h3').filter(broken)].map((one) => one.textContent);
}"""
BOXES = "(all) => JSON.stringify(all.map((one) => one.getBoundingClientRect()))"


def test_every_part_has_its_place_in_every_window(play: Callable[..., Play]) -> None:
    """All parts are whole, the board takes what the window has, and nothing that opens or changes moves anything."""
    [page] = play(seats=4, wanted=a_sample_in_the_corner, size=WINDOWS[0]).pages
    page.locator(".lit [data-place=a1]").click()
    page.locator(MINE).wait_for()
    parts = page.locator(f".mars {PARTS}")
    for width, height in at_sizes(page, WINDOWS):
        for part in parts.all():
            expect(part).to_be_in_viewport(ratio=0.99)
        assert page.locator(".mars").evaluate(CUT_OFF) == []
        before = parts.evaluate_all(BOXES)
        site(page, "a1").click()
        page.locator(".sheet").wait_for()
        shot(page, f"dig-mars-parts-{width}")
        assert parts.evaluate_all(BOXES) == before
        page.keyboard.press("Escape")
        page.locator(".overview").wait_for()
        board, canyon = page.locator(".mars").bounding_box(), page.locator(".canyon").bounding_box()
        assert board
        assert canyon
        fills_height, fills_width = canyon["height"] / board["height"], canyon["width"] / board["width"]
        assert max(fills_height, fills_width) > (0.9 if width > 1.5 * height and width > 800 else 0.6)
    boxes = parts.evaluate_all(BOXES)
    site(page, "a1").click()
    site(page, "a1").click()  # digs: a bonus comes
    page.locator(".token").wait_for()
    assert parts.evaluate_all(BOXES) == boxes


def test_what_is_left_and_taken_is_counted_for_all(play: Callable[..., Play]) -> None:
    game = play(people=2, content=all_alike())
    page, other = game.pages
    game.settle("a1", "d4")
    expect(other.get_by_role("list").filter(has_text="48 of dig difficulty 1")).to_be_visible()
    site(page, "a1").click()
    site(page, "a1").click()
    has_left(page, 2)
    site(page, "a1").click()
    expect(other.get_by_role("list").filter(has_text="47 of dig difficulty 1")).to_be_visible()
    expect(card(other, 0).locator(".taken")).to_have_text(re.compile("1 tile taken"))
    expect(card(other, 1).locator(".taken")).to_have_text(re.compile("No tiles taken"))
    button = page.get_by_role("button", name="Upgrade the fleet to level 2 for 1 fortune")
    box = button.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44
    expect(page.locator('[data-anchor="gear-0-fleet"] .price')).to_have_text(re.compile(r"\+\s*1"))


SEE = """() => {
    const look = () => (window.announced ||= document.querySelector('.announced strong')?.textContent);
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
}"""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_an_announcement_is_a_show_for_everybody(play: Callable[..., Play], motion: str) -> None:
    game = play(people=2, content=all_alike(goal=2), reduced_motion=motion)
    page, _ = game.pages
    game.settle("a1", "d4")
    site(page, "a1").click()
    site(page, "a1").click()
    has_left(page, 2)
    site(page, "a1").click()
    page.locator(".announce.ready").wait_for()
    for eyes in game.pages:
        eyes.evaluate(SEE)
    page.locator(".announce.ready").click()
    for eyes in game.pages:
        expect(eyes.get_by_role("heading", name=re.compile("wins?\\b"))).to_be_visible()
        assert eyes.evaluate("window.announced") == "Nora announces 2 fortune!"


def test_a_number_rises_where_a_phone_shows_it(play: Callable[..., Play]) -> None:
    """The cards of the others are further down: there it rises from their stations."""
    game = play(people=2, wanted=an_easy_corner, size=PHONE, reduced_motion="no-preference")
    page, _ = game.pages
    game.settle("a1", "a1")
    page.locator("[data-place=act-dig]").click()
    site(page, "a1").click()
    has_left(page, 2)
    page.locator("[data-place=here-transport]").click()
    expect(page.locator(".risen")).to_have_text(["+1", "+1"])
    places = page.locator(".risen").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().top + 20)")
    assert all(0 < top < PHONE[1] - 46 for top in places), places
