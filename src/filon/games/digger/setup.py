"""Digger: components and set-up."""

from typing import Any

from filon.core.stream import Source, shuffled
from filon.games.digger.label import LABEL
from filon.games.digger.parts import Content, Crates, Table


def choose(table: Table, options: dict[str, Any]) -> None:
    table.steal = LABEL.encode(options, "steal")
    table.water = LABEL.encode(options, "water")
    table.river = LABEL.encode(options, "river")
    table.glass = LABEL.encode(options, "sand")
    table.pace = LABEL.encode(options, "pace")
    table.most_throws = LABEL.encode(options, "throws")
    table.no_water = LABEL.encode(options, "no_water")
    table.stowing = LABEL.encode(options, "stowing")
    for seat in range(table.seats):
        table.player[seat].hand = LABEL.encode(options, "hand", seat)


def lay_out(table: Table, printed: Content) -> None:
    """DG-01, DG-02, DG-04, DG-A20."""
    table.shift = list(printed.shift)
    table.faces, table.pool = list(printed.faces), list(printed.tokens)
    table.exact, table.shortest, table.longest = printed.exact, printed.shortest, printed.longest
    table.air, table.take, table.pull, table.stow = printed.air, printed.take, printed.pull, printed.stow
    table.touched = printed.touched


def deal_crates(table: Table, options: dict[str, Any], printed: Content, source: Source) -> None:
    """DG-05, DG-33: white ones, all alike (DG-A15), or black ones by lot (DG-A16)."""
    black = LABEL.encode(options, "crates") == Crates.BLACK
    crates = shuffled(printed.black, source) if black else [printed.white] * table.seats
    for seat in range(table.seats):
        table.player[seat].value = list(crates[seat])
