"""Gold Pan's label: players, designer, options."""

from filon.core.label import Label, choice, first_seat

from .parts import SEATS, Goal

LABEL = Label(
    name="Gold Pan",
    designer="",
    publisher="",
    seats=range(2, SEATS + 1),
    official=range(2, SEATS + 1),  # GP-01
    age=6,
    options=(choice("goal", Goal, "GP-A1"), first_seat(SEATS, "GP-02")),
)
