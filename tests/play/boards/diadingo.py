"""People at Diadingo's board in a real browser, and what they do there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from filon.games.diadingo.parts import PLACES, Card, Table
from tests.play.steps.dealing import deal, truth
from tests.play.steps.serving import Serving
from tests.play.steps.visiting import Visit

FIRST = {"first": 1}  # seat 0 begins
TO_DO = ".pile.lit, .tray.lit, [data-theft], .result"
FOCUS = "() => { const found = document.querySelector('[data-theft], .pile.lit, .spot.there'); found?.focus(); return Boolean(found); }"


Wanted = Callable[[Table], bool]


def anything(table: Table) -> bool:
    return True


def a_ring_first(table: Table) -> bool:
    return table.tray[0].pile[0] != Card.THEFT


def two_alike_then_a_theft(table: Table) -> bool:
    one, other, third = table.tray[0].pile[:3]
    return one == other != Card.THEFT and third == Card.THEFT


class Play:
    """People at one device, each in a window of their own, with robots in the other seats."""

    def __init__(self, server: Serving, visit: Visit, seats: int, people: int = 1, wanted: Wanted = anything, **how: Any) -> None:
        options = {**FIRST, **how.pop("options", {})}
        door = visit("about:blank", **how)
        self._server, self._id = server, deal(server, door, "diadingo", seats, people, options=options, wanted=wanted)
        self.pages = [door, *(visit("about:blank", beside=door) for _ in range(people - 1))]
        for seat, page in enumerate(self.pages):
            page.goto(f"/t/{self._id}?seat={seat}")
            page.locator(".spot").first.wait_for()

    @property
    def table(self) -> Table:
        held: Table = truth(self._server, self._id)
        return held

    def a_place(self, fixed: int) -> int:
        """One that would come off, or one that would not."""
        tray = self.table.tray[self.table.game]
        return next(place for place in range(1, PLACES + 1) if tray.fixed[place - 1] == fixed and not tray.gap[place - 1])


def diamond(page: Page, place: int) -> Locator:
    return page.locator(f'[data-anchor="diamond-{place}"]')


def draw(page: Page) -> None:
    pile = page.locator(".pile.lit")
    left = pile.inner_text()
    pile.click()
    expect(page.locator(".pile")).not_to_have_text(left)


def acts(page: Page, by_key: bool = False) -> bool:
    """Whatever is to be done, as soon as there is something; whether the game is over."""
    page.locator(TO_DO).first.wait_for()
    if page.locator(".result").count():
        return True
    if by_key:
        return presses(page)
    if page.locator("[data-theft]").count():
        page.locator("[data-theft]").first.click()
        expect(page.locator("[data-theft]")).to_have_count(0)
    elif page.locator(".pile.lit").count():
        draw(page)
    else:
        lift(page, int(page.locator(".spot.there i").first.inner_text()))
    return False


def presses(page: Page) -> bool:
    """The same by keyboard alone. What is lit may go out at any moment, so it gets the focus as soon as it is found."""
    before = page.locator(".board").inner_html()
    if not page.evaluate(FOCUS):
        return False
    page.keyboard.press("Enter")
    page.wait_for_function("(before) => document.querySelector('.board')?.innerHTML !== before", arg=before)
    return False


def lift(page: Page, place: int) -> None:
    page.locator(".tray.lit").wait_for()
    diamond(page, place).click()
    expect(page.locator(".tray.lit")).to_have_count(0)
