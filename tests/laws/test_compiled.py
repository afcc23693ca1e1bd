"""The view, the result and the deal as rules are those of the plain functions, for every game that has them."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import given

from filon.core.compiled.dice import Dice, dice_of
from filon.core.compiled.record import walk
from filon.core.compiled.rule import batch, unbatch
from filon.core.compiled.view import blank_source, make_see, written
from filon.core.game import Game
from filon.core.seats import SPECTATOR, UNKNOWN
from filon.core.stream import seeded
from filon.house.room.setup import Setup, set_up
from filon.research.deals import Deal, first_of, make_deal
from filon.research.encoding import viewer_of
from tests.laws.asked import SOAK, dealt, no_logs, setups, steps

DEALS = 2000 if SOAK else 300
SMALL = 64  # values
SURELY = 5.0  # standard deviations


def test_everything_secret_is_blank_before_it_is_shown(game: Game) -> None:
    blank = written(blank_source(game.Table, game.SECRET))

    @given(setups(game))
    def law(setup: Setup) -> None:
        table = dealt(setup)
        blank(table)
        assert table == game.Table.unpacked(np.array([declared_blank(game, dealt(setup)).packed()], game.Table.dtype)[0])

    law()


def declared_blank(game: Game, table: object) -> object:
    """The declaration read field by field, with no source written."""
    for name, field in table.fields.items():
        hidden = name in game.SECRET.get(type(table), "").split()
        held = getattr(table, name)
        if field.record:
            for one in held if isinstance(held, list) else [held]:
                declared_blank(game, one)
        elif hidden:
            setattr(table, name, np.full(field.shape, UNKNOWN).tolist() if field.shape else UNKNOWN)
    return table


def test_the_compiled_view_is_the_view(game: Game) -> None:
    """And the plain run of the same rule."""
    see, seen_by = make_see(game), viewer_of(game.name)

    @given(setups(game))
    def law(setup: Setup) -> None:
        asked = [(table.copy(), seat) for table in steps(game, setup, every=29) for seat in (*range(len(setup.names)), SPECTATOR)]
        tables, views = batch(table for table, _ in asked), batch(table for table, _ in asked)
        seen_by(tables, np.array([seat for _, seat in asked]), *no_logs(len(asked)), views)
        plain = [game.view(table, seat) for table, seat in asked]
        assert unbatch(game.Table, views) == plain
        held = [None]
        see(held, 0, *asked[0])
        assert held == plain[:1]

    law()


def test_ahead_ranks_the_winners_first(game: Game) -> None:
    @given(setups(game))
    def law(setup: Setup) -> None:
        *_, table = steps(game, setup, every=1000)
        seats = range(len(setup.names))
        best = [one for one in seats if all(game.ahead(table, one, other) >= 0 for other in seats)]
        assert best == game.winners(table)
        assert all(game.ahead(table, one, other) == -game.ahead(table, other, one) for one in seats for other in seats)

    law()


def test_what_is_constant_is_the_same_at_all_tables_of_a_set_up(game: Game) -> None:
    @given(setups(game))
    def law(setup: Setup) -> None:
        first = setup.deal(seeded(1))
        for table in steps(game, setup, every=101):
            assert [name for name in game.CONSTANT.split() if getattr(table, name) != getattr(first, name)] == []

    law()


def test_deals_are_as_the_rules_deal(game: Game) -> None:
    """Chi-square of every number on the table: one table dealt anew again and again, beside as many dealt by new()."""
    deal, luck = make_deal(game), dice_of(7)
    for seats in {game.label.seats[0], game.label.seats[-1]}:
        setup = set_up(game, [f"Seat {seat}" for seat in range(seats)])
        pool = [setup.deal(seeded(0))]
        again = [dealt_anew(deal, pool, first_of(setup), luck) for _ in range(DEALS)]
        assert all(game.pieces(table) == game.pieces(pool[0]) for table in again)
        plain = [setup.deal(seeded(1 + i)) for i in range(DEALS)]
        assert [path for path, far in compared(again, plain) if far > SURELY] == []


def dealt_anew(deal: Deal, pool: list[Any], first: int, luck: Dice) -> Any:
    tables: list[Any] = [None]
    deal(tables, 0, pool, first, luck)
    return tables[0]


def compared(ones: list[Any], others: list[Any]) -> Iterator[tuple[str, float]]:
    """The difference between the counts of each number, in standard deviations; redeal() keeps numbers with more than SMALL values."""
    for (path, field, _), one, other in zip(walk(ones[0]), counted(ones), counted(others), strict=True):
        if field.most - field.least < SMALL:
            seen = one + other
            value, degrees = sum((one[held] - other[held]) ** 2 / seen[held] for held in seen), len(seen) - 1
            yield path, deviation(value, degrees) if degrees else 0.0


def deviation(value: float, degrees: int) -> float:
    """A chi-square value as standard deviations of a normal one (Wilson and Hilferty 1931)."""
    return float(((value / degrees) ** (1 / 3) - 1 + 2 / (9 * degrees)) / (2 / (9 * degrees)) ** 0.5)


def counted(tables: list[Any]) -> list[Counter[int]]:
    return [Counter(held) for held in zip(*([number for _, _, number in walk(table)] for table in tables), strict=True)]
