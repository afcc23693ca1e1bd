"""The same luck in every run: the secret and the name that a table gets decide what is dealt and thrown there. In a soak it is new luck."""

import os
import secrets
from base64 import urlsafe_b64encode
from random import Random

import pytest


class Luck:
    """One stream for each kind of secret: who else draws meanwhile makes no difference to what a table gets."""

    def __init__(self, seed: str) -> None:
        self._streams: dict[str, Random] = {}
        self._seed = seed

    def token_hex(self, count: int) -> str:
        return self._drawn("hex", count).hex()

    def token_urlsafe(self, count: int) -> str:
        return urlsafe_b64encode(self._drawn("urlsafe", count)).rstrip(b"=").decode()

    def _drawn(self, kind: str, count: int) -> bytes:
        name = f"{self._seed} {kind} {count}"
        return self._streams.setdefault(name, Random(name)).randbytes(count)


@pytest.fixture(autouse=True)
def same_luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.environ.get("FILON_SOAK"):
        return
    luck = Luck(request.node.nodeid)
    monkeypatch.setattr(secrets, "token_hex", luck.token_hex)
    monkeypatch.setattr(secrets, "token_urlsafe", luck.token_urlsafe)
