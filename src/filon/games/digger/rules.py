"""Digger: the rules, clause by clause (clauses.md)."""

from typing import Any

from filon.core import CHANCE, HAND, NEVER, NOBODY, NONE, UNKNOWN, Row, rule
from filon.core.content import Page
from filon.core.stream import Source
from filon.games.digger.label import LABEL
from filon.games.digger.parts import (
    GEMS,
    SPOTS,
    Colour,
    Ended,
    Ending,
    HandKind,
    Kind,
    Move,
    Phase,
    Refusal,
    Sand,
    Stowing,
    Table,
    Use,
    read_content,
)
from filon.games.digger.setup import choose, deal_crates, lay_out
from filon.games.digger.turn import end_turn, foul, leave_crate, next_glass, pull_out, reach, rest, run_out, stow, stow_all, take, throw

LETTING_GO = 5  # how often a simulated hand gives up a pull, beside a hundred others (DG-A23)


# Components and set-up


def new(options: dict[str, Any], content: Page, seats: int, source: Source) -> Table:
    table, printed = Table(), read_content(content)
    table.rules, table.seats = LABEL.rules, seats
    choose(table, options)
    lay_out(table, printed)
    deal_crates(table, options, printed, source)
    table.digger = LABEL.first(options, seats, source)  # DG-10, DG-A14
    next_glass(table)
    return table


# Who moves, and when


@rule
def actor(table: Table) -> int:
    match table.phase:
        case Phase.FILLING | Phase.ROLLING:
            return CHANCE
        case Phase.REACHING:
            return CHANCE if rolls(table) else HAND
        case Phase.OVER:
            return NOBODY
        case _:
            return table.digger


@rule
def rolls(table: Table) -> bool:
    """DG-A11: Chance pulls for this digger."""
    return table.player[table.digger].hand == HandKind.ROLL


@rule
def time_master(table: Table) -> int:
    """DG-11: on the digger's right; between two players always the opponent (DG-A12)."""
    return (table.digger + table.seats - 1) % table.seats


@rule
def sand_runs(table: Table) -> bool:
    """DG-12: from the first throw until the turn is over."""
    return Phase.ROLLING <= table.phase <= Phase.STOWING


@rule
def due(table: Table) -> int:
    """DG-23, DG-A9: when the sand is out, as far as this table or view knows."""
    if table.sand == NONE or table.sand == UNKNOWN or not sand_runs(table):
        return NEVER
    return table.turned + table.sand * table.pace


@rule
def ready(table: Table) -> int:
    """The glass and the dice wait for nobody; all others wait for dice and hand."""
    if table.phase == Phase.FILLING or table.phase == Phase.ROLLING:
        return table.clock
    return max(table.clock, table.free)


@rule
def stamp(table: Table, at: int) -> None:
    table.clock = at


# The law: first the moment


@rule
def untimely(table: Table, kind: int) -> Refusal:
    if kind == Kind.SAND_OUT:
        return legal_if(due(table) <= table.clock, Refusal.SAND_STILL_RUNS)
    if due(table) <= table.clock:  # DG-A24
        return Refusal.NOT_NOW
    match kind:
        case Kind.GLASS:
            return legal_if(table.phase == Phase.FILLING, Refusal.NOT_NOW)
        case Kind.DIE:
            return legal_if(table.phase == Phase.ROLLING, Refusal.NOT_NOW)
        case Kind.CLEAN | Kind.TOUCHED | Kind.LET_GO:
            return pull_goes_on(table, kind)
        case Kind.THROW | Kind.TAKE | Kind.STEAL:
            return cannot_dig(table, kind)
        case _:
            return cannot_finish(table, kind)


@rule
def legal_if(condition: bool, otherwise: Refusal) -> Refusal:
    return Refusal.LEGAL if condition else otherwise


@rule
def pull_goes_on(table: Table, kind: int) -> Refusal:
    """DG-A11: every kind of hand takes the same least time; only a touch may come before it is over."""
    if table.phase != Phase.REACHING:
        return Refusal.NOT_NOW
    may_be_early = kind == Kind.TOUCHED and not rolls(table)
    return legal_if(may_be_early or table.free <= table.clock, Refusal.HAND_BUSY)


@rule
def cannot_dig(table: Table, kind: int) -> Refusal:
    """DG-13, DG-15, DG-A4, DG-A29: whenever the digger likes, until the first token is stowed (DG-A21)."""
    if table.phase == Phase.READY and kind != Kind.THROW:
        return Refusal.THROW_FIRST
    if table.phase == Phase.STOWING:
        return Refusal.STOWING_HAS_BEGUN
    if table.clock < table.free:
        return what_is_busy(table)
    if kind == Kind.THROW:
        return legal_if(table.pace == 1 or table.throws < table.most_throws, Refusal.NO_THROWS_LEFT)  # DG-A9
    if kind == Kind.STEAL:
        return legal_if(table.shown[Colour.BLACK] == 1, Refusal.NO_SINGLE_BLACK)  # DG-17, DG-42
    return Refusal.LEGAL


@rule
def what_is_busy(table: Table) -> Refusal:
    """Before anything of a throw is used, only its dice can be in the way."""
    if table.phase != Phase.DIGGING:
        return Refusal.HAND_BUSY
    return Refusal.DICE_IN_THE_AIR if total(table.used) == 0 else Refusal.HAND_BUSY


@rule
def cannot_finish(table: Table, kind: int) -> Refusal:
    """DG-21, DG-22, DG-A10, DG-A22."""
    if table.phase == Phase.READY:
        return Refusal.THROW_FIRST
    if table.clock < table.free:
        return what_is_busy(table)
    if kind == Kind.STOP:
        return legal_if(total(table.loot) == 0, Refusal.STOW_EVERYTHING_FIRST)
    if kind == Kind.STOW:
        return legal_if(table.stowing == Stowing.BY_HAND, Refusal.ALL_AT_ONCE)
    if table.stowing == Stowing.BY_HAND:
        return Refusal.ONE_BY_ONE
    return legal_if(total(table.loot) > 0, Refusal.NOT_IN_THE_LOOT)


# The law: then the move itself


@rule
def unlawful(table: Table, move: Move) -> Refusal:
    match move.kind:
        case Kind.GLASS:
            return legal_if(odds(table, move) > 0, Refusal.NO_SUCH_GLASS)
        case Kind.DIE:
            return legal_if(odds(table, move) > 0, Refusal.NOT_NOW)
        case Kind.TOUCHED if not has_neighbour(table):
            return Refusal.NO_NEIGHBOUR
        case Kind.CLEAN | Kind.TOUCHED | Kind.LET_GO:
            return legal_if(odds(table, move) > 0 or not rolls(table), Refusal.NOT_NOW)
        case Kind.TAKE:
            return cannot_take(table, move.colour)
        case Kind.STEAL:
            return cannot_steal(table, move.colour, move.victim)
        case Kind.STOW:
            return legal_if(table.loot[move.colour] > 0, Refusal.NOT_IN_THE_LOOT)
        case _:
            return Refusal.LEGAL


@rule
def cannot_take(table: Table, colour: int) -> Refusal:
    """DG-14, DG-40; whether or not it could be stolen (DG-19, DG-A30), but never both (DG-A6)."""
    if table.shown[colour] != 1:
        return Refusal.NOT_SHOWN_EXACTLY_ONCE
    if table.used[colour] != Use.UNUSED:
        return Refusal.POOL_CLOSED if table.used[colour] == Use.ROBBING else Refusal.ALREADY_USED
    return legal_if(table.pool[colour] > 0, Refusal.POOL_EMPTY)  # DG-A5


@rule
def cannot_steal(table: Table, colour: int, victim: int) -> Refusal:
    """DG-17, DG-41: from any opponent, the time master included."""
    if colour == Colour.WATER:  # DG-18
        return Refusal.WATER_IS_NEVER_STOLEN
    if table.shown[colour] != 1:
        return Refusal.NOT_SHOWN_EXACTLY_ONCE
    if table.used[colour] == Use.USED:
        return Refusal.ALREADY_USED
    if victim >= table.seats:
        return Refusal.NO_SUCH_SEAT
    if victim == table.digger:
        return Refusal.OWN_CRATE
    if table.robbed[colour][victim]:  # DG-A1
        return Refusal.ALREADY_ROBBED
    return legal_if(table.player[victim].crate[colour] > 0, Refusal.NOTHING_TO_STEAL)


@rule
def has_neighbour(table: Table) -> bool:
    """DG-A20."""
    crate = table.player[table.victim].crate
    return crate[next_to(table, table.colour, 1)] + crate[next_to(table, table.colour, SPOTS - 1)] > 0


@rule
def next_to(table: Table, gem: int, way: int) -> int:
    """DG-A20: the gem whose spot is so many further round the crate."""
    spot = gem - 1 + table.shift[gem] + way
    found = gem
    for other in range(1, SPOTS + 1):
        if (other - 1 + table.shift[other] - spot) % SPOTS == 0:
            found = other
    return found


@rule
def odds(table: Table, move: Move) -> int:
    match move.kind:
        case Kind.GLASS:
            return 1 if fits_the_glass(table, move.sand) else 0
        case Kind.DIE:
            return table.faces[move.colour]
        case Kind.TOUCHED:
            return risk(table)
        case Kind.CLEAN:
            return 100 - risk(table)
        case Kind.LET_GO:
            return 0 if rolls(table) else LETTING_GO
        case _:
            return 0


@rule
def fits_the_glass(table: Table, sand: int) -> bool:
    """DG-A9."""
    if table.glass == Sand.EXACT:
        return sand == table.exact
    return table.shortest <= sand <= table.longest


@rule
def risk(table: Table) -> int:
    """Touches in a hundred pulls (DG-A11); none where no neighbouring stack stands."""
    return table.touched if table.phase == Phase.REACHING and has_neighbour(table) else 0


@rule
def total(row: Row) -> int:
    count = 0
    for i in range(len(row)):
        count += row[i]
    return count


# The effect


@rule
def apply(table: Table, move: Move) -> None:
    match move.kind:
        case Kind.GLASS:
            table.sand = move.sand
            table.phase = Phase.READY
        case Kind.DIE:
            rest(table, move.colour)
        case Kind.CLEAN:
            pull_out(table)
        case Kind.TOUCHED:
            foul(table)
        case Kind.LET_GO:
            leave_crate(table)
        case Kind.SAND_OUT:
            run_out(table)
        case Kind.THROW:
            throw(table)
        case Kind.TAKE:
            take(table, move.colour)
        case Kind.STEAL:
            reach(table, move.colour, move.victim)
        case Kind.STOW:
            stow(table, move.colour)
            table.free = table.clock + table.stow
        case Kind.STOW_ALL:
            stow_all(table)
            end_turn(table, Ended.STOPPED)
        case _:
            end_turn(table, Ended.STOPPED)  # DG-22, DG-43


# End and score


@rule
def crate_points(table: Table, seat: int) -> int:
    """DG-31."""
    points = 0
    for gem in GEMS:
        points += table.player[seat].crate[gem] * table.player[seat].value[gem]
    return points


def scores(table: Table) -> list[int]:
    """DG-31."""
    players = table.player[: table.seats]
    return [sum(count * value for count, value in zip(player.crate, player.value, strict=True)) for player in players]


def winners(table: Table) -> list[int]:
    """DG-32; a tie is shared (DG-A13)."""
    points = scores(table)
    return [seat for seat, score in enumerate(points) if score == max(points)]


def ending(table: Table) -> Ending:
    return Ending(table.ending)


def pieces(table: Table) -> list[int]:
    """DG-02: the tokens of each colour, wherever they are."""
    held = [table.pool, table.loot, *(player.crate for player in table.player)]
    tokens = [sum(counts) for counts in zip(*held, strict=True)]
    tokens[Colour.WATER] += table.box
    return tokens
