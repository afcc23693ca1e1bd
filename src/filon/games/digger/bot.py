"""How a player of Digger judges a table: by crates, by loot that may still be stowed in time, and by the water."""

from filon.core import rule
from filon.core.level import Level
from filon.games.digger.hand import AVERAGE, EXPERT, Skill
from filon.games.digger.parts import DICE, GEMS, UNLIMITED, Colour, Phase, River, Stowing, Table, Use
from filon.games.digger.robots.hearing import answer
from filon.games.digger.robots.plan import Habits, choose, pause
from filon.games.digger.robots.reasons import reason
from filon.games.digger.robots.talk import next_phrase
from filon.games.digger.rules import crate_points, sand_runs, total

POINT = 1000  # worth is counted in thousandths of a point
SURE = 1000  # and chances in thousandths
WIN = 30 * POINT
READING, THINKING = 90, 40  # hundredths of a second, after a throw and before any other move
DOUBT = 300  # how far off an inner clock of thirty seconds may be, in hundredths
LONG = 1_000_000  # time without end


@rule
def worth(table: Table, seat: int) -> int:
    """The lead, and more of it the nearer the end; it never looks at the sand."""
    lead = prospects(table, seat) - best_rival(table, seat)
    if table.phase == Phase.OVER:
        return lead + clamp(lead * WIN, -WIN, WIN)
    dry = drying(table)
    return lead + lead * nearness(table, dry) // SURE + clamp(lead * 10, -WIN, WIN) * ends_now(table, dry) // SURE


@rule
def clamp(number: int, least: int, most: int) -> int:
    return max(least, min(most, number))


@rule
def best_rival(table: Table, seat: int) -> int:
    best = 0
    for rival in range(table.seats):
        if rival != seat:
            best = max(best, prospects(table, rival))
    return best


@rule
def prospects(table: Table, seat: int) -> int:
    """The crate, what the loot and this throw should bring home, and what further throws would."""
    points = POINT * crate_points(table, seat)
    if seat != table.digger or not sand_runs(table):
        return points
    count, value = SURE * total(table.loot), 0
    for gem in GEMS:
        share = offered(table, gem)
        count += share
        value += (SURE * table.loot[gem] + share) * table.player[seat].value[gem]
    spare = time_left(table) - handling(table, count)
    return points + value * in_time(table, spare + stowing(table, count) // 2) // SURE + further_throws(table, seat, spare)


# Time, on an inner clock


@rule
def time_left(table: Table) -> int:
    """By the length everybody knows, not by the sand that runs (DG-11)."""
    if table.pace == UNLIMITED:
        return LONG
    return table.exact * table.pace - (max(table.clock, table.free) - table.turned)


@rule
def in_time(table: Table, spare: int) -> int:
    """The chance that so much time was there to spare."""
    if table.pace == UNLIMITED:
        return SURE
    doubt = DOUBT * table.pace
    return SURE * clamp(spare + doubt, 0, 2 * doubt) // (2 * doubt)


@rule
def stowing(table: Table, count: int) -> int:
    """How long it takes to stow so many thousandths of a token."""
    if table.stowing == Stowing.WHOLE:
        return THINKING
    return count * (table.stow + THINKING) // SURE


@rule
def handling(table: Table, count: int) -> int:
    """The same with the taking of those that are not loot yet."""
    return (count - SURE * total(table.loot)) * (table.take + THINKING) // SURE + stowing(table, count)


# What the dice bring


@rule
def offered(table: Table, gem: int) -> int:
    """Whether this gem may be had by this throw; a fresh throw counts as an average one, lest luck in a few imagined throws decide."""
    if table.phase != Phase.DIGGING or (table.pool[gem] == 0 and table.shown[Colour.BLACK] != 1):
        return 0
    if total(table.used) == 0:
        return once(table, gem)
    return SURE if table.shown[gem] == 1 and table.used[gem] == Use.UNUSED else 0


@rule
def once(table: Table, colour: int) -> int:
    """The chance that a colour shows exactly once (DG-14)."""
    faces, others = table.faces[colour], 6 - table.faces[colour]
    return SURE * DICE * faces * others * others * others * others // 7776


@rule
def further_throws(table: Table, seat: int, spare: int) -> int:
    """What an average throw brings, as often as there is time and as throws are left (DG-A9)."""
    if table.phase == Phase.STOWING:
        return 0
    count, value = 0, 0
    for gem in GEMS:
        if table.pool[gem] > 0:
            count += once(table, gem)
            value += once(table, gem) * table.player[seat].value[gem]
    cycle = table.air + READING + count * (table.take + THINKING) // SURE + stowing(table, count)
    throws = SURE * max(0, spare - DOUBT) // cycle
    if table.pace != 1:
        throws = min(throws, SURE * (table.most_throws - table.throws))
    return value * throws // SURE


# Water


@rule
def drying(table: Table) -> int:
    """The chance that the water in the loot will be boxed."""
    if table.phase == Phase.READY or table.phase == Phase.FILLING:
        return SURE
    return in_time(table, time_left(table) - stowing(table, SURE * total(table.loot)))


@rule
def nearness(table: Table, dry: int) -> int:
    """How much the end counts already, by the water that will be left."""
    water, loot = table.pool[Colour.WATER], table.loot[Colour.WATER]
    return (dry * near_with(water) + (SURE - dry) * near_with(water + loot)) // SURE


@rule
def near_with(water: int) -> int:
    return 6 * SURE // (water + 2)


@rule
def ends_now(table: Table, dry: int) -> int:
    """The chance that the game ends with this turn (DG-30, DG-A3)."""
    if table.pool[Colour.WATER] > 0:
        return SURE if table.river == River.ONCE_DRY and table.ran_dry else 0
    return SURE if table.loot[Colour.WATER] == 0 else dry


# Levels

SHAKY, UNSTEADY = Skill(30, 60, 900, 100), Skill(24, 46, 900, 65)  # between a clumsy and an average hand
LEVELS = {
    "beginner": Level("custom", choose=choose, skill=SHAKY, slow=160, honesty=90, parameters=Habits(25, -100, 15, 100, river=0, trust=80)),
    "casual": Level("custom", choose=choose, skill=UNSTEADY, slow=140, honesty=75, parameters=Habits(20, 0, 20, 50, river=2, trust=60)),
    "strong": Level("custom", choose=choose, skill=AVERAGE, slow=92, honesty=60, parameters=Habits(7, 25, 11, 100, river=10, trust=35)),
    "expert": Level("custom", choose=choose, skill=EXPERT, slow=80, honesty=50, parameters=Habits(4, 0, 2, 100, river=10, trust=15)),
}

__all__ = ["LEVELS", "answer", "choose", "next_phrase", "pause", "reason", "worth"]
