"""What stands on Dig Mars' box."""

from filon.core.label import Label, choice, first_seat
from filon.games.dig_mars.parts import SEATS, Fortune, LastTile, Sample, Standstill

LABEL = Label(
    name="Dig Mars",
    designer="Oliver Sihiveer",
    publisher="Brain Games",
    seats=range(2, SEATS + 1),
    official=range(2, SEATS + 1),  # DM-01
    age=8,
    minutes=45,  # proposed by Filon
    difficulty=2,
    options=(
        choice("fortune", Fortune, "DM-A7"),
        choice("sample", Sample, "DM-A1"),
        choice("last_tile", LastTile, "DM-A12"),
        choice("standstill", Standstill, "DM-A10"),
        first_seat(SEATS, "DM-04"),
    ),
    rules=2,  # 2: who took which tile (DM-52)
)
