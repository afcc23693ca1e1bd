"""A game going on, in a real browser: who must do what, the story, talk, what is refused, undo, keys, and coming back after anything."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from filon.house import protocol
from tests.play.steps.commands import person, plays, room_of, run_command
from tests.play.steps.dealing import deal
from tests.play.steps.page_checks import PHONE, at_sizes, axe, looked_at, shot
from tests.play.steps.serving import Serving
from tests.play.steps.visiting import CUT, DOOR, Visit

STATUS = "header .status"
FIRST = {"first": 1}


def seated(visit: Visit, server: Serving, people: int = 1, game: str = "dig-mars", seats: int = 2, **how: object) -> tuple[Page, str]:
    """Nora's window at a table that has begun, with her to move; the table."""
    page = visit(DOOR, **how)
    table = deal(server, page, game, seats, people, options=FIRST)
    page.goto(f"/t/{table}?seat=0")
    page.locator("[data-place]").first.wait_for()
    return page, table


def settled_in(server: Serving, table: str, people: int) -> None:
    """Everybody has a station on the grid, and the first player begins."""
    for _ in range(people):
        plays(server, table, "place")


# Whose turn it is


def test_the_status_the_title_and_the_icon_say_whose_turn_it_is(visit: Visit, server: Serving) -> None:
    page, table = seated(visit, server, people=2)
    expect(page).to_have_title(re.compile("^● "))
    expect(person(page, "Nora").get_by_text("your turn")).to_be_visible()
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", "/icon-turn.svg")
    plays(server, table, "place")
    expect(page.locator(STATUS)).to_contain_text("Otto")
    expect(page).to_have_title(re.compile("Otto"))
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", "/icon.svg")
    expect(person(page, "Otto").get_by_text("their turn")).to_be_visible()


# The story


def test_a_line_shows_the_places_it_speaks_of(visit: Visit, server: Serving) -> None:
    page, table = seated(visit, server, people=2)
    plays(server, table, "place")
    line = page.get_by_role("list", name="Game log").get_by_role("button").last
    expect(line).to_contain_text("Nora puts a station")
    line.hover()
    expect(page.locator(".highlighted")).not_to_have_count(0)
    page.locator(STATUS).hover()
    expect(page.locator(".highlighted")).to_have_count(0)
    line.press("ArrowUp")
    expect(page.get_by_role("button", name="The game begins.")).to_be_focused()


def test_what_happens_is_said_aloud(visit: Visit, server: Serving) -> None:
    page, table = seated(visit, server, people=2)
    plays(server, table, "place")
    expect(page.locator("[aria-live=polite]").last).to_contain_text("Nora puts a station")


# Talk


def test_words_and_phrases_reach_the_others(visit: Visit, server: Serving) -> None:
    page, table = seated(visit, server, people=2)
    other = visit(f"/t/{table}?seat=1", beside=page)
    other.locator("[data-place]").first.wait_for()
    page.keyboard.press("c")
    page.keyboard.type("Have you <b>seen</b> my rover?")
    page.keyboard.press("Enter")
    expect(other.get_by_text("Have you <b>seen</b> my rover?").first).to_be_visible()
    expect(other.get_by_role("button", name="Chat 1 new message")).to_be_visible()
    other.get_by_role("button", name="Chat").click()
    other.get_by_role("button", name="Well played!").click()
    expect(page.get_by_role("list", name="Chat").get_by_text("Well played!")).to_be_visible()
    expect(other.get_by_role("button", name="Chat", exact=True)).to_be_visible()


# Refusals and undo


def test_a_refusal_says_why_and_opens_its_clause(visit: Visit, server: Serving) -> None:
    page, _ = seated(visit, server, game="diadingo")
    page.locator(".spot").first.click()
    toast = page.get_by_role("region", name="Not possible")
    expect(toast).to_contain_text("Draw a card first.")
    expect(page.locator("[aria-live=polite]").last).to_contain_text("Draw a card first.")
    toast.get_by_role("button", name=re.compile(r"^DI-\d+$")).click()
    expect(toast.locator("blockquote")).not_to_be_empty()
    axe(page)
    shot(page, "refusal")
    page.keyboard.press("Escape")
    expect(toast).to_be_hidden()


def test_a_move_is_taken_back(visit: Visit, server: Serving) -> None:
    page, table = seated(visit, server, people=2)
    settled_in(server, table, 2)
    undo = page.get_by_role("button", name="Undo", exact=True)
    expect(page.locator(STATUS)).not_to_contain_text("Otto")
    expect(undo).to_be_hidden()
    plays(server, table, "move")
    undo.click()
    expect(page.get_by_role("list", name="Game log").locator("s")).to_contain_text("Nora moves a station")
    expect(page.get_by_text("Nora undoes the last move.").first).to_be_visible()
    expect(undo).to_be_hidden()
    page.keyboard.press("u")
    expect(page.get_by_role("region", name="Not possible")).to_contain_text("You have no move to undo, or somebody has moved since.")


def test_the_end_of_a_turn_is_taken_back_until_the_next_player_moves(visit: Visit, server: Serving) -> None:
    page, table = seated(visit, server, people=2)
    settled_in(server, table, 2)
    undo = page.get_by_role("button", name="Undo", exact=True)
    plays(server, table, "move")
    plays(server, table, "end-turn")
    expect(page.locator(STATUS)).to_contain_text("Otto")
    undo.click()
    expect(page.get_by_text("Nora undoes the last move.").first).to_be_visible()
    expect(page.locator(STATUS)).not_to_contain_text("Otto")
    plays(server, table, "end-turn")
    plays(server, table, "move")
    expect(page.get_by_text("Otto moves a station").first).to_be_visible()
    expect(undo).to_be_hidden()


# Keys


def test_keys(visit: Visit, server: Serving) -> None:
    page, table = seated(visit, server, people=2)
    plays(server, table, "place")
    expect(page.get_by_text("Nora puts a station").first).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    axe(page)
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    expect(page.get_by_role("dialog", name="Rules of Dig Mars")).to_contain_text("DM-01")
    page.keyboard.press("Escape")
    page.keyboard.press("s")
    expect(page.locator("[aria-live=polite]").last).to_contain_text("Nora: 0")
    page.keyboard.press("l")
    expect(page.locator("[aria-live=polite]").last).to_contain_text("Nora puts a station")


def test_keys_are_the_pages_again_before_the_browser_says_that_a_window_has_closed(visit: Visit, server: Serving) -> None:
    page, _ = seated(visit, server, people=2)
    page.evaluate("addEventListener('close', (event) => event.stopImmediatePropagation(), true)")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("s")
    expect(page.locator("[aria-live=polite]").last).to_contain_text("Nora: 0")


# Coming back


def test_a_page_loaded_again_in_mid_turn_goes_on(visit: Visit, server: Serving) -> None:
    page, table = seated(visit, server, people=2)
    settled_in(server, table, 2)
    plays(server, table, "move")
    expect(page.get_by_text("Nora moves a station").first).to_be_visible()
    page.reload()
    expect(page.get_by_text("Nora moves a station").first).to_be_visible()
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.get_by_text("Nora undoes the last move.").first).to_be_visible()


def test_a_server_that_is_gone_is_said_and_what_was_asked_meanwhile_is_done_once_it_is_back(visit: Visit, server: Serving) -> None:
    visit.wants(*CUT)
    page, table = seated(visit, server, people=2)
    settled_in(server, table, 2)
    plays(server, table, "move")
    expect(page.get_by_text("Nora moves a station").first).to_be_visible()
    server.shut()
    expect(page.get_by_text("Connection lost.").first).to_be_visible()
    axe(page)
    shot(page, "lost")
    page.get_by_role("button", name="Undo", exact=True).click()
    server.open()
    expect(page.get_by_text("Nora undoes the last move.").first).to_be_visible()
    expect(page.get_by_text("Connection lost.")).to_be_hidden()
    assert sum(line.tag == "took-back" for line in kinds(server, table)) == 1


def kinds(server: Serving, table: str) -> list[object]:
    return [line.__struct_config__ for _, line in room_of(server, table).log]


def test_after_the_network_was_away_nothing_is_stale(visit: Visit, server: Serving) -> None:
    visit.wants(*CUT)
    page, table = seated(visit, server, people=2)
    page.context.set_offline(True)
    expect(page.get_by_text("Connection lost.").first).to_be_visible()
    settled_in(server, table, 2)
    plays(server, table, "end-turn")
    page.context.set_offline(False)
    expect(page.get_by_text("Nora ends the turn.").first).to_be_visible()
    expect(page.locator(STATUS)).to_contain_text("Otto")
    expect(page.get_by_text("Connection lost.")).to_be_hidden()


# People


def test_who_looks_on_sees_no_secret_and_cannot_play(visit: Visit, server: Serving) -> None:
    page, table = seated(visit, server, people=2)
    settled_in(server, table, 2)
    invite = room_of(server, table).opened.invite
    guest = visit(f"/t/{table}?invite={invite}")
    expect(guest.get_by_text("Nora puts a station").first).to_be_visible()
    expect(page.get_by_text("1 spectator")).to_be_visible()
    guest.get_by_role("button", name="Chat").click()
    expect(guest.get_by_role("textbox", name="Write a message")).to_have_count(0)
    expect(person(guest, "Nora").locator(".score")).to_have_count(0)
    axe(guest)


def test_a_robot_plays_for_somebody_until_they_are_back(visit: Visit, server: Serving) -> None:
    page, _ = seated(visit, server, people=2)
    page.get_by_role("button", name="This table").click()
    page.get_by_role("button", name="Let a robot play for me").click()
    axe(page)
    page.get_by_role("dialog").get_by_role("button", name="Strong").click()
    expect(page.get_by_text("A robot (Strong) plays for Nora.").first).to_be_visible()
    expect(person(page, "Nora").get_by_text("a robot plays")).to_be_visible()
    page.get_by_role("button", name="This table").click()
    page.get_by_role("dialog").get_by_role("button", name="Take back control").click()
    expect(page.get_by_text("Nora takes back control.").first).to_be_visible()


def test_a_seat_that_was_given_up_can_be_taken_over(visit: Visit, server: Serving) -> None:
    page, table = seated(visit, server, people=2)
    run_command(server, table, 1, protocol.Leave, seat=1)
    guest = visit(f"/t/{table}?invite={room_of(server, table).opened.invite}")
    person(guest, "Otto").click()
    guest.get_by_role("button", name="Take over Otto’s seat").click()
    expect(person(guest, "Otto").get_by_text("you")).to_be_visible()
    expect(page.get_by_text("Otto resigns").first).to_be_visible()


def test_the_host_closes_the_table(visit: Visit, server: Serving) -> None:
    page, _ = seated(visit, server)
    page.get_by_role("button", name="This table").click()
    page.get_by_role("button", name="Close the table").click()
    page.get_by_role("button", name="Close the table").click()
    expect(page.get_by_role("heading", name="The table is closed")).to_be_visible()
    axe(page)


# For everybody


def test_the_table_is_open_to_everybody(visit: Visit, server: Serving) -> None:
    page, table = seated(visit, server, people=2, size=PHONE)
    settled_in(server, table, 2)
    run_command(server, table, 1, protocol.SayPhrase, phrase="hurry")
    for part in ("Log", "Chat"):
        page.get_by_role("button", name=part).click()
        for _ in at_sizes(page):
            looked_at(page, f"table-{part.lower()}")
    page.get_by_role("button", name="This table").click()
    for _ in at_sizes(page):
        looked_at(page, "menu")
