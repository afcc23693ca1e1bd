"""What stands on Digger's box."""

from filon.core.label import Label, Option, choice, first_seat
from filon.games.digger.parts import SEATS, SLOWEST, UNLIMITED, Crates, HandKind, NoWater, River, Sand, Steal, Stowing, Water

LABEL = Label(
    name="Digger",
    designer="Roberto Fraga",
    publisher="Jeux Descartes / Asmodee",
    seats=range(2, SEATS + 1),
    official=range(3, SEATS + 1),  # DG-A12
    age=8,
    minutes=25,  # proposed by Filon
    difficulty=1,
    options=(
        choice("crates", Crates, "DG-33"),
        choice("steal", Steal, "DG-A1"),
        choice("water", Water, "DG-A2"),
        choice("river", River, "DG-A3"),
        choice("sand", Sand, "DG-A9"),
        Option("pace", {**{n: n for n in range(1, SLOWEST + 1)}, "unlimited": UNLIMITED}, 1, "DG-A9"),
        Option("throws", {n: n for n in range(3, 9)}, 5, "DG-A9"),
        choice("stowing", Stowing, "DG-A10"),
        choice("hand", HandKind, "DG-A11", each_seat=True),
        choice("no_water", NoWater, "DG-A26"),
        first_seat(SEATS, "DG-A14"),
    ),
)
