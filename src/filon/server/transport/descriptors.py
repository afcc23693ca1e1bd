"""File descriptors of this process: every connection takes one, and so do the store, the logs and the robots."""

from __future__ import annotations

import sys

MAX_DESCRIPTORS = 65_536  # more than one process can serve; some systems have no upper limit at all
RESERVED = 64  # for everything but connections; uvloop would close connections without a word when all are in use


def raise_descriptor_limit() -> None:
    """The soft limit, usually 1024, becomes the hard limit. Worker processes inherit it."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MAX_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def usable_descriptors() -> int:
    """Numbers below this are for connections: the system gives each connection the lowest number that is free."""
    if sys.platform == "win32":
        return sys.maxsize
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft - RESERVED
