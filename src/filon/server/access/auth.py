"""Devices: each has one secret, kept in a cookie by browsers and sent as a token by others. Beyond this module only its digest is known."""

from __future__ import annotations

import re
import secrets

from starlette.requests import HTTPConnection
from starlette.responses import Response

from filon.house.commands.seats import digest
from filon.house.errors import CommandRefused, Reason

SECRET = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)  # 256 bits
NAME, SAFE_NAME = "filon", "__Host-filon"  # over http, so that a LAN party works; over https
KEPT = 400 * 24 * 3600  # seconds, the longest that browsers keep a cookie


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def is_safe(connection: HTTPConnection) -> bool:
    return connection.scope["scheme"] in ("https", "wss")


def cookie_of(connection: HTTPConnection) -> str:
    """The secret that a browser has kept, or nothing."""
    secret = connection.cookies.get(SAFE_NAME if is_safe(connection) else NAME, "")
    return secret if SECRET.fullmatch(secret) else ""


def token_of(connection: HTTPConnection) -> str:
    """The secret that a client sends by itself, or nothing; anything else in its place is refused."""
    given = connection.headers.get("authorization")
    if given is None:
        return ""
    kind, _, secret = given.partition(" ")
    if kind.lower() != "bearer" or not SECRET.fullmatch(secret.strip()):
        raise CommandRefused(Reason.NO_DEVICE, "expected Authorization: Bearer and 43 letters of base64url")
    return secret.strip()


def holder_of(connection: HTTPConnection, is_change: bool = False) -> str:
    """The digest of who asks, or nothing. A browser says where a change comes from: a cookie without an Origin does not count there."""
    secret = token_of(connection)
    if not secret and (not is_change or "origin" in connection.headers):
        secret = cookie_of(connection)
    return digest(secret) if secret else ""


def remember(response: Response, connection: HTTPConnection, secret: str) -> None:
    """Lay the secret into the browser's hands, out of reach of any script."""
    safe = is_safe(connection)
    response.set_cookie(SAFE_NAME if safe else NAME, secret, max_age=KEPT, path="/", secure=safe, httponly=True, samesite="lax")
