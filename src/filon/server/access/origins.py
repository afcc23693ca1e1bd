"""Origins of the pages from which browsers may speak to this server: an exact list."""

from __future__ import annotations

import socket

from filon.server.settings import Settings

DEFAULT_PORT = 80  # of http: browsers leave it out
WILDCARD_HOSTS = ("0.0.0.0", "::", "")  # to listen on; no browser names them
PROBE_ADDRESS = ("192.0.2.1", 9)  # for documentation only (RFC 5737): a datagram socket is connected to it, and sends nothing


def allowed_origins(settings: Settings) -> frozenset[str]:
    hosts = ["localhost", "127.0.0.1", "::1", *([] if settings.host in WILDCARD_HOSTS else [settings.host])]
    if settings.lan:
        hosts += lan_hosts()
    return frozenset([*(origin(host, settings.port) for host in hosts), *(given.rstrip("/") for given in settings.origins)])


def origin(host: str, port: int) -> str:
    """The origin of a page over http, in the form of a browser's Origin header."""
    name = f"[{host}]" if ":" in host else host.lower()
    return f"http://{name}" if port == DEFAULT_PORT else f"http://{name}:{port}"


def lan_hosts() -> list[str]:
    """This machine's addresses and names in the local network, the address of its default route first."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    found = [
        address for address in (_outbound_address(), *_addresses(name)) if address and not address.startswith(("127.", "::1", "fe80:"))
    ]
    return list(dict.fromkeys([*found, name, short, f"{short}.local"]))


def _outbound_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(PROBE_ADDRESS)
        except OSError:  # no network at all
            return ""
        address: str = probe.getsockname()[0]
        return address


def _addresses(name: str) -> list[str]:
    try:
        return [str(found[4][0]) for found in socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)]
    except OSError:
        return []
