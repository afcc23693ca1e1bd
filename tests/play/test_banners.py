"""The banner above a board, in a real browser."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from filon.house import protocol
from tests.play.steps.commands import made, room_of, run_command
from tests.play.steps.page_checks import PHONE, axe, fits, shot
from tests.play.steps.serving import Serving
from tests.play.steps.visiting import DOOR, Visit


def begun(visit: Visit, server: Serving, pace: str = "live") -> tuple[Page, Page, Page]:
    """The host, a friend on a phone, and somebody who looks on."""
    host, friend = visit(DOOR), visit(DOOR, size=PHONE, touch=True, dark=True)
    table = made(host, game="dig-mars", seats=2, name="Ada", pace=pace)
    link = f"/t/{table.table}?invite={table.invite}"
    friend.goto(link)
    friend.get_by_label("Your name").fill("Bram")
    friend.get_by_role("button", name="Join", exact=True).click()
    expect(friend.get_by_role("button", name="Leave seat")).to_be_visible()
    run_command(server, table.table, 0, protocol.Begin)
    host.goto(link)
    watcher = visit(link)
    for page in (host, friend, watcher):
        page.locator("[data-place]").first.wait_for()
    return host, friend, watcher


def table_of(page: Page) -> str:
    return page.url.split("/t/")[1].split("?")[0]


def test_the_page_says_who_plays_for_whom_who_is_away_and_who_looks_on(visit: Visit, server: Serving) -> None:
    host, friend, watcher = begun(visit, server)
    table = table_of(host)
    mover = room_of(server, table).playing.actor
    page = (host, friend)[mover]
    expect(watcher.get_by_text("You are watching this game.")).to_be_visible()
    expect(page.locator(".lit").first).to_be_visible()
    run_command(server, table, mover, protocol.Robot, level="expert", seat=mover)
    expect(page.get_by_text("A robot is playing for you.")).to_be_visible()
    expect(page.locator(".lit")).to_have_count(0)
    expect(page.get_by_role("button", name="Take back", exact=True)).to_have_count(0)
    shot(page, "banner-robot")
    axe(page)
    fits(page)
    page.get_by_role("button", name="Take back control").click()
    expect(page.get_by_text("A robot is playing for you.")).to_have_count(0)
    friend.close()
    expect(host.get_by_text("offline", exact=True)).to_be_visible()
    server.pass_time(61)
    server.does(server.served.house.update_presence())
    expect(host.get_by_text(re.compile(r"Bram has been offline for 1:\d\d\."))).to_be_visible()
    shot(host, "banner-away")
    host.get_by_role("button", name="Let a robot play").click()
    host.get_by_role("dialog", name="Bram").get_by_role("button", name="Casual").click()
    expect(host.get_by_text("has been offline")).to_have_count(0)
    assert room_of(server, table).chairs[1].robot == "casual"


def test_a_turn_based_table_says_until_when_one_may_think(visit: Visit, server: Serving) -> None:
    host, friend, _ = begun(visit, server, pace="post")
    mover = room_of(server, table_of(host)).playing.actor
    pages = [host, friend]
    expect(pages[mover].get_by_text(re.compile(r"you can take until \w+day"))).to_be_visible()
    expect(pages[1 - mover].get_by_text(re.compile(rf"{('Ada', 'Bram')[mover]} can take until \w+day"))).to_be_visible()
    shot(friend, "banner-post")
    fits(friend)
    host.get_by_role("button", name="This table").click()
    host.get_by_role("dialog").get_by_role("button", name="Notify me when it is my turn").click()
    expect(host.get_by_role("dialog").get_by_role("status")).to_contain_text("Your browser does not allow it.")
    host.get_by_role("button", name="Close").click()
    friend.context.grant_permissions(["notifications"])
    friend.reload()
    friend.locator("[data-place]").first.wait_for()
    expect(friend.get_by_role("heading", name="The board")).to_be_focused()


def test_forced_colours_show_what_is_chosen_and_what_is_a_button(visit: Visit) -> None:
    page = visit("/new/digger", forced_colors="active")
    strip = page.locator("fieldset").filter(has=page.locator("input:checked + span")).first
    colour = "(one) => getComputedStyle(one).backgroundColor"
    chosen, other = strip.locator("input:checked + span").first, strip.locator("input:not(:checked) + span").first
    assert chosen.evaluate(colour) != other.evaluate(colour)
    main = page.locator(".btn.primary").first
    assert main.evaluate("(one) => getComputedStyle(one).borderTopWidth") == "1px"
    assert main.evaluate(colour) == chosen.evaluate(colour)
    shot(page, "forced-colours")
    axe(page)
