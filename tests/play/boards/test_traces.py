"""Moves of others since one's last move stay marked on the board, with a caption; the state above the board follows each step."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.play.boards.diadingo import Play as Diadingo
from tests.play.boards.diadingo import draw, lift
from tests.play.boards.digging import Digger
from tests.play.boards.test_dig_mars import MINE, Play, all_alike, site
from tests.play.steps.page_checks import DESKTOP, PHONE, Size, axe, fits, shot
from tests.play.steps.serving import Serving
from tests.play.steps.visiting import Visit

TOP = "(board) => board.getBoundingClientRect().top"


def traced(page: Page) -> list[str]:
    return page.locator("[data-traced]").evaluate_all("(all) => all.map((one) => one.dataset.anchor)")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_what_others_did_stays_marked_until_ones_next_move(visit: Visit, server: Serving, size: Size) -> None:
    game = Play(server, visit, people=2, content=all_alike(), size=size)
    page, other = game.pages
    game.settle("a1", "d4")
    top = other.locator(".mars").evaluate(TOP)
    site(page, "a1").click()
    page.locator("[data-place=here-dig]").click()
    page.locator("[data-place=act-move]").click()
    page.locator(".lit [data-place=b1]").click()
    expect(page.locator(".cells .full")).to_have_count(1)
    page.locator(MINE).dblclick()
    other.locator(MINE).wait_for()
    caption = other.get_by_role("region", name="Since your last move")
    expect(caption).to_contain_text("Nora digs at A1")
    expect(caption).to_contain_text("Nora moves a station from A1 to B1.")
    expect(caption).not_to_contain_text("ends the turn")
    assert set(traced(other)) == {"site-a1", "site-b1"}
    assert other.locator(".mars").evaluate(TOP) == top  # the board has not moved
    expect(caption).to_be_in_viewport(ratio=0.9)
    expect(caption.locator("span").last).to_be_in_viewport(ratio=0.9)  # the latest is in sight, however narrow the window
    shot(other, f"traces-{size[0]}")
    axe(other)
    fits(other)
    other.locator("[data-place=act-move]").click()
    expect(other.locator("header .status")).to_have_text("Choose where it goes.")
    other.locator(".lit [data-place=d3]").click()
    expect(other.locator(".cells .full")).to_have_count(2)
    assert traced(other) == []
    expect(caption).to_have_text("")
    other.get_by_role("button", name="Undo", exact=True).click()
    expect(caption).to_contain_text("Nora digs at A1")  # as before the move that is taken back


def test_a_trace_is_no_memory_aid(visit: Visit, server: Serving) -> None:
    """DI-A9: which diamond was tried is for each player to remember; the traces tell what the log tells."""
    game = Diadingo(server, visit, 2, people=2)
    page, other = game.pages
    draw(page)
    lift(page, game.a_place(fixed=1))
    caption = other.get_by_role("region", name="Since your last move")
    expect(caption).to_contain_text("tries a diamond")
    assert not any(name.startswith("diamond") for name in traced(other))
    assert "seat-0" in traced(other)


def test_the_state_above_diggers_board_follows_the_dice(visit: Visit, server: Serving) -> None:
    ada = Digger(visit, server, options={"pace": 10, "throws": 8})
    status = ada.page.locator("header .status")
    expect(status).to_have_text("Your turn: throw the dice!")
    ada.throws()
    ada.takes()
    expect(status).to_have_text("Nothing to take: throw again or stow.")
    if ada.find(".cell.isLit").count():
        ada.find(".cell.isLit").first.click()
        expect(status).to_have_text("Stowing ends your throws. Once more to stow.")
