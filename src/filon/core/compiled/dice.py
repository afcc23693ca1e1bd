"""A small random generator for simulations, plain and compiled alike; live tables use core/stream.py."""

from filon.core.compiled.record import Record, whole
from filon.core.compiled.rule import rule


class Dice(Record):
    high: int = whole(0, 2**32 - 1)
    low: int = whole(0, 2**32 - 1)


@rule
def below(dice: Dice, limit: int) -> int:
    """A whole number from 0 up to but not including limit."""
    dice.low = (dice.low * 1664525 + 1013904223) & 0xFFFFFFFF
    mixed = dice.high ^ (dice.low >> 9)
    dice.high = (mixed * 747796405 + 2891336453) & 0xFFFFFFFF
    return ((dice.high >> 1) * limit) >> 31


def dice_of(seed: int) -> Dice:
    """Dice for a seed; near seeds give far-apart streams."""
    mixed = (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) & 0xFFFFFFFFFFFFFFFF
    dice = Dice((mixed >> 32) ^ (mixed & 0xFFFFFFFF), mixed & 0xFFFFFFFF)
    for _ in range(4):
        below(dice, 2)
    return dice
