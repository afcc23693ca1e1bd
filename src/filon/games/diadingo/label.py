"""What stands on Diadingo's box."""

from filon.core.label import Label, Option, choice, first_seat
from filon.games.diadingo.parts import GAMES, SEATS, Decline, Memory, TrayKind

LABEL = Label(
    name="Diadingo",
    designer="Gunter Baars",
    publisher="Ravensburger",
    seats=range(2, SEATS + 1),
    official=range(2, SEATS + 1),  # DI-01
    age=8,
    minutes=20,  # proposed by Filon
    difficulty=1,
    options=(
        Option("debts", {False: 0, True: 1}, False, "DI-32"),
        choice("decline", Decline, "DI-A2"),
        choice("tray", TrayKind, "DI-A8"),
        choice("memory", Memory, "DI-A9"),
        Option("games", {n: n for n in range(1, GAMES + 1)}, 1, "DI-A10"),
        first_seat(SEATS, "DI-A7"),
    ),
)
