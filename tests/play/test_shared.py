"""Several people at one device, one device beside another: curtains, windows of their own, a seat that moves."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.play.steps.commands import person, plays
from tests.play.steps.dealing import deal
from tests.play.steps.page_checks import DESKTOP, PHONE, at_sizes, axe, looked_at
from tests.play.steps.serving import Serving
from tests.play.steps.visiting import DOOR, Visit

BOARD = "[data-place]"


def shared(visit: Visit, server: Serving, **how: object) -> tuple[Page, str]:
    """Nora and Otto at one device."""
    page = visit(DOOR, **how)
    table = deal(server, page, "dig-mars", 2, 2, options={"first": 1})
    page.goto(f"/t/{table}")
    return page, table


def reveal(page: Page, name: str) -> None:
    page.get_by_role("button", name=f"I am {name}").click()
    page.locator(BOARD).first.wait_for()


def test_a_curtain_falls_between_two_people(visit: Visit, server: Serving) -> None:
    page, table = shared(visit, server)
    expect(page.get_by_role("heading", name="Pass the device to Nora")).to_be_visible()
    expect(page.locator(BOARD)).to_have_count(0)
    reveal(page, "Nora")
    plays(server, table, "place")
    expect(page.get_by_role("heading", name="Pass the device to Otto")).to_be_visible()
    expect(page.locator(BOARD)).to_have_count(0)
    expect(page.get_by_role("list", name="Game log")).to_have_count(0)
    page.reload()
    reveal(page, "Otto")
    plays(server, table, "place")
    expect(page.get_by_role("heading", name="Pass the device to Nora")).to_be_visible()


def test_nothing_of_the_one_before_is_left_behind_the_curtain(visit: Visit, server: Serving) -> None:
    page, table = shared(visit, server)
    reveal(page, "Nora")
    expect(page.locator(f"{BOARD}:focus")).to_have_count(1)
    page.keyboard.press("u")
    toast, spoken = page.get_by_role("region", name="Not possible"), page.locator("[aria-live=polite]").last
    expect(toast).to_be_visible()
    expect(spoken).not_to_be_empty()
    plays(server, table, "place")
    expect(page.get_by_role("heading", name="Pass the device to Otto")).to_be_visible()
    expect(toast).to_have_count(0)
    expect(spoken).to_be_empty()


def test_a_shared_table_found_in_the_lobby_again_is_behind_its_curtain(visit: Visit, server: Serving) -> None:
    page, _ = shared(visit, server)
    page.goto("/")
    page.get_by_role("link", name="Resume").click()
    expect(page.get_by_role("heading", name="Pass the device to Nora")).to_be_visible()
    expect(page.locator(BOARD)).to_have_count(0)


def test_the_curtain_is_open_to_everybody(visit: Visit, server: Serving) -> None:
    page, _ = shared(visit, server)
    expect(page.get_by_role("button", name="I am Nora")).to_be_focused()
    for _ in at_sizes(page, (PHONE, DESKTOP)):
        looked_at(page, "curtain")


def test_two_windows_of_one_browser_are_two_players(visit: Visit, server: Serving) -> None:
    page, table = shared(visit, server)
    page.goto(f"/t/{table}?seat=0")
    other = visit(f"/t/{table}?seat=1", beside=page)
    for window in (page, other):
        window.locator(BOARD).first.wait_for()
    plays(server, table, "place")
    expect(other.locator("header .status.called")).to_be_visible()
    expect(page.locator("header .status.called")).to_have_count(0)


def test_a_window_changes_its_seat_and_follows_again(visit: Visit, server: Serving) -> None:
    page, _ = shared(visit, server)
    reveal(page, "Nora")
    person(page, "Otto").click()
    page.get_by_role("button", name="Play as Otto in this window").click()
    page.wait_for_url("**seat=1")
    expect(person(page, "Otto").locator(".score")).to_be_visible()
    expect(person(page, "Nora").locator(".score")).to_have_count(0)
    page.get_by_role("button", name="This table").click()
    page.get_by_role("button", name="Follow whose turn it is on this device").click()
    expect(page.get_by_role("heading", name="Pass the device to Nora")).to_be_visible()


def test_a_seat_moves_to_another_device(visit: Visit, server: Serving) -> None:
    page, table = shared(visit, server)
    page.goto(f"/t/{table}?seat=0")
    page.get_by_role("button", name="This table").click()
    page.get_by_role("button", name="Move my seat to another device").click()
    axe(page)
    link = page.get_by_label("Link to your seat").input_value()
    phone = visit(link, size=PHONE, touch=True)
    phone.locator(BOARD).first.wait_for()
    expect(phone.locator("header .status.called")).to_be_visible()
    assert "carry" not in phone.url
    phone.reload()
    phone.locator(BOARD).first.wait_for()
    third = visit(link)
    expect(third.get_by_text("This table does not exist, or you have no access to it.")).to_be_visible()
