"""One declaration for each HTTP endpoint: its body, its answer, its refusals. Routes and OpenAPI are made from it."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec
from aiohttp import web

from filon.house.errors import CommandRefused, Reason
from filon.house.room.events import ENCODER
from filon.house.stores.store import StoreRefused
from filon.server.access.auth import holder_of
from filon.server.access.limits import BODY_BYTES
from filon.server.http.problems import DETAIL_LENGTH, REFUSALS, problem, refusal
from filon.server.state import AppState, state_of

BODY_SECONDS = 10  # for the whole body of a request


@dataclass(frozen=True)
class Call:
    """A request whose origin, device and body have been checked."""

    state: AppState
    request: web.Request
    holder: str  # digest of the device that asks; empty without one
    body: Any = None


@dataclass(frozen=True)
class Endpoint:
    method: str
    path: str
    handler: Callable[[Call], Awaitable[Any]]
    answer: Any = None  # its type; a web.Response is sent as it is
    body: Any = None  # its type
    status: int = 200
    other_statuses: dict[int, str] = field(default_factory=dict)  # of answers without a body
    device: Literal["", "optional", "required"] = ""
    own_refusals: tuple[Reason, ...] = ()  # beside those of every endpoint of its kind
    query: dict[str, str] = field(default_factory=dict)  # parameters with their descriptions
    max_body_bytes: int = BODY_BYTES

    @property
    def name(self) -> str:
        return self.handler.__name__

    @property
    def summary(self) -> str:
        return inspect.getdoc(self.handler) or ""

    @property
    def is_change(self) -> bool:
        return self.method == "POST"

    @property
    def refusals(self) -> tuple[str, ...]:
        """Reasons of all refusals."""
        body = (Reason.MALFORMED,) if self.body else ()
        change = (Reason.FOREIGN_ORIGIN, Reason.TOO_LARGE) if self.is_change else ()
        device = (Reason.NO_DEVICE,) if self.device else ()
        return (*body, *change, *device, *self.own_refusals, Reason.UNKNOWN_HOST, Reason.FAILED)


def routes(endpoints: Sequence[Endpoint]) -> list[web.RouteDef]:
    return [(web.get if one.method == "GET" else web.post)(one.path, _handler(one)) for one in endpoints]


def _handler(endpoint: Endpoint) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    async def handler(request: web.Request) -> web.StreamResponse:
        try:
            answer = await endpoint.handler(await _checked(endpoint, request))
        except REFUSALS as error:
            return _refused(request, error)
        if isinstance(answer, web.StreamResponse):
            return answer
        return web.Response(body=ENCODER.encode(answer), status=endpoint.status, content_type="application/json")

    return handler


def _refused(request: web.Request, error: Exception) -> web.Response:
    if isinstance(error, StoreRefused):
        state_of(request).house.failed(error)
    refused = refusal(error)
    return problem(refused.key, refused.detail)


async def _checked(endpoint: Endpoint, request: web.Request) -> Call:
    state = state_of(request)
    if endpoint.is_change and state.is_foreign(request):
        raise CommandRefused(Reason.FOREIGN_ORIGIN)
    holder = holder_of(request, endpoint.is_change) if endpoint.device else ""
    if endpoint.device == "required" and not holder:
        raise CommandRefused(Reason.NO_DEVICE)
    body = await _read_body(request, endpoint.max_body_bytes) if endpoint.is_change else b""
    return Call(state, request, holder, _decoded(endpoint, body) if endpoint.body else None)


async def _read_body(request: web.Request, most: int) -> bytes:
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.content.iter_any():
                body += chunk
                if len(body) > most:
                    raise CommandRefused(Reason.TOO_LARGE, f"expected at most {most // 1024} KB")
    except TimeoutError:
        raise CommandRefused(Reason.MALFORMED, f"expected the whole body within {BODY_SECONDS} seconds") from None
    except web.RequestPayloadError:
        raise CommandRefused(Reason.MALFORMED, "expected a body as long as Content-Length says") from None
    return bytes(body)


def _decoded(endpoint: Endpoint, body: bytes) -> Any:
    try:
        return msgspec.json.decode(body, type=endpoint.body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise CommandRefused(Reason.MALFORMED, str(error)[:DETAIL_LENGTH]) from None
