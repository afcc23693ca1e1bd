"""Axe on screens that no other file checks, on phone and desktop, in light and dark: closed tables, the menu, thefts, a lost connection."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.play.boards.diadingo import Play, draw, lift, two_alike_then_a_theft
from tests.play.boards.digging import Digger
from tests.play.steps.commands import person
from tests.play.steps.dealing import deal
from tests.play.steps.page_checks import DESKTOP, PHONE, Size, at_sizes, axe, fits, looked_at, shot
from tests.play.steps.serving import Serving
from tests.play.steps.visiting import CUT, DOOR, Visit

SHUT = {
    "nowhere": "/nowhere",
    "no-table": "/t/aaaaaaaaaaaa",
    "no-game": "/new/whist",
    "no-rules": "/rules/whist",
    "no-lesson": "/learn/whist",
}
PAGES = (
    "Invite link (players and spectators)",
    "Rules at this table",
    "Fairness proof",
    "Move my seat to another device",
    "Let a robot play for me",
    "Resign (a robot plays on)",
    "Close the table",
)
SLOW = {"pace": 10, "throws": 8}  # sand for five minutes


def looked_at_both(page: Page, name: str) -> None:
    for _ in at_sizes(page, (PHONE, DESKTOP)):
        looked_at(page, name)


def at_table(visit: Visit, server: Serving, size: Size = DESKTOP) -> Page:
    """Nora's window at Dig Mars, with her to move."""
    page = visit(DOOR, size=size)
    table = deal(server, page, "dig-mars", 2, options={"first": 1})
    page.goto(f"/t/{table}?seat=0")
    page.locator("[data-place]").first.wait_for()
    return page


def test_doors_that_lead_nowhere(visit: Visit) -> None:
    visit.wants("a status of 404")  # the browser notes every answer that is no 200
    page = visit("/")
    for name, door in SHUT.items():
        page.goto(door)
        page.get_by_role("heading", level=1).wait_for()
        page.wait_for_load_state("networkidle")
        looked_at_both(page, name)


def test_the_pages_of_the_menu(visit: Visit, server: Serving) -> None:
    page = at_table(visit, server)
    for name in PAGES:
        page.get_by_role("button", name="This table").click()
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("dialog").get_by_role("heading")).to_be_focused()
        looked_at_both(page, f"menu-{name.split()[0].lower()}")
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_somebody_a_refusal_and_a_lost_line(visit: Visit, server: Serving, size: Size) -> None:
    visit.wants(*CUT)
    page = at_table(visit, server, size)
    if size == PHONE:
        page.get_by_role("button", name="Players").click()
    person(page, "Robot 1").click()
    looked_at(page, "person")
    page.keyboard.press("Escape")
    if size == PHONE:
        page.get_by_role("button", name="Players").click()
    page.keyboard.press("u")
    page.get_by_role("region", name="Not possible").wait_for()
    looked_at(page, "refused")
    page.context.set_offline(True)
    expect(page.get_by_text("Connection lost.")).to_be_visible()
    looked_at(page, "lost")
    page.context.set_offline(False)
    expect(page.get_by_text("Connection lost.")).to_have_count(0)


LIT = {"digger": ".throw.isLit", "diadingo": ".pile.lit .back", "dig-mars": ".lit"}


@pytest.mark.parametrize("game", LIT)
def test_boards_in_forced_colours(visit: Visit, server: Serving, game: str) -> None:
    """Highlights show as outlines, and axe finds nothing."""
    page = visit("/rules/" + game, forced_colors="active")
    page.goto(f"/t/{deal(server, page, game, 2, options={'first': 1})}?seat=0")
    lit = page.locator(LIT[game]).first
    lit.wait_for()
    shown = "(one) => [getComputedStyle(one).outlineStyle, getComputedStyle(one, '::after').borderStyle].some((style) => style !== 'none')"
    assert lit.evaluate(shown)
    for width, _ in at_sizes(page, (PHONE, DESKTOP)):
        axe(page, but=("color-contrast",))  # the colours are the system's; a page is told its own
        shot(page, f"forced-{game}-{width}")
        fits(page)


def test_a_hand_in_a_crate(visit: Visit, server: Serving) -> None:
    ada = Digger(visit, server, options=SLOW)
    ada.reaches()
    ada.theft.locator(".stage").wait_for()
    looked_at_both(ada.page, "digger-theft")
    ada.theft.get_by_role("button", name=re.compile("marker")).click()
    ada.theft.locator(".bar").wait_for()
    looked_at_both(ada.page, "digger-marker")


def test_a_thief_who_chooses(visit: Visit, server: Serving) -> None:
    game = Play(server, visit, 2, people=2, wanted=two_alike_then_a_theft)
    thief, victim = game.pages
    draw(thief)
    lift(thief, game.a_place(fixed=1))
    draw(victim)
    lift(victim, game.a_place(fixed=0))
    draw(thief)
    thief.locator("[data-theft]").first.wait_for()
    looked_at_both(thief, "diadingo-theft")
