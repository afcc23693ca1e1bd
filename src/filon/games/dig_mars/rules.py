"""Dig Mars: the law, then the effect, in the order of clauses.md."""

from typing import Any

from filon.core import NOBODY, NONE, Row, rule
from filon.core.content import Page
from filon.core.label import OptionRefused
from filon.core.stream import Source, shuffled
from filon.games.dig_mars.label import LABEL
from filon.games.dig_mars.parts import (
    ACTIONS,
    DEEP,
    STILL_ROUNDS,
    TILES,
    TOP_LEVEL,
    Bonus,
    Ending,
    Fortune,
    Gear,
    Kind,
    LastTile,
    Move,
    Phase,
    Pile,
    Player,
    Refusal,
    Table,
    read_content,
)
from filon.games.dig_mars.sites import (
    cannot_dig,
    cannot_move,
    cannot_place,
    cannot_relocate,
    cannot_sample,
    cannot_transport,
    carry,
    legal_if,
    share,
    take_top,
    top,
)

WARNING_ROUNDS = 3  # DM-A10


# Set-up


def new(options: dict[str, Any], content: Page, seats: int, source: Source) -> Table:
    """DM-01 to DM-04, up to the first placement."""
    table = Table()
    table.rules, table.seats = LABEL.rules, seats
    table.sample = LABEL.kept(options, "sample")
    table.fortune = LABEL.kept(options, "fortune")
    table.last_tile = LABEL.kept(options, "last_tile")
    table.goal, table.cost, table.tile = read_content(content)
    deal(table, source)
    table.first = first_player(options, seats, source)
    table.turn = table.first
    table.actions = ACTIONS
    return table


def deal(table: Table, source: Source) -> None:
    """DM-02."""
    order = shuffled(range(TILES), source)
    for site, pile in enumerate(table.pile):
        pile.height = DEEP
        pile.tile = order[site * DEEP : (site + 1) * DEEP]
        pile.back = [table.tile[tile].dig for tile in pile.tile]
    table.tiles_left = TILES


def first_player(options: dict[str, Any], seats: int, source: Source) -> int:
    """DM-04."""
    first = LABEL.kept(options, "first")
    if first >= seats:
        raise OptionRefused(f"option first: expected lot or 1 to {seats}; found {first + 1} (DM-04)")
    return source.below(seats) if first == NONE else first


# Who moves


@rule
def actor(table: Table) -> int:
    return NOBODY if table.phase == Phase.OVER else table.turn


@rule
def odds(table: Table, move: Move) -> int:
    """Chance has no moves: all it does is the deal."""
    return 0


# The law: what may be played


@rule
def untimely(table: Table, kind: int) -> Refusal:
    match table.phase:
        case Phase.SETTLING | Phase.PLACING:  # DM-04, DM-18, DM-A8: nothing comes between
            return legal_if(kind == Kind.PLACE, Refusal.PLACE_THE_STATION_FIRST)
        case Phase.LAST_CALL:  # DM-A12
            return cannot_call(kind)
        case _:
            return unpaid(table, kind)


@rule
def cannot_call(kind: int) -> Refusal:
    """DM-A12 "round"; under DM-A13 no such turn ever comes."""
    return legal_if(kind == Kind.ANNOUNCE or kind == Kind.END_TURN, Refusal.ONLY_ANNOUNCING_NOW)


@rule
def unpaid(table: Table, kind: int) -> Refusal:
    """DM-10, DM-20: each kind asks for an action, for its bonus, or for either."""
    match kind:
        case Kind.PLACE:
            return Refusal.NO_STATION_TO_PLACE
        case Kind.DIG:  # DM-21
            return legal_if(table.actions + table.bonus[Bonus.DIG] > 0, Refusal.NO_ACTION_LEFT)
        case Kind.TRANSPORT:  # DM-22
            return legal_if(table.actions + table.bonus[Bonus.TRANSPORT] > 0, Refusal.NO_ACTION_LEFT)
        case Kind.MOVE | Kind.UPGRADE:
            return legal_if(table.actions > 0, Refusal.NO_ACTION_LEFT)
        case Kind.RELOCATE:
            return legal_if(table.bonus[Bonus.RELOCATE] > 0, Refusal.NO_SUCH_BONUS)
        case Kind.TAKE_POINT:
            return legal_if(table.bonus[Bonus.POINT] > 0, Refusal.NO_SUCH_BONUS)
        case Kind.SAMPLE:
            return legal_if(table.bonus[Bonus.SAMPLE] > 0, Refusal.NO_SUCH_BONUS)
        case Kind.ANNOUNCE:  # DM-A13
            return legal_if(table.fortune == Fortune.HIDDEN, Refusal.NO_ANNOUNCEMENTS)
        case _:  # DM-10, DM-A2: a turn may be ended at any time
            return Refusal.LEGAL


@rule
def unlawful(table: Table, move: Move) -> Refusal:
    match move.kind:
        case Kind.PLACE:
            return cannot_place(table, move.site)
        case Kind.DIG:
            return cannot_dig(table, move.site)
        case Kind.TRANSPORT:
            return cannot_transport(table, move.site)
        case Kind.MOVE:
            return cannot_move(table, move.start, move.site)
        case Kind.UPGRADE:
            return cannot_upgrade(table, move.gear)
        case Kind.RELOCATE:
            return cannot_relocate(table, move)
        case Kind.SAMPLE:
            return cannot_sample(table, table.pile[move.site], move.depth - 1)
        case Kind.ANNOUNCE:
            return cannot_announce(table)
        case _:
            return Refusal.LEGAL


@rule
def cannot_upgrade(table: Table, gear: int) -> Refusal:
    """DM-17; DM-A11: not above level 4."""
    me = table.player[table.turn]
    if me.level[gear] == TOP_LEVEL:
        return Refusal.FULLY_UPGRADED
    return legal_if(me.fortune >= cost(table, me, gear), Refusal.TOO_POOR)


@rule
def cannot_announce(table: Table) -> Refusal:
    """DM-50, DM-A8."""
    return legal_if(table.player[table.turn].fortune >= table.goal[table.seats - 2], Refusal.NOT_ENOUGH_FORTUNE)


@rule
def cost(table: Table, me: Player, gear: int) -> int:
    """DM-17, DM-19: what the next level costs."""
    return table.cost[me.level[gear] - 1]


# The effect: what playing it does


@rule
def apply(table: Table, move: Move) -> None:
    match move.kind:
        case Kind.PLACE:
            place(table, move.site)
        case Kind.DIG:
            dig(table, table.pile[move.site])
        case Kind.TRANSPORT:
            transport(table, move.site)
        case Kind.MOVE:
            act(table)
            carry(table.player[table.turn], move.start, move.site)
        case Kind.UPGRADE:
            upgrade(table, table.player[table.turn], move.gear)
        case Kind.RELOCATE:  # DM-23
            table.bonus[Bonus.RELOCATE] -= 1
            carry(table.player[move.owner], move.start, move.site)
        case Kind.TAKE_POINT:  # DM-24
            table.bonus[Bonus.POINT] -= 1
            table.player[table.turn].fortune += 1
            table.points += 1
        case Kind.SAMPLE:  # DM-25, DM-A15
            table.bonus[Bonus.SAMPLE] -= 1
            table.pile[move.site].seen_by[move.depth - 1] |= 1 << table.turn
        case Kind.ANNOUNCE:  # DM-50
            table.announcer = table.turn
            finish(table, Ending.ANNOUNCED)
        case _:
            end_turn(table)


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


# The end


@rule
def end_turn(table: Table) -> None:
    """DM-20: what was not used is lost; DM-51 comes before DM-A10."""
    clear(table.bonus)
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
    table.idle = 0 if table.acted else table.idle + 1
    table.still = 0 if table.progressed else table.still + 1
    if table.idle == table.seats:
        finish(table, Ending.NO_ACTION)
    elif table.still == STILL_ROUNDS * table.seats:
        finish(table, Ending.NO_PROGRESS)
    else:
        pass_on(table)


@rule
def is_stuck(table: Table) -> bool:
    """DM-A10: so long without progress that the table says so."""
    return table.still >= WARNING_ROUNDS * table.seats


@rule
def pass_on(table: Table) -> None:
    """DM-10: clockwise."""
    table.turn = (table.turn + 1) % table.seats
    table.actions = ACTIONS
    table.acted = 0
    table.progressed = 0


@rule
def finish(table: Table, ending: int) -> None:
    """DM-50 to DM-52: at once, unused bonuses lost."""
    clear(table.bonus)
    table.phase = Phase.OVER
    table.ending = ending


@rule
def clear(row: Row) -> None:
    for i in range(len(row)):
        row[i] = 0


def scores(table: Table) -> list[int]:
    return [player.fortune for player in table.player[: table.seats]]


def winners(table: Table) -> list[int]:
    """DM-50: who announced; DM-51, DM-52: the most fortune; DM-A9: ties share."""
    if table.phase != Phase.OVER:
        return []
    if table.announcer != NONE:
        return [table.announcer]
    fortunes = scores(table)
    return [seat for seat, fortune in enumerate(fortunes) if fortune == max(fortunes)]


def ending(table: Table) -> Ending:
    return Ending(table.ending)
