"""Pulling a token out between its neighbours by hand (DG-A11, hand = "gesture").

The crate is seen from above, so that a low stack is touched as easily as a tall one and every hand runs the same risk. Its ring
is laid out straight: the token's middle begins at 0, 0 between the stacks before and after it, and is out at y = OUT. Whole
numbers throughout, in tenths of a unit and milliseconds; a division rounds down. So a twin in another language can agree to the tenth.

The token is where the hand has moved since the grab, plus a tremor. With phases from the seed (six draws of core/stream.py's
`seeded`, each below TURN, three for x and three for y; a client is sent the phases), at ms after the grab it is, for x and for y,

    AMPLITUDE * min(ms, SWELL) * (5 * bow(p1 + 85 * ms) + 3 * bow(p2 + 308 * ms) + 2 * bow(p3 + 583 * ms)) // (10 * PEAK * SWELL)

where bow is a wave of two parabolas, near a sine: of p modulo TURN, h = p modulo HALF_TURN, it is h * (HALF_TURN - h) // 2**18,
from 0 to PEAK, and its negative in the second half of a turn. The waves take 0.77, 0.21 and 0.11 s.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from filon.core.pull import PullRefused, Sample
from filon.core.stream import seeded
from filon.games.digger.parts import SPOTS, Kind, Table
from filon.games.digger.rules import next_to, risk

Place = tuple[int, int]
Box = tuple[int, int, int, int]  # left, bottom, right, top

TOKEN = 340  # a token is so wide and so long
REACH = TOKEN // 2
OUT = 800

# How far the neighbours stand off, by what the content says of an average hand: touches in a hundred pulls, and room on each
# side that gives them. One neighbour stands closer than two, for the same risk (DG-A11). Measured with hand.py's average hand.
ROOM = {
    1: ((1, 108), (2, 99), (5, 85), (11, 71), (20, 59), (30, 50), (50, 35), (75, 19), (90, 9), (100, 0)),
    2: ((1, 117), (2, 108), (5, 96), (11, 83), (20, 73), (30, 65), (50, 54), (75, 42), (90, 33), (100, 16)),
}

TURN, HALF_TURN = 65536, 32768
PEAK = 1024
AMPLITUDE = 50
SWELL = 300  # the tremor begins with nothing: a token does not jump when it is grabbed
WAVES = ((5, 85), (3, 308), (2, 583))  # weight, and how much of a turn passes in a millisecond
STEP = 8  # the tremor bends the way between two samples: it is looked at so often

LEAST = 180  # nobody pulls a token out faster
LONGEST = 12_000
FEWEST, MOST = 6, 2_000  # samples of a whole pull
QUICKEST = 25  # tenths in a millisecond, with some room for a pointer that jumps
JUMP = 20
GAP, STILL = 250, 15  # in a longer hole between two samples the hand may hardly have moved
HOLE, LEAP = 64, 360  # nor far in a shorter one


# The scene


def beside(table: Table) -> list[tuple[int, int]]:
    """Colour and height of the stacks before and after the token (DG-A20): to its left and to its right."""
    crate = table.player[table.victim].crate
    return [(colour, crate[colour]) for colour in (next_to(table, table.colour, SPOTS - 1), next_to(table, table.colour, 1))]


def room(table: Table) -> int:
    """Between the token and a neighbour."""
    standing = sum(height > 0 for _, height in beside(table))
    rows, touched = pairwise(ROOM[standing]), risk(table)
    return next(wide - (wide - narrow) * (touched - low) // (high - low) for (low, wide), (high, narrow) in rows if touched <= high)


def stacks(table: Table) -> list[Box]:
    """What can be touched: nothing where no neighbour stands (DG-A20)."""
    if risk(table) == 0:
        return []
    near = REACH + room(table)
    boxes = [(-near - TOKEN, -REACH, -near, REACH), (near, -REACH, near + TOKEN, REACH)]
    return [box for box, (_, height) in zip(boxes, beside(table), strict=True) if height]


def crosses(start: Place, end: Place, stack: Box) -> bool:
    """Whether a token on its straight way overlaps a stack; along its edge is no touch. Three lines could part the two."""
    left, bottom, right, top = stack[0] - REACH, stack[1] - REACH, stack[2] + REACH, stack[3] + REACH
    (x, y), (p, q) = start, end
    if max(x, p) <= left or min(x, p) >= right or max(y, q) <= bottom or min(y, q) >= top:
        return False
    sides = [(p - x) * (v - y) - (q - y) * (u - x) for u in (left, right) for v in (bottom, top)]
    return start == end or min(sides) < 0 < max(sides)


# The tremor


def phases(seed: int) -> list[int]:
    source = seeded(seed)
    return [source.below(TURN) for _ in range(2 * len(WAVES))]


def bow(phase: int) -> int:
    turn = phase % TURN
    half = turn % HALF_TURN
    height = half * (HALF_TURN - half) // 2**18
    return height if turn < HALF_TURN else -height


def tremor(phases: list[int], ms: int) -> Place:
    """How far the token is off the hand."""
    return _sway(phases[:3], ms), _sway(phases[3:], ms)


def _sway(phases: list[int], ms: int) -> int:
    waves = sum(weight * bow(phase + rate * ms) for (weight, rate), phase in zip(WAVES, phases, strict=True))
    return AMPLITUDE * min(ms, SWELL) * waves // (10 * PEAK * SWELL)


# The path


def malformed(path: list[Sample], sample: Sample) -> str:
    """Why no hand goes on like this, or nothing."""
    if not path:
        is_on_token = max(abs(sample[1]), abs(sample[2])) <= REACH
        return "" if sample[0] == 0 and is_on_token else "grab"
    if len(path) == MOST:
        return "samples"
    if sample[0] <= path[-1][0]:
        return "clock"
    return "late" if sample[0] > LONGEST else _too_far(path[-1], sample)


def _too_far(last: Sample, sample: Sample) -> str:
    time = sample[0] - last[0]
    way = (sample[1] - last[1]) ** 2 + (sample[2] - last[2]) ** 2
    if (time > GAP and way > STILL**2) or (time > HOLE and way > LEAP**2):
        return "gap"
    return "speed" if way > (QUICKEST * max(time, STEP // 2) + JUMP) ** 2 else ""


def between(last: Sample, sample: Sample) -> Iterator[Sample]:
    """The hand on its straight way from one sample to the next."""
    (then, x, y), (now, p, q) = last, sample
    for ms in (*range(then + STEP, now, STEP), now):
        yield ms, x + (p - x) * (ms - then) // (now - then), y + (q - y) * (ms - then) // (now - then)


class Pull:
    """A token on its way out, followed sample by sample."""

    patience = 1750  # milliseconds: a telephone in a tunnel

    def __init__(self, table: Table, seed: int) -> None:
        self.stacks, self.phases = stacks(table), phases(seed)
        self.path: list[Sample] = []
        self.token: Place = (0, 0)

    def follow(self, sample: Sample) -> Kind | None:
        """The first thing that happens on the way counts (DG-A19); None while nothing does."""
        if why := malformed(self.path, sample):
            raise PullRefused(why)
        self.path.append(sample)
        steps = between(self.path[-2], sample) if len(self.path) > 1 else iter(())
        return next((verdict for step in steps if (verdict := self._carry(step)) is not None), None)

    def _carry(self, hand: Sample) -> Kind | None:
        """DG-20: a touch, or out of the crate."""
        ms, x, y = hand
        (_, grabbed_x, grabbed_y), (sway_x, sway_y) = self.path[0], tremor(self.phases, ms)
        was, self.token = self.token, (x - grabbed_x + sway_x, y - grabbed_y + sway_y)
        if any(crosses(was, self.token, stack) for stack in self.stacks):
            return Kind.TOUCHED
        return self._out(ms) if self.token[1] >= OUT else None

    def _out(self, ms: int) -> Kind:
        if ms < LEAST:
            raise PullRefused("fast")
        if len(self.path) < FEWEST:
            raise PullRefused("samples")
        return Kind.CLEAN
