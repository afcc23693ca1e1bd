"""`filon serve` without its limits on what one address may ask for: a load generator is one address."""

from functools import partial

from filon.server.access.limits import Limits, Rate
from filon.server.app import build
from filon.server.process import process
from filon.terminal.cli import main

ENDLESS = Rate(10**9, 1)

if __name__ == "__main__":
    limits = Limits(connections_per_address=10**6, tcp_connections_per_address=10**6, tables=ENDLESS, lines=ENDLESS, messages=ENDLESS)
    process.build = partial(build, limits=limits)
    raise SystemExit(main())
