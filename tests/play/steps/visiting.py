"""Windows of a real browser, and everything their pages complain of."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from tests.play.steps.page_checks import DESKTOP, LANGUAGES
from tests.play.steps.serving import Serving

NEARBY = "filon.test"  # this machine, but not by a name that browsers trust: as in a LAN without https
PATIENCE = 30_000  # milliseconds, for a machine that is busy with other tests
DOOR = "/icon.svg"  # of the server, and runs nothing: where a test makes a table before its page is loaded
CUT = "net::ERR_", "WebSocket connection to"  # what a browser complains of while it cannot reach the server
BLOCKED = "Service Worker registration blocked"


class Visit:
    """Opens windows, and remembers everything their pages complain of."""

    def __init__(self, browser: Browser, server: Serving) -> None:
        self._browser, self._server = browser, server
        self._contexts: list[BrowserContext] = []
        self._complaints: list[str] = []
        self._wanted: tuple[str, ...] = (BLOCKED,)

    def __call__(self, path: str = "/", *, beside: Page | None = None, **how: Any) -> Page:
        page = (beside.context if beside else self.device(**how)).new_page()
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._complaints.append(f"{error}"))
        page.goto(path)
        return page

    def device(
        self,
        size: tuple[int, int] = DESKTOP,
        language: str = "en",
        dark: bool = False,
        touch: bool = False,
        nearby: bool = False,
        offline: bool = False,
        **more: Any,
    ) -> BrowserContext:
        """Motion is reduced and no service worker keeps pages, unless asked: `reduced_motion="no-preference"`, `offline=True`."""
        port = self._server.served.settings.port
        context = self._browser.new_context(
            base_url=f"http://{NEARBY}:{port}" if nearby else self._server.origin,
            viewport={"width": size[0], "height": size[1]},
            locale=LANGUAGES[language],
            color_scheme="dark" if dark else "light",
            has_touch=touch,
            service_workers="allow" if offline else "block",
            **{"reduced_motion": "reduce", **more},
        )
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        if not nearby:  # whose name only the browser knows
            self._introduce(context)
        return context

    def _introduce(self, context: BrowserContext) -> None:
        """It has its secret before any page asks for one: where a page and a test ask at once, one of them is forgotten."""
        assert context.request.post("/api/device", headers={"Origin": self._server.origin}).ok

    def _console(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning"):
            self._complaints.append(f"{said.text} ({said.location.get('url', '')})")

    def wants(self, *complaints: str) -> None:
        """Messages of the browser's console that contain one of these are expected, however late they come."""
        self._wanted += complaints

    @property
    def complaints(self) -> list[str]:
        return [said for said in self._complaints if not any(wanted in said for wanted in self._wanted)]

    def close(self) -> None:
        for context in self._contexts:
            context.close()
