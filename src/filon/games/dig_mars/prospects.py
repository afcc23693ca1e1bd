"""What a search over imagined tables goes by: fortune less the actions it still takes, each of which could bring fortune elsewhere."""

from math import exp

from filon.core import NONE, Row, rule
from filon.core.compiled.dice import Dice, below
from filon.core.compiled.record import Numbers
from filon.games.dig_mars.parts import MOVES, RICHEST, SITES, Bonus, Fortune, Gear, Kind, Move, Phase, Pile, Player, Table, Tile
from filon.games.dig_mars.sites import top

FORTUNE = 100  # all is counted in hundredths of a fortune; the numbers were fitted to who won some hundred games of robots against robots
SURE = 10_000  # ten-thousandths of a victory
FINE, STEPS = 40, 400  # how finely a lead is told apart, and how many of those steps count
WEIGHTS = Numbers.of([round(SURE * exp(-i / FINE)) for i in range(STEPS)])
TELLING, TELLING_LATER = 150, 7  # a lead that makes a victory e times as likely: at the end, and for each fortune until then
EACH = 5  # fortune on two tiles, on average
ACTION, HALF_A_TURN = 90, 130  # an action that is left; what everybody else gains by not being in the middle of their turn
HELD = (30, 100, 120, 110, 10)  # a bonus, by kind
THERE = 500  # enough fortune to announce
GEAR = (7, 7, 7)  # a level, for each fortune until the end
TIME = 75  # an action that a tile still takes
LEVEL_SHORT = 80  # a level that is missing, beside the time it takes
ON_TILE = 40  # a bonus not dug up yet
OURS, DISTANT = 84, 60  # in a hundred cases: how often it comes to that where a station of one's own stands, and elsewhere, shared by all
UNDER = 27  # a tile under the top one
BONUSES = len(Bonus) + 1


@rule
def chances(table: Table, won: Row) -> None:
    """Each seat's chance of winning; the better its prospects beside the others', the more."""
    if table.phase == Phase.OVER:
        decided(table, won)
        return
    ahead = to_come(table)
    prospects(table, ahead, won)
    best = won[0]
    for seat in range(1, table.seats):
        best = max(best, won[seat])
    total = 0
    for seat in range(table.seats):
        won[seat] = WEIGHTS[min(STEPS - 1, (best - won[seat]) * FINE // (TELLING + TELLING_LATER * ahead))]
        total += won[seat]
    for seat in range(table.seats):
        won[seat] = won[seat] * SURE // total


@rule
def to_come(table: Table) -> int:
    """How much fortune whoever leads will still gain: up to the goal (DM-50), or what is left for each."""
    left = table.tiles_left * EACH // (2 * table.seats)
    if table.fortune == Fortune.OPEN:
        return left
    most = 0
    for seat in range(table.seats):
        most = max(most, table.player[seat].fortune)
    return min(left, max(0, table.goal[table.seats - 2] - most))


@rule
def prospects(table: Table, ahead: int, value: Row) -> None:
    """Everybody's fortune, what is left of this turn, what the equipment and the piles will bring."""
    for seat in range(table.seats):
        value[seat] = in_hand(table, seat, ahead)
    value[table.turn] += of_turn(table)
    for site in range(SITES):
        pile = table.pile[site]
        if pile.height > 0:
            tile = top(table, pile)
            players = stations = 0
            for seat in range(table.seats):
                here = table.player[seat].stations[site]
                players += 1 if here > 0 else 0
                stations += here
            for seat in range(table.seats):
                value[seat] += claim(table, seat, site, tile, players, stations)


@rule
def in_hand(table: Table, seat: int, ahead: int) -> int:
    me = table.player[seat]
    value = me.fortune * FORTUNE
    if table.fortune == Fortune.HIDDEN and me.fortune >= table.goal[table.seats - 2]:
        value += THERE
    for gear in range(3):
        value += (me.level[gear] - 1) * GEAR[gear] * ahead
    return value


@rule
def of_turn(table: Table) -> int:
    value = table.actions * ACTION - HALF_A_TURN
    for bonus in range(len(HELD)):
        value += table.bonus[bonus] * HELD[bonus]
    return value


@rule
def yields(table: Table, seat: int, site: int, more: int) -> int:
    """What a site promises a player, with so many more stations there."""
    players = stations = 0
    for other in range(table.seats):
        here = table.player[other].stations[site]
        players += 1 if here > 0 else 0
        stations += here
    tile = top(table, table.pile[site])
    if more > 0 and table.player[seat].stations[site] == 0:
        return reached(table.player[seat], table.pile[site], tile, players + 1, stations + 1)
    return claim(table, seat, site, tile, players, stations + more)


@rule
def claim(table: Table, seat: int, site: int, tile: Tile, players: int, stations: int) -> int:
    """What a site promises a player, where so many stand."""
    me = table.player[seat]
    if me.stations[site] > 0:
        return reached(me, table.pile[site], tile, players, stations)
    return bare(me, table.pile[site], tile, players + 1, stations + 1, 1) * DISTANT // (100 * table.seats)


@rule
def reached(me: Player, pile: Pile, tile: Tile, players: int, stations: int) -> int:
    return bare(me, pile, tile, players, stations, 0) * OURS // 100 + (pile.height - 1) * UNDER


@rule
def bare(me: Player, pile: Pile, tile: Tile, players: int, stations: int, moves: int) -> int:
    """DM-40: this player's part of the top tile, less what it still takes to have it."""
    short = missing(me, pile, tile, stations)
    value = tile.fortune * FORTUNE // players - (2 - pile.explored + moves + short) * TIME - short * LEVEL_SHORT
    if tile.bonus != NONE and not pile.explored:
        value += ON_TILE
    return max(0, value)


@rule
def missing(me: Player, pile: Pile, tile: Tile, stations: int) -> int:
    """Levels short of digging and transporting the top tile, with so many stations on it."""
    short = max(0, tile.transport - me.level[Gear.TRANSPORT] - stations + 1)
    if pile.explored:
        return short
    return short + max(0, tile.dig - me.level[Gear.DIG] - stations + 1)


@rule
def decided(table: Table, won: Row) -> None:
    """DM-50 to DM-52, DM-A9."""
    most, rich = 0, 0
    for seat in range(table.seats):
        most = max(most, table.player[seat].fortune)
    for seat in range(table.seats):
        rich += 1 if table.player[seat].fortune == most else 0
    for seat in range(table.seats):
        if table.announcer != NONE:
            won[seat] = SURE if seat == table.announcer else 0
        else:
            won[seat] = SURE // rich if table.player[seat].fortune == most else 0


@rule
def prior(table: Table, move: Move) -> int:
    """How alluring a move looks at first sight; 1 at least."""
    match move.kind:
        case Kind.MOVE:
            return max(2, 5 + gain(table, table.turn, move.start, move.site) // 2)
        case Kind.DIG:
            return 60 + yields(table, table.turn, move.site, 0)
        case Kind.TRANSPORT:
            return 25 + FORTUNE * part(table, move.site)
        case Kind.UPGRADE:
            return (10 + table.tiles_left) * (6 - table.player[table.turn].level[move.gear]) // 4
        case Kind.PLACE:
            return 5 + there(table, table.turn, move.site)
        case Kind.RELOCATE:
            return max(1, 2 + gain(table, move.owner, move.start, move.site) // (4 if move.owner == table.turn else -4))
        case Kind.TAKE_POINT:
            return 400
        case Kind.SAMPLE:
            return 4 + 2 * move.depth
        case Kind.ANNOUNCE:
            return 10_000
        case _:
            return 2 if table.actions > 0 else 30


@rule
def gain(table: Table, seat: int, start: int, end: int) -> int:
    """What a station of this player would find there, more than where it stands."""
    here = yields(table, seat, start, 0) if table.pile[start].height > 0 and table.player[seat].stations[start] == 1 else 0
    return there(table, seat, end) - here


@rule
def there(table: Table, seat: int, site: int) -> int:
    """What would be there for one more station of this player."""
    return yields(table, seat, site, 1) if table.pile[site].height > 0 else 0


@rule
def part(table: Table, site: int) -> int:
    """DM-40: what whoever transports the top tile gets of it."""
    present = 0
    for seat in range(table.seats):
        present += 1 if table.player[seat].stations[site] > 0 else 0
    fortune = top(table, table.pile[site]).fortune
    return fortune // present + fortune % present


@rule
def shown(table: Table, move: Move) -> int:
    """What everybody saw by a move, beside the move: the tile dug up, or the back of the tile below; 0 for nothing."""
    if move.kind == Kind.DIG:
        tile = top(table, table.pile[move.site])
        return (tile.transport * (RICHEST + 1) + tile.fortune) * BONUSES + (1 if tile.bonus == NONE else tile.bonus + 2)
    if move.kind == Kind.TRANSPORT:
        pile = table.pile[move.site]
        return pile.back[pile.height - 1] if pile.height > 0 else 0
    return 0


@rule
def rollout(table: Table, ids: Row, count: int, dice: Dice) -> int:
    """The more alluring of two moves, one of them a dig or a transport if there is any: these come first among the legal ones."""
    fruitful = 0
    while fruitful < count and MOVES[ids[fruitful]].kind <= Kind.TRANSPORT:
        fruitful += 1
    one, other = ids[below(dice, fruitful if fruitful > 0 else count)], ids[below(dice, count)]
    return one if prior(table, MOVES[one]) >= prior(table, MOVES[other]) else other
