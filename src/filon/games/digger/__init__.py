"""Digger: real-time dice, theft with a steady hand, an hourglass that only one player sees."""
