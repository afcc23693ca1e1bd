"""How a theft may turn out: the game played on to its end, over and over, on imagined tables."""

from collections.abc import Sequence
from threading import Event
from typing import Any

from filon.core import UNKNOWN, loop, rule
from filon.core.compiled.dice import Dice, below
from filon.core.compiled.rule import batch, numbers, repeated
from filon.games.diadingo.parts import MOVES, PLACES, VALUES, Phase, Table
from filon.games.diadingo.rules import apply, cannot_steal, draw, lift, steal, takings
from filon.games.diadingo.secrets import imagine

FEW = 100  # games that are played plain: somebody waits
WON, SHARED = 2_000_000, 1_000_000  # beside them a dollar of lead counts 1: it decides between ways that win as often


WARM = Event()  # set when games are played compiled in this process


def foreseen(recalled: Table, seat: int, legal: Sequence[int], tries: int, dice: Dice) -> list[int]:
    """What each legal move led to in so many games, all moves alike; in few of them as long as nothing is compiled."""
    table, each = known(recalled), max(1, tries // len(legal))
    if not WARM.is_set():
        return _foreseen_plainly(table, seat, legal, min(each, max(1, FEW // len(legal))), dice)
    results = numbers(len(legal))
    _foresee(repeated(table, each * len(legal)), _row(legal), seat, batch([dice]), results)
    return [int(result) for result in results]


def _foreseen_plainly(table: Table, seat: int, legal: Sequence[int], each: int, dice: Dice) -> list[int]:
    results = [0] * len(legal)
    _foresee.plain([table.copy() for _ in range(each * len(legal))], list(legal), seat, [dice], results)  # type: ignore[attr-defined]
    return results


def warm() -> None:
    """Have games compiled, or read from the cache, before they are needed."""
    _foresee(repeated(Table(), 0), numbers(1), 0, batch([Dice()]), numbers(1))
    WARM.set()


def known(recalled: Table) -> Table:
    """A diamond recalled as fixed is marked: nobody at the imagined table will try it again."""
    table: Table = recalled.copy()
    tray = table.tray[table.game]
    for place, fixed in enumerate(tray.fixed):
        if fixed != UNKNOWN and not tray.gap[place]:
            tray.noted[place] = 1
    return table


def _row(ids: Sequence[int]) -> Any:
    row = numbers(len(ids))
    for i, move in enumerate(ids):
        row[i] = move
    return row


@loop
def _foresee(tables: Any, moves: Any, seat: int, dice: Any, results: Any) -> None:
    for i in range(len(tables)):
        imagine(tables[i], seat, dice[0])
        apply(tables[i], MOVES[moves[i % len(moves)]])
        play_on(tables[i], dice[0])
        results[i % len(moves)] += result(tables[i], seat)


@rule
def play_on(table: Table, dice: Dice) -> None:
    """Everybody remembers every try, and steals what is dearest from whoever has most."""
    while table.phase != Phase.OVER:
        if table.phase == Phase.DRAWING:
            draw(table)
        elif table.phase == Phase.TRYING:
            attempt(table, untried(table, dice))
        else:
            rob_the_richest(table)


@rule
def attempt(table: Table, place: int) -> None:
    tray = table.tray[table.game]
    tray.noted[place - 1] = tray.fixed[place - 1]
    lift(table, place)


@rule
def untried(table: Table, dice: Dice) -> int:
    """Any diamond that is not known to be fixed."""
    tray = table.tray[table.game]
    left = 0
    for place in range(PLACES):
        left += tray.gap[place] == 0 and tray.noted[place] == 0
    chosen = below(dice, left)
    for place in range(PLACES):
        if tray.gap[place] == 0 and tray.noted[place] == 0:
            if chosen == 0:
                return place + 1
            chosen -= 1
    return 1


@rule
def rob_the_richest(table: Table) -> None:
    best, victim, ring = -1, 0, 0
    for rank in range(VALUES):
        for other in range(table.seats):
            if cannot_steal(table, other, rank) == 0:
                gain = table.value[rank] * 1000 + takings(table, table.player[other]) // 100
                if gain > best:
                    best, victim, ring = gain, other, rank
    steal(table, victim, ring)


@rule
def result(table: Table, seat: int) -> int:
    """DI-33, with the lead beside it."""
    own = table.player[seat].dollars + takings(table, table.player[seat])
    best = -WON
    for other in range(table.seats):
        if other != seat:
            best = max(best, table.player[other].dollars + takings(table, table.player[other]))
    if own == best:
        return SHARED
    return (WON if own > best else 0) + (own - best) // 10
