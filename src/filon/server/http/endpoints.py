"""One declaration for each way to ask over HTTP: what comes in, what goes out, what may be refused. Routes and OpenAPI are made from it."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from filon.house.errors import CommandRefused, Reason
from filon.house.stores.store import StoreRefused
from filon.server.access.auth import holder_of
from filon.server.access.limits import BODY
from filon.server.http.problems import LONGEST, REFUSALS, problem, refusal
from filon.server.state import Desk, desk_of

PATIENCE = 10  # seconds for the body of a request

ENCODER = msgspec.json.Encoder()


@dataclass(frozen=True)
class Call:
    """A request that has been understood."""

    desk: Desk
    request: Request
    holder: str  # the digest of the device that asks; empty for nobody
    body: Any = None


@dataclass(frozen=True)
class Way:
    method: str
    path: str
    does: Callable[[Call], Awaitable[Any]]
    answer: Any = None  # its type; a Response is sent as it is
    body: Any = None
    status: int = 200
    also: dict[int, str] = field(default_factory=dict)  # other answers than a Problem, without a body
    device: str = ""  # "needed", "asked" where it makes a difference, or nothing
    refuses: tuple[str, ...] = ()  # beside what every way of its kind may refuse
    query: dict[str, str] = field(default_factory=dict)  # what may stand behind the question mark
    most: int = BODY  # bytes of the body

    @property
    def name(self) -> str:
        return self.does.__name__

    @property
    def says(self) -> str:
        return inspect.getdoc(self.does) or ""

    @property
    def is_change(self) -> bool:
        return self.method == "POST"

    @property
    def reasons(self) -> tuple[str, ...]:
        """All that this way may refuse, by the key of the reason."""
        body = ("malformed",) if self.body else ()
        change = ("foreign-origin", "too-large") if self.is_change else ()
        device = ("no-device",) if self.device else ()
        return (*body, *change, *device, *self.refuses, "failed")


def routes(ways: Sequence[Way]) -> list[Route]:
    """One for each path, so that a wrong method is told all the right ones."""
    paths: dict[str, dict[str, Way]] = {}
    for way in ways:
        paths.setdefault(way.path, {})[way.method] = way
    return [Route(path, _endpoint(by_method), methods=list(by_method)) for path, by_method in paths.items()]


def _endpoint(by_method: dict[str, Way]) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        return await _answered(by_method["GET" if request.method == "HEAD" else request.method], request)

    return endpoint


async def _answered(way: Way, request: Request) -> Response:
    try:
        answer = await way.does(await _understood(way, request))
    except REFUSALS as error:
        if isinstance(error, StoreRefused):
            desk_of(request).house.failed(error)
        refused = refusal(error)
        return problem(refused.reason, refused.detail)
    if isinstance(answer, Response):
        return answer
    return Response(ENCODER.encode(answer), way.status, media_type="application/json")


async def _understood(way: Way, request: Request) -> Call:
    desk = desk_of(request)
    if way.is_change and desk.is_foreign(request):
        raise CommandRefused(Reason.FOREIGN_ORIGIN)
    holder = holder_of(request, way.is_change) if way.device else ""
    if way.device == "needed" and not holder:
        raise CommandRefused(Reason.NO_DEVICE)
    sent = await _body(request, way.most) if way.is_change else b""
    return Call(desk, request, holder, _decoded(way, sent) if way.body else None)


async def _body(request: Request, most: int) -> bytes:
    sent = b""
    try:
        async with asyncio.timeout(PATIENCE):
            async for chunk in request.stream():
                sent += chunk
                if len(sent) > most:
                    raise CommandRefused(Reason.TOO_LARGE, f"expected at most {most // 1024} KB")
    except TimeoutError:
        raise CommandRefused(Reason.MALFORMED, f"expected all of it within {PATIENCE} seconds") from None
    return sent


def _decoded(way: Way, sent: bytes) -> Any:
    try:
        return msgspec.json.decode(sent, type=way.body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise CommandRefused(Reason.MALFORMED, str(error)[:LONGEST]) from None
