"""How a robot digs: what to take, when to stop, whom to rob, by its own clock and with its own hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from filon.core.level import Level, RobotProtocol
from filon.games.digger.parts import GEMS, MOVES, SPOTS, TOKENS, UNLIMITED, Colour, Kind, Move, Phase, Sand, Stowing, Table, Use
from filon.games.digger.robots.hearing import believes, claim, heard_left
from filon.games.digger.robots.odds import FREELY, MOST, Hopes, Pace, Prizes, at, hopes
from filon.games.digger.rules import crate_points, next_to, stamp, total

LOOK, LOOK_EACH = 60, 12  # hundredths of a second: a look at the dice, and for each colour that shows once
SHOWING = 2  # colours that show once, in a throw like any other
MOVE = 40  # between two moves of a hand at work
ENDS = 30.0  # points that winning at once is worth
GRABBED = 1.0  # points that water seems worth to who does not think of the end


@dataclass(frozen=True)
class Habits:
    """What diggers differ in, beside their hands and how slow they are."""

    error: int  # how far off its inner clock may be, in hundredths of the time that has passed
    reserve: int  # hundredths of a second it would like to have left; less than none: it stops too late
    risk: int  # touches in a hundred pulls that it expects of itself
    envy: int  # what it gives for a point that the leader loses, in hundredths of a point
    river: int  # from how much water on it sees that water brings the end (DG-34); until then it takes it like a gem
    trust: int = 0  # of a hundred words about the sand, how many it believes


def pause(view: Table, seat: int, level: Level) -> int:
    """Longer after a throw, the more it offers; short and a little uneven for a hand at work."""
    if view.phase == Phase.DIGGING and total(view.used) == 0:
        return (LOOK + LOOK_EACH * sum(count == 1 for count in view.shown)) * level.slow // 100
    return (MOVE - 10 + view.clock % 21) * level.slow // 100


def choose(robot: RobotProtocol, heard: Sequence[Any], view: Table, legal: list[int], at: int) -> int:
    if len(legal) == 1:
        return legal[0]
    table = view.copy()  # all that a digger may know lies open; what was said may be false
    stamp(table, at)
    digger = Digger(table, robot)
    return max(legal, key=lambda move: digger.worth(MOVES[move]))


class Digger:
    """One look at the table."""

    def __init__(self, table: Table, robot: RobotProtocol) -> None:
        self.table, self.seat, self.slow = table, robot.seat, robot.level.slow
        self.habits: Habits = robot.level.parameters
        self.talk = robot.talk
        self.values = [0, *table.player[robot.seat].value[1:]]
        self.water = self.worth_of_water()
        self.loot = sum(self.point(colour) * table.loot[colour] for colour in TOKENS)
        self.pace, self.prizes = self.own_pace(), self.own_prizes()
        self.hopes = self.own_hopes()
        self.spare = self.spare_time()

    def point(self, colour: int) -> float:
        return self.water if colour == Colour.WATER else self.values[colour]

    # Time

    def own_pace(self) -> Pace:
        """Where no time runs, nothing takes any."""
        table = self.table
        if table.pace == UNLIMITED:
            return Pace(0, 0, 0, 0)
        move = MOVE * self.slow // 100
        stow = 0 if table.stowing == Stowing.WHOLE else table.stow + move
        glass = 0 if table.glass == Sand.EXACT else (table.longest - table.shortest) * table.pace // 2
        throw = table.air + (LOOK + SHOWING * LOOK_EACH) * self.slow // 100
        return Pace(throw, table.take + move + stow, stow, glass + self.habits.error * table.exact * table.pace // 200)

    def own_hopes(self) -> Hopes:
        table = self.table
        throws = FREELY if table.pace == 1 else max(0, table.most_throws - table.throws)
        return hopes(self.pace, self.prizes, tuple(table.faces), throws)

    def own_prizes(self) -> Prizes:
        """Rounded, so that most looks at the table find their hopes worked out already."""
        taken = [self.point(colour) if self.table.pool[colour] else 0.0 for colour in TOKENS]
        stolen = [max(prize, self.best_theft(colour)) for colour, prize in zip(TOKENS, taken, strict=True)]
        whole = [tuple(float(round(prize)) for prize in (*prizes, 0.0)) for prizes in (taken, stolen)]
        return Prizes(whole[0], whole[1], tuple(self.values))

    def best_theft(self, colour: int) -> float:
        """What a throw with one black may bring in this colour."""
        if colour == Colour.WATER:
            return 0.0
        crates = [seat for seat in range(self.table.seats) if seat != self.seat and self.table.player[seat].crate[colour]]
        return max((self.prize_of_theft(colour, victim) for victim in crates), default=0.0)

    def spare_time(self) -> int:
        """What would be left of the sand after stowing, by an inner clock that is off by as much for a whole turn."""
        table = self.table
        if table.pace == UNLIMITED:
            return MOST
        passed = max(table.clock, table.free) - table.turned
        off = ((table.turned // 10 * 7919 + self.seat * 104_729) % 2001 - 1000) * self.habits.error // 1000
        left = table.exact * table.pace - passed * (100 + off) // 100
        left = self.told_otherwise(left)
        return left - self.habits.reserve - total(table.loot) * self.pace.stow

    def told_otherwise(self, left: int) -> int:
        """Halfway between its own clock and the time master's words, where it believes them."""
        said = claim(self.table, self.talk)
        if said is None or not believes(said, self.seat, self.habits.trust):
            return left
        return (left + heard_left(self.table, said) - (max(self.table.clock, self.table.free) - said.at)) // 2

    def hope(self, spare: int) -> float:
        return self.hopes.best[at(spare)]

    # What a move is worth, in points beside the loot

    def worth(self, move: Move) -> float:
        match move.kind:
            case Kind.TAKE:
                return self.point(move.colour) + self.from_here(self.pace.token, without=move.colour) + 0.001 * self.point(move.colour)
            case Kind.STEAL:
                return self.worth_of_theft(move.colour, move.victim)
            case Kind.THROW:
                return self.hopes.throwing[at(self.spare)]
            case Kind.STOW:
                return self.worth_of_stowing() + 0.001 * self.point(move.colour)
            case _:
                return self.worth_of_stowing()

    def worth_of_stowing(self) -> float:
        """Beginning to stow ends the digging; after that, the dearest first."""
        return min(0.0, self.hopes.best[at(self.spare)]) if self.table.phase == Phase.STOWING else self.late()

    def late(self) -> float:
        return hopes(self.pace, self.prizes, tuple(self.table.faces), 0).best[at(self.spare)]

    def from_here(self, cost: int, without: int) -> float:
        """The best that can still be made of this throw and of those to come."""
        spare, best, sum_ = self.spare - cost, self.hope(self.spare - cost), 0.0
        for point in sorted(self.offered(without), reverse=True):
            spare, sum_ = spare - self.pace.token, sum_ + point
            best = max(best, sum_ + self.hope(spare))
        return best

    def offered(self, without: int) -> Iterator[float]:
        table = self.table
        for colour in TOKENS:
            if colour != without and table.shown[colour] == 1 and table.used[colour] == Use.UNUSED and table.pool[colour]:
                yield self.point(colour)

    # Theft

    def worth_of_theft(self, colour: int, victim: int) -> float:
        """A touch costs the loot and the rest of the turn (DG-20)."""
        table, risk = self.table, self.risk(colour, victim)
        cost = table.pull + self.pace.token - table.take
        rest = self.from_here(cost, without=colour)
        return self.prize_of_theft(colour, victim) + (100 - risk) * rest / 100

    def prize_of_theft(self, colour: int, victim: int) -> float:
        """The token, what the victim's loss is worth, less the loot that a touch would cost."""
        table, risk = self.table, self.risk(colour, victim)
        loss = table.player[victim].value[colour] * self.habits.envy * (3 if victim == self.leader() else 1) / 300
        return (100 - risk) * (self.values[colour] + loss) / 100 - risk * self.loot / 100

    def risk(self, colour: int, victim: int) -> int:
        """None where no neighbouring stack stands (DG-A20)."""
        crate = self.table.player[victim].crate
        return self.habits.risk if crate[next_to(self.table, colour, 1)] + crate[next_to(self.table, colour, SPOTS - 1)] else 0

    def leader(self) -> int:
        rivals = [seat for seat in range(self.table.seats) if seat != self.seat]
        return max(rivals, key=lambda seat: crate_points(self.table, seat))

    # Water

    def worth_of_water(self) -> float:
        """It brings the end nearer: good for whoever leads, bad for whoever does not, and the last one decides (DG-30, DG-34)."""
        table = self.table
        left = table.pool[Colour.WATER] + table.loot[Colour.WATER]
        if left > self.habits.river:
            return GRABBED
        loot = sum(self.values[gem] * table.loot[gem] for gem in GEMS)
        lead = crate_points(table, self.seat) + loot - crate_points(table, self.leader())
        if left <= 1:
            return ENDS if lead > 0 else -ENDS
        return max(-6.0, min(6.0, 6 * lead / ((left + 1) * (left + 2))))
