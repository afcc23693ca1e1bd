"""The house's seats and the blanks. All are far below zero, so that using one as an index raises, plain and compiled."""

UNKNOWN = -128  # in a view: not for this seat to know
NONE = -127  # nothing there

CHANCE = -126  # throws dice, shuffles
HAND = -125  # decides whether a steal was clean
TIME = -124  # turns up when the sand is out
NOBODY = -123  # the game is over
SPECTATOR = -122  # looks on; only ever asks for a view

NEVER = 2**31 - 1  # a time that does not come
HOUSE = (CHANCE, HAND, TIME)
