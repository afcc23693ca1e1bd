"""The questions of the report by name, each with what answers it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement

from bench.balance import contents, diadingo, dig_mars, digger
from bench.balance.common import VARIED_SEATS, Figures, by_seats, optional, other_luck, sensitive
from bench.balance.diadingo import parts_as_figures
from bench.balance.play import Run
from filon.research.analysis.played import joined

OPTIONS: dict[str, list[dict[str, object]]] = {
    "dig-mars": [{"fortune": "open"}, {"sample": "top"}, {"last_tile": "round"}, {"standstill": "plays-on"}],
    "digger": [
        {"crates": "black"}, {"steal": "each"}, {"water": "at-once"}, {"river": "once-dry"}, {"sand": "exact"}, {"pace": 2},
        {"pace": "unlimited"}, {"stowing": "whole"}, {"hand": "roll"}, {"no_water": "plays-on"},
    ],
    "diadingo": [{"debts": True}, {"decline": "pass"}, {"tray": "classic"}, {"memory": "notes"}, {"games": 3}],
}  # fmt: skip
CONTENTS = {"dig-mars": contents.dig_mars, "digger": contents.digger, "diadingo": contents.diadingo}


def seats_of(game: str) -> Callable[[Run], Figures]:
    return lambda run: by_seats(run, game)


def options_of(game: str) -> Callable[[Run], Figures]:
    seats = VARIED_SEATS[game]
    return lambda run: {"other_luck": other_luck(run, game, seats), "changes": optional(run, game, OPTIONS[game], seats)}


def numbers_of(game: str) -> Callable[[Run], Figures]:
    return lambda run: {"changes": sensitive(run, game, CONTENTS[game](), VARIED_SEATS[game])}


# How much is luck: several robots in every seating, on the same deals


def pairs(robots: tuple[str, ...]) -> list[tuple[str, ...]]:
    return list(combinations_with_replacement(robots, 2))


def dig_mars_luck(run: Run) -> Figures:
    games = run.many(400, 2)
    return parts_as_figures(joined([run.match("dig-mars", pair, games) for pair in pairs(("beginner", "casual", "greedy"))]))


def digger_luck(run: Run) -> Figures:
    """At live tables, and so few: its levels do not play in batches."""
    games = run.many(60, 2)
    return parts_as_figures(joined([run.match("digger", pair, games, engine="table") for pair in pairs(("beginner", "strong"))]))


PIECES: dict[str, Callable[[Run], Figures]] = {
    **{f"{game}/seats": seats_of(game) for game in OPTIONS},
    **{f"{game}/options": options_of(game) for game in OPTIONS},
    **{f"{game}/numbers": numbers_of(game) for game in OPTIONS},
    "dig-mars/bonuses": lambda run: {"changes": dig_mars.bonuses_removed(run)},
    "dig-mars/gifts": dig_mars.worth_of_gifts,
    "dig-mars/winners": dig_mars.winners_had,
    "dig-mars/luck": dig_mars_luck,
    "digger/throws": digger.one_more_throw,
    "digger/thefts": digger.thefts,
    "digger/luck": digger_luck,
    "diadingo/memory": diadingo.worth_of_memory,
    "diadingo/luck": diadingo.luck,
}
