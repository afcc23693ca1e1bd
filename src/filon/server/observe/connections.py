"""Log lines and metrics of WebSocket connections."""

from __future__ import annotations

import secrets
import time
from typing import Protocol

from filon.server.access.proxies import is_near
from filon.server.observe.logs import logger, times_to_log
from filon.server.observe.metrics import Metrics


class OpenConnection(Protocol):
    def closed(self, code: int) -> None:
        """The connection was closed with this WebSocket close code."""


class ConnectionObserver:
    """Observer of every connection; this base class ignores them all."""

    def opened(self) -> OpenConnection:
        return _Unobserved()

    def refused(self, status: int, address: str) -> None:
        """A connection was refused before the handshake, with this HTTP status."""

    def not_believed(self, address: str) -> None:
        """A request came with X-Forwarded-For from an address that no setting calls a proxy."""


class _Unobserved:
    __slots__ = ()

    def closed(self, code: int) -> None:
        """Ignored."""


class ConnectionLog(ConnectionObserver):
    """Writes log lines and counts; a connection is logged by a random name, and only a refused one by its address."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def opened(self) -> OpenConnection:
        return _Logged(self._metrics)

    def refused(self, status: int, address: str) -> None:
        """The log names one address in ten seconds for each status, and how many refusals there were: a flood must not fill it."""
        self._metrics.refused.add()
        if times := times_to_log(f"refused {status}"):
            logger().warning("connection refused", connection=_name(), status=status, address=address, times=times)

    def not_believed(self, address: str) -> None:
        if is_near(address) and times_to_log("not believed"):
            logger().warning("X-Forwarded-For ignored: no --proxy names its sender", address=address)


class _Logged:
    __slots__ = ("_metrics", "_name", "_opened_at")

    def __init__(self, metrics: Metrics) -> None:
        self._metrics, self._name, self._opened_at = metrics, _name(), time.monotonic()
        metrics.connections.inc()
        logger().info("connection opened", connection=self._name)

    def closed(self, code: int) -> None:
        self._metrics.connections.dec()
        seconds = round(time.monotonic() - self._opened_at, 1)
        logger().info("connection closed", connection=self._name, code=code, seconds=seconds)


def _name() -> str:
    return secrets.token_hex(4)
