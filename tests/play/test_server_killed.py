"""A server in a process of its own, killed without a word while somebody plays in a real browser, and started again."""

from __future__ import annotations

import signal
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.play.steps.commands import made
from tests.play.steps.visiting import DOOR, PATIENCE
from tests.server.process.server_process import OPEN, doors, free_port

LOST = "Connection lost."


def test_what_was_played_is_still_there_and_what_was_asked_meanwhile_is_done(browser: Browser, tmp_path: Path) -> None:
    port = str(free_port())
    context = browser.new_context(base_url=f"http://localhost:{port}", reduced_motion="reduce", locale="en-GB", service_workers="block")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    with doors(tmp_path, "serve", "--port", port) as first:
        first.until(OPEN)
        page.goto(DOOR)
        table = made(page, game="dig-mars", seats=2, options={"first": 1}, name="Ada", robots=["beginner"], begin=True)
        page.goto(f"/t/{table.table}?seat=0")
        page.locator(".lit [data-place=a1]").click()
        expect(page.get_by_text("Ada puts a station").first).to_be_visible()
        page.locator("header .called").wait_for()
        assert first.stop(signal.SIGKILL) == -signal.SIGKILL
    expect(page.get_by_text(LOST).first).to_be_visible()
    page.keyboard.press("c")
    page.keyboard.type("Still there?")
    page.keyboard.press("Enter")
    with doors(tmp_path, "serve", "--port", port) as second:
        second.until(OPEN)
        expect(page.get_by_role("list", name="Chat").get_by_text("Still there?")).to_be_visible()
        expect(page.get_by_text(LOST)).to_be_hidden()
        page.get_by_role("button", name="Log").click()
        placed = page.get_by_role("list", name="Game log").get_by_text("Ada puts a station")
        expect(placed).to_have_count(1)
        page.reload()
        expect(placed).to_have_count(1)
        page.locator(".end-turn.ready").wait_for()
    context.close()
