"""Host names of this server. They keep out pages whose name was pointed at this machine's address (DNS rebinding)."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit


def host_names(origins: Iterable[str]) -> frozenset[str]:
    """The host names of allowed origins."""
    return frozenset(host for origin in origins if (host := urlsplit(origin).hostname))


def is_known(host: str, names: frozenset[str]) -> bool:
    """Whether a Host header holds one of the names, or an IP address, which no DNS server can rebind. The port is ignored."""
    name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0].lower().rstrip(".")
    return name in names or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        return bool(ip_address(name))
    except ValueError:
        return False
