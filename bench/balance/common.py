"""Questions about every game: wins by seat, length, endings, and the effect of options and printed numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bench.balance.play import GREEDY, Run, numbers, turns
from filon.games.diadingo.parts import Kind as Diadingo
from filon.games.dig_mars.parts import Kind as DigMars
from filon.games.digger.parts import Kind as Digger
from filon.research.analysis.estimates import mean_by_deal, share_by_deal, strict
from filon.research.analysis.luck import same_again
from filon.research.analysis.played import Played

SEATS = (2, 3, 4)
GAMES = {2: 2400, 3: 2400, 4: 2000}
VARIED = 800  # games with one thing changed
VARIED_SEATS = {"dig-mars": 2, "digger": 3, "diadingo": 2}
TURN_ENDS: dict[str, Sequence[int]] = {
    "dig-mars": (DigMars.END_TURN, DigMars.ANNOUNCE),
    "digger": (Digger.STOP, Digger.STOW_ALL, Digger.TOUCHED, Digger.SAND_OUT),
    "diadingo": (Diadingo.LIFT, Diadingo.STEAL),
}

Figures = dict[str, Any]


def rounds(played: Played) -> Any:
    return turns(played, TURN_ENDS[played.game.name]) / played.seats


def base(run: Run, game: str, seats: int) -> Played:
    return run.match(game, [GREEDY] * seats, run.many(GAMES[seats], seats))


# The game as it is printed


def by_seats(run: Run, game: str) -> Figures:
    return {str(seats): described(base(run, game, seats)) for seats in SEATS}


def described(played: Played) -> Figures:
    deals, length = played.deals, rounds(played)
    low, middle, high = np.quantile(length, (0.05, 0.5, 0.95))
    best = np.sort(played.scores, axis=1)
    return {
        "games": len(deals),
        "won": [numbers(share_by_deal(played.shares[:, seat], deals)) for seat in range(played.seats)],
        "choices": numbers(mean_by_deal(played.choices(), deals), 1),
        "rounds": numbers(mean_by_deal(length, deals), 2),
        "rounds_from_to": [round(float(low), 1), round(float(middle), 1), round(float(high), 1)],
        "ends": {ending: numbers(share_by_deal(played.ended(ending), deals)) for ending in sorted(set(played.endings))},
        "score": numbers(mean_by_deal(best[:, -1], deals), 1),
        "lead": numbers(mean_by_deal(best[:, -1] - best[:, -2], deals), 1),
        "shared": numbers(share_by_deal(played.shares.max(axis=1) < 1, deals)),
        "same_again": numbers(same_again(played)),
    }


# One thing changed, on the same deals with the same luck


def optional(run: Run, game: str, options: Sequence[Mapping[str, Any]], seats: int) -> list[Figures]:
    """Each option switched alone."""
    return [compared(run, game, _said(chosen), seats, len(options), options=chosen) for chosen in options]


def sensitive(run: Run, game: str, contents: Sequence[tuple[str, Any]], seats: int) -> list[Figures]:
    """Each printed number changed alone."""
    return [compared(run, game, content[0], seats, len(contents), content=content) for content in contents]


def _said(chosen: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} = {str(value).lower()}" for name, value in chosen.items())


def compared(run: Run, game: str, name: str, seats: int, among: int, **changed: Any) -> Figures:
    played = run.match(game, [GREEDY] * seats, run.many(VARIED, seats), **changed)
    return {"name": name, "games": len(played.deals)} | against(base(run, game, seats), played, 4 * among)


def against(plain: Played, varied: Played, comparisons: int) -> Figures:
    """Differences to the same games as printed; `sure` where they stay beyond chance among so many comparisons."""
    count, deals = len(varied.deals), varied.deals
    went = np.array([not np.array_equal(a, b) for a, b in zip(plain.moves, varied.moves, strict=False)])
    ending = max(set(plain.endings), key=plain.endings.count)
    figures: Figures = {
        "ending": ending,
        "went_otherwise": numbers(share_by_deal(went, deals)),
        "other_winner": numbers(share_by_deal(1 - (plain.shares[:count] * varied.shares > 0).any(axis=1), deals)),
        "rounds": numbers(mean_by_deal(rounds(varied), deals), 2),
    }
    changes = {
        "first": varied.shares[:, 0] - plain.shares[:count, 0],
        "length": rounds(varied) - rounds(plain)[:count],
        "again": _agreed(varied) - _agreed(plain)[:count],
        "usual_end": varied.ended(ending).astype(float) - plain.ended(ending)[:count],
    }
    for what, change in changes.items():
        wide = mean_by_deal(change, deals, strict(comparisons))
        figures[what] = [*numbers(mean_by_deal(change, deals)), bool(wide.excludes(0))]
    return figures


def _agreed(played: Played) -> Any:
    """For each game, how far its winner is that of the next game on the same deal, played by the same robots with other luck."""
    seats = played.seats
    shares = played.shares.reshape(-1, seats, seats)  # [deal, game, seat]: as many games as seats
    agreed = np.einsum("dgs,dgs->dg", shares, np.roll(shares, 1, axis=1))
    return agreed.reshape(-1)


def other_luck(run: Run, game: str, seats: int) -> list[float]:
    """The share of deals in which only other luck of the robots changes the winner: the measure for the effect of an option."""
    played = base(run, game, seats)
    shares = played.shares.reshape(-1, seats, seats)
    other = 1 - (shares * np.roll(shares, 1, axis=1) > 0).any(axis=2)
    return numbers(share_by_deal(other.reshape(-1), played.deals))
