"""Names under which this server may be asked for. A page whose name is made to point here (DNS rebinding) is not one of them."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit


def host_names(origins: Iterable[str]) -> frozenset[str]:
    """Of the pages that may speak to this server."""
    return frozenset(host for origin in origins if (host := urlsplit(origin).hostname))


def is_known(host: str, names: frozenset[str]) -> bool:
    """Whether a Host header holds one of the names, or an address: nobody can make an address point elsewhere. Any port will do."""
    name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0].lower().rstrip(".")
    return name in names or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        return bool(ip_address(name))
    except ValueError:
        return False
