"""Dig Mars: what a bonus, a level and a point of fortune are worth to who gets one, and what the players who have many of them win."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from bench.balance.common import Figures, base, compared
from bench.balance.contents import without
from bench.balance.play import GREEDY, PAUSE, Run, kinds, numbers
from filon.core import NONE
from filon.games.dig_mars.parts import Bonus, Gear, Kind, Phase
from filon.research import batch
from filon.research.analysis.estimates import mean_by_deal, share_by_deal
from filon.research.analysis.played import Played
from filon.research.analysis.positions import play_until, set_positions, to_the_end

GAME, SEATS = "dig-mars", 2
POSITIONS = 800  # turns at which something is given away, early and late
AT_ONCE = 400
TURNS = {"early": (3, 10), "late": (18, 30)}  # of all players, from the first; a game has some forty
USED = {Bonus.DIG: None, Bonus.TRANSPORT: None, Bonus.RELOCATE: Kind.RELOCATE, Bonus.POINT: Kind.TAKE_POINT, Bonus.SAMPLE: Kind.SAMPLE}

Gift = Callable[[Any, Any], None]  # what is changed at packed tables, for the player whose turn begins


# What is given, at the beginning of a turn


def bonus(kind: int) -> Gift:
    def give(tables: Any, seats: Any) -> None:
        tables["bonus"][:, kind] += 1

    return give


def level(gear: int) -> Gift:
    """Nothing to who has the highest; a new station is placed at once (DM-18)."""

    def give(tables: Any, seats: Any) -> None:
        rows = np.arange(len(tables))
        lower = tables["player"]["level"][rows, seats, gear] < 4
        tables["player"]["level"][rows, seats, gear] += lower
        if gear == Gear.FLEET:
            tables["phase"][lower] = Phase.PLACING

    return give


def fortune(tables: Any, seats: Any) -> None:
    tables["player"]["fortune"][np.arange(len(tables)), seats] += 1


def gifts() -> Iterator[tuple[str, Gift]]:
    yield "1 fortune", fortune
    for kind in Bonus:
        yield f"bonus: {kind.name.lower()}", bonus(kind)
    for gear in Gear:
        yield f"level: {gear.name.lower()}", level(gear)


# What comes of it


def worth_of_gifts(run: Run) -> Figures:
    """The same turns with and without, played to the end with the same luck."""
    return {when: _worth(run, first, last) for when, (first, last) in TURNS.items()}


def _worth(run: Run, first: int, last: int) -> Figures:
    parts = [_paired(seed, count, first, last) for seed, count in slices(run, POSITIONS)]
    run.say(f"{GAME}: gifts at turn {first} to {last}")
    every = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    return {name: {"turns": len(gain), "won": numbers(mean_by_deal(gain, range(len(gain))))} for name, gain in every.items()}


def slices(run: Run, positions: int) -> list[tuple[int, int]]:
    """Seeds and how many tables at once."""
    whole = run.many(positions)
    return [(run.seed * 1_000_000 + at, min(AT_ONCE, whole - at)) for at in range(0, whole, AT_ONCE)]


def _paired(seed: int, count: int, first: int, last: int) -> dict[str, Any]:
    turn = np.random.default_rng(seed).integers(first, last + 1, count)
    found = turns_begun(seed, turn)
    tables = batch(GAME, len(found), SEATS, {"first": 1}, see="nothing", pause=PAUSE)
    seats, rows = found["turn"].astype(int), np.arange(len(found))
    plain = _won(tables, found, seed)[rows, seats]
    gained = {}
    for name, give in gifts():
        given = found.copy()
        give(given, seats)
        got = np.array([one.tobytes() != other.tobytes() for one, other in zip(given, found, strict=True)])
        gained[name] = (_won(tables, given, seed)[rows, seats] - plain)[got]
    return gained


def _won(tables: Any, positions: Any, seed: int) -> Any:
    set_positions(tables, positions, seed)
    return play_until(tables, GREEDY, to_the_end)[1]


def turns_begun(seed: int, turn: Any) -> Any:
    """The tables of greedy robots when that turn begins; games that are over before are left out."""
    tables = batch(GAME, len(turn), SEATS, {"first": 1}, see="nothing", pause=PAUSE, seed=seed)
    begun, before = np.zeros(len(turn), int), np.full(len(turn), NONE)

    def there(now: Any) -> Any:
        starts = (now["phase"] == Phase.ACTING) & (now["turn"] != before)
        begun[starts] += 1
        before[starts] = now["turn"][starts]
        return starts & (begun >= turn)

    found, _ = play_until(tables, GREEDY, there)
    return found[found["phase"] == Phase.ACTING]


# What removing a bonus from the tiles changes


def bonuses_removed(run: Run) -> list[Figures]:
    names = [kind.name.lower() for kind in Bonus]
    return [compared(run, GAME, f"no {name}", SEATS, len(names), content=without(name)) for name in names]


# What winners had: a correlation, no cause


def winners_had(run: Run) -> Figures:
    """For each action, the share of wins of the player who did it more often; games with equal counts are left out."""
    played = base(run, GAME, SEATS)
    counts = {f"upgrades of {gear.name.lower()}": done(played, Kind.UPGRADE, gear) for gear in Gear}
    counts |= {f"uses of {used.name.lower().replace('_', ' ')}": done(played, used) for used in USED.values() if used is not None}
    counts |= {"digs": done(played, Kind.DIG), "transports": done(played, Kind.TRANSPORT)}
    return {name: _ahead(played, count) for name, count in counts.items()}


def _ahead(played: Played, count: Any) -> Figures:
    differs = count[:, 0] != count[:, 1]
    won = played.shares[np.arange(len(count)), count.argmax(axis=1)][differs]
    return {"games": int(differs.sum()), "won": numbers(share_by_deal(won, played.deals[differs]))}


def done(played: Played, kind: int, gear: int = NONE) -> Any:
    """[game, seat]: how often each seat did that. Seats take turns from the first one on."""
    moves, of = played.game.MOVES, kinds(played)
    wanted = np.array([move.kind == kind and gear in (NONE, move.gear) for move in moves])
    counts = np.zeros((len(played.moves), played.seats), int)
    for game, ids in enumerate(played.moves):
        places = np.flatnonzero(of[ids] == Kind.PLACE)[: played.seats]  # DM-04: before the first turn
        turn = np.cumsum(np.concatenate([[0], of[ids][:-1] == Kind.END_TURN]))
        turn[places] = places
        counts[game] = np.bincount(turn[wanted[ids]] % played.seats, minlength=played.seats)
    return counts
