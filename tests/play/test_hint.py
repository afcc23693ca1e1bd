"""Advice from a robot, in a real browser."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.play.steps.page_checks import DESKTOP, LANGUAGES, PHONE, TABLET, axe, fits, shot
from tests.play.steps.visiting import DOOR, Visit

GAMES = ["digger", "diadingo", "dig-mars"]


def opened(page: Page, game: str, **more: Any) -> None:
    """A table at which this device begins."""
    asked = {"game": game, "seats": 2, "name": "Ada", "robots": ["casual"], "options": {"first": 1}, "begin": True, **more}
    table = page.evaluate(
        """async (asked) => {
            await fetch('/api/device', { method: 'POST' });
            return (await (await fetch('/api/tables', { method: 'POST', body: JSON.stringify(asked) })).json()).table;
        }""",
        asked,
    )
    page.goto(f"/t/{table}?seat=0")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("size", "dark"), [(DESKTOP, False), (PHONE, True)], ids=["desktop", "phone"])
def test_a_hint_is_said_and_shown_where_it_would_be_played(game: str, size: tuple[int, int], dark: bool, visit: Visit) -> None:
    page = visit(DOOR, size=size, dark=dark)
    opened(page, game)
    page.get_by_role("button", name="Hint?").click()
    expect(page.get_by_role("region", name="Hint?")).to_contain_text(re.compile("Hint: [a-z]"))
    expect(page.locator(".highlighted").first).to_be_visible()
    axe(page)
    fits(page)
    shot(page, f"hint-{game}-{size[0]}")
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".highlighted")).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_beam_has_room_for_it_in_every_language(visit: Visit, language: str) -> None:
    page = visit(DOOR, size=TABLET, language=language)
    opened(page, GAMES[0])
    tools = page.locator("header .tools button")
    expect(tools).to_have_count(5)
    assert tools.evaluate_all("(all) => all.every((one) => one.scrollHeight <= one.clientHeight)")


def test_a_table_without_hints_offers_none(visit: Visit) -> None:
    page = visit(DOOR)
    opened(page, GAMES[0], hints=False)
    expect(page.get_by_role("heading", level=1)).to_be_attached()
    expect(page.locator("[data-place]").first).to_be_attached()
    expect(page.get_by_role("button", name="Hint?")).to_have_count(0)
