"""The web table's built files. Where it was not built, one page says so."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from mimetypes import guess_type
from pathlib import Path

from aiohttp import web

from filon.house.errors import Reason
from filon.server.access.transfers import PATH as TRANSFER
from filon.server.http.from_address import arrive, to_localhost
from filon.server.http.problems import problem

BUILT, UNBUILT = Path(__file__).parents[1] / "static", Path(__file__).parents[1] / "unbuilt.html"
SCREENS = (
    "/",
    "/t/{table}",
    "/new/{game}",
    "/replay",
    "/replay/{table}",
    "/learn/{game}",
    "/rules/{game}",
)  # App.svelte draws them
IMMUTABLE = "public, max-age=31536000, immutable"  # built files carry a digest in their names
CONTENT_TYPES = {".webmanifest": "application/manifest+json", ".js": "text/javascript", ".woff2": "font/woff2"}


async def screen(request: web.Request) -> web.Response:
    return (await to_localhost(request) if is_for_people(request) else None) or page(request)


def page(request: web.Request, status: int = 200) -> web.Response:
    """The same page for every screen: it reads its own address, and says so if there is nothing."""
    response = _file("index.html", request.headers) or _response(UNBUILT.read_bytes(), "text/html")
    response.set_status(status)
    return response


def is_for_people(request: web.Request) -> bool:
    """Whether the request accepts HTML and is not for the API, as a browser's for a page."""
    return "text/html" in request.headers.get("Accept", "") and not request.path.startswith("/api")


async def file(request: web.Request) -> web.Response:
    return _file(request.path.lstrip("/"), request.headers) or problem(Reason.NO_SUCH_PAGE)


def _file(name: str, headers: Mapping[str, str]) -> web.Response | None:
    """A built file, compressed if it was compressed and the browser accepts it; no other file of this machine."""
    if name not in _files():
        return None
    is_packed = f"{name}.gz" in _files() and "gzip" in headers.get("Accept-Encoding", "")
    content_type = CONTENT_TYPES.get(Path(name).suffix) or guess_type(name)[0] or "application/octet-stream"
    response = _response(_read(f"{name}.gz" if is_packed else name), content_type)
    response.headers["Cache-Control"] = IMMUTABLE if name.startswith("assets/") else "no-cache"
    response.headers["Vary"] = "Accept-Encoding"
    if is_packed:
        response.headers["Content-Encoding"] = "gzip"
    return response


def _response(body: bytes, content_type: str) -> web.Response:
    return web.Response(body=body, content_type=content_type, charset="utf-8" if content_type.startswith("text/") else None)


@cache
def _files() -> frozenset[str]:
    return frozenset(path.relative_to(BUILT).as_posix() for path in BUILT.rglob("*") if path.is_file())


@cache
def _read(name: str) -> bytes:
    return (BUILT / name).read_bytes()


def routes() -> list[web.RouteDef]:
    beside = [name for name in _files() if "/" not in name and not name.startswith(".") and not name.endswith((".gz", ".html"))]
    return [
        *(web.get(path, screen) for path in SCREENS),
        web.get(TRANSFER, arrive),
        web.get("/assets/{name}", file),
        *(web.get(f"/{name}", file) for name in sorted(beside)),
    ]
