"""X-Forwarded-For and X-Forwarded-Proto, believed only of proxies that the settings name."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

from aiohttp import web

SCHEMES = {"http": "http", "https": "https", "ws": "http", "wss": "https"}


class Proxies:
    def __init__(self, addresses: Iterable[str] = ()) -> None:
        self._networks = [ip_network(address) for address in addresses]

    def resolve(self, request: web.Request) -> web.Request:
        """The request as the proxy received it: with the client's address and scheme."""
        if not self.believes(request.remote or ""):
            return request
        changes: dict[str, Any] = {}
        if client := self._client(request.headers.getall("X-Forwarded-For", ())):
            changes["remote"] = client
        if scheme := SCHEMES.get(request.headers.get("X-Forwarded-Proto", "").strip().lower()):
            changes["scheme"] = scheme
        return request.clone(**changes) if changes else request

    def believes(self, peer: str) -> bool:
        """Whether a setting names this address as a proxy."""
        address = _address(peer)
        return address is not None and self._is_trusted(address)

    def _client(self, headers: Iterable[str]) -> str:
        """The last address that is not a trusted proxy's: those before it are the client's own word. Else the first of all."""
        client = ""
        for part in reversed(",".join(headers).split(",")):
            address = _address(part.strip())
            if address is None:
                break
            client = str(address)
            if not self._is_trusted(address):
                break
        return client

    def _is_trusted(self, address: IPv4Address | IPv6Address) -> bool:
        return any(address in network for network in self._networks)


def is_near(peer: str) -> bool:
    """Whether an address belongs to this machine or a private network, as a proxy's usually does."""
    address = _address(peer)
    return address is not None and address.is_private


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """The IP address in a text with or without a port; an IPv4 address mapped into IPv6 becomes IPv4."""
    host = text[1:].partition("]")[0] if text.startswith("[") else text.partition(":")[0] if text.count(":") == 1 else text
    try:
        address = ip_address(host)
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address
