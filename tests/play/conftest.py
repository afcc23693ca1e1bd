"""A real browser at a real server. Whatever a page complains of in its console fails the test.

    def test_it(visit: Visit) -> None:
        page = visit("/")                                   # each visit is a device of its own
        other = visit("/t/…", size=PHONE, language="fr", dark=True, touch=True)
        again = visit("/t/…", beside=page)                  # another window of the same device

Complaints that a test wants are named: `visit.wants(*CUT)`.
`server` is in serving.py, `visit` in visiting.py; `axe`, `shot` and `fits` are in page_checks.py.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from hatch_build import is_fresh
from tests.play.steps.page_checks import ROOT
from tests.play.steps.serving import Serving
from tests.play.steps.visiting import NEARBY, PATIENCE, Visit
from tests.server.process.server_process import free_port

# the first has no window to draw: it takes a quarter of the time
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For one file of tests: while Playwright runs, no other test of this process can have a loop of its own."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip(f"no browser: expected one of {', '.join(BROWSERS)} on PATH")
    assert is_fresh(ROOT), "the web table is not built from these sources: make web"
    arguments = ["--disable-background-networking", f"--host-resolver-rules=MAP {NEARBY} 127.0.0.1"]
    if getattr(os, "geteuid", lambda: 1)() == 0:
        arguments.append("--no-sandbox")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Serving]:
    port = free_port()
    server = Serving(tmp_path, port, origins=(f"http://{NEARBY}:{port}",))
    yield server
    server.shut()
    server.end()


@pytest.fixture
def visit(browser: Browser, server: Serving) -> Iterator[Visit]:
    visit = Visit(browser, server)
    yield visit
    visit.close()
    assert visit.complaints == []
