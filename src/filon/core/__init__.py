"""Records, rules, seats, texts and the contract of a game folder; knows no game."""

from filon.core.compiled.record import Record, Row, bits_of_seats, clock, each_seat, many, moment, one_of, row_of, seat, whole
from filon.core.compiled.rule import loop, rule
from filon.core.seats import CHANCE, HAND, NEVER, NOBODY, NONE, SPECTATOR, TIME, UNKNOWN

__all__ = [
    "CHANCE",
    "HAND",
    "NEVER",
    "NOBODY",
    "NONE",
    "SPECTATOR",
    "TIME",
    "UNKNOWN",
    "Record",
    "Row",
    "bits_of_seats",
    "clock",
    "each_seat",
    "loop",
    "many",
    "moment",
    "one_of",
    "row_of",
    "rule",
    "seat",
    "whole",
]
