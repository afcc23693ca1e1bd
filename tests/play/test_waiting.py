"""The waiting room in a real browser: chairs, the invitation, robots, the host."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from filon.house import protocol
from tests.play.steps.commands import made, room_of, run_command
from tests.play.steps.page_checks import DESKTOP, PHONE, SMALLEST, at_sizes, axe, fits, looked_at, shot
from tests.play.steps.serving import Serving
from tests.play.steps.visiting import DOOR, Visit


def opened(visit: Visit, seats: int = 2, game: str = "dig-mars", **how: object) -> tuple[Page, str]:
    """A host at a new table, and the link that the waiting room shows."""
    page = visit(DOOR, **how)
    page.goto(f"/t/{made(page, game=game, seats=seats, name='Ada').table}")
    return page, page.get_by_label("Link to this table").input_value()


def joined(visit: Visit, link: str, name: str, **how: object) -> Page:
    """A page that joined by the link, which asks for a name and nothing else."""
    page = visit(link, **how)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join", exact=True).click()
    return page


def test_friends_join_by_the_link_and_the_host_begins(visit: Visit) -> None:
    host, link = opened(visit)
    friend = joined(visit, link, "Bram", size=PHONE, touch=True)
    expect(friend.get_by_text("Everyone is here. Waiting for the host to start.").first).to_be_visible()
    expect(host.get_by_text("Bram", exact=True)).to_be_visible()
    host.get_by_role("button", name="Start the game").click()
    for page in (host, friend):
        page.locator("[data-place]").first.wait_for()
    friend.reload()
    friend.locator("[data-place]").first.wait_for()


@pytest.mark.parametrize(("size", "dark"), [(DESKTOP, False), (PHONE, True)])
def test_friends_seat_a_robot_and_begin_when_the_host_does_not_come_back(
    visit: Visit, server: Serving, size: tuple[int, int], dark: bool
) -> None:
    host, link = opened(visit, seats=3)
    friend = joined(visit, link, "Bram", size=size, dark=dark)
    begin, robot = friend.get_by_role("button", name="Start the game"), friend.get_by_role("button", name="Robot for seat 3")
    expect(friend.get_by_role("button", name="Leave seat")).to_be_visible()
    assert (begin.count(), robot.count()) == (0, 0)
    host.close()
    expect(friend.get_by_text("offline", exact=True)).to_be_visible()
    server.pass_time(61)
    server.does(server.served.house.update_presence())
    robot.click()
    friend.get_by_role("dialog").get_by_role("button", name="Beginner").click()
    expect(friend.get_by_text("The host is offline: you can start.").first).to_be_visible()
    shot(friend, f"waiting-without-host-{size[0]}")
    begin.click()
    friend.locator("[data-place]").first.wait_for()


def test_the_link_can_be_copied_where_pages_have_no_clipboard(visit: Visit) -> None:
    host, link = opened(visit, nearby=True)
    assert link.startswith("http://filon.test")
    host.get_by_role("button", name="Copy link").click()
    expect(host.get_by_role("button", name="Copied")).to_be_visible()
    host.get_by_role("textbox", name="Write a message").focus()
    host.keyboard.press("Control+V")
    expect(host.get_by_role("textbox", name="Write a message")).to_have_value(link)


def test_a_link_that_cannot_be_copied_is_not_said_to_be(visit: Visit) -> None:
    host, _ = opened(visit, nearby=True)
    host.evaluate("document.execCommand = () => false")
    host.get_by_role("button", name="Copy link").click()
    expect(host.get_by_role("button", name="Could not copy")).to_be_visible()


def test_the_rules_are_one_key_away_while_one_waits(visit: Visit) -> None:
    host, _ = opened(visit)
    host.keyboard.press("r")
    expect(host.get_by_role("dialog", name="Rules of Dig Mars")).to_contain_text("DM-01")
    host.keyboard.press("Escape")
    host.get_by_role("button", name="Rules", exact=True).click()
    expect(host.get_by_role("dialog", name="Rules of Dig Mars")).to_be_visible()


def test_the_commitment_is_shown_before_the_game_and_during_it(visit: Visit, server: Serving) -> None:
    host, _ = opened(visit)
    commit = room_of(server, host.url.rpartition("/")[2]).opened.commit
    host.get_by_text("Fairness proof").click()
    expect(host.get_by_text(commit)).to_be_visible()
    host.get_by_role("button", name="This table").click()
    host.get_by_role("dialog").get_by_role("button", name="Fairness proof").click()
    expect(host.get_by_role("dialog").get_by_text(commit)).to_be_visible()
    axe(host)


def test_the_code_beside_the_link_is_drawn(visit: Visit) -> None:
    host, _ = opened(visit)
    drawn = host.get_by_role("img", name="QR code of the link").locator("path").get_attribute("d")
    assert str(drawn).count("M") > 300


def test_a_name_that_is_taken_is_said(visit: Visit) -> None:
    _, link = opened(visit)
    other = joined(visit, link, "ada")
    expect(other.get_by_text("This name is already taken here.").first).to_be_visible()
    expect(other.get_by_role("button", name="Join", exact=True)).to_be_enabled()


def test_robots_come_and_go(visit: Visit, server: Serving) -> None:
    host, _ = opened(visit, seats=3)
    begin = host.get_by_role("button", name="Start the game")
    expect(begin).to_be_disabled()
    host.get_by_role("button", name="Robot for seat 2").click()
    host.get_by_role("button", name="Expert").click()
    host.get_by_role("button", name="Robot for seat 3").click()
    host.get_by_role("button", name="Casual").click()
    expect(begin).to_be_enabled()
    expert = host.locator(".seat", has_text="Robot, Expert").locator("b").inner_text()
    host.get_by_role("button", name=f"Remove {expert}").click()
    expect(begin).to_be_disabled()
    expect(host.get_by_text("Seat 2")).to_be_visible()


def test_a_guest_stands_up_and_another_is_sent_away(visit: Visit) -> None:
    host, link = opened(visit)
    first = joined(visit, link, "Bram")
    first.get_by_role("button", name="Leave seat").click()
    expect(host.get_by_text("Seat 2")).to_be_visible()
    second = joined(visit, link, "Chloé")
    host.get_by_role("button", name="Remove Chloé").click()
    asked = host.get_by_role("dialog", name="Remove Chloé")
    expect(asked.get_by_text("can’t come back to this table until you allow it")).to_be_visible()
    asked.get_by_role("button", name="Cancel").click()
    expect(host.get_by_text("Chloé", exact=True)).to_be_visible()
    host.get_by_role("button", name="Remove Chloé").click()
    asked.get_by_role("button", name="Remove player").click()
    expect(second.get_by_role("heading", name="You were removed from this table")).to_be_visible()
    axe(second)
    second.get_by_role("link", name="Back to the lobby").click()
    second.wait_for_url("**/")
    shot(host, "waiting-sent-away")
    axe(host)
    host.get_by_role("button", name="Let back in Chloé").click()
    expect(host.get_by_text("Chloé was removed.")).to_have_count(0)
    second.goto(link)
    second.get_by_role("button", name="Join", exact=True).click()
    expect(host.get_by_text("Chloé", exact=True)).to_be_visible()


def test_where_somebody_was_faster_the_other_free_chair_is_offered(visit: Visit) -> None:
    _, link = opened(visit, seats=3)
    slow = visit(link)
    slow.get_by_role("button", name="Join here, on seat 2").click()
    form = slow.get_by_role("dialog", name="Join this table")
    expect(form.get_by_label("Your name")).to_be_focused()
    form.get_by_label("Your name").fill("Chloé")
    joined(visit, link, "Bram")
    expect(form.get_by_role("alert")).to_have_text("This seat has just been taken. Seat 3 is still free.")
    expect(form.get_by_label("Your name")).to_have_value("Chloé")
    shot(slow, "waiting-seat-taken")
    form.get_by_role("button", name="Join", exact=True).click()
    expect(slow.get_by_role("button", name="Leave seat")).to_be_visible()


def test_a_seat_may_choose_how_it_plays(visit: Visit, server: Serving) -> None:
    host, link = opened(visit, game="digger")
    guest = visit(link)
    guest.get_by_text("Your own options").click()
    guest.get_by_label("By timing").check()
    guest.get_by_label("Your name").fill("Bram")
    guest.get_by_role("button", name="Join", exact=True).click()
    expect(guest.get_by_role("button", name="Leave seat")).to_be_visible()
    assert room_of(server, host.url.rpartition("/")[2]).chairs[1].own == {"hand": "timing"}


def test_sitting_down_adds_to_chance(visit: Visit, server: Serving) -> None:
    host, link = opened(visit)
    joined(visit, link, "Bram").get_by_role("button", name="Leave seat").wait_for()
    assert len(room_of(server, host.url.rpartition("/")[2]).chairs[1].entropy) == 32


def test_the_room_is_open_to_everybody(visit: Visit) -> None:
    host, link = opened(visit, seats=4)
    for _ in at_sizes(host):
        looked_at(host, "waiting", whole=True)
    guest = visit(link)
    guest.get_by_label("Your name").wait_for()
    for _ in at_sizes(guest):
        looked_at(guest, "joining", whole=True)


@pytest.mark.parametrize(("language", "asked"), [("fr", "Votre nom"), ("nl", "Je naam")])
def test_the_room_speaks_the_guests_language_and_has_room_for_it(visit: Visit, language: str, asked: str) -> None:
    _, link = opened(visit)
    guest = visit(link, language=language, size=SMALLEST)
    guest.get_by_label(asked).fill("Bram")
    guest.get_by_label(asked).press("Enter")
    expect(guest.locator("[data-chat]")).to_be_visible()
    fits(guest)


def test_a_table_that_is_not_there_is_said_kindly(visit: Visit) -> None:
    for path in ("/t/nothing-like-it", "/t/x"):
        page = visit(path)
        expect(page.get_by_text("This table does not exist, or you have no access to it.")).to_be_visible()
        axe(page)


def test_the_host_changes_the_table_and_everybody_sees_it(visit: Visit, server: Serving) -> None:
    host, link = opened(visit, seats=2)
    guest = joined(visit, link, "Bram")
    expect(guest.get_by_text("Change this table")).to_have_count(0)
    host.get_by_text("Change this table").click()
    host.get_by_role("radio", name="3 players").check()
    expect(guest.get_by_text("The host has changed: 3 players")).to_be_visible()
    expect(guest.get_by_text("Seat 3")).to_be_visible()
    host.get_by_label("Open: everyone sees all fortunes").check()
    expect(guest.locator("dd", has_text="Open: everyone sees all fortunes")).to_be_visible()
    host.get_by_role("radio", name="Turn-based").check()
    expect(guest.get_by_role("listitem").get_by_text("Turn-based", exact=True)).to_be_visible()
    host.get_by_role("radio", name="Public").check()
    expect(visit("/").get_by_role("heading", name="Public tables").locator("xpath=..").get_by_text("Ada", exact=True)).to_be_visible()
    for _ in at_sizes(host):
        looked_at(host, "waiting-change", whole=True)
    shot(guest, "waiting-changed", whole=True)
    host.get_by_role("radio", name="2 players").check()
    host.get_by_role("button", name="Start the game").click()
    guest.get_by_role("button", name="Log").click()
    expect(guest.get_by_text("The host changes the table: 3 players.")).to_be_visible()
    guest.get_by_role("button", name="This table").click()
    guest.get_by_role("button", name="Rules at this table").click()
    expect(guest.get_by_role("dialog").get_by_text("Open: everyone sees all fortunes")).to_be_visible()
    axe(guest)
    shot(guest, "menu-rules")
    guest.keyboard.press("Escape")
    guest.get_by_role("button", name="Rules", exact=True).click()
    clause = guest.get_by_role("dialog").locator("#DM-A7")
    expect(clause.get_by_text("At this table: Open: everyone sees all fortunes")).to_be_visible()
    clause.scroll_into_view_if_needed()
    shot(guest, "rules-here")


def test_a_spectator_without_the_invitation_leaves_where_the_table_becomes_private(visit: Visit, server: Serving) -> None:
    page = visit("/rules/dig-mars")
    table = made(page, game="dig-mars", seats=2, name="Ada", is_public=True).table
    onlooker = visit(f"/t/{table}")
    onlooker.get_by_role("button", name="Join", exact=True).wait_for()
    run_command(server, table, 0, protocol.Change, is_public=False)
    expect(onlooker.get_by_role("status").get_by_text("This table does not exist, or you have no access to it.")).to_be_visible()
