"""A hand in somebody's crate (DG-A11): judged in the same way whether a person's or a robot's, by where it was and when.

`judge` is asked again with all chunks as each arrives. Chunks are followed in order, and the first thing that happens counts: so a
touch before a malformed sample is a touch, whatever comes after a verdict is not looked at, and it makes no difference how
the samples were cut into chunks. It looks at the crate and at the digger's kind of hand, never at clock or sand (DG-A24 is the law's).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

from filon.core.compiled.record import spoken
from filon.core.pull import GOES_ON, Chunk, PullRefused, Sample
from filon.core.stream import Source
from filon.core.texts.words import Words
from filon.games.digger.parts import MOVES, HandKind, Kind, Table
from filon.games.digger.pulls import gesture, timing
from filon.games.digger.pulls.timing import draw

__all__ = ["AVERAGE", "CLUMSY", "EXPERT", "Skill", "draw", "explain", "judge", "let_go", "reach", "seen", "stop"]

IDS = {move.kind: i for i, move in enumerate(MOVES) if move.kind in (Kind.CLEAN, Kind.TOUCHED, Kind.LET_GO)}
LEAST_JITTER, MOST_JITTER = 20, 400  # milliseconds by which a client's clock may run ahead of the house's


# The judge


def judge(table: Table, chunks: list[Chunk], trip: int, seed: int) -> int:
    """The id of Hand's move, or GOES_ON; a malformed pull is refused. `trip` is the network's round trip in milliseconds."""
    verdict = _verdict(table, chunks, max(LEAST_JITTER, min(trip, MOST_JITTER)), seed)
    return GOES_ON if verdict is None else IDS[verdict]


def _verdict(table: Table, chunks: list[Chunk], jitter: int, seed: int) -> Kind | None:
    pull = _pull(table, chunks, seed)
    for chunk in chunks:
        if chunk.samples and chunk.arrived - max(ms for ms, _, _ in chunk.samples) > pull.patience + 2 * jitter:
            raise PullRefused("late")
        for sample in chunk.samples:
            if sample[0] > chunk.arrived + jitter:  # computed beforehand rather than drawn
                raise PullRefused("ahead")
            if (verdict := pull.follow(sample)) is not None:
                return verdict
        if chunk.is_last:
            return Kind.LET_GO  # DG-A23
    return None


def _pull(table: Table, chunks: list[Chunk], seed: int) -> gesture.Pull | timing.Stop:
    match table.player[table.digger].hand:
        case HandKind.GESTURE if not _is_stop(chunks):
            return gesture.Pull(table, seed)
        case HandKind.GESTURE | HandKind.TIMING:
            return timing.Stop(table, seed)
        case _:
            raise PullRefused("roll")  # Chance pulls


def _is_stop(chunks: list[Chunk]) -> bool:
    """The marker, stopped at a keyboard in a seat that pulls by hand: one sample in all, after the grab, where nothing has moved."""
    samples = [sample for chunk in chunks for sample in chunk.samples]
    return len(samples) == 1 and samples[0][0] > 0 == samples[0][1] == samples[0][2] and any(chunk.is_last for chunk in chunks)


def explain(refused: PullRefused, words: Words) -> str:
    """Why a pull has to be tried again."""
    return words.say(f"hand.{refused.why}")


# At a keyboard, where a held key would never touch: the marker, whatever the seat has chosen


def stop(table: Table, ms: int, seed: int) -> int:
    """The id of Hand's move for a marker stopped then: CLEAN or TOUCHED."""
    return IDS[timing.Stop(table, seed).follow((ms, 0, 0))]


def let_go() -> int:
    """The id of Hand's move for a token let go inside the crate (DG-A23)."""
    return IDS[Kind.LET_GO]


# What a client shows


def seen(table: Table, seed: int) -> dict[str, Any]:
    """The pull as its digger sees it, in whole numbers: gesture.py and timing.py say what they mean."""
    kind = HandKind(table.player[table.digger].hand)
    more = {HandKind.GESTURE: _scene, HandKind.TIMING: _bar}.get(kind)
    return {"kind": spoken(kind)} | (more(table, seed) if more else {})


def _scene(table: Table, seed: int) -> dict[str, Any]:
    """`beside` is colour and height to the left and to the right; `stacks` is what can be touched. At a keyboard: the bar."""
    boxes = gesture.stacks(table)
    return _bar(table, seed) | {
        "beside": [list(one) for one in gesture.beside(table)],
        "stacks": [list(box) for box in boxes],
        "room": gesture.room(table) if boxes else 0,
        "token": gesture.TOKEN,
        "start": [0, 0],
        "out": gesture.OUT,
        "tremor": _tremor(seed),
        "least": gesture.LEAST,
        "longest": gesture.LONGEST,
        "most": gesture.MOST,
    }


def _tremor(seed: int) -> dict[str, Any]:
    return {
        "amplitude": gesture.AMPLITUDE,
        "swell": gesture.SWELL,
        "step": gesture.STEP,
        "waves": [list(wave) for wave in gesture.WAVES],
        "phases": gesture.phases(seed),
    }


def _bar(table: Table, seed: int) -> dict[str, Any]:
    period, phase = timing.swing(seed)
    return {"bar": timing.BAR, "period": period, "phase": phase, "window": list(timing.window(table))}


# A robot's hand


@dataclass(frozen=True)
class Skill:
    """How good a simulated hand is: standard deviations in tenths of a unit and milliseconds. The default is the average hand."""

    aim: int = 20  # off its aim
    drift: int = 40  # off its way, at full speed
    ms: int = 900  # how long it takes
    late: int = 50  # when it stops a marker


EXPERT, AVERAGE, CLUMSY = Skill(8, 20, 1400, 34), Skill(), Skill(35, 70, 900, 124)
FRAME = 16  # milliseconds between two samples
FEWEST_FRAMES = 20  # for any hand: a faster one would be refused
BEYOND = 140  # where it aims, past the edge
RETURN = 5.0  # how soon it corrects its drift, per second
ACROSS, ALONG = 1.0, 0.4  # it drifts less along its way


def reach(pull: dict[str, Any], skill: Skill, source: Source) -> list[Sample]:
    """Where a simulated hand that sees this pull is and when, until the token is out; or when it stops the marker."""
    if pull["kind"] == spoken(HandKind.TIMING):
        aimed = timing.next_middle(skill.ms, pull["period"], pull["phase"])
        return [(max(0, aimed + round(skill.late * _normal(source))), 0, 0)]
    return _drawn(skill, source)


def _drawn(skill: Skill, source: Source) -> list[Sample]:
    """Straight out with least jerk, off by noise that grows with speed, and by a drift that it corrects."""
    count, goal = max(FEWEST_FRAMES, skill.ms // FRAME), skill.aim * _normal(source)
    path, x, y = [(0, 0, 0)], 0.0, 0.0
    for frame in range(1, count + 1):
        done, speed = _least_jerk(frame / count)
        shaky = skill.drift * (0.35 + 0.65 * speed) * sqrt(2 * RETURN * FRAME / 1000)
        x, y = (off * (1 - RETURN * FRAME / 1000) + share * shaky * _normal(source) for off, share in ((x, ACROSS), (y, ALONG)))
        path.append((frame * FRAME, round(goal * done + x), round((gesture.OUT + BEYOND) * done + y)))
    return [*path, ((count + 1) * FRAME, path[-1][1], max(path[-1][2], gesture.OUT + BEYOND))]


def _least_jerk(time: float) -> tuple[float, float]:
    """Which part of its way such a movement has made, and its speed beside its greatest."""
    return time * time * time * (10 - 15 * time + 6 * time * time), 16 * time * time * (1 - time) * (1 - time)


def _normal(source: Source) -> float:
    """Nearly a normal deviate: four even ones together."""
    return (sum(source.below(1733) for _ in range(4)) - 2 * 1732) / 1000
