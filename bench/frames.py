"""`make bench-frames`: measure frames while fifty tokens fly over each board in Chromium; write bench/frames.md.

In turn with them it measures the page at rest, and fifty plain discs over that page and over an empty one: the least that the machine
needs. It finds the page's own `fly` (web/src/kit/fly.ts) in the built files by the curve along which tokens fly.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from filon.server.http.pages import BUILT
from hatch_build import is_fresh
from tests.play.conftest import BROWSERS
from tests.play.steps.dealing import deal
from tests.play.steps.page_checks import ROOT
from tests.play.steps.serving import Serving
from tests.play.steps.visiting import Visit

RESULTS = Path(__file__).parent / "frames.md"
CURVE = "cubic-bezier(.35,.05,.25,1)"
PICTURES = {"diadingo": ".gem", "dig-mars": ".station", "digger": "[data-token]"}  # what flies on each board
TOKENS, SECONDS, ROUNDS = 50, 3, 3
LASTS = 700  # milliseconds that a token flies
LONG = 50  # milliseconds: what people feel
SIZE = (1440, 900)
SAID = """Written by `make bench-frames`: the time from one frame to the next while fifty tokens fly again and again, one shortly
after another, as on the boards. Fifty plain discs, over the same page and over an empty one, are the least work for this machine; the
difference is the cost of our tokens. Long frames depend on the other work of the machine."""
HEAD = """| board | in the air | frames | median | p95 | longest | over 50 ms | processor time a frame |
|---|---|---|---|---|---|---|---|"""
FLY = """async ([chunk, curve, picture, LASTS]) => {
  const found = Object.values(await import(chunk)).find((one) => typeof one === 'function' && String(one).includes(curve));
  const pictures = [...document.querySelectorAll(picture)];
  const places = [...document.querySelectorAll('[data-anchor]')].filter((one) => one.getClientRects().length);
  if (!found || !pictures.length || places.length < 2) throw new Error(`${pictures.length} pictures, ${places.length} places`);
  const one = (of, n) => of[n % of.length];
  window.fly = (n) => found(one(pictures, n), one(places, n), one(places, n * 3 + 1), { size: 46, lasts: LASTS });
}"""
DISCS = """([curve, LASTS]) => {
  const at = (n) => [(n * 137) % innerWidth, (n * 211) % innerHeight];
  const step = (x, y, scale) => ({ transform: `translate(${x}px, ${y}px) scale(${scale})` });
  const steps = ([ax, ay], [bx, by]) => [step(ax, ay, 1), step((ax + bx) / 2, (ay + by) / 2 - 60, 1.18), step(bx, by, 1)];
  const looks = { position: 'fixed', left: 0, top: 0, width: '46px', height: '46px', borderRadius: '50%', background: '#b22730' };
  window.fly = async (n) => {
    const disc = document.createElement('div');
    Object.assign(disc.style, looks, { willChange: 'transform' });
    document.body.append(disc);
    await disc.animate(steps(at(n), at(n * 3 + 1)), { duration: LASTS, easing: curve, fill: 'both' }).finished;
    disc.remove();
  };
}"""
MEASURE = """async ([tokens, seconds, LASTS]) => {
  let [isOver, flying] = [false, 0];
  const all = Array.from({ length: tokens }, async (_, i) => {
    await new Promise((wait) => setTimeout(wait, (i * LASTS) / tokens));
    flying++;
    for (let n = i; !isOver; n += 7) await fly(n);
  });
  const deltas = [];
  const end = performance.now() + seconds * 1000;
  for (let last = await new Promise(requestAnimationFrame), now = last; now < end; last = now) {
    now = await new Promise(requestAnimationFrame);
    deltas.push(now - last);
  }
  isOver = true;
  await Promise.all(all);
  return { deltas, most: flying };
}"""


@dataclass(frozen=True)
class Frames:
    deltas: list[float]  # milliseconds from one frame to the next
    most: int  # tokens in the air at once
    cpu: float  # milliseconds of processor time for all of them

    @property
    def p95(self) -> float:
        return statistics.quantiles(self.deltas, n=100)[94]

    @property
    def long(self) -> int:
        return sum(delta > LONG for delta in self.deltas)

    def row(self, what: str) -> str:
        middle = statistics.median(self.deltas)
        times = f"{middle:.1f} ms | {self.p95:.1f} ms | {max(self.deltas):.1f} ms | {self.long}"
        return f"| {what} | {self.most} | {len(self.deltas)} | {times} | {self.cpu / len(self.deltas):.1f} ms |"


def chunk() -> str:
    """The built file in which `fly` is."""
    return next(f"/assets/{path.name}" for path in sorted((BUILT / "assets").glob("*.js")) if CURVE in path.read_text("utf-8"))


def measured(page: Page, tokens: int = TOKENS) -> Frames:
    before = spent(page)
    found: dict[str, Any] = page.evaluate(MEASURE, [tokens, SECONDS, LASTS])
    return Frames(found["deltas"], found["most"], spent(page) - before)


def spent(page: Page) -> float:
    """Milliseconds of processor time so far in what draws the page."""
    browser = page.context.browser
    assert browser
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    return sum(one["cpuTime"] * 1000 for one in told["processInfo"] if one["type"] in ("renderer", "GPU"))


def discs(page: Page) -> Frames:
    page.evaluate(DISCS, [CURVE, LASTS])
    return measured(page)


def flights(page: Page, game: str) -> Frames:
    page.evaluate(FLY, [chunk(), CURVE, PICTURES[game], LASTS])
    return measured(page)


def joined(all_of: Iterable[Frames]) -> Frames:
    every = list(all_of)
    return Frames(list(chain.from_iterable(one.deltas for one in every)), every[0].most, sum(one.cpu for one in every))


def on_board(browser: Browser, game: str) -> list[str]:
    """Each kind in turn, so that a busy machine slows all of them."""
    with tempfile.TemporaryDirectory() as folder:
        server = Serving(Path(folder))
        visit = Visit(browser, server)
        page = visit("about:blank", size=SIZE, reduced_motion="no-preference")
        page.goto(f"/t/{deal(server, page, game, 3, options={'first': 1})}?seat=0")
        page.locator("[data-place]").first.wait_for()
        page.wait_for_load_state("networkidle")
        rounds = [(measured(page, tokens=0), discs(page), flights(page, game)) for _ in range(ROUNDS)]
        visit.close()
        server.shut()
        server.end()
    kinds = ("at rest", "plain discs", "its tokens")
    return [joined(frames).row(f"{game}, {kind}") for kind, frames in zip(kinds, zip(*rounds, strict=True), strict=True)]


def on_nothing(browser: Browser) -> str:
    page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
    row = joined(discs(page) for _ in range(ROUNDS)).row("an empty page, plain discs")
    page.close()
    return row


def announced(game: str) -> str:
    """Show the progress on stderr."""
    print(f"  measuring {game} …", file=sys.stderr, flush=True)
    return game


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.frames", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.parse_args()
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not is_fresh(ROOT):
        parser.error("expected a web table built from these sources; run `make web`")
    if path is None:
        parser.error(f"expected one of {', '.join(BROWSERS)} on the path; found none")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--disable-background-networking", "--no-sandbox"])
        rows = [on_nothing(browser), *(row for game in map(announced, PICTURES) for row in on_board(browser, game))]
        said = (
            f"{Path(path).name} {browser.version}, {SIZE[0]}x{SIZE[1]}, without a graphics card; {ROUNDS} times {SECONDS} s each, in turn."
        )
        said += f" Meanwhile {os.getloadavg()[1]:.1f} tasks wanted this machine's {os.cpu_count()} processors."
        browser.close()
    text = f"# Frames\n\n{SAID} {said}\n\n{HEAD}\n" + "\n".join(rows) + "\n"
    RESULTS.write_text(text, "utf-8")
    sys.stdout.write(text)


if __name__ == "__main__":
    main()
