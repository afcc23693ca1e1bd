"""Devices: each has one secret, which a browser keeps in a cookie and another client sends as a token. The house knows only its digest."""

from __future__ import annotations

import re
import secrets

from aiohttp import web

from filon.house.commands.seats import digest
from filon.house.errors import CommandRefused, Reason

SECRET = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)  # 256 bits
COOKIE, SECURE_COOKIE = "filon", "__Host-filon"  # over http, so that a LAN party works; over https
COOKIE_SECONDS = 400 * 24 * 3600  # the longest that browsers keep a cookie


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def cookie_of(request: web.Request) -> str:
    """The secret in a browser's cookie, or an empty string."""
    secret = request.cookies.get(SECURE_COOKIE if request.secure else COOKIE, "")
    return secret if SECRET.fullmatch(secret) else ""


def token_of(request: web.Request) -> str:
    """The secret in the Authorization header, or an empty string without one; any other content of it is refused."""
    given = request.headers.get("Authorization")
    if given is None:
        return ""
    kind, _, secret = given.partition(" ")
    if kind.lower() != "bearer" or not SECRET.fullmatch(secret.strip()):
        raise CommandRefused(Reason.NO_DEVICE, "expected Authorization: Bearer and 43 letters of base64url")
    return secret.strip()


def holder_of(request: web.Request, is_change: bool = False) -> str:
    """The digest of the device that asks, or an empty string. For a change, a cookie counts only with an Origin."""
    secret = token_of(request)
    if not secret and (not is_change or "Origin" in request.headers):
        secret = cookie_of(request)
    return digest(secret) if secret else ""


def set_device_cookie(response: web.Response, request: web.Request, secret: str) -> None:
    """Set the cookie so that no script can read it."""
    secure = request.secure
    name = SECURE_COOKIE if secure else COOKIE
    response.set_cookie(name, secret, max_age=COOKIE_SECONDS, path="/", secure=secure, httponly=True, samesite="Lax")
