"""Messages that show above every open dialog, in a real browser: refusals, a lost connection, a closed table, a thinking robot."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.sync_api import Page, Route, expect

from filon.house import protocol
from filon.house.robots.pool import Question, ask_in_process
from tests.play.boards.digging import Digger
from tests.play.steps.commands import finished, made, person, plays, room_of, run_command
from tests.play.steps.dealing import deal
from tests.play.steps.page_checks import DESKTOP, PHONE, at_sizes, axe, looked_at
from tests.play.steps.serving import Serving
from tests.play.steps.visiting import CUT, DOOR, Visit

PLACE = "[data-place]"
STOP = f"{PLACE}:not([tabindex='-1']):visible"
STORY = "Game log"
BESIDE = """(status) => {
  const text = document.createRange();
  text.selectNodeContents(status.querySelector('span').firstChild ?? status.firstChild);
  const dots = status.querySelector('[aria-hidden]').getBoundingClientRect();
  const last = [...text.getClientRects()].at(-1);
  return dots.left >= last.right && dots.top < last.bottom;
}"""
SLOW = {"pace": 10, "throws": 8}  # sand for five minutes


def at_table(visit: Visit, server: Serving, people: int = 2, game: str = "dig-mars", **how: object) -> tuple[Page, str]:
    """Nora's window, with her to move."""
    page = visit(DOOR, **how)
    table = deal(server, page, game, 2, people, options={"first": 1})
    page.goto(f"/t/{table}?seat=0")
    page.locator(PLACE).first.wait_for()
    return page, table


# Over a window


def test_a_refusal_is_seen_heard_and_closed_over_a_dialog(visit: Visit) -> None:
    host = visit(DOOR)
    table = made(host, game="dig-mars", seats=3, name="Ada")
    guest = visit(f"/t/{table.table}?invite={table.invite}", size=PHONE)
    guest.get_by_role("button", name="Join here, on seat 3").click()
    window = guest.get_by_role("dialog", name="Join this table")
    window.get_by_label("Your name").fill("ada")
    window.get_by_role("button", name="Join", exact=True).click()
    toast = window.get_by_role("region", name="Not possible")
    expect(toast).to_contain_text("This name is already taken here.")
    expect(window.locator("p[aria-live=polite]")).to_contain_text("This name is already taken here.")
    axe(guest)
    toast.get_by_role("button", name="Close").click()
    expect(toast).to_be_hidden()
    expect(window).to_be_visible()


def test_the_keyboard_goes_along_when_a_window_turns_its_page(visit: Visit, server: Serving) -> None:
    page, table = at_table(visit, server)
    menu = page.get_by_role("button", name="This table")
    menu.press("Enter")
    page.get_by_role("button", name="Invite link (players and spectators)").press("Enter")
    expect(page.get_by_role("heading", name="Invite friends")).to_be_focused()
    page.keyboard.press("r")
    expect(page.get_by_role("dialog")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(menu).to_be_focused()
    person(page, "Otto").press("Enter")
    page.get_by_role("button", name="Let a robot play for me").press("Enter")
    expect(page.get_by_role("dialog").get_by_role("heading", name="Otto")).to_be_focused()
    assert room_of(server, table).status == "playing"


def test_a_lost_line_is_said_over_a_dialog(visit: Visit, server: Serving) -> None:
    visit.wants(*CUT)
    page, _ = at_table(visit, server)
    page.keyboard.press("r")
    page.context.set_offline(True)
    window = page.get_by_role("dialog", name="Rules of Dig Mars")
    expect(window.get_by_text("Connection lost.")).to_be_visible()
    window.get_by_role("button", name="Try now").click()
    page.context.set_offline(False)
    expect(page.get_by_text("Connection lost.")).to_have_count(0)


def test_a_lost_line_is_said_over_a_theft(visit: Visit, server: Serving) -> None:
    visit.wants(*CUT)
    ada = Digger(visit, server, options=SLOW)
    ada.reaches()
    ada.page.context.set_offline(True)
    lost = ada.page.get_by_role("dialog").get_by_text("Connection lost.")
    expect(lost).to_be_visible()
    ada.page.context.set_offline(False)
    expect(lost).to_have_count(0)


# What keeps one from a table


def test_a_board_that_does_not_come_is_said_with_ways_out(visit: Visit, server: Serving) -> None:
    visit.wants(*CUT)
    page = visit(DOOR)
    table = deal(server, page, "dig-mars", 2, options={"first": 1})
    page.route(re.compile(r"/assets/table-.*\.js"), lambda route: route.abort())
    page.goto(f"/t/{table}")
    expect(page.get_by_role("heading", name="This table is not available")).to_be_visible()
    expect(page.get_by_role("link", name="Back to the lobby")).to_be_visible()
    axe(page)
    page.unroute(re.compile(r"/assets/table-.*\.js"))
    page.get_by_role("button", name="Try again").click()
    page.locator(PLACE).first.wait_for()


def test_a_server_that_does_not_answer_is_said_and_come_back_to(visit: Visit, server: Serving) -> None:
    visit.wants(*CUT)

    def away(route: Route) -> None:
        route.abort()

    page = visit(DOOR)
    table = deal(server, page, "dig-mars", 2, options={"first": 1})
    page.route("**/api/device", away)
    page.goto(f"/t/{table}")
    expect(page.get_by_text("The server cannot be reached.")).to_be_visible()
    page.unroute("**/api/device", away)
    page.locator(PLACE).first.wait_for()


# People


@pytest.mark.parametrize(("who", "said"), [("Robot 1", "A robot plays here: Beginner."), ("Nora", "This is your seat.")])
def test_everybody_has_something_said_about_them(visit: Visit, server: Serving, who: str, said: str) -> None:
    page, _ = at_table(visit, server, people=1)
    person(page, who).click()
    expect(page.get_by_role("dialog", name=who)).to_contain_text(said)
    axe(page)


def test_a_robot_that_thinks_is_seen_thinking(visit: Visit, server: Serving) -> None:
    thought = server.does(_event())

    async def slowly(question: Question) -> int:
        await thought.wait()
        return await ask_in_process(question)

    page, table = at_table(visit, server, people=1)
    server.served.house.ask_robot = slowly
    plays(server, table, "place")
    expect(person(page, "Robot 1")).to_contain_text("thinking")
    assert person(page, "Robot 1").locator("b").evaluate("(name) => name.scrollWidth <= name.clientWidth")
    expect(page.locator("[aria-live=polite]").last).to_contain_text("Robot 1 is thinking")
    axe(page)
    for _ in at_sizes(page):
        assert page.locator("header .status").evaluate(BESIDE), "the dots stand after the sentence"
    server.does(_now(thought))
    expect(page.locator("header .called")).to_be_visible()
    expect(person(page, "Robot 1")).not_to_contain_text("thinking")


async def _event() -> asyncio.Event:
    return asyncio.Event()


async def _now(event: asyncio.Event) -> None:
    event.set()


# The story by finger, and letters


def test_a_tapped_line_shows_its_place_on_a_phone(visit: Visit, server: Serving) -> None:
    page, table = at_table(visit, server, size=PHONE, touch=True)
    plays(server, table, "place")
    page.get_by_role("button", name="Log").tap()
    line = page.get_by_role("list", name=STORY).get_by_role("button").last
    expect(line).to_contain_text("Nora puts a station")
    assert line.bounding_box()["height"] >= 44  # type: ignore[index]
    line.tap()
    expect(page.get_by_role("list", name=STORY)).to_have_count(0)
    expect(page.locator(".highlighted").first).to_be_in_viewport()
    expect(page.locator(".highlighted")).to_have_count(0)


def test_letters_do_nothing_once_they_are_turned_off(visit: Visit, server: Serving) -> None:
    page, _ = at_table(visit, server)
    page.get_by_role("button", name="This table").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("group", name="Single-letter shortcuts").get_by_label("Off").check()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("r")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Keyboard shortcuts").click()
    expect(page.get_by_role("dialog")).to_contain_text("Single-letter shortcuts are turned off")


# Where the focus is


def test_the_focus_goes_to_the_result_and_back_to_the_board(visit: Visit, server: Serving) -> None:
    page, table = at_table(visit, server, people=1)
    page.locator(STOP).focus()
    run_command(server, table, 0, protocol.Robot, seat=0, level="beginner")
    finished(server, table)
    expect(page.get_by_role("heading", name=re.compile("wins?\\b"))).to_be_focused()
    page.get_by_role("button", name="Look at the board").click()
    expect(page.locator(STOP)).to_be_focused()
    assert room_of(server, table).status == "over"


# For everybody


def test_what_opens_over_the_table_is_open_to_everybody(visit: Visit, server: Serving) -> None:
    page, _ = at_table(visit, server, people=1)
    for key, name in (("r", "Rules of Dig Mars"), ("?", "Keyboard shortcuts")):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog", name=name)).to_be_visible()
        for _ in at_sizes(page, (PHONE, DESKTOP)):
            looked_at(page, f"dialog-{name.split()[0]}", "dialog[open]")
        page.keyboard.press("Escape")
    page.get_by_role("button", name="This table").click()
    page.get_by_role("button", name="Settings").click()
    for _ in at_sizes(page, (PHONE, DESKTOP)):
        looked_at(page, "settings", "dialog[open]")
