"""Everything around the tables, in a real browser."""

from __future__ import annotations

import json
import re
import struct
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from filon.core.game import found
from filon.house import protocol
from filon.server.http import pages
from tests.play.steps.commands import run_command
from tests.play.steps.page_checks import DESKTOP, LANGUAGES, PHONE, ROOT, at_sizes, axe, fits, looked_at, shot
from tests.play.steps.serving import Serving
from tests.play.steps.visiting import CUT, DOOR, Visit

GAMES = list(found())
SCREENS = {"lobby": "/", "new": f"/new/{GAMES[-1]}", "rules": f"/rules/{GAMES[0]}"}
OPEN = """async (asked) => {
  const post = (path, body) => fetch(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  await post('/api/device', {});
  return (await post('/api/tables', asked)).json();
}"""
UNTIL_OVER = """async (table) => {
  const status = async () => (await (await fetch(`/api/tables/${table}`)).json()).status;
  while ((await status()) !== 'over') await new Promise((wait) => setTimeout(wait, 20));
}"""
KEPT = """async () => {
  const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  return all.flat().map((one) => new URL(one.url).pathname);
}"""
BUDGET = 60_000  # bytes of JavaScript, gzipped, before somebody has opened a table


def words(language: str) -> dict[str, str]:
    held: dict[str, str] = json.loads((ROOT / f"web/words.{language}.json").read_text(encoding="utf-8"))
    return held


EN = words("en")


def opened(page: Page, **asked: Any) -> str:
    """A table that this page's device has opened beside it."""
    made = page.evaluate(OPEN, {"game": GAMES[0], "seats": 2, **asked})
    return str(made["table"])


def card_of(server: Serving, table: str) -> Any:
    return server.does(server.served.house.rooms.load(table)).room.card()


def at_table(page: Page) -> str:
    page.wait_for_url("**/t/*")
    return page.url.split("/t/")[1].partition("?")[0]


def finished(page: Page) -> str:
    """A game that robots have played to its end."""
    table = opened(page, robots=["beginner", "beginner"], begin=True)
    page.evaluate(UNTIL_OVER, table)
    return table


# Playing


@pytest.mark.parametrize("game", GAMES)
def test_one_click_plays_against_robots(visit: Visit, server: Serving, game: str) -> None:
    page = visit("/")
    page.locator(f"article[aria-labelledby=box-{game}]").get_by_role("button", name=EN["lobby.play"]).click()
    page.get_by_role("button", name=EN["offer.play"]).click()
    card = card_of(server, at_table(page))
    assert (card.game, card.status, card.names[0]) == (game, "playing", EN["name.default"])
    assert (card.robots[0], all(card.robots[1:])) == ("", True)
    assert len(server.does(server.served.house.rooms.load(card.table)).room.chairs[0].entropy) == 32


def test_the_lesson_is_offered_before_the_first_game_and_never_again(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("button", name=EN["lobby.play"]).first.click()
    expect(page.get_by_role("dialog").get_by_role("link", name=EN["offer.learn"])).to_have_attribute("href", f"/learn/{GAMES[0]}")
    axe(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.reload()
    page.get_by_role("button", name=EN["lobby.play"]).first.click()
    at_table(page)


def test_the_name_is_remembered(visit: Visit, server: Serving) -> None:
    page = visit("/")
    page.get_by_role("button", name=EN["settings.title"]).click()
    page.get_by_label(EN["settings.name"]).fill("Ada")
    page.keyboard.press("Escape")
    page.reload()
    page.get_by_role("button", name=EN["lobby.play"]).first.click()
    page.get_by_role("button", name=EN["offer.play"]).click()
    assert card_of(server, at_table(page)).names[0] == "Ada"


def test_everything_is_reached_by_keyboard(visit: Visit) -> None:
    page = visit("/")
    play = page.get_by_role("button", name=EN["lobby.play"]).first
    play.wait_for()
    for _ in range(12):
        page.keyboard.press("Tab")
        if play.evaluate("(button) => button === document.activeElement"):
            break
    assert play.evaluate("(button) => button.matches(':focus-visible') && getComputedStyle(button).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    page.get_by_role("button", name=EN["offer.play"]).press("Enter")
    at_table(page)


def test_over_plain_http_nearby_nothing_is_missed(visit: Visit) -> None:
    page = visit("/", nearby=True)
    assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator, 'randomUUID' in crypto]") == [False, False, False]
    page.get_by_role("button", name=EN["lobby.play"]).first.click()
    page.get_by_role("button", name=EN["offer.play"]).click()
    at_table(page)


# Setting up


def test_friends_are_invited_to_a_table_of_ones_own(visit: Visit, server: Serving) -> None:
    page = visit(f"/new/{GAMES[0]}")
    page.get_by_label(EN["settings.name"]).fill("Ada")
    page.get_by_role("group", name="Visibility").get_by_role("radio", name="Public").check()
    page.get_by_role("group", name="Live or turn-based?").get_by_role("radio", name="Turn-based").check()
    page.get_by_role("button", name=EN["new.open"]).click()
    card = card_of(server, at_table(page))
    assert (card.status, card.names[0], card.is_public, card.pace) == ("waiting", "Ada", True, "post")


def test_people_and_robots_share_this_device_in_any_order(visit: Visit, server: Serving) -> None:
    page = visit(f"/new/{GAMES[0]}")
    page.get_by_role("group", name=EN["new.seats"]).get_by_role("radio", name="4 players").check()
    for chair, kind in ((2, "robot"), (3, "here"), (4, "robot")):
        page.get_by_role("group", name=f"Seat {chair}").get_by_role("radio", name=EN[f"new.kind.{kind}"]).check()
    page.get_by_label(EN["new.their-name"], exact=True).fill("Bram")
    page.get_by_label(EN["new.level"]).first.select_option("expert")
    page.get_by_role("button", name=EN["new.begin"]).click()
    card = card_of(server, at_table(page))
    assert card.status == "playing"
    assert [bool(robot) for robot in card.robots] == [False, True, False, True]
    assert (card.robots[1], card.names[2]) == ("expert", "Bram")
    assert card.holders[0] == card.holders[2] != ""


def test_two_of_one_name_are_refused_before_anything_is_opened(visit: Visit) -> None:
    page = visit(f"/new/{GAMES[0]}")
    page.get_by_label(EN["settings.name"]).fill("Ada")
    page.get_by_role("group", name="Seat 2").get_by_role("radio", name=EN["new.kind.here"]).check()
    page.get_by_label(EN["new.their-name"], exact=True).fill("ada")
    page.get_by_role("button", name=EN["new.begin"]).click()
    expect(page.get_by_role("alert")).to_contain_text("already taken")
    assert page.url.endswith(f"/new/{GAMES[0]}")


@pytest.mark.parametrize("game", GAMES)
def test_house_rules_are_chosen_in_plain_words_with_their_clause(visit: Visit, server: Serving, game: str) -> None:
    page = visit(f"/new/{game}")
    page.get_by_text(EN["new.options"]).click()
    label = found()[game]
    option = next(one for one in label.options if 1 < len(one.values) <= 4)
    field = page.locator(".options fieldset").nth(label.options.index(option))
    field.get_by_role("radio").nth(1).check()
    expect(page.locator(".options > summary")).to_contain_text("1 change")
    field.get_by_text(re.compile(option.clause)).first.click()
    expect(field.locator("details")).to_have_attribute("open", "")
    assert len(field.locator("details").inner_text()) > 80
    page.get_by_role("button", name=EN["new.open"]).click()
    room = server.does(server.served.house.rooms.load(at_table(page))).room
    assert room.opened.options[option.name] == list(option.values)[1]


# Tables


def test_two_first_windows_are_one_device(visit: Visit) -> None:
    context, held = visit.device(), list[Route]()
    context.clear_cookies()
    context.route("**/api/device", lambda route: held.append(route))
    pages = [visit("/", beside=context.new_page()) for _ in range(2)]
    for page in pages:
        expect(page.get_by_role("article")).to_have_count(len(GAMES))
    assert len(held) == 1
    context.route("**/api/device", lambda route: route.continue_())
    held[0].continue_()
    for page in pages:
        expect(page.get_by_text(EN["lobby.done.none"])).to_be_visible()


def test_other_peoples_tables_appear_by_themselves(visit: Visit) -> None:
    page = visit("/")
    expect(page.get_by_text(EN["lobby.open.none"])).to_be_visible()
    page.clock.install()
    page.reload()
    expect(page.get_by_text(EN["lobby.open.none"])).to_be_visible()
    opened(visit(DOOR), is_public=True, name="Bram")
    page.clock.fast_forward(16_000)
    ticket = page.get_by_role("region", name=EN["lobby.open"]).get_by_role("listitem").filter(has=page.get_by_role("heading"))
    expect(ticket).to_contain_text("Bram")
    expect(ticket.get_by_role("link", name=EN["table.way.join"])).to_be_visible()


def test_ones_own_tables_come_first_and_go_on(visit: Visit) -> None:
    page = visit(DOOR)
    table = opened(page, name="Ada", robots=["beginner"], begin=True)
    page.goto("/")
    page.get_by_role("region", name=EN["lobby.mine"]).get_by_role("link", name=EN["table.way.continue"]).click()
    assert at_table(page) == table


def test_a_table_by_post_says_when_it_is_ones_turn(visit: Visit, server: Serving) -> None:
    page = visit(DOOR)
    table = opened(page, name="Ada", pace="post", options={"first": 1}, robots=["beginner"], begin=True)
    opened(page, name="Ada", robots=["beginner"], begin=True)
    page.goto("/")
    tickets = page.get_by_role("region", name=EN["lobby.mine"]).get_by_role("listitem").filter(has=page.get_by_role("heading"))
    expect(tickets).to_have_count(2)
    expect(tickets.first).to_contain_text(EN["table.status.yours"])
    expect(tickets.last).to_contain_text(EN["table.status.playing"])
    expect(page).to_have_title(re.compile(r"^\(1\)"))
    run_command(server, table, 0, protocol.Robot, seat=0, level="beginner")
    page.reload()
    expect(tickets).to_have_count(2)
    expect(page.get_by_text(EN["table.status.yours"])).to_have_count(0)


def test_a_finished_game_is_watched_again_or_forgotten(visit: Visit) -> None:
    page = visit(DOOR)
    table = finished(page)
    page.goto("/")
    done = page.get_by_role("region", name=EN["lobby.done"])
    expect(done.get_by_role("link", name=EN["table.way.replay"]).first).to_have_attribute("href", f"/replay/{table}")
    done.get_by_role("button", name="Delete").click()
    axe(page)
    page.get_by_role("button", name=EN["table.forget.keep"]).click()
    expect(done.get_by_role("button", name="Delete")).to_be_focused()
    done.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name=EN["table.forget.do"], exact=True).click()
    expect(done).to_contain_text(EN["lobby.done.none"])


# The rules


def test_rules_are_searched_and_lead_from_clause_to_clause(visit: Visit) -> None:
    page = visit("/rules/digger#DG-20")
    expect(page.locator("#DG-20")).to_be_focused()
    expect(page.locator("#DG-20")).to_be_in_viewport()
    page.locator("#DG-20").get_by_role("link", name="DG-A20").click()
    expect(page.locator("#DG-A20")).to_be_in_viewport()
    assert page.url.endswith("#DG-A20")
    page.get_by_role("searchbox").fill("HOURGLASS hides")
    expect(page.get_by_role("status")).to_have_text("1 rule found")
    expect(page.locator(".clause")).to_have_attribute("id", "DG-11")
    expect(page.locator("mark")).to_have_count(2)
    page.get_by_role("searchbox").fill("zeppelin")
    expect(page.get_by_role("status")).to_have_text("No results")


# Languages and likings


def test_the_page_speaks_the_browsers_language_and_any_other_at_once(visit: Visit) -> None:
    page = visit("/", language="fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_role("heading", level=1)).to_have_text(words("fr")["lobby.welcome"])
    page.evaluate("window.isSamePage = true")
    page.get_by_role("radio", name="Nederlands").check()
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    expect(page.get_by_role("heading", level=1)).to_have_text(words("nl")["lobby.welcome"])
    tagline = json.loads((ROOT / "src/filon/games/digger/words.nl.json").read_text(encoding="utf-8"))["tagline"]
    expect(page.get_by_text(tagline)).to_be_visible()
    assert page.evaluate("window.isSamePage")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "nl")


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
@pytest.mark.parametrize("screen", SCREENS)
def test_no_screen_has_words_missing(visit: Visit, screen: str, language: str) -> None:
    page = visit(SCREENS[screen], language=language, size=PHONE)
    page.wait_for_load_state("networkidle")
    said = page.locator("body").inner_text()
    assert not [key for key in words(language) if re.search(rf"(?<![\w.]){re.escape(key)}(?![\w.])", said)]
    fits(page)
    shot(page, f"{screen}-{language}-phone", whole=True)


def test_what_one_likes_is_kept(visit: Visit) -> None:
    page = visit("/")
    gear = page.get_by_role("button", name=EN["settings.title"])
    gear.click()
    dialog = page.get_by_role("dialog", name=EN["settings.title"])
    shot(page, "settings")
    axe(page)
    dialog.get_by_role("radio", name=EN["settings.theme.dark"]).check()
    dialog.get_by_role("group", name=EN["settings.motion"]).get_by_role("radio", name=EN["settings.motion.off"]).check()
    dialog.get_by_role("slider").fill("20")
    dialog.get_by_role("button", name=EN["settings.try"]).click()
    for _ in range(30):
        page.keyboard.press("Tab")
        assert page.evaluate(
            "!document.hasFocus() || document.activeElement === document.body || !!document.activeElement.closest('dialog')"
        )
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(gear).to_be_focused()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("data-motion", "off")
    assert page.evaluate("JSON.parse(localStorage.filon).volume") == 0.2


# For everyone


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_stands_in_anybodys_way(visit: Visit, screen: str) -> None:
    page = visit(DOOR)
    if screen == "lobby":
        opened(page, name="Ada", robots=["beginner"], begin=True)
        opened(visit(DOOR), is_public=True, name="Bram")
        finished(page)
    page.goto(SCREENS[screen])
    if screen == "lobby":
        page.get_by_role("link", name=EN["table.way.join"]).wait_for()
    if screen == "new":
        page.get_by_text(EN["new.options"]).click()
    page.wait_for_load_state("networkidle")
    for _ in at_sizes(page, (PHONE, DESKTOP)):
        looked_at(page, screen, whole=True)


def test_each_screen_has_a_title_and_takes_the_focus_to_its_heading(visit: Visit) -> None:
    page = visit("/")
    page.evaluate("window.isSamePage = true")
    page.get_by_role("link", name=f"{EN['box.rules']}: ").first.click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page).to_have_title(re.compile("^Rules of .+ · Filon$"))
    page.get_by_role("link", name=EN["box.set-up"]).click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page).to_have_title(re.compile("^New table: .+ · Filon$"))
    page.go_back()
    expect(page).to_have_title(re.compile("^Rules of .+ · Filon$"))
    page.get_by_role("link", name=EN["bar.home"]).click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page).to_have_title(f"Filon · {EN['lobby.title']}")
    assert page.evaluate("window.isSamePage")


# Light and solid


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lobby_loads_little(visit: Visit, language: str) -> None:
    page = visit("about:blank", language=language)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.resource_type == "script" else None)
    page.goto("/")
    page.get_by_role("button", name=words(language)["lobby.play"]).first.wait_for()
    page.wait_for_load_state("networkidle")
    files = [pages.BUILT / f"{url.split('/', 3)[3]}.gz" for url in asked]
    assert 0 < sum(file.stat().st_size for file in files) < BUDGET


def test_without_a_network_the_page_opens_and_says_so(visit: Visit, server: Serving) -> None:
    visit.wants(*CUT)
    page = visit("/", offline=True)
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    server.shut()
    page.reload()
    expect(page.get_by_role("alert").first).to_contain_text("cannot be reached")
    axe(page)
    shot(page, "lobby-offline")
    page.get_by_role("link", name="Rules of Digger").click()
    expect(page.locator("#DG-14")).to_be_attached()
    page.go_back()
    expect(page.get_by_role("alert").first).to_be_visible()
    server.open()
    page.get_by_role("button", name=EN["problem.again"]).first.click()
    expect(page.get_by_role("button", name=EN["lobby.play"]).first).to_be_visible()
    assert not [path for path in page.evaluate(KEPT) if path.startswith("/api")]


def test_it_can_be_installed(visit: Visit) -> None:
    page = visit("/")
    told = page.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())")
    assert (told["start_url"], told["display"]) == ("/", "standalone")
    purposes = {icon.get("purpose", "any") for icon in told["icons"]}
    assert purposes == {"any", "maskable"}
    for icon in told["icons"]:
        answer = page.request.get(icon["src"])
        assert (answer.status, answer.headers["content-type"]) == (200, icon["type"])
        if icon["type"] == "image/png":
            wide, high = struct.unpack(">II", answer.body()[16:24])
            assert icon["sizes"] == f"{wide}x{high}"
    assert page.request.get("/sw.js").headers["cache-control"] == "no-cache"


def test_who_waits_for_players_stands_above_the_boxes_with_their_name(visit: Visit) -> None:
    opened(visit("/"), is_public=True, name="Bram")
    page = visit("/")
    waiting = page.get_by_role("region", name=EN["lobby.open"])
    expect(waiting.get_by_text("Bram is waiting for players")).to_be_visible()
    box = page.get_by_role("article").first
    expect(box.get_by_text("about 20 min")).to_be_visible()
    above, below = waiting.bounding_box(), box.bounding_box()
    assert above
    assert below
    assert above["y"] < below["y"]
    shot(page, "lobby-waiting", whole=True)


def test_an_invitation_shows_the_game_and_its_lesson_leads_back_to_the_seat(visit: Visit) -> None:
    host = visit("/")
    made = host.evaluate(OPEN, {"game": "dig-mars", "seats": 2, "name": "Ada"})
    guest = visit(f"/t/{made['table']}?invite={made['invite']}")
    about = guest.get_by_role("heading", name="Dig Mars", exact=True).locator("xpath=..")
    expect(about.get_by_text("Collect fortune in secret.")).to_be_visible()
    expect(about.get_by_text("about 45 min")).to_be_visible()
    shot(guest, "waiting-invited", whole=True)
    about.get_by_role("link", name=EN["box.learn"]).click()
    guest.get_by_role("link", name=EN["learn.back"]).click()
    expect(guest.get_by_role("button", name="Join", exact=True)).to_be_visible()
