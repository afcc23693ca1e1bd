"""Dig Mars: the effect of each thing a player does, and how a turn and the game end."""

from filon.core import NONE, Row, rule
from filon.games.dig_mars.parts import (
    ACTIONS,
    HOLDERS,
    PATIENT_ROUNDS,
    STILL_ROUNDS,
    Bonus,
    Ending,
    Fortune,
    Gear,
    LastTile,
    Phase,
    Pile,
    Player,
    Standstill,
    Table,
)
from filon.games.dig_mars.sites import share, take_top, top


@rule
def place(table: Table, site: int) -> None:
    """DM-04: one station each, then the first turn; DM-18: one more, within the same action."""
    table.player[table.turn].stations[site] += 1
    if table.phase == Phase.SETTLING:
        pass_on(table)
        table.phase = Phase.ACTING if table.turn == table.first else Phase.SETTLING
    else:
        table.phase = Phase.ACTING


@rule
def act(table: Table) -> None:
    """DM-10."""
    table.actions -= 1
    table.acted = 1


@rule
def pay(table: Table, bonus: int) -> None:
    """DM-A14: a matching bonus pays before an action does."""
    if table.bonus[bonus] > 0:
        table.bonus[bonus] -= 1
    else:
        act(table)
    table.progressed = 1


@rule
def dig(table: Table, pile: Pile) -> None:
    """DM-11; DM-12, DM-A3: the bonus turned up, by an extra dig too."""
    pay(table, Bonus.DIG)
    pile.explored = 1
    gained = top(table, pile).bonus
    if gained != NONE:
        table.bonus[gained] += 1


@rule
def transport(table: Table, site: int) -> None:
    """DM-13; DM-14: no station moves."""
    pay(table, Bonus.TRANSPORT)
    pile = table.pile[site]
    share(table, site, top(table, pile).fortune)
    if table.rules >= HOLDERS:  # DM-13, DM-52
        table.holder[pile.tile[pile.height - 1]] = table.turn
    take_top(table, pile)
    if table.tiles_left == 0 and table.fortune == Fortune.OPEN:  # DM-52
        finish(table, Ending.LAST_TILE)


@rule
def upgrade(table: Table, me: Player, gear: int) -> None:
    """DM-17; DM-18: the fleet's new station comes at once."""
    act(table)
    table.progressed = 1
    me.fortune -= cost(table, me, gear)
    me.level[gear] += 1
    if gear == Gear.FLEET:
        table.phase = Phase.PLACING


@rule
def cost(table: Table, me: Player, gear: int) -> int:
    """DM-17, DM-19: what the next level costs."""
    return table.cost[me.level[gear] - 1]


@rule
def end_turn(table: Table) -> None:
    """DM-51 comes before DM-A10."""
    if table.tiles_left == 0:
        call_last(table)
    else:
        count_quiet(table)


@rule
def call_last(table: Table) -> None:
    """DM-51, DM-A12: the last tile is gone; under "round" each other player may still announce."""
    if table.phase == Phase.LAST_CALL:
        table.to_call -= 1
    elif table.last_tile == LastTile.ROUND:
        table.to_call = table.seats - 1
    if table.to_call == 0:
        finish(table, Ending.LAST_TILE)
    else:
        pass_on(table)
        table.actions = 0
        table.phase = Phase.LAST_CALL


@rule
def count_quiet(table: Table) -> None:
    """DM-A10."""
    table.idle = 0 if table.acted else min(table.idle + 1, table.seats)
    table.still = 0 if table.progressed else table.still + 1
    if table.idle == table.seats and table.standstill == Standstill.ENDS:
        finish(table, Ending.NO_ACTION)
    elif table.still == patience(table) * table.seats:
        finish(table, Ending.NO_PROGRESS)
    else:
        pass_on(table)


@rule
def patience(table: Table) -> int:
    """DM-A10: full rounds without progress that end the game."""
    return STILL_ROUNDS if table.standstill == Standstill.ENDS else PATIENT_ROUNDS


@rule
def pass_on(table: Table) -> None:
    """DM-10: clockwise; DM-20: unused bonuses are lost."""
    clear(table.bonus)
    table.turn = (table.turn + 1) % table.seats
    table.actions = ACTIONS
    table.acted = 0
    table.progressed = 0


@rule
def finish(table: Table, ending: int) -> None:
    """DM-50, DM-51; DM-52: unused bonuses are lost here too."""
    clear(table.bonus)
    table.phase = Phase.OVER
    table.ending = ending


@rule
def clear(row: Row) -> None:
    for i in range(len(row)):
        row[i] = 0
