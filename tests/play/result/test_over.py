"""The end of a game in a real browser: the result, what is kept of it, and the rematch."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect

from filon.house import protocol
from tests.play.steps.commands import finished, made, room_of, run_command
from tests.play.steps.eyes import DESKTOP, PHONE, at_sizes, axe, looked_at
from tests.play.steps.serving import Serving
from tests.play.steps.visiting import Visit


def over(visit: Visit, server: Serving, seats: int = 2, **how: object) -> tuple[Page, str]:
    """A finished game that robots have played to its end for everybody."""
    page = visit("/rules/dig-mars", **how)
    table = made(page, game="dig-mars", seats=seats, name="Ada", robots=["casual"] * (seats - 1), begin=True).table
    run_command(server, table, 0, protocol.Robot, seat=0, level="casual")
    finished(server, table)
    page.goto(f"/t/{table}")
    page.locator("#result").wait_for()
    return page, table


def test_the_result_is_explained(visit: Visit, server: Serving) -> None:
    page, table = over(visit, server)
    live = room_of(server, table).playing
    total = page.get_by_role("row", name="Total").get_by_role("cell")
    assert sorted(map(int, total.all_inner_texts())) == sorted(live.game.scores(live.table))
    expect(page.get_by_role("img", name="Scores from the first move to the last")).to_be_visible()
    page.get_by_role("button", name="Look at the board").click()
    page.locator("[data-anchor]").first.wait_for()
    page.get_by_role("button", name="Result").click()
    expect(page.get_by_role("row", name="Place")).to_be_visible()


def test_everybodys_points_are_in_sight_on_a_phone(visit: Visit, server: Serving) -> None:
    page, _ = over(visit, server, seats=4, size=PHONE, language="fr")
    last = page.get_by_role("row", name="Total").get_by_role("cell").last.bounding_box()
    assert last
    assert last["x"] + last["width"] <= PHONE[0]


def test_a_game_ends_while_one_watches(visit: Visit, server: Serving) -> None:
    page = visit("/rules/dig-mars")
    table = made(page, game="dig-mars", seats=2, name="Ada", robots=["casual"], begin=True).table
    page.goto(f"/t/{table}")
    page.locator("[data-place]").first.wait_for()
    run_command(server, table, 0, protocol.Robot, seat=0, level="casual")
    finished(server, table)
    page.get_by_role("heading", name=re.compile("wins?\\b")).wait_for()


def test_the_game_is_kept_as_a_file_and_leads_to_its_replay(visit: Visit, server: Serving) -> None:
    page, table = over(visit, server)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert json.loads(download.value.path().read_text("utf-8"))["table"] == table
    page.get_by_role("link", name="Verify this game").click()
    expect(page.get_by_text("Yes: everything checks out.")).to_be_visible()


def test_a_rematch_by_other_rules_and_others_follow(visit: Visit, server: Serving) -> None:
    page, table = over(visit, server)
    other = visit(f"/t/{table}", beside=page)
    page.get_by_role("button", name="Play again").click()
    page.get_by_text("Change the options").click()
    page.get_by_label("Open: everyone sees all fortunes").check()
    page.get_by_text("Why? Rule DM-A", exact=False).first.click()
    expect(page.locator("dialog details details[open] p").first).not_to_be_empty()
    axe(page)
    page.get_by_role("button", name="Create the rematch").click()
    page.wait_for_url(lambda url: table not in url)
    expect(page.get_by_role("button", name="Start the game")).to_be_enabled()
    assert room_of(server, page.url.rpartition("/")[2]).opened.options["fortune"] == "open"
    other.get_by_role("button", name="Join the rematch").click()
    other.wait_for_url(page.url)


def test_whoever_looks_on_is_not_sent_to_a_door_that_is_shut(visit: Visit, server: Serving) -> None:
    page, table = over(visit, server)
    onlooker = visit(f"/t/{table}?invite={room_of(server, table).opened.invite}")
    onlooker.get_by_role("heading", name=re.compile("wins?\\b")).wait_for()
    run_command(server, table, 0, protocol.Rematch, options={})
    expect(page.get_by_role("button", name="Join the rematch")).to_be_visible()
    expect(onlooker.get_by_text("Everyone is invited to a rematch.").first).to_be_visible()
    expect(onlooker.get_by_role("button", name="Join the rematch")).to_have_count(0)


def test_the_result_is_open_to_everybody(visit: Visit, server: Serving) -> None:
    page, _ = over(visit, server)
    page.get_by_role("img", name="Scores from the first move to the last").wait_for()
    lobby = page.get_by_role("link", name="Back to the lobby", exact=True)
    for _ in at_sizes(page, (PHONE, DESKTOP)):
        lobby.scroll_into_view_if_needed()  # or a phone's bar lies over a button halfway down
        looked_at(page, "result", whole=True)
