"""Every lesson in a real browser, from its first word to its last."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from filon.core.game import found, load
from filon.core.lesson import Step, lesson_of
from tests.play.steps.page_checks import DESKTOP, LANGUAGES, PHONE, SMALLEST, at_sizes, axe, fits, looked_at, middle, shot
from tests.play.steps.visiting import Visit

GAMES = list(found())
WORDS = load("digger").words("en")
DRAWN = "(all) => all.every((one) => one.querySelector('svg, .face')?.getClientRects().length)"


def coach(page: Page) -> Locator:
    return page.get_by_label("Your coach")


def taken(page: Page, game: str, number: int, step: Step) -> None:
    """A step as somebody with a mouse takes it: read, then click where the ring is."""
    said = load(game).words("en").say(f"lesson.{number}")
    expect(coach(page)).to_contain_text(said)
    if not step.do:
        coach(page).get_by_role("button", name="Next").click()
    elif step.do["kind"] == "move":
        stepped(page, *(f'[data-place="{step.do[key]}"]' for key in ("start", "site")))
    else:
        clicked(page, step)
    expect(coach(page)).not_to_contain_text(said)


def clicked(page: Page, step: Step) -> None:
    expect(page.locator(".rings i")).to_have_count(1)
    expect(coach(page)).to_contain_text("Your move:")
    if step.do["kind"] in ("dig", "transport"):
        return worked(page, step.do["kind"], page.locator(f'[data-place="{step.do["site"]}"]'))
    expect(page.get_by_text(WORDS.say("board.in-the-air"), exact=True).filter(visible=True)).to_have_count(0)  # dice roll
    page.mouse.click(**middle(page.locator(".rings i")))
    if step.until:
        pulled(page)


def worked(page: Page, kind: str, site: Locator) -> None:
    """A site, and what is offered there; it may be chosen already."""
    if site.get_attribute("aria-pressed") != "true":
        site.click()
    page.locator(f'[data-place="here-{kind}"]').click()


def stepped(page: Page, start: str, site: str) -> None:
    """A station, then where it goes."""
    page.locator(start).click()
    page.locator('[data-place="here-move"], [data-place="act-move"]').first.click()
    page.locator(site).click()


def pulled(page: Page) -> None:
    """By the marker: a key is steadier than a mouse that a test moves."""
    page.get_by_role("button", name=WORDS.say("table.by-marker")).click()
    page.get_by_role("button", name=WORDS.say("table.stop-marker")).click()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_lesson_is_taken_to_its_end(game: str, size: tuple[int, int], visit: Visit) -> None:
    page = visit(f"/learn/{game}", size=size)
    for number, step in enumerate(lesson_of(load(game)).steps, 1):
        taken(page, game, number, step)
        if number in (3, 9):
            shot(page, f"learn-{game}-{number}-{size[0]}")
    expect(page.get_by_role("heading", name="Well done, now you can play!")).to_be_visible()
    axe(page)
    page.get_by_role("button", name="Play now against robots").click()
    page.wait_for_url("**/t/*")


@pytest.mark.parametrize("game", GAMES)
def test_a_click_elsewhere_is_answered_kindly_and_asks_nothing_of_the_server(game: str, visit: Visit) -> None:
    page = visit(f"/learn/{game}")
    coach(page).get_by_role("button", name="Next").click()
    expect(coach(page)).to_contain_text("Your move:")
    elsewhere = {"digger": "stop", "diadingo": "diamond-7", "dig-mars": "site-a1", "gold-pan": "act-keep"}[game]
    page.locator(f'[data-anchor="{elsewhere}"]').click()
    expect(coach(page)).to_contain_text(re.compile("Not yet. First: [a-z]"))
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_asked_for_once(game: str, visit: Visit) -> None:
    """A second one would make the server forget the first."""
    page = visit()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/lessons/" in request.url else None)
    page.goto(f"/learn/{game}")
    expect(coach(page)).to_be_visible()
    assert len(asked) == 1


def test_a_lesson_that_another_window_ended_says_so_and_begins_again(visit: Visit) -> None:
    page = visit(f"/learn/{GAMES[0]}")
    expect(coach(page)).to_be_visible()
    other = visit(f"/learn/{GAMES[0]}", beside=page)
    expect(coach(other)).to_be_visible()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    expect(coach(page)).to_be_visible()


@pytest.mark.parametrize("name", ["whist", "constructor", "__proto__"])
def test_i5_a_game_that_is_not_there_is_named_and_nothing_is_asked_of_the_server(name: str, visit: Visit) -> None:
    page = visit(f"/learn/{name}")
    expect(page.get_by_role("alert")).to_contain_text("This server does not have that game.")
    expect(page).to_have_title(f"Learn {name} · Filon")


def test_a_lesson_can_be_skipped_and_leaves_nothing_in_the_lobby(visit: Visit) -> None:
    page = visit(f"/learn/{GAMES[0]}")
    expect(coach(page)).to_be_visible()
    page.get_by_role("link", name="Skip the lesson").click()
    expect(page.get_by_role("heading", name="Dig Mars")).to_be_visible()
    assert page.evaluate("async () => (await (await fetch('/api/tables')).json()).own") == []


def test_a_lesson_opened_from_an_invitation_leads_back_to_it(visit: Visit) -> None:
    page = visit(f"/learn/{GAMES[0]}?from=%2Frules%2Fdigger%3Finvite%3D1%23DG-20")
    page.get_by_role("link", name="Back to the table").click()
    page.wait_for_url("**/rules/digger?invite=1#DG-20")
    page = visit(f"/learn/{GAMES[0]}?from=https%3A%2F%2Fevil.test%2Ft%2F1", beside=page)
    expect(page.get_by_role("link", name="Skip the lesson")).to_have_attribute("href", "/")
    page.goto("/")
    page.get_by_role("button", name="Play now against robots").first.click()
    page.wait_for_url("**/t/*")  # who has seen a lesson is not offered one


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_open_to_everybody(game: str, visit: Visit) -> None:
    page = visit(f"/learn/{game}")
    coach(page).get_by_role("button", name="Next").click()
    expect(coach(page)).to_contain_text("Your move:")
    for _ in at_sizes(page):
        looked_at(page, f"learn-{game}")
        ring, beside = page.locator(".rings i").bounding_box(), coach(page).bounding_box()
        assert ring
        assert beside
        assert ring["y"] + ring["height"] <= beside["y"] or ring["x"] + ring["width"] <= beside["x"] + 8, "the coach stands in the way"


@pytest.mark.parametrize("language", ["fr", "nl"])
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_speaks_the_readers_language(game: str, language: str, visit: Visit) -> None:
    page = visit(f"/learn/{game}", language=language, size=SMALLEST)
    expect(page.locator("aside")).to_contain_text(load(game).words(language).say("lesson.1"))
    fits(page)


# One page about the game, before the clauses


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_open_with_one_illustrated_page(game: str, language: str, visit: Visit) -> None:
    page, words = visit(f"/rules/{game}", language=language, size=PHONE), load(game).words(language)
    pages = page.locator(".guide")
    expect(pages).to_contain_text(words.say("guide.aim"))
    steps = [key for key in words.messages if key.startswith("guide.turn.")]
    expect(pages.locator("ol p")).to_have_text([words.say(key) for key in steps])
    assert pages.locator(".picture, .sign").evaluate_all(DRAWN)
    assert pages.locator("p, li > span").evaluate_all("(all) => all.every((one) => one.textContent.trim())")
    expect(page.locator(".book > nav")).to_be_visible()
    fits(page)
    page.get_by_role("searchbox").fill("1")
    expect(pages).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_the_illustrated_page_is_open_to_everybody(game: str, visit: Visit) -> None:
    page = visit(f"/rules/{game}")
    expect(page.locator(".guide")).to_be_visible()
    for _ in at_sizes(page):
        looked_at(page, f"guide-{game}", whole=True)


def test_the_illustrated_page_is_in_the_dialog_at_the_table_too(visit: Visit) -> None:
    page = visit(f"/learn/{GAMES[0]}")
    expect(coach(page)).to_be_visible()
    page.keyboard.press("r")
    expect(page.get_by_role("dialog").locator(".guide")).to_contain_text(load(GAMES[0]).words("en").say("guide.aim"))
