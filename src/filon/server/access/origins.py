"""From which pages browsers may speak to this server: an exact list."""

from __future__ import annotations

import socket

from filon.server.settings import Settings

USUAL = 80  # the port of http that browsers leave out
ANYWHERE = ("0.0.0.0", "::", "")  # to listen on, not to be called by
OUTSIDE = ("192.0.2.1", 9)  # an address of nobody's: a datagram's socket is set towards it, and nothing is sent


def allowed(settings: Settings) -> frozenset[str]:
    hosts = ["localhost", "127.0.0.1", "::1", *([] if settings.host in ANYWHERE else [settings.host])]
    if settings.lan:
        hosts += lan_hosts()
    return frozenset([*(origin(host, settings.port) for host in hosts), *(given.rstrip("/") for given in settings.origins)])


def origin(host: str, port: int) -> str:
    """As a browser writes it."""
    name = f"[{host}]" if ":" in host else host.lower()
    return f"http://{name}" if port == USUAL else f"http://{name}:{port}"


def lan_hosts() -> list[str]:
    """What others in the local network may call this machine: its addresses, the one of its way out first, then its names."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    found = [address for address in (_way_out(), *_addresses(name)) if address and not address.startswith(("127.", "::1", "fe80:"))]
    return list(dict.fromkeys([*found, name, short, f"{short}.local"]))


def _way_out() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(OUTSIDE)
        except OSError:  # no network at all
            return ""
        address: str = asked.getsockname()[0]
        return address


def _addresses(name: str) -> list[str]:
    try:
        return [str(found[4][0]) for found in socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)]
    except OSError:
        return []
