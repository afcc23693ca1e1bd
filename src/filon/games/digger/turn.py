"""Digger: what each move does, and how a turn ends."""

from filon.core import NONE, Row, rule
from filon.games.digger.parts import (
    DICE,
    PATIENT_ROUNDS,
    QUIET_ROUNDS,
    UNLIMITED,
    Colour,
    Ended,
    Ending,
    NoWater,
    Phase,
    River,
    Steal,
    Table,
    Use,
    Water,
)


@rule
def throw(table: Table) -> None:
    """DG-13, DG-A17: what was not used of the throw before lapses (DG-14)."""
    if table.phase == Phase.READY:  # DG-12
        table.turned = table.clock
    clear_dice(table)
    table.throws += 1
    table.free = table.clock + table.air
    table.phase = Phase.ROLLING


@rule
def rest(table: Table, colour: int) -> None:
    """DG-01."""
    table.shown[colour] += 1
    table.resting += 1
    if table.resting == DICE:
        table.phase = Phase.DIGGING


@rule
def take(table: Table, colour: int) -> None:
    """DG-14, DG-16; water may go straight into the box (DG-A2)."""
    table.used[colour] = Use.USED
    table.free = table.clock + table.take
    table.pool[colour] -= 1
    if table.pool[Colour.WATER] == 0:
        table.ran_dry = 1
    if colour == Colour.WATER and table.water == Water.AT_ONCE:
        put_in_box(table)
    else:
        table.loot[colour] += 1


@rule
def reach(table: Table, colour: int, victim: int) -> None:
    """DG-17: the token is still its owner's (DG-A19)."""
    table.colour = colour
    table.victim = victim
    table.free = table.clock + table.pull
    table.phase = Phase.REACHING


@rule
def pull_out(table: Table) -> None:
    """DG-16, DG-A1: with "each" the others may still be robbed of this colour, and the pool is closed."""
    table.robbed[table.colour][table.victim] = 1
    table.used[table.colour] = Use.ROBBING if table.steal == Steal.EACH else Use.USED
    table.player[table.victim].crate[table.colour] -= 1
    table.loot[table.colour] += 1
    leave_crate(table)


@rule
def leave_crate(table: Table) -> None:
    """DG-A23: a pull let go changes nothing else."""
    table.colour = NONE
    table.victim = NONE
    table.phase = Phase.DIGGING


@rule
def foul(table: Table) -> None:
    """DG-20, DG-A18: the whole turn's loot, and its water from the box (DG-A2). Nothing else is a foul (DG-A8)."""
    table.box -= table.boxed
    table.pool[Colour.WATER] += table.boxed
    table.boxed = 0
    give_back(table)
    end_turn(table, Ended.FOUL)


@rule
def run_out(table: Table) -> None:
    """DG-23: what is stowed stays (DG-A7), a token in the hand stays with its owner (DG-A19)."""
    give_back(table)
    end_turn(table, Ended.SAND_OUT)


@rule
def give_back(table: Table) -> None:
    for colour in range(len(table.loot)):
        table.pool[colour] += table.loot[colour]
        table.loot[colour] = 0


@rule
def stow(table: Table, colour: int) -> None:
    """DG-21, DG-A31: a gem on its own spot, water in the box."""
    table.phase = Phase.STOWING
    table.loot[colour] -= 1
    if colour == Colour.WATER:
        put_in_box(table)
    else:
        table.player[table.digger].crate[colour] += 1


@rule
def stow_all(table: Table) -> None:
    """DG-A10."""
    for colour in range(len(table.loot)):
        for _ in range(table.loot[colour]):
            stow(table, colour)


@rule
def put_in_box(table: Table) -> None:
    table.box += 1
    table.boxed += 1


@rule
def end_turn(table: Table, how: int) -> None:
    """DG-24: the dice go to the left; now everybody sees how long the sand was."""
    table.last_turn = how
    table.last_sand = table.sand
    table.quiet = table.quiet + 1 if table.boxed == 0 else 0
    table.ending = how_it_ends(table)
    clear_turn(table)
    table.digger = (table.digger + 1) % table.seats  # DG-10
    next_glass(table)
    if table.ending != Ending.NOT_OVER:
        table.phase = Phase.OVER


@rule
def clear_turn(table: Table) -> None:
    clear_dice(table)
    table.sand = NONE
    table.turned = 0
    table.free = 0
    table.throws = 0
    table.boxed = 0
    table.ran_dry = 0
    table.colour = NONE
    table.victim = NONE


@rule
def clear_dice(table: Table) -> None:
    table.resting = 0
    clear(table.shown)
    clear(table.used)
    for colour in range(len(table.robbed)):
        clear(table.robbed[colour])


@rule
def next_glass(table: Table) -> None:
    """DG-A9: without sand there is nothing to fill."""
    table.phase = Phase.READY if table.pace == UNLIMITED else Phase.FILLING


@rule
def clear(row: Row) -> None:
    for i in range(len(row)):
        row[i] = 0


@rule
def patience(table: Table) -> int:
    """DG-A26: full rounds without water for the box that end the game."""
    return QUIET_ROUNDS if table.no_water == NoWater.ENDS else PATIENT_ROUNDS


@rule
def how_it_ends(table: Table) -> Ending:
    """DG-30, DG-A3, DG-A26."""
    once_dry = table.river == River.ONCE_DRY and table.ran_dry
    if once_dry or table.pool[Colour.WATER] == 0:
        return Ending.RIVER_DRY
    return Ending.NO_WATER_TAKEN if table.quiet == patience(table) * table.seats else Ending.NOT_OVER
