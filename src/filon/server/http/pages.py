"""The web table's own files. Where it was not built, one page says so kindly."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from mimetypes import guess_type
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

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
FOREVER = "public, max-age=31536000, immutable"  # built files are named after what they hold
KINDS = {".webmanifest": "application/manifest+json", ".js": "text/javascript", ".woff2": "font/woff2"}


async def screen(request: Request, status: int = 200) -> Response:
    """Whatever the screen, the page is the same: it reads its own address, and says so where there is nothing."""
    sent = _sent("index.html", request.headers) or Response(UNBUILT.read_bytes(), media_type="text/html")
    sent.status_code = status
    return sent


def is_for_people(request: Request) -> bool:
    """Somebody has opened or followed an address; programs ask for something else than a page, or ask the API."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api")


async def file(request: Request) -> Response:
    found = _sent(request.url.path.lstrip("/"), request.headers)
    return problem("no-such-page") if found is None else found


def _sent(name: str, headers: Mapping[str, str]) -> Response | None:
    """A built file, compressed where it was and the browser takes it; nothing else of this machine."""
    if name not in _files():
        return None
    packed = f"{name}.gz" in _files() and "gzip" in headers.get("accept-encoding", "")
    kind = KINDS.get(Path(name).suffix) or guess_type(name)[0] or "application/octet-stream"
    more = {"Cache-Control": FOREVER if name.startswith("assets/") else "no-cache", "Vary": "Accept-Encoding"}
    if packed:
        more["Content-Encoding"] = "gzip"
    return Response(_read(f"{name}.gz" if packed else name), media_type=kind, headers=more)


@cache
def _files() -> frozenset[str]:
    return frozenset(path.relative_to(BUILT).as_posix() for path in BUILT.rglob("*") if path.is_file())


@cache
def _read(name: str) -> bytes:
    return (BUILT / name).read_bytes()


def routes() -> list[Route]:
    beside = [name for name in _files() if "/" not in name and not name.startswith(".") and not name.endswith((".gz", ".html"))]
    return [
        *(Route(path, screen) for path in SCREENS),
        Route("/assets/{name}", file),
        *(Route(f"/{name}", file) for name in sorted(beside)),
    ]
