"""Codes that move a browser's device from 127.0.0.1 to localhost, where passkeys work. Each is valid once, for a minute."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from ipaddress import ip_address

from aiohttp import web

from filon.server.access.addresses import LOOPBACK
from filon.server.access.limits import LoopClock
from filon.server.access.origins import WILDCARD_HOSTS, origin
from filon.server.settings import LOCAL, Settings

CODE_SECONDS = 60.0
MAX_CODES = 100  # the oldest is dropped: nobody on one machine opens so many pages in a minute
MAX_STAYING = 1000  # browsers of one machine; the oldest is asked again
PATH = "/from-address/{code}"


@dataclass(frozen=True)
class Transfer:
    secret: str  # of the device
    page: str  # path and query, to go on to
    came_from: str  # origin
    until: float


class Transfers:
    """Codes in the memory of one process. Workers do not know each other's codes, so with several workers no page is transferred."""

    def __init__(self, settings: Settings, clock: LoopClock) -> None:
        self._is_on = settings.workers == 1 and (settings.host == LOCAL or settings.host in WILDCARD_HOSTS)
        self._clock, self.localhost = clock, origin(LOCAL, settings.port)
        self._addresses = {origin(address, settings.port) for address in LOOPBACK}
        self._codes: dict[str, Transfer] = {}
        self._staying: dict[str, None] = {}  # secrets of devices whose browser has another one at localhost, the oldest first

    def is_for(self, request: web.Request, secret: str) -> bool:
        """Whether a browser on this machine asks for a page by 127.0.0.1 and has no other device at localhost."""
        return self._is_on and _is_local(request) and f"http://{request.host}" in self._addresses and secret not in self._staying

    def code(self, request: web.Request, secret: str) -> str:
        if len(self._codes) >= MAX_CODES:
            del self._codes[next(iter(self._codes))]
        code = secrets.token_urlsafe(32)
        page, came_from = request.rel_url.raw_path_qs, f"http://{request.host}"
        self._codes[code] = Transfer(secret, page, came_from, self._clock.now() + CODE_SECONDS)
        return code

    def take(self, request: web.Request) -> Transfer | None:
        """The transfer that belongs to this request's code, which is used up; None if it is unknown or too old."""
        if not _is_local(request) or f"http://{request.host}" != self.localhost:
            return None
        transfer = self._codes.pop(request.match_info["code"], None)
        return transfer if transfer and self._clock.now() < transfer.until else None

    def stay(self, transfer: Transfer) -> None:
        if len(self._staying) >= MAX_STAYING:
            del self._staying[next(iter(self._staying))]
        self._staying[transfer.secret] = None


def _is_local(request: web.Request) -> bool:
    """Whether the request comes from this machine. One resolved through a proxy does not: it has the client's address, or is https."""
    try:
        return not request.secure and ip_address(request.remote or "").is_loopback
    except ValueError:
        return False
