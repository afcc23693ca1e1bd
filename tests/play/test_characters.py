"""Robots with a name, a face and the badge of their level, in a real browser."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from filon.core.game import load
from filon.core.texts.characters import character_names
from tests.play.steps.commands import finished, made, person
from tests.play.steps.page_checks import DESKTOP, PHONE, ROOT, TABLET, at_sizes, looked_at
from tests.play.steps.serving import Serving
from tests.play.steps.visiting import DOOR, Visit

GAME = "gold-pan"
LOW = (1366, 657)


def names_of(page: Page) -> list[str]:
    return page.get_by_role("list", name="Players").locator("b").all_inner_texts()


def test_robots_have_different_names_faces_and_the_badge_of_their_level(visit: Visit) -> None:
    page = visit(DOOR)
    table = made(page, game=GAME, seats=3, name="Nora", robots=["casual", "strong"], begin=True)
    page.goto(f"/t/{table.table}")
    expect(page.locator("[data-character]").first).to_be_visible()
    nora, *robots = names_of(page)
    assert nora == "Nora"
    assert len(set(robots)) == len(robots) == 2
    assert set(robots) <= set(character_names(load(GAME).words("en")))
    expect(person(page, robots[0])).to_contain_text("Robot, Casual")
    expect(person(page, robots[1])).to_contain_text("Robot, Strong")
    faces = page.get_by_role("list", name="Players").locator("[data-character]")
    assert {faces.nth(n).get_attribute("data-character") for n in range(2)} == {
        str(character_names(load(GAME).words("en")).index(name)) for name in robots
    }
    assert faces.first.bounding_box()["width"] >= 44  # type: ignore[index]
    for _ in at_sizes(page, (DESKTOP, LOW, TABLET)):
        looked_at(page, "characters")
    page.goto("/")
    expect(page.locator(".people li", has_text=robots[0])).to_contain_text("Robot, Casual")


def test_the_result_shows_who_is_pleased_and_who_is_sour(visit: Visit, server: Serving) -> None:
    page = visit(DOOR)
    table = made(page, game=GAME, seats=2, robots=["casual", "beginner"], begin=True)
    finished(server, table.table)
    page.goto(f"/t/{table.table}")
    heads = page.get_by_role("table").locator("thead [data-character]")
    expect(heads).to_have_count(2)
    assert [heads.nth(n).get_attribute("data-mood") for n in range(2)] == ["pleased", "sour"]  # the winner stands first
    said = json.loads((ROOT / "web/src/characters/words.en.json").read_text(encoding="utf-8"))
    expect(page.locator("[data-saying=won]")).to_contain_text(said[f"won.{heads.first.get_attribute('data-character')}"])
    winner = page.get_by_role("table").locator("thead .name").first.inner_text()
    expect(page.get_by_role("heading", name=winner)).to_be_visible()
    for _ in at_sizes(page, (PHONE, DESKTOP)):
        looked_at(page, "characters-result", whole=True)


@pytest.mark.parametrize("language", ["fr", "nl"])
def test_names_are_the_same_in_every_language_and_levels_are_not(visit: Visit, language: str) -> None:
    page = visit(DOOR, size=PHONE, language=language)
    table = made(page, game=GAME, seats=2, name="Nora", robots=["casual"], begin=True)
    page.goto(f"/t/{table.table}")
    words = load(GAME).words(language)
    page.locator(".tabs button").first.click()
    robot = page.locator("[data-bar] li", has=page.locator("[data-character]"))
    expect(robot).to_contain_text(words.say("robot.casual.name"))
    assert robot.locator("b").inner_text() in character_names(words)
    looked_at(page, f"characters-{language}")
