"""Checks of a page: axe-core for access, at every size, in light and dark; nothing overflows; screenshots for people to look at."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Locator, Page

ROOT = Path(__file__).parents[3]
SHOTS = ROOT / "screenshots"
RUN = "([within, runOnly]) => axe.run(within, { resultTypes: ['violations'], runOnly })"
RULES = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}  # the only rules that read colours
SCHEMES: tuple[tuple[Literal["dark", "light"], dict[str, Any]], ...] = (("dark", COLOURS), ("light", RULES))
Size = tuple[int, int]
SMALLEST, PHONE, TABLET, DESKTOP = (320, 568), (390, 844), (768, 1024), (1440, 900)
LANGUAGES = {"en": "en-GB", "fr": "fr-BE", "nl": "nl-BE"}
STILL = """async () => {
  const ending = document.getAnimations().filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime));
  await Promise.all(ending.map((one) => one.finished.catch(() => undefined)));
}"""  # not by wait_for_function, which evaluates strings in the page: its policy forbids that
SCHEME = """async (scheme) => {
  while (!matchMedia(`(prefers-color-scheme: ${scheme})`).matches) await new Promise(requestAnimationFrame);
}"""

ROAM = """(board) => {
  const places = [...board.querySelectorAll('[data-place]')].filter((one) => one.getClientRects().length && !one.closest('[inert]'));
  const found = new Set(places.slice(0, 1));
  for (const at of found) {
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
      at.focus();
      at.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      if (places.includes(document.activeElement)) found.add(document.activeElement);
    }
  }
  const names = (all) => all.map((one) => one.dataset.anchor || one.dataset.place || one.outerHTML);
  return [names(places.filter((one) => !found.has(one))), names(places.filter((one) => !(one.ariaLabel || one.textContent).trim()))];
}"""


@cache
def _axe() -> str:
    return (ROOT / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")


def axe(page: Page, within: str = "html", rules: dict[str, Any] = RULES, but: tuple[str, ...] = ()) -> None:
    """No violation of WCAG 2.2 AA but these. Animations end first: a colour half faded in has too little contrast."""
    page.evaluate(STILL)
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe())
    found = [one for one in page.evaluate(RUN, [within, rules])["violations"] if one["id"] not in but]
    assert not found, "\n".join(_said(one, node) for one in found for node in one["nodes"])


def _said(one: dict[str, Any], node: dict[str, Any]) -> str:
    return f"{one['id']} at {node['target']}: {node['failureSummary']}"


def at_sizes(page: Page, sizes: tuple[Size, ...] = (PHONE, TABLET, DESKTOP)) -> Iterator[Size]:
    """The same page in windows of these sizes."""
    for size in sizes:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        yield size


def looked_at(page: Page, name: str, within: str = "html", whole: bool = False) -> None:
    """Axe and a screenshot in dark and in light, and nothing overflows. Dark changes colours alone."""
    for scheme, rules in SCHEMES:
        in_scheme(page, scheme)
        axe(page, within, rules)
        shot(page, f"{name}-{page.evaluate('innerWidth')}-{scheme}", whole)
    fits(page)


def in_scheme(page: Page, scheme: Literal["dark", "light"]) -> None:
    """Emulate the device's colour scheme, and wait until the page follows; it is not loaded again."""
    page.emulate_media(color_scheme=scheme)
    page.evaluate(SCHEME, scheme)


def shot(page: Page, name: str, whole: bool = False) -> None:
    """For `make shots`, as screenshots/NAME.png."""
    if os.environ.get("FILON_SHOTS"):
        SHOTS.mkdir(exist_ok=True)
        page.screenshot(path=SHOTS / f"{name}.png", full_page=whole)


def fits(page: Page) -> None:
    """The page is no wider than its window: nobody has to scroll two ways."""
    wide, seen = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide <= seen, f"the page is {wide} px wide, the window {seen} px"


def fills(page: Page) -> None:
    """The page is as high as its window, and no higher: from a tablet on a table never makes it scroll."""
    high, seen = page.evaluate("[document.documentElement.scrollHeight, document.documentElement.clientHeight]")
    assert high <= seen, f"the page is {high} px high, the window {seen} px"


def roams(board: Locator) -> None:
    """Arrows lead from its first place to every other, and each has a name."""
    unreached, unnamed = board.evaluate(ROAM)
    assert (unreached, unnamed) == ([], [])


def middle(of: Locator) -> dict[str, float]:
    """The middle of an element once its animations have ended."""
    of.page.evaluate(STILL)
    of.element_handle().wait_for_element_state("stable")
    box = of.bounding_box()
    assert box
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
